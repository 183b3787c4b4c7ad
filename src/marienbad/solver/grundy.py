"""Grundy values of a box."""

from __future__ import annotations

from math import prod

from marienbad.games.definition import Definition
from marienbad.solver.listing import Listed


class Values:
    """The Grundy values of a box, strip by strip."""

    def __init__(self, game: Definition, sizes: tuple[int, ...]) -> None:
        import numpy as np

        self.engine = Listed(game.ruleset.takes, sizes, False)
        self.rows = self.engine.shape[0]
        self.done = 0
        largest = sum(size - 1 for size in sizes)
        self.values = np.zeros(prod(sizes), np.min_scalar_type(largest))

    def fill(self, count: int) -> None:
        stop = min(self.done + count, self.rows)
        self.engine.compute(self.values, self.done, stop, is_grundy=True)
        self.done = stop


def bytes_needed(sizes: tuple[int, ...]) -> int:
    """What the values and the search for them take."""
    return 5 * prod(sizes)
