"""Whole boxes by the compiled search, against filling as many octets in memory touched before.

Filling is numpy's, on one thread, and so is the search; that empties a whole table at once, as
memset does, which can be quicker than numpy's filling. Of Wythoff's family the worst of many pairs
(a, b) is measured, and its note has the others. Rules with conditions on heap sizes are measured
against the readable search on a small box, extrapolated by the growth that is fitted there.
OpenSpiel's minimax runs in its own environment. How time and memory grow is in ``growth``.

The topic ``search`` is the readable search itself, which judges every theory; for information.
"""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from math import log2
from random import Random

import numpy as np

from bench.harness import ROOT, Line, duration, elapsed, in_turns
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.reference import Search, p_positions
from marienbad.solver.table import solve

FILLING = "filling the same octets"
PAIRS = 65536
NUMBERS = (
    *((a, 1) for a in (1, 2, 3, 10, 100, 1000)),
    *((1, b) for b in (2, 4, 8, 64, 65)),
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
READABLE_SIDE = 100
PILE = 15
PEERS = ROOT / ".venv/peers/bin/python"
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
    return replace(line, note=f"of {len(found)} pairs (a, b): {told}")


def _outcomes(what: str, game: Definition, side: int, heaps: int, aim: float | None) -> Line:
    """The outcomes of a box, into an array that was filled before."""
    table = np.ones((*[side] * (heaps - 1), side // 64), np.uint64)
    seconds, floor = in_turns(
        partial(solve, game, (side,) * heaps, out=table), partial(table.fill, 1), repeats=5
    )
    return Line(f"{what}, {side}{'²³'[heaps - 2]}", seconds, FILLING, floor, aim)


def _conditions(what: str, game: Definition) -> Line:
    """The outcomes of a box where what may be taken depends on the heaps."""
    solve(game, (8, 8))
    seconds = elapsed(partial(solve, game, (CONDITIONS_SIDE,) * 2))
    half, whole = (
        elapsed(lambda size=size: list(p_positions(game, (size, size))))  # type: ignore[misc]
        for size in (PLAIN_SIDE // 2, PLAIN_SIDE)
    )
    exponent = log2(whole / half)
    extrapolated = whole * (CONDITIONS_SIDE / PLAIN_SIDE) ** exponent
    note = f"readable: {duration(whole)} at {PLAIN_SIDE}², growing like N^{exponent:.2f}"
    named = f"{what}, {CONDITIONS_SIDE}²"
    return Line(named, seconds, "the readable search, extrapolated", extrapolated, 1 / 200, note)


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
        yield Line(what, seconds, peer, float(process.stdout), 1 / 300)


# The readable search


def readable() -> Iterator[Line]:
    """Against a bare loop over the same squares that knows the rule of Wythoff's game by heart."""
    for name in ("wythoff", "wythoff:a=2,b=3"):
        seconds, floor = in_turns(partial(_search, define(name)), _by_heart, repeats=3)
        yield Line(
            f"search of {name}, {READABLE_SIDE}²", seconds, "a loop for wythoff by heart", floor
        )


def _search(game: Definition) -> None:
    Search(game).is_p((READABLE_SIDE - 1, READABLE_SIDE - 1))


def _by_heart() -> set[tuple[int, int]]:
    """Each new P-position closes its column, its row and its diagonal."""
    found: set[tuple[int, int]] = set()
    columns, rows, diagonals = set[int](), set[int](), set[int]()
    for x in range(READABLE_SIDE):
        for y in range(READABLE_SIDE):
            if x not in columns and y not in rows and y - x not in diagonals:
                found.add((x, y))
                columns.add(x)
                rows.add(y)
                diagonals.add(y - x)
    return found
