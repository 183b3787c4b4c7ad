"""Heaps of very many digits by algebra, without explanation, the digits of √D known before.

The floor is one gmp multiplication of two numbers of as many digits. Heaps are Python integers, and
all winning moves are found. Ordinary heaps are random: close (y/x < τ, two products are needed,
which two threads find side by side) or far apart. The hardest are neighbours of convergents, where
x√D, y√D and (y − x)√D are all so near to integers that 64 bits after the point do not decide; the
slowest of them counts. The textbook takes four integer square roots for one winning move.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import gmpy2

from bench.harness import Line, in_turns
from bench.numbers import MULTIPLICATION, convergents, factors, heap, multiply
from marienbad import game

GAMES = {"wythoff": 1, "wythoff:a=2,b=3": 6}
AIMED = 10**6


def lines() -> Iterator[Line]:
    for name, k in GAMES.items():
        before: Line | None = None
        for digits in (10**3, 10**4, 10**5, AIMED):
            line = _measure(name, digits, "close heaps", _close(digits))
            yield replace(
                line,
                aim=1.5 if digits == AIMED else None,
                note=f"time ~ n^{math.log10(line.seconds / before.seconds):.2f}" if before else "",
            )
            before = line
        yield replace(_measure(name, AIMED, "far heaps", _far(AIMED, k)), aim=1.5)
        hardest = (_measure(name, AIMED, "hardest heaps", heaps) for heaps in _neighbours(k))
        yield replace(max(hardest, key=lambda line: line.ratio), aim=3.2)
    yield _textbook()


def _measure(name: str, digits: int, kind: str, position: tuple[int, int]) -> Line:
    analyse = partial(game(name).analyse, position, theory="algebra")
    seconds, floor = in_turns(analyse, partial(multiply, digits), of_all=min)
    return Line(f"{name}, {digits:.0e} digits, {kind}", seconds, MULTIPLICATION, floor)


def _close(digits: int) -> tuple[int, int]:
    x = heap(digits)
    return x, x + heap(digits, 3) // 20


def _far(digits: int, k: int) -> tuple[int, int]:
    x = heap(digits) // (4 * k)
    return x, 3 * k * x + heap(digits, 3) // (50 * k)


def _neighbours(k: int) -> Iterator[tuple[int, int]]:
    p, q, next_p, next_q = convergents(k, AIMED)
    for x, y in ((p, next_p), (next_p, next_p + k * q), (next_p, next_p + k * next_q)):
        for more in (0, 1):
            yield x, y + more
    yield p - 1, next_p - 1


def _textbook() -> Line:
    x = factors(AIMED)[0]

    def roots() -> None:
        for _ in range(4):
            gmpy2.isqrt(5 * x * x)

    seconds, floor = in_turns(roots, partial(multiply, AIMED), repeats=3)
    return Line(f"four integer square roots, {AIMED:.0e} digits", seconds, MULTIPLICATION, floor)
