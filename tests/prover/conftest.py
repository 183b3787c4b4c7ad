"""Strategies are described as long as it takes."""

from functools import partial

import pytest

from marienbad.prover.description.finding import describe
from marienbad.prover.discovery import strategy
from tests.support import PATIENCE


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is said of a strategy does not depend on how much is described in 20 seconds."""
    monkeypatch.setattr(strategy, "describe", partial(describe, seconds=PATIENCE))
