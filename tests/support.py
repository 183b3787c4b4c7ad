"""What all tests share."""

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds to wait for something that must happen: a busy machine takes its time, and only what is
wrong takes as long as this. Nothing is ever expected to be quick."""


def until(is_so: Callable[[], object], rest: Callable[[float], object] = time.sleep) -> None:
    """Wait for what must become so."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        rest(0.01)


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
        """Let so many seconds pass."""
        self._now += seconds
