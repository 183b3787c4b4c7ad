"""What a worker does: answer one question after another, each within its limits."""

import os
import pickle
import resource
import signal
import socket
import struct
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from typing import Any, BinaryIO

from marienbad.games.language.tokens import RuleError
from marienbad.school.reading import LessonError
from marienbad.text.problems import InputError
from marienbad.web.api.routes import NeedsSearch, telling

HEADER = struct.Struct("!I")
"""Before every message: how many octets it has."""
GROWTH = 64 * 2**20
"""A worker that has grown by so many octets makes room for a fresh one."""
OCTETS = 1 if sys.platform == "darwin" else 1024
"""The unit in which the kernel counts memory."""


class Kind(IntEnum):
    """What a message of a worker is."""

    PART = 0
    """A part of the answer; more may follow."""
    DONE = 1
    """The last part, and with it the whole of an answer that has only one."""
    REFUSED = 2
    """A sentence, and the place in a text of rules: what was given cannot be used."""
    SEARCH = 3
    """The question is worth the compiled search, which this worker has not loaded."""
    TOO_LARGE = 4
    """The question needs more memory than it may take."""
    FAILED = 5
    """A mistake of the program, as a traceback."""
    TOLD = 6
    """What is said meanwhile to whoever waits; the answer is still to come."""


class Meter:
    """The CPU seconds that no message has told of yet."""

    def __init__(self) -> None:
        self._since = time.process_time()

    def read(self) -> float:
        before, self._since = self._since, time.process_time()
        return self._since - before


def message(content: object) -> bytes:
    """The content as it is sent.

    >>> len(message(None))
    8
    """
    octets = pickle.dumps(content, pickle.HIGHEST_PROTOCOL)
    return HEADER.pack(len(octets)) + octets


def read(incoming: BinaryIO) -> bytes | None:
    """The next message; ``None`` where whoever sent it is gone, be it in the middle of one."""
    header = incoming.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (length,) = HEADER.unpack(header)
    octets = incoming.read(length)
    return octets if len(octets) == length else None


def work(channel: socket.socket, niceness: int, memory: int) -> None:
    """Answer what comes, until nobody is there any more to ask."""
    os.nice(niceness)
    bound_memory(memory)
    began_with = peak()
    with channel, channel.makefile("rb") as incoming:
        while (question := read(incoming)) is not None:
            meter = Meter()
            try:
                reply(channel, question, meter, began_with)
                continue
            except MemoryError:  # the answer is there, but not the room to write it
                signal.setitimer(signal.ITIMER_PROF, 0)
            # what took the room is gone by now
            channel.sendall(message((Kind.TOO_LARGE, None, meter.read(), True)))


def reply(channel: socket.socket, question: bytes, meter: Meter, began_with: int) -> None:
    """Send every part of the answer to a question, and before it what is told."""
    telling.set(lambda said: channel.sendall(message((Kind.TOLD, said, meter.read(), False))))
    for kind, found, spent in answers(meter, *pickle.loads(question)):
        is_spent = kind == Kind.TOO_LARGE or peak() - began_with > GROWTH
        channel.sendall(message((kind, found, spent, is_spent)))


def answers(
    meter: Meter, seconds: float, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Iterator[tuple[Kind, Any, float]]:
    """What a function returns, or part by part what it yields, with the CPU seconds spent on each.

    The kernel ends the process when a part takes too long, whatever it is doing, even inside
    compiled code. The time that counts is that in which it works, so that what is refused does not
    depend on how busy others are; the server ends a worker that does not work at all.
    """

    def spent() -> float:
        signal.setitimer(signal.ITIMER_PROF, 0)  # no alarm in the middle of a message
        return meter.read()

    try:
        signal.setitimer(signal.ITIMER_PROF, seconds)
        found = function(*arguments)
        if isinstance(found, Iterator):
            for part in found:
                yield Kind.PART, part, spent()
                signal.setitimer(signal.ITIMER_PROF, seconds)
            found = None
        yield Kind.DONE, found, spent()
    except NeedsSearch:
        yield Kind.SEARCH, None, spent()
    except RuleError as problem:
        place = {"line": problem.line, "column": problem.column}
        yield Kind.REFUSED, (problem.message, place), spent()
    except LessonError as problem:
        yield Kind.REFUSED, (problem.message, problem.place), spent()
    except InputError as problem:
        yield Kind.REFUSED, (problem.message, {}), spent()
    except MemoryError:
        yield Kind.TOO_LARGE, None, spent()
    except Exception:  # noqa: BLE001 (the server raises it where the question came from)
        yield Kind.FAILED, traceback.format_exc(), spent()


def bound_memory(octets: int) -> None:
    """Let this process have so many octets more than now, where the kernel can count them."""
    if sys.platform == "linux":
        facts = Path("/proc/self/statm").read_text("ascii").split()
        data = int(facts[5]) * resource.getpagesize()
        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (data + octets, most))


def peak() -> int:
    """The most octets that this process has had in memory."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * OCTETS


def is_there() -> bool:
    """The least that a worker can be asked for."""
    return True
