"""The test suite in random order: three times alone, beside four busy processes, in one process.

A file runs on the worker that is free when its turn comes, so random order is random assignment
too. A failure here and not in ``make test`` depends on order, on other tests or on speed.
"""

import multiprocessing
import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

RUNS = 3
BUSY = 4
WORKERS = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")


@dataclass(frozen=True)
class Run:
    """A run of the suite and its result."""

    name: str
    seed: int
    is_missed: bool
    minutes: float
    cpu_minutes: float
    summary: str
    failures: tuple[str, ...]

    def __str__(self) -> str:
        times = f"{self.minutes:5.1f} min {self.cpu_minutes:6.1f} CPU min"
        head = f"{self.name:32} seed {self.seed:<11} {times}  {self.summary}"
        return "\n".join((head, *(f"    {failure}" for failure in self.failures)))


def lines(number: int | None = None) -> Iterator[Run]:
    for _ in range(RUNS if number is None else number):
        yield _run("alone, 3 workers", *WORKERS)
    with _busy(BUSY):
        yield _run(f"beside {BUSY} busy processes", *WORKERS)
    yield _run("one process")


@contextmanager
def _busy(number: int) -> Iterator[None]:
    """Processes that count for as long as the block lasts."""
    processes = [multiprocessing.Process(target=_count, daemon=True) for _ in range(number)]
    for process in processes:
        process.start()
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.join()


def _count() -> None:
    for _ in count():
        pass


def _run(name: str, *options: str) -> Run:
    seed = int.from_bytes(os.urandom(4))
    command = [sys.executable, "-m", "pytest", "-q", "--shuffle", f"--seed={seed}", *options]
    began, cpu = time.monotonic(), _cpu_seconds()
    process = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    output = process.stdout
    return Run(
        name,
        seed,
        process.returncode != 0,
        (time.monotonic() - began) / 60,
        (_cpu_seconds() - cpu) / 60,
        output.rstrip().rpartition("\n")[2],
        tuple(re.findall(r"^(?:FAILED|ERROR) .*", output, re.MULTILINE)),
    )


def _cpu_seconds() -> float:
    """Of the processes that have ended; the busy ones are counted when their block is over."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
