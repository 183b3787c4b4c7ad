"""A box that is one tile: small ones that are solved in Python, and heaps that are played alone."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from marienbad.games.definition import Definition
from marienbad.solver.table import solve
from marienbad.solver.tiling.cut import Arrays, Border, Place, Solved
from marienbad.solver.tiling.grid import Grid


class WholeCut(Grid):
    """One tile, solved as one machine solves it.

    >>> from marienbad.games.catalogue import define
    >>> cut = WholeCut(define("kayles"), (10,), grundy=True)
    >>> cut.solve((0, 0), []).table.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """

    def __init__(self, game: Definition, sizes: tuple[int, ...], grundy: bool) -> None:
        self.game, self.sizes, self.grundy = game, sizes, grundy
        # Where heaps are parted, there may be more moves than objects.
        super().__init__(sizes, "u4" if grundy else None, max(sizes), max(sizes))

    def needs(self, place: Place) -> tuple[Border, ...]:
        return ()

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        table = solve(self.game, self.sizes, self.grundy)
        found = table.packed if table.grundy is None else table.grundy.astype(self.dtype)
        return Solved(found, {})

    def memory(self) -> int:
        return 32 * prod(self.sizes)
