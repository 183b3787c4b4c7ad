"""Grundy values: against the same algorithm in C, and other rules against Wythoff's game.

The C program, ``grundy.c``, is compiled here for this machine. Rules are compared with Wythoff's
game, which has three rays: its time, times their number of rays and vectors over three, and twice
that where heaps cannot be exchanged, since then all positions are visited. The naive compiled loop
lists every move: its time at 1024² is multiplied by the cube of the ratio of the sides, since it
follows about N moves from each of N² positions. How time and memory grow is in ``growth``.
"""

import subprocess
import tempfile
from collections.abc import Generator, Iterator
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numba import njit

from bench.harness import Line, elapsed, in_turns
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.grundy import Lines, lined_moves
from marienbad.solver.table import solve
from marienbad.solver.tiling.cut import Border
from marienbad.solver.tiling.lines import LineCut
from marienbad.solver.tiling.running import processors

SIDE, RULES_SIDE, NAIVE_SIDE, TILE = 8192, 4096, 1024, 2048
REPEATS = 5
C = Path(__file__).with_name("grundy.c")
RULES = {
    "wythoff:a=2": "wythoff:a=2",
    "wythoff:a=2,b=3": "wythoff:a=2,b=3",
    "wythoff:b=3": "wythoff:b=3",
    "n from one, n and 2n": "take n from one; take c, d from two where d == 2 * c",
    "at most 20, or as many": "take n from one where n <= 20; take n, n from two",
    "n from one, 3 vectors": "take n from one; take 1, 1 from x, y; take 2, 5 from two",
    "n from x, as many from both": "take n from x; take n, n from two",
}
"""A few words for each of the rules."""


def lines() -> Iterator[Line]:
    wythoff = define("wythoff")
    solve(wythoff, (64, 64), grundy=True)
    seconds = yield from _against_c(wythoff)
    yield _naive_line(seconds)
    yield from map(_rule, RULES)
    yield _tiles(wythoff)


def _against_c(wythoff: Definition) -> Generator[Line, None, float]:
    what, threads = f"grundy values of wythoff, {SIDE}²", processors()
    ours, theirs = [], []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "grundy"
        command = ["gcc", "-O3", "-march=native", "-pthread", str(C), "-o", str(program)]
        try:
            subprocess.run(command, check=True)
        except (OSError, subprocess.CalledProcessError):
            command = []
        for _ in range(REPEATS):
            ours.append(elapsed(partial(solve, wythoff, (SIDE, SIDE), grundy=True)))
            if command:
                told = subprocess.check_output([program, str(SIDE), str(threads)], text=True)
                theirs.append(float(told.split()[0]))
    seconds = median(ours)
    if theirs:
        floor, note = f"the same in C, {threads} threads", "outcomes included"
        yield Line(what, seconds, floor, median(theirs), 1.2, note)
    else:
        yield Line(what, seconds, "a second", 1.0, None, "gcc is not installed here: no C program")
    return seconds


def _naive_line(seconds: float) -> Line:
    _naive(64)
    naive = elapsed(partial(_naive, NAIVE_SIDE))
    times = SIDE // NAIVE_SIDE
    note = f"naive: {naive:.3g} s at {NAIVE_SIDE}² times {times}³"
    what = f"grundy values of wythoff, {SIDE}²"
    return Line(what, seconds, "naive compiled, extrapolated", naive * times**3, 1 / 500, note)


def _rule(name: str) -> Line:
    text = RULES[name]
    game = define(text) if text.startswith("wythoff") else define_rules(f"heaps 2; {text}")
    ours, wythoff = _lines(game, RULES_SIDE), _lines(define("wythoff"), RULES_SIDE)
    values = np.zeros(RULES_SIDE**2, np.uint16)
    seconds, floor = in_turns(
        partial(ours.fill, values), partial(wythoff.fill, values), repeats=REPEATS
    )
    count, part = len(ours.rays) + len(ours.vectors), 1 if ours.is_symmetric else 2
    against = f"wythoff × {count}/3" + (" × 2 orders" if part > 1 else "")
    what = f"grundy values, {name}, {RULES_SIDE}²"
    return Line(what, seconds, against, floor * count / 3 * part, 2)


def _tiles(wythoff: Definition) -> Line:
    sizes = (SIDE, SIDE)
    whole, moves = _lines(wythoff, SIDE), lined_moves(wythoff, sizes)
    if moves is None:
        raise AssertionError("rays are lines")
    cut = LineCut(moves, sizes, TILE)
    table = np.zeros(sizes, np.uint16)
    octets = [0]

    def tiles() -> None:
        handed: dict[Border, Any] = {}
        octets[0] = 0
        for place in cut.places:
            solved = cut.solve(place, [handed[border] for border in cut.needs(place)])
            table[cut.block(place)] = solved.table
            for name, border in solved.borders.items():
                handed[place, name] = border
                octets[0] += name != "table" and sum(array.nbytes for array in border.values())

    seconds, floor = in_turns(tiles, partial(whole.fill, table.ravel(), threads=1), repeats=3)
    note = f"{octets[0] / 1e6:.0f} MB of borders"
    what = f"grundy values of wythoff, {SIDE}², in tiles of {TILE}²"
    return Line(what, seconds, "in one piece, one thread", floor, 1.3, note)


def _lines(game: Definition, side: int) -> Lines:
    moves = lined_moves(game, (side, side))
    if moves is None:
        raise AssertionError(game.name)
    return Lines(moves, (side, side))


@njit(cache=True)
def _naive(side: int) -> Any:
    """Grundy values of Wythoff's game by listing every move."""
    values = np.zeros((side, side), np.int64)
    seen = np.full(4 * side, -1)
    for x in range(side):
        for y in range(side):
            place = x * side + y
            for taken in range(1, x + 1):
                seen[values[x - taken, y]] = place
            for taken in range(1, y + 1):
                seen[values[x, y - taken]] = place
            for taken in range(1, min(x, y) + 1):
                seen[values[x - taken, y - taken]] = place
            value = 0
            while seen[value] == place:
                value += 1
            values[x, y] = value
    return values
