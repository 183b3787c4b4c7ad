"""Timing in turns, and the lines of the table."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

Action = Callable[[], Any]
ROOT = Path(__file__).parents[1]
COMMAND = str(Path(sys.executable).with_name("marienbad"))
WIDTHS = (54, 10, 34, 10, 8, 8)


def duration(seconds: float) -> str:
    """A time with three digits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def size(octets: float) -> str:
    """An amount of memory."""
    return f"{octets / 1e6:.1f} MB"


def whole(number: float) -> str:
    """A count."""
    return f"{number:.0f}"


@dataclass(frozen=True)
class Line:
    """What was measured, against what, in seconds or the unit, and the largest ratio aimed at."""

    what: str
    seconds: float
    floor: str
    floor_seconds: float
    aim: float | None = None
    note: str = ""
    unit: Callable[[float], str] = duration

    @property
    def ratio(self) -> float:
        return self.seconds / self.floor_seconds

    @property
    def is_missed(self) -> bool:
        return self.aim is not None and self.ratio > self.aim

    def cells(self) -> tuple[str, ...]:
        aim = "" if self.aim is None else f"≤ {self.aim:g}"
        verdict = "" if self.aim is None else "MISSED" if self.is_missed else "ok"
        remark = ", ".join(filter(None, (verdict, self.note)))
        ratio = f"{self.ratio:.3g}" if self.ratio < 1000 else f"{self.ratio:.0f}"
        times = self.unit(self.seconds), self.unit(self.floor_seconds)
        return self.what, times[0], self.floor, times[1], ratio, aim, remark

    def __str__(self) -> str:
        return columns(self.cells())


def columns(
    cells: Sequence[str], widths: Sequence[int] = WIDTHS, texts: Container[int] = (0, 2)
) -> str:
    """One line of a table: texts to the left, numbers to the right."""
    *sized, last = cells
    return (
        "  ".join(
            f"{cell:{'<' if number in texts else '>'}{width}}"
            for number, (cell, width) in enumerate(zip(sized, widths, strict=True))
        )
        + f"  {last}".rstrip()
    )


HEADING = columns(("what", "measured", "against", "measured", "ratio", "aim", "verdict"))


def elapsed(action: Action, times: int = 1) -> float:
    """The seconds of one call, as the mean of so many calls without a pause."""
    start = time.perf_counter()
    for _ in range(times):
        action()
    return (time.perf_counter() - start) / times


def in_turns(
    *actions: Action,
    repeats: int = 9,
    shortest: float = 2e-4,
    of_all: Callable[[Sequence[float]], float] = median,
) -> list[float]:
    """The median seconds of each action, after one call to warm up, measured in turns.

    ``min`` instead of the median is for work that others on the machine only lengthen. An action
    shorter than ``shortest`` is called several times for each measurement.
    """
    times = []
    for action in actions:
        action()
        times.append(max(1, round(shortest / max(elapsed(action), 1e-9))))
    rounds = [
        [elapsed(action, count) for action, count in zip(actions, times, strict=True)]
        for _ in range(repeats)
    ]
    return [of_all(column) for column in zip(*rounds, strict=True)]


def whole_process(*command: str) -> tuple[float, int, int]:
    """The seconds of a process, its largest memory in bytes, and its status."""
    began = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - began, usage.ru_maxrss * 1024, process.returncode
