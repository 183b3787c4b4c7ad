"""The clock by which users bound a search; it stands still while kernels are compiled.

The first compilation takes a minute: a bound such as ``discover --seconds`` counts without it, and
the alarm that bounds the CPU time of the process waits. Work that can take long looks at the clock
between its steps; it is ended by an error, in any thread, once the seconds given have passed. With
:func:`without_compiling` a search ends where a kernel would have to be compiled first.
"""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Event

_end: ContextVar[float] = ContextVar("end", default=float("inf"))
_told: ContextVar[tuple[Event, ...]] = ContextVar("told", default=())


class TimeIsUp(Exception):
    """The seconds that were given have passed."""


class Clock:
    """Seconds that pass, those of compiling aside.

    >>> clock = Clock()
    >>> clock.stop()
    >>> clock.now() == clock.now()
    True
    >>> clock.resume()
    """

    def __init__(self) -> None:
        self._stopped = 0.0
        self._since = 0.0
        self._depth = 0
        self._alarm = (0.0, 0.0)

    def now(self) -> float:
        """Seconds since some moment."""
        return (self._since if self._depth else time.monotonic()) - self._stopped

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Let :meth:`check` raise :class:`TimeIsUp` once so many seconds have passed.

        >>> with Clock().within(0):
        ...     Clock().check()
        Traceback (most recent call last):
        marienbad.solver.clock.TimeIsUp
        """
        token = _end.set(min(_end.get(), self.now() + seconds))
        try:
            yield
        finally:
            _end.reset(token)

    @contextmanager
    def until_told(self) -> Iterator[Callable[[], None]]:
        """A function after whose call :meth:`check` raises :class:`TimeIsUp`, also in threads that
        work in a copy of this context.

        >>> with Clock().until_told() as end:
        ...     end()
        ...     Clock().check()
        Traceback (most recent call last):
        marienbad.solver.clock.TimeIsUp
        """
        event = Event()
        token = _told.set((*_told.get(), event))
        try:
            yield event.set
        finally:
            _told.reset(token)

    def check(self) -> None:
        """End the work where its time is up."""
        if self.now() >= _end.get() or any(event.is_set() for event in _told.get()):
            raise TimeIsUp

    def stop(self) -> None:
        """Stand still, with the alarm of the process; to compile one kernel may need others."""
        self._depth += 1
        if self._depth > 1:
            return
        self._since = time.monotonic()
        if hasattr(signal, "setitimer"):
            self._alarm = signal.setitimer(signal.ITIMER_PROF, 0)

    def resume(self) -> None:
        """Go on."""
        self._depth -= 1
        if self._depth:
            return
        self._stopped += time.monotonic() - self._since
        if self._alarm[0]:
            signal.setitimer(signal.ITIMER_PROF, *self._alarm)


clock = Clock()


_waits: ContextVar[bool] = ContextVar("waits", default=True)


class NotCompiled(Exception):
    """A kernel was called that this machine has not compiled yet."""


@contextmanager
def without_compiling() -> Iterator[None]:
    """Let kernels raise :class:`NotCompiled` instead of being compiled; from disk they are loaded.

    >>> with without_compiling():
    ...     check_compiling()
    Traceback (most recent call last):
    marienbad.solver.clock.NotCompiled
    """
    token = _waits.set(False)
    try:
        yield
    finally:
        _waits.reset(token)


def check_compiling() -> None:
    """What numba's event calls before a kernel is compiled."""
    if not _waits.get():
        raise NotCompiled
