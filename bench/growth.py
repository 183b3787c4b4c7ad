"""How time and memory grow: each work at N, 2N and 4N, each in a process of its own.

The exponent is that of the line of least squares through the three points, in logarithms. Memory is
the largest while the work is done, less that before it, when a small piece of the same kind has
been done already: interpreter, modules and kernels do not count.
"""

import gc
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from math import log2
from pathlib import Path
from random import Random

from bench.harness import ROOT, Line, size
from marienbad import game
from marienbad.games.catalogue import define
from marienbad.numeration.continued_fraction import ContinuedFraction

Work = Callable[[int], object]
REPEATS = 3


def table(side: int, name: str, grundy: bool = False) -> object:
    from marienbad.solver.table import solve

    return solve(define(name), (side, side), grundy=grundy)


def fibonacci_digits(digits: int) -> object:
    return ContinuedFraction((1,)).p_representation(_number(digits, 0))


def one_move(digits: int) -> object:
    x = _number(digits, 0)
    return game("wythoff").analyse((x, x + _number(digits, 1) // 20), theory="algebra").outcome


def proof(a: int) -> object:
    from marienbad.prover.games.proof import known_claim, prove

    rules = define(f"wythoff:a={a}")
    return prove(rules, known_claim(rules))


def _number(digits: int, seed: int) -> int:
    """A number of about so many digits, made soon: the power of ten would take its time."""
    return Random(seed).getrandbits(digits * 3322 // 1000)


WORKS: dict[str, tuple[Work, int, int]] = {
    **{
        f"outcomes of {name}, N²": (partial(table, name=name), 64, first)
        for name, first in (("wythoff", 16384), ("wythoff:a=2,b=3", 16384), ("lucas", 512))
    },
    **{
        f"grundy values of {name}, N²": (partial(table, name=name, grundy=True), 64, first)
        for name, first in (("wythoff", 2048), ("wythoff:a=2,b=3", 1024))
    },
    "Fibonacci digits of N digits": (fibonacci_digits, 1000, 250_000),
    "a move with heaps of N digits": (one_move, 1000, 250_000),
    "proof of wythoff:a=N": (proof, 2, 3),
}
"""In words, the work, a small number for it, and the N that is doubled twice."""


def lines() -> Iterator[Line]:
    for what, (_, _, first) in WORKS.items():
        points = [_measured(what, number) for number in (first, 2 * first, 4 * first)]
        times, octets = zip(*points, strict=True)
        note = f"time ~ N^{_exponent(times)}"
        if octets[0] > 0:
            note += f", memory ~ N^{_exponent(octets)}"
        note += f" ({size(octets[0])} to {size(octets[2])})"
        yield Line(f"{what}, N = {4 * first}", times[2], f"N = {first}", times[0], note=note)


def _exponent(values: tuple[float, ...]) -> str:
    """On three points whose abscissas double, the middle one does not turn the line."""
    one, two, four = values
    steps = f"{log2(two / one):.2f}, {log2(four / two):.2f}"
    return f"{log2(four / one) / 2:.2f} ({steps} by doubling)"


def _measured(what: str, number: int) -> tuple[float, float]:
    """Seconds and octets, in a new process."""
    command = [sys.executable, "-m", "bench.growth", what, str(number)]
    seconds, octets = subprocess.check_output(command, cwd=ROOT, text=True).split()
    return float(seconds), float(octets)


def main(what: str, number: int) -> None:
    """Print the seconds of a work and the octets that it needs at most."""
    work, small, _ = WORKS[what]
    work(small)
    gc.collect()
    before = _memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the largest is counted from now on
    times, octets = [], 0
    for repeat in range(REPEATS):
        start = time.perf_counter()
        work(number)
        times.append(time.perf_counter() - start)
        octets = octets if repeat else _memory("VmHWM") - before
    print(min(times), octets)


def _memory(what: str) -> int:
    status = Path("/proc/self/status").read_text("ascii")
    return 1024 * int(status.partition(f"{what}:")[2].split()[0])


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
