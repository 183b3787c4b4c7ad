"""The test suite in random order: three times alone, beside four busy processes, in one process.

A file runs on the worker that is free when its turn comes, so random order is random assignment
too. A failure here and not in ``make test`` depends on order, on other tests or on speed.
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from bench.harness import ROOT

RUNS, BUSY = 3, 4
WORKERS = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")


@dataclass(frozen=True)
class Run:
    """A run of the suite and its result."""

    name: str
    seed: int
    is_missed: bool
    minutes: float
    output: str

    def __str__(self) -> str:
        summary = self.output.rstrip().rpartition("\n")[2]
        head = f"{self.name:32} seed {self.seed:<11} {self.minutes:5.1f} min  {summary}"
        failures = re.findall(r"^(?:FAILED|ERROR) .*", self.output, re.MULTILINE)
        return "\n".join((head, *(f"    {failure}" for failure in failures)))


def lines(number: int | None = None) -> Iterator[Run]:
    for _ in range(RUNS if number is None else number):
        yield _run("alone, 3 workers", *WORKERS)
    with ExitStack() as stack:
        for _ in range(BUSY):
            busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            stack.callback(busy.wait)
            stack.callback(busy.kill)
        yield _run(f"beside {BUSY} busy processes", *WORKERS)
    yield _run("one process")


def _run(name: str, *options: str) -> Run:
    seed = int.from_bytes(os.urandom(4))
    command = [sys.executable, "-m", "pytest", "-q", "--shuffle", f"--seed={seed}", *options]
    began = time.monotonic()
    process = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    minutes = (time.monotonic() - began) / 60
    return Run(name, seed, process.returncode != 0, minutes, process.stdout)
