"""Whether a search waits for the compiler, or is told that nothing is compiled yet."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_waits: ContextVar[bool] = ContextVar("waits", default=True)


class NotCompiled(Exception):
    """A kernel was called that this machine has not compiled yet."""


@contextmanager
def without_compiling() -> Iterator[None]:
    """Let kernels raise :class:`NotCompiled` instead of being compiled; from disk they are loaded.

    >>> with without_compiling():
    ...     check()
    Traceback (most recent call last):
    marienbad.solver.compiling.NotCompiled
    """
    token = _waits.set(False)
    try:
        yield
    finally:
        _waits.reset(token)


def check() -> None:
    """What numba's event calls before a kernel is compiled."""
    if not _waits.get():
        raise NotCompiled
