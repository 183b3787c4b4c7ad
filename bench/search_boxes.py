"""Whole boxes by the compiled search, against filling as many octets in memory touched before.

Each line tells how the time grows with the side N of the box. OpenSpiel's minimax runs in its own
environment.
"""

import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from math import log2
from pathlib import Path
from random import Random

import numpy as np

from bench.harness import Line, in_turns
from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.table import solve

FILLING = "filling the same octets"
PAIRS = 65536
FAMILIES = ("wythoff:a=2", "wythoff:b=4", "wythoff:a=2,b=3", "wythoff:a=5,b=7", "wythoff:a=20,b=3")
VECTORS, VECTORS_SIDE = 16, 16384
NIMOFF = "heaps 3; take n from one; take n, n from two; take n, n, n from all"
NIMOFF_SIDE = 1024
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
    yield _outcomes("wythoff", define("wythoff"), PAIRS, 2, 2)
    for name in FAMILIES:
        yield _outcomes(name, define(name), PAIRS, 2, 4)
    yield _outcomes(f"{VECTORS} single vectors", _vectors(), VECTORS_SIDE, 2, 30)
    yield _outcomes("nimoff", define_rules(NIMOFF), NIMOFF_SIDE, 3, 8)
    yield from _minimax()


def _vectors() -> Definition:
    """A rule of single vectors, the same in every run."""
    random = Random(1)
    found: set[tuple[int, int]] = set()
    while len(found) < VECTORS:
        found.add((random.randint(1, 100), random.randint(1, 100)))
    return define_rules("\n".join(["heaps 2", *(f"take {c}, {d} from x, y" for c, d in found)]))


def _outcomes(what: str, game: Definition, side: int, heaps: int, aim: float) -> Line:
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
