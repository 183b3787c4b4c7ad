"""Heaps of very many digits by algebra, without explanation, the digits of √D known before.

The floor is one gmp multiplication of two numbers of as many digits. Heaps are Python integers, and
all winning moves are found. Ordinary heaps are random: close (y/x < τ, two roots are needed) or far
apart. The hardest are neighbours of convergents, where x√D, y√D and (y − x)√D are all so near to
integers that 64 bits after the point do not decide; the slowest of them counts. The textbook takes
four integer square roots for one winning move.
"""

import math
from collections.abc import Iterator
from functools import partial

import gmpy2

from bench.harness import Line, in_turns
from bench.numbers import MULTIPLICATION, convergents, factors, heap, multiply
from marienbad import game

GAMES = {"wythoff": 1, "wythoff:a=2,b=3": 6}
AIMED = 10**6


def lines() -> Iterator[Line]:
    for name, k in GAMES.items():
        before: tuple[int, float] | None = None
        for digits in (10**3, 10**4, 10**5, AIMED):
            line = _line(f"{name} {digits:.0e} digits", name, digits, _close(digits), None)
            yield _with_growth(line, before, digits)
            before = digits, line.seconds
        yield _line(f"{name} {AIMED:.0e} digits, close heaps", name, AIMED, _close(AIMED), 3)
        far = _far(AIMED, k)
        yield _line(f"{name} {AIMED:.0e} digits, far heaps", name, AIMED, far, 3)
        yield _hardest(name, k)
    yield _textbook()


def _line(what: str, name: str, digits: int, position: tuple[int, int], aim: float | None) -> Line:
    analyse = partial(game(name).analyse, position, theory="algebra")
    seconds, floor = in_turns(analyse, partial(multiply, digits))
    return Line(what, seconds, MULTIPLICATION, floor, aim)


def _with_growth(line: Line, before: tuple[int, float] | None, digits: int) -> Line:
    if before is None:
        return line
    exponent = math.log(line.seconds / before[1]) / math.log(digits / before[0])
    return Line(
        line.what, line.seconds, line.floor, line.floor_seconds, note=f"time ~ n^{exponent:.2f}"
    )


def _close(digits: int) -> tuple[int, int]:
    x = heap(digits)
    return x, x + heap(digits, 3) // 20


def _far(digits: int, k: int) -> tuple[int, int]:
    x = heap(digits) // (4 * k)
    return x, 3 * k * x + heap(digits, 3) // (50 * k)


def _hardest(name: str, k: int) -> Line:
    return max(
        (
            _line(f"{name} {AIMED:.0e} digits, hardest heaps", name, AIMED, position, 6)
            for position in _neighbours(k)
        ),
        key=lambda line: line.ratio,
    )


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
