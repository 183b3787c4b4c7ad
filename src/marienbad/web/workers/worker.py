"""What a worker does: call one function, send what it finds, and be ended when its time is over."""

import signal
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from marienbad.text.problems import InputError
from marienbad.text.sentences import Message
from marienbad.values import Record

LONGEST = 60.0
"""How many seconds a part may take that waits for something instead of working."""


class Refused(Record):
    """The sentence of an error that a function raised about what it was given."""

    message: Message


def call(
    connection: Connection, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> None:
    """Send the result of a function, or part by part what it yields; every part has its time.

    The kernel's alarms end the process whatever it is doing, even inside compiled code. The one
    that matters counts the time that the process works, so that what is refused does not depend on
    how busy others are; the other ends a process that does not work at all.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when all is over
    _set_alarms(seconds)
    with connection, suppress(BrokenPipeError):  # where nobody waits any more
        try:
            found = function(*arguments)
            for part in found if isinstance(found, Iterator) else (found,):
                connection.send(part)
                _set_alarms(seconds)
        except InputError as problem:
            connection.send(Refused(problem.message))


def _set_alarms(seconds: float) -> None:
    for alarm in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(alarm, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, LONGEST)


def is_there() -> bool:
    """The least that a worker can be asked for."""
    return True
