"""Numbers of very many digits: winning moves by algebra, and digits over convergents.

The floor is one gmp multiplication of two numbers of as many digits. Heaps are Python integers, all
winning moves are found without explanation, and the digits of √D are known before. Ordinary heaps
are random: close (y/x < τ, two products are needed, which two threads find side by side) or far
apart. The hardest are neighbours of convergents, where x√D, y√D and (y − x)√D are all so near to
integers that 64 bits after the point do not decide; the slowest of them counts.
"""

import math
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from statistics import median
from typing import Any

import gmpy2

from bench.harness import ROOT, Line, in_turns
from marienbad import game
from marienbad.numeration.continued_fraction import ContinuedFraction

MULTIPLICATION = "one gmp multiplication, same size"
GAMES = {"wythoff": 1, "wythoff:a=2,b=3": 6}
AIMED = 10**6
CHILD = """
import sys, time
from random import Random
random = Random(1)
first, second = ("".join(random.choices("123456789", k=int(sys.argv[1]))) for _ in range(2))
start = time.perf_counter()
from marienbad import game
from marienbad.numeration.integers import digits_of, parse
analysis = game("wythoff").analyse((parse(first), parse(second)), theory="algebra")
texts = [digits_of(amount) for move in analysis.winning_moves for amount in move]
seconds = time.perf_counter() - start
assert texts and "gmpy2" not in sys.modules
print(seconds)
"""
"""From the text of two heaps to that of the winning moves, counted from the imports on."""


# Huge numbers, the same in every run


@cache
def heap(digits: int, seed: int = 0) -> int:
    """An ordinary number of so many digits."""
    return random.Random(seed).randrange(10 ** (digits - 1), 10**digits)


@cache
def factors(digits: int) -> tuple[Any, Any]:
    """Two ordinary numbers as gmpy2 has them, whose product is the floor."""
    return gmpy2.mpz(heap(digits, 1)), gmpy2.mpz(heap(digits, 2))


def multiply(digits: int) -> Any:
    """The floor of every work on numbers of that size."""
    one, other = factors(digits)
    return one * other


# Moves


def lines() -> Iterator[Line]:
    for name, k in GAMES.items():
        before: Line | None = None
        for digits in (10**3, 10**4, 10**5, AIMED):
            x = heap(digits)
            line = _measure(name, digits, "close heaps", (x, x + heap(digits, 3) // 20))
            yield replace(
                line,
                aim=1.5 if digits == AIMED else None,
                note=f"time ~ n^{math.log10(line.seconds / before.seconds):.2f}" if before else "",
            )
            before = line
        x = heap(AIMED) // (4 * k)
        far = x, 3 * k * x + heap(AIMED, 3) // (50 * k)
        yield replace(_measure(name, AIMED, "far heaps", far), aim=1.5)
        hardest = (_measure(name, AIMED, "hardest heaps", heaps) for heaps in _neighbours(k))
        yield replace(max(hardest, key=lambda line: line.ratio), aim=3.2)


def _measure(name: str, digits: int, kind: str, position: tuple[int, int]) -> Line:
    analyse = partial(game(name).analyse, position, theory="algebra")
    seconds, floor = in_turns(analyse, partial(multiply, digits), of_all=min)
    return Line(f"{name}, {digits:.0e} digits, {kind}", seconds, MULTIPLICATION, floor)


def _neighbours(k: int) -> Iterator[tuple[int, int]]:
    """Positions beside convergents p_i / q_i of [1; k, k, …]."""
    system = ContinuedFraction((k,))
    # p_i grows by a factor between k and k + 1 at each step: its size at 1000 tells the index.
    index = 1000 * heap(AIMED).bit_length() // int(system.p(1000)).bit_length()
    p, next_p = int(system.p(index)), int(system.p(index + 1))
    q, next_q = int(system.q(index)), int(system.q(index + 1))
    for x, y in ((p, next_p), (next_p, next_p + k * q), (next_p, next_p + k * next_q)):
        for more in (0, 1):
            yield x, y + more
    yield p - 1, next_p - 1


# Digits


def digits() -> Iterator[Line]:
    """Digits over the convergents of [1; k, k, …]: Fibonacci digits (k = 1) and k = 6.

    The levels of splitting are known before.
    """
    for k in (1, 6):
        system = ContinuedFraction((k,))
        for count, aim in ((10**4, None), (10**5, None), (10**6, 20)):
            represent = partial(system.p_representation, heap(count))
            seconds, floor = in_turns(represent, partial(multiply, count), repeats=5, of_all=min)
            what = f"p-representation, k = {k}, {count:.0e} digits"
            yield Line(what, seconds, MULTIPLICATION, floor, aim)


# Without gmpy2


def plain() -> Iterator[Line]:
    """Without gmpy2: from text to text, in a new process, nothing known before."""
    for count, aim in ((10**4, None), (10**5, 0.5)):
        command = [sys.executable, "-c", CHILD, str(count)]
        environment = os.environ | {"MARIENBAD_GMPY2": "0"}
        seconds = median(
            float(subprocess.check_output(command, cwd=ROOT, env=environment)) for _ in range(3)
        )
        what = f"wythoff without gmpy2, text to text, {count:.0e} digits"
        yield Line(what, seconds, "a second", 1.0, aim)
