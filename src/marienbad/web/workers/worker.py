"""A worker process: it does one job after another, each within its limits."""

import os
import pickle
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import IntEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from marienbad.games.language.tokens import RuleError
from marienbad.school.reading import LessonError
from marienbad.text.problems import InputError
from marienbad.web.api.routes import telling

GROWTH = 64 * 2**20
"""A worker that has grown by so many bytes is replaced."""
BYTES = 1 if sys.platform == "darwin" else 1024
"""The unit in which the kernel counts memory."""


class Kind(IntEnum):
    """What a message of a worker is."""

    PROGRESS = 0
    """Something that the function reports; the result is still to come."""
    PART = 1
    """A part of the result, which stands for the whole if no time is left for more."""
    DONE = 2
    REFUSED = 3
    """A sentence, and the place in a text of rules: what was given cannot be used."""
    TOO_LARGE = 4
    """The job needs more memory than it may take."""
    FAILED = 5
    """A mistake of the program, as a traceback."""


Message = tuple[Kind, Any, float, bool]
"""Its kind, what it tells, the CPU seconds since the one before, whether the worker is spent."""


def work(connection: "Connection[Message, Any]", niceness: int) -> None:
    """Do the jobs that come, until the server closes the connection."""
    os.nice(niceness)
    base, began_with, since = data_size(), peak(), time.process_time()

    def send(kind: Kind, found: object) -> None:
        nonlocal since
        before, since = since, time.process_time()
        is_spent = kind == Kind.TOO_LARGE or peak() - began_with > GROWTH
        connection.send((kind, found, since - before, is_spent))

    telling.set(lambda found: send(Kind.PROGRESS, found))
    with suppress(EOFError, OSError):  # the server is gone
        while True:
            message = connection.recv_bytes()
            since = time.process_time()
            try:
                do(message, send, base)
                continue
            except (MemoryError, SystemError):  # what a generator makes of a lack of memory
                signal.setitimer(signal.ITIMER_PROF, 0)
            send(Kind.TOO_LARGE, None)  # what took the memory is gone by now


def do(message: bytes, send: Callable[[Kind, Any], None], base: int) -> None:
    """Do a job and send its result.

    The kernel ends the process if the job uses up its CPU seconds, even inside compiled code. Only
    time on the processor counts, so that a result does not depend on how busy others are; the
    server ends a worker that does not work at all.
    """
    seconds, memory, function, arguments = pickle.loads(message)
    bound_memory(base + memory)

    def finish(kind: Kind, found: object) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)  # no alarm in the middle of a message
        send(kind, found)

    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        found = function(*arguments)
        if isinstance(found, Iterator):
            for part in found:
                finish(Kind.PART, part)
                signal.setitimer(signal.ITIMER_PROF, seconds)
            found = None
    except RuleError as problem:
        finish(Kind.REFUSED, (problem.message, {"line": problem.line, "column": problem.column}))
    except LessonError as problem:
        finish(Kind.REFUSED, (problem.message, problem.place))
    except InputError as problem:
        finish(Kind.REFUSED, (problem.message, {}))
    except (MemoryError, SystemError):
        raise
    except Exception:  # noqa: BLE001 (the server raises it for the caller)
        finish(Kind.FAILED, traceback.format_exc())
    else:
        finish(Kind.DONE, found)


def data_size() -> int:
    """The bytes of data that this process has now, where the kernel can bound them."""
    if sys.platform != "linux":
        return 0
    return int(Path("/proc/self/statm").read_text("ascii").split()[5]) * resource.getpagesize()


def bound_memory(most: int) -> None:
    """Let this process have so many bytes of data, where the kernel can count them."""
    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def peak() -> int:
    """The most bytes that this process has had in memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * BYTES
