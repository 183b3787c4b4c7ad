"""Whole boxes by the compiled search, against filling as many octets in memory touched before.

Filling is numpy's, on one thread, and so is the search; that empties a whole table at once, as
memset does, which can be quicker than numpy's filling. Each line tells how the time grows with the
side N of the box; of Wythoff's family the worst of many pairs (a, b) does so, and its note has the
others. Rules with conditions on heap sizes are measured against the readable search on a small box,
extrapolated by the growth that is fitted there. OpenSpiel's minimax runs in its own environment.
"""

import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import log2
from pathlib import Path
from random import Random

import numpy as np

from bench.harness import Line, duration, elapsed, in_turns
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.reference import p_positions
from marienbad.solver.table import solve

FILLING = "filling the same octets"
PAIRS = 65536
NUMBERS = (
    *(
        (1, 1),
        (2, 1),
        (3, 1),
        (10, 1),
        (100, 1),
        (1000, 1),
        (1, 2),
        (1, 4),
        (1, 8),
        (1, 64),
        (1, 65),
    ),
    *((1, 100), (1, 1000), (2, 2), (2, 3), (5, 7), (20, 3), (7, 64), (3, 65), (3, 1000), (31, 977)),
    *((64, 64), (1000, 64), (100, 100), (1000, 1000)),
)
"""The a and b of Wythoff's family."""
VECTORS, VECTORS_SIDE = 16, 16384
NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"
NIMOFF_SIDE = 1024
OTHERS = {
    "at most 20 from one heap": "heaps 2; take n from one where n <= 20",
    "squares from one heap, or equal numbers": (
        "heaps 2; take n from one where n in {1, 4, 9, 16, 25, 36, 49, 64}; take n, n from two"
    ),
    "at most 101 from both heaps": "heaps 2; take n from one; take n, n from two where n <= 101",
}
OTHERS_SIDE = 4096
CONDITIONS = {
    "euclid": "euclid",
    "lucas": "lucas",
    "no more than the other heap": "rules:heaps 2; take n from x where n <= y; take n from y",
    "at most the nim-sum": "rules:heaps 2; take n from one where n <= x ^ y",
}
CONDITIONS_SIDE, PLAIN_SIDE = 2048, 64
PILE = 15
PEERS = Path(__file__).parents[1] / ".venv" / "peers" / "bin" / "python"
MINIMAX = f"""
import time
from open_spiel.python.algorithms.minimax_solver import MinimaxSolver
solver = MinimaxSolver("nim(pile_sizes={PILE};{PILE};{PILE},is_misere=False)")
start = time.perf_counter()
solver.solve()
print(time.perf_counter() - start)
"""


def lines() -> Iterator[Line]:
    yield _family()
    yield _outcomes(f"{VECTORS} single vectors", _vectors(), VECTORS_SIDE, 2, 12)
    yield _outcomes("nimoff", define_rules(NIMOFF), NIMOFF_SIDE, 3, 4)
    for what, text in OTHERS.items():
        yield _outcomes(what, define_rules(text), OTHERS_SIDE, 2, None)
    for what, name in CONDITIONS.items():
        yield _conditions(what, define(name))
    yield from _minimax()


def _vectors() -> Definition:
    """A rule of single vectors, the same in every run."""
    random = Random(1)
    found: set[tuple[int, int]] = set()
    while len(found) < VECTORS:
        found.add((random.randint(1, 100), random.randint(1, 100)))
    return define_rules("\n".join(["heaps 2", *(f"take {c}, {d} from x, y" for c, d in found)]))


def _family() -> Line:
    """The worst of all pairs of numbers, and what the others took."""
    table = np.ones((PAIRS, PAIRS // 64), np.uint64)
    found = []
    for a, b in NUMBERS:
        game = define(f"wythoff:a={a},b={b}")
        seconds, floor = in_turns(
            partial(solve, game, (PAIRS, PAIRS), out=table), partial(table.fill, 1), repeats=3
        )
        found.append((seconds / floor, a, b))
    found.sort(reverse=True)
    del table
    _, a, b = found[0]
    line = _outcomes(f"wythoff:a={a},b={b}, the worst", define(f"wythoff:a={a},b={b}"), PAIRS, 2, 2)
    told = ", ".join(f"({a}, {b}) {ratio:.2f}" for ratio, a, b in found)
    return replace(line, note=f"{line.note}; of {len(found)} pairs (a, b): {told}")


def _outcomes(what: str, game: Definition, side: int, heaps: int, aim: float | None) -> Line:
    """The outcomes of a box, into an array that was filled before."""
    largest = np.ones((*[side] * (heaps - 1), side // 64), np.uint64)
    seconds, floor = in_turns(
        partial(solve, game, (side,) * heaps, out=largest), partial(largest.fill, 1), repeats=5
    )

    def once(size: int) -> float:
        out = np.ones((*[size] * (heaps - 1), size // 64), np.uint64)
        return in_turns(partial(solve, game, (size,) * heaps, out=out), repeats=3)[0]

    return Line(
        f"{what}, {side}{'²³'[heaps - 2]}", seconds, FILLING, floor, aim, _growth(once, side)
    )


def _conditions(what: str, game: Definition) -> Line:
    """The outcomes of a box where what may be taken depends on the heaps."""
    solve(game, (8, 8))

    def compiled(size: int) -> float:
        return elapsed(partial(solve, game, (size, size)))

    def plain(size: int) -> float:
        return elapsed(lambda: list(p_positions(game, (size, size))))

    seconds = compiled(CONDITIONS_SIDE)
    half, whole = plain(PLAIN_SIDE // 2), plain(PLAIN_SIDE)
    exponent = log2(whole / half)
    extrapolated = whole * (CONDITIONS_SIDE / PLAIN_SIDE) ** exponent
    note = (
        f"readable: {duration(whole)} at {PLAIN_SIDE}², growing like N^{exponent:.2f}; "
        f"{_growth(compiled, CONDITIONS_SIDE)}"
    )
    named = f"{what}, {CONDITIONS_SIDE}²"
    return Line(named, seconds, "the readable search, extrapolated", extrapolated, 1 / 200, note)


def _growth(seconds: Callable[[int], float], side: int) -> str:
    """How the time grows with the side: the exponent fitted to a quarter of it, half and all."""
    quarter, half, whole = (seconds(size) for size in (side // 4, side // 2, side))
    # On three sides that double, the line of least squares has the slope between the outer two.
    exponent = log2(whole / quarter) / 2
    steps = f"{log2(half / quarter):.2f} and {log2(whole / half):.2f}"
    return f"grows like N^{exponent:.2f} from {side // 4} to {side} ({steps} by halves)"


def _minimax() -> Iterator[Line]:
    """Nim with three heaps against OpenSpiel's minimax, if that is installed."""
    what, peer = f"nim, {PILE}×{PILE}×{PILE}", "OpenSpiel's minimax"
    game = define("nim")
    (seconds,) = in_turns(partial(solve, game, (PILE + 1,) * 3))
    try:
        process = subprocess.run(
            [PEERS, "-c", MINIMAX], stdout=subprocess.PIPE, text=True, check=True
        )
    except (OSError, subprocess.CalledProcessError):
        note = "OpenSpiel is not installed here: make bench adds it where there is a wheel"
        yield Line(what, seconds, "a second", 1.0, None, note)
    else:
        growth = _growth(lambda size: in_turns(partial(solve, game, (size,) * 3))[0], 64)
        yield Line(what, seconds, peer, float(process.stdout), 1 / 300, growth)
