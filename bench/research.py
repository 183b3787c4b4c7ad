"""What earlier trials reached, found again by ``discover``: states beside theirs, and the search.

Every set is compared with the compiled search, which knows only the rules, on a box; a line whose
note tells of positions that differ is a mistake. It takes an hour on two processors.
"""

import time
from collections.abc import Iterator

import numpy as np

from bench.harness import Line, whole
from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.prover.discovery.boxes import THOROUGH
from marienbad.prover.discovery.search import discover
from marienbad.prover.discovery.values import discover_value

WYTHOFF = "rules:heaps 2; take n from one; take n, n from two"
TRIALS = (
    (f"{WYTHOFF} where n != 1", 835),
    (f"{WYTHOFF}; take 1, 2 from two", 1331),
    (f"{WYTHOFF}; take 2, 3 from two", 308),
    ("lucas", 43),
    *zip((f"{WYTHOFF}; block {k}" for k in (2, 3, 4)), (74, 8, 41), strict=True),
    *zip((f"{WYTHOFF}; terminal x + y <= {n}" for n in range(5)), (8, 6, 29, 34, 56), strict=True),
    (f"{WYTHOFF}; terminal x + y <= 20", 472),
)
SIZE = 5_000
SECONDS, MEMORY = 7200, 8192


def lines() -> Iterator[Line]:
    for name, states in TRIALS:
        yield _line(name, states)
    yield _line("wythoff", 826, 1)


def _line(name: str, trial: int, value: int = 0) -> Line:
    game, began = define(name), time.perf_counter()
    if value:
        proof = discover_value(game, value, None, SECONDS, MEMORY).proof
    else:
        proof = discover(game, None, SECONDS, MEMORY, reach=THOROUGH).proof
    seconds = time.perf_counter() - began
    shown = name.removeprefix("rules:heaps 2; take n from one; ")
    shown += f", value {value}" if value else ""
    if proof is None:
        return Line(shown, 0, "states in the trials", trial, note="NOT FOUND", unit=whole)
    table = Game.named(name).solve((SIZE, SIZE), grundy=bool(value))
    truth = table.grundy == value if value else table.is_p
    wrong = int(np.count_nonzero(proof.automaton.box(SIZE, SIZE) != truth))
    note = f"{seconds:.0f} s, {proof.automaton.system.name}; {wrong} of {SIZE}² differ"
    return Line(shown, proof.automaton.states, "states in the trials", trial, note=note, unit=whole)
