"""Whole arrays: the floor is writing, or copying, as many bytes in memory touched before."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from bench.harness import Line, in_turns
from marienbad.games.catalogue import define
from marienbad.theories.batch import nim_winning_moves, pairs_array

PAIRS = 10**7
POSITIONS = 10**6
GAMES = (
    "wythoff",
    *(f"wythoff:{how}" for how in ("a=2", "b=4", "a=2,b=3", "misere", "a=2,misere")),
)


def lines() -> Iterator[Line]:
    table = np.zeros((PAIRS, 2), np.int64)
    for name in GAMES:
        seconds, floor = in_turns(
            partial(pairs_array, define(name), PAIRS, out=table),
            partial(table.fill, 1),
            of_all=min,
        )
        yield Line(f"{PAIRS:.0e} pairs of {name}", seconds, "filling the array", floor, 1.1)
    positions = np.random.default_rng(1).integers(0, 2**20, (POSITIONS, 4))
    takes = np.zeros_like(positions)
    for misere in (False, True):
        seconds, floor = in_turns(
            partial(nim_winning_moves, positions, misere, out=takes),
            partial(np.copyto, takes, positions),
        )
        what = f"winning moves, {POSITIONS:.0e} 4-heap positions, " + (
            "marienbad" if misere else "nim"
        )
        yield Line(what, seconds, "copying the positions", floor, 5)
