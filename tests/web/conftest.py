"""Databases of each kind, and time that does not run out by itself."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from bench.processes import Database
from marienbad.web.http import limits
from marienbad.web.http.limits import Allowance
from tests.support import ManualClock
from tests.web.patience import give_time
from tests.web.support import KINDS, empty_database, started_postgresql


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """No question to the workers of a server in this process takes too long."""
    with pytest.MonkeyPatch.context() as patch:
        give_time(patch.setattr)
        yield


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The folder of the socket of a PostgreSQL."""
    with started_postgresql() as folder:
        yield folder


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    return empty_database(request, tmp_path / "matches.db")


@pytest.fixture
def minute(monkeypatch: pytest.MonkeyPatch) -> ManualClock:
    """The clock by which the requests of a minute are counted, where an application is made."""
    clock = ManualClock()
    monkeypatch.setattr(limits, "Allowance", partial(Allowance, clock=clock))
    return clock


@pytest.fixture
def place(database: str, tmp_path: Path) -> Database:
    """The database as the attacks and the long runs know it."""
    return Database(database.partition(":")[0], database, tmp_path)
