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
