"""What all tests share."""

import os
import time
from collections.abc import Callable, Iterable
from random import Random
from typing import TypeVar

Case = TypeVar("Case")
SEED = 0
"""The run's seed, and whether it is one of ``make verify``; ``tests/selection.py`` sets both."""
IS_VERIFYING = False

PATIENCE = int(os.environ.get("MARIENBAD_TEST_PATIENCE", "300"))
"""Seconds to wait for something that must happen: a busy machine takes its time, and only what is
wrong takes as long as this. Nothing is ever expected to be quick. ``python -m bench mutation``
waits less: there, much is wrong on purpose."""


def until(is_so: Callable[[], object], rest: Callable[[float], object] = time.sleep) -> None:
    """Wait for what must become so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        rest(0.01)


def sample(cases: Iterable[Case], number: int, name: str = "") -> list[Case]:
    """Some of the cases, in their order, drawn by the run's seed; all of them with ``--verify``."""
    every = list(cases)
    if IS_VERIFYING or number >= len(every):
        return every
    drawn = Random(f"{SEED} {name}").sample(range(len(every)), number)
    return [every[index] for index in sorted(drawn)]


class ManualClock:
    """A clock that goes on only when a test moves it.

    >>> clock = ManualClock()
    >>> clock.advance(2)
    >>> clock()
    2.0
    """

    def __init__(self) -> None:
        self._now = 0.0

    def __call__(self) -> float:
        return self._now

    def advance(self, seconds: float) -> None:
        """Move the clock forward."""
        self._now += seconds
