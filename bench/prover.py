"""Proofs for heaps of every size, as whole processes: ``marienbad prove GAME``, against the aims.

Also the whole family, two processes at a time, the memory of the largest proof, and the checkers of
certificates.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from bench import checkers
from bench.harness import Line, size
from marienbad.games.catalogue import define
from marienbad.prover.games.library import is_proved

COMMAND = str(Path(sys.executable).with_name("marienbad"))
STEPS = (1, 2, 3, 4, 6, 8, 12)
MIXED = ((1, 2), (2, 2), (3, 2), (2, 3), (4, 3))
QUICK, SLOW, WHOLE, MEMORY = 2.0, 10.0, 60.0, 2.0 * 2**30
"""Seconds for ab ≤ 6, for ab ≤ 12 and for the whole family; bytes."""
REPEATS = 3


def lines() -> Iterator[Line]:
    octets = 0
    for name, step in _shown():
        runs = [_prove(name) for _ in range(REPEATS)]
        octets = max(octets, *(memory for _, memory in runs))
        aim = QUICK if step <= 6 else SLOW
        seconds = median(seconds for seconds, _ in runs)
        yield Line(f"marienbad prove {name}", seconds, "the aim", aim, 1)
    began = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        names = family()
        octets = max(octets, *(memory for _, memory in pool.map(_prove, names)))
    seconds = time.perf_counter() - began
    yield Line(f"the {len(names)} games of the family, 2 at a time", seconds, "the aim", WHOLE, 1)
    yield Line("largest memory of a proof", octets, "the aim", MEMORY, 1, unit=size)
    yield from checkers.lines()


def _shown() -> Iterator[tuple[str, int]]:
    for a in STEPS:
        yield _name(a, 1), a
        yield _name(a, 1, "misere"), a
    for a, b in MIXED:
        yield _name(a, b), a * b
        if is_proved(define(_name(a, b, "misere"))):  # by discovery: no theory claims it
            yield _name(a, b, "misere"), a * b


def family() -> list[str]:
    pairs = [(a, b) for a in range(1, 13) for b in range(1, 13) if a * b <= 12]
    return [_name(*pair) for pair in pairs] + [_name(a, 1, "misere") for a in range(1, 13)]


def _name(a: int, b: int, *more: str) -> str:
    return "wythoff:" + ",".join((f"a={a}", f"b={b}", *more))


def _prove(name: str) -> tuple[float, int]:
    """The seconds of a whole process and its largest memory in bytes."""
    began = time.perf_counter()
    process = subprocess.Popen([COMMAND, "prove", name], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{name} was not proved")
    return time.perf_counter() - began, usage.ru_maxrss * 1024
