"""Progress of long work, and that an interrupt is never lost meanwhile."""

import ctypes
import signal

import pytest

from marienbad.cli.progress import counted, rows, stages
from marienbad.text.sentences import say

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


interrupt = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))
"""What is raised in a call from C is only printed, as while numba compiles."""


def test_a_lost_interrupt_is_raised_at_the_next_row() -> None:
    with rows("rows") as progress:
        progress(1, 3)
        interrupt()
        with pytest.raises(KeyboardInterrupt):
            progress(2, 3)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_lost_interrupt_is_raised_at_the_next_stage() -> None:
    with stages("en") as notice:
        notice(say("discover.stage.compare"))
        interrupt()
        with pytest.raises(KeyboardInterrupt):
            notice(say("discover.stage.compare"))


def test_a_lost_interrupt_is_raised_at_the_next_item() -> None:
    items = counted(iter("abc"), 3)
    assert next(items) == "a"
    interrupt()
    with pytest.raises(KeyboardInterrupt):
        next(items)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
