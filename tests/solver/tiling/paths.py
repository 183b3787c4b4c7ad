"""A cut whose tiles need no compiler: in how many ways a rook goes to a square step by step."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from marienbad.solver.tiling.cut import TABLE, Arrays, Border, Grid, Place, Solved


class Paths(Grid):
    """The numbers of ways modulo 2^32; a tile needs the last row above it, and the whole one to its
    left. Before each row of tiles one that has no table of its own says what stands to its left.
    """

    def __init__(self, sizes: tuple[int, int], side: int) -> None:
        super().__init__(sizes, "u4", side, side)
        self.places = [(i, j) for i in range(self.counts[0]) for j in range(-1, self.counts[1])]

    def needs(self, place: Place) -> tuple[Border, ...]:
        i, j = place
        if j < 0:
            return (((i - 1, j), "begun"),) if i else ()
        above: list[Border] = [((i - 1, j), "below")] if i else []
        return (*above, ((i, j - 1), TABLE) if j else ((i, -1), "begun"))

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        if place[1] < 0:
            return Solved(None, {"begun": {"row": np.array(place[0])}})
        rows, last = len(self.rows(place)), len(self.last(place))
        table = np.zeros((rows + 1, last + 1), np.uint32)
        if place[0]:
            table[0, 1:] = borders[0]["row"]
        if place[1]:
            table[1:, 0] = borders[-1][TABLE][:, -1]
        else:
            assert borders[-1]["row"] == place[0]
        if place == (0, 0):
            table[0, 1] = 1
        for x in range(1, rows + 1):
            # Each number is the one above it and the one to its left, modulo 2^32.
            table[x, 1:] += table[x - 1, 1:]
            table[x] = np.add.accumulate(table[x], dtype=np.uint32)
        found = table[1:, 1:].copy()
        return Solved(found, {TABLE: {TABLE: found}, "below": {"row": found[-1].copy()}})

    def memory(self) -> int:
        return 3 * self.octets


def ways(sizes: tuple[int, int]) -> Any:
    """The table in one piece."""
    return Paths(sizes, max(sizes)).solve((0, 0), [{"row": np.array(0)}]).table
