"""Compiling counts against no clock and rings no alarm."""

import signal
from types import SimpleNamespace
from typing import Any

import pytest
from numba import njit

from marienbad.solver import clock as module
from marienbad.solver.clock import Clock, clock
from marienbad.solver.kernels import machine  # noqa: F401 (it has the clock stopped)


def test_time_that_is_stopped_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(100, 1000, 100))
    # not that of the module: other threads ask it too
    monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: next(seconds)))
    own = Clock()
    assert own.now() == 100
    own.stop()  # at 200
    own.stop()
    assert own.now() == 200
    own.resume()
    own.resume()  # at 300
    assert own.now() == 300


def test_the_alarm_waits() -> None:
    own = Clock()
    signal.setitimer(signal.ITIMER_PROF, 1000)
    try:
        own.stop()
        assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
        own.resume()
        assert 900 < signal.getitimer(signal.ITIMER_PROF)[0] < 1001
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def test_the_clock_stands_still_while_numba_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr(clock, "stop", lambda: seen.append("stop"))
    monkeypatch.setattr(clock, "resume", lambda: seen.append("resume"))

    def add(one: Any) -> Any:
        return one + 1

    fresh: Any = njit(add)
    assert fresh(1) == 2
    assert seen == ["stop", "resume"]
