"""What the tests let workers do."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

from marienbad.text.problems import InputError
from marienbad.web.api.routes import tell


def pid() -> int:
    return os.getpid()


def double(number: int) -> int:
    return 2 * number


def work(seconds: float) -> int:
    """Use the processor for so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return os.getpid()


def work_for_ever() -> None:
    """Use the processor, for ever."""
    while True:
        pass


def wait() -> None:
    """Do nothing, for ever."""
    signal.pause()


def large(octets: int) -> int:
    return len(bytearray(octets))


def say(octets: int) -> bytes:
    """An answer that takes as much room again to be sent."""
    return bytes(octets)


def say_in_parts(octets: int) -> Iterator[bytes]:
    yield b""
    yield bytes(octets)


def refuse() -> None:
    raise InputError("errors.heap", text="-3")


def fail() -> None:
    raise ZeroDivisionError


def parts() -> Iterator[int]:
    yield 1
    yield 2


def part_and_work() -> Iterator[int]:
    """One part, and then none for ever."""
    yield 1
    work_for_ever()


def reports(number: int) -> str:
    """Progress, and then a result."""
    for done in range(number):
        tell(done)
    return "done"


def report_and_wait() -> None:
    """Progress, and then nothing."""
    tell(os.getpid())
    wait()


def niceness() -> int:
    return os.nice(0)


def has_search() -> bool:
    """Whether the compiled search is loaded."""
    import sys

    return "numba" in sys.modules


def tear(attempts: str) -> None:
    """Send the beginning of a message, and be killed; a byte in the file counts the attempts."""
    with Path(attempts).open("a", encoding="ascii") as file:
        file.write(".")
    for place in Path("/proc/self/fd").iterdir():
        if place.is_socket():
            os.write(int(place.name), b"\x00\x00\x10\x00torn")
    os.kill(os.getpid(), signal.SIGKILL)
