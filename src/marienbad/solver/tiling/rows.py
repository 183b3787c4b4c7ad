"""Tiles of rules whose moves are the same everywhere: rows of bits.

Into a tile come, from the one above it, the latest rows of the P-positions and of the sequences of
:mod:`marienbad.solver.kernels.rows`; from the one to its left, the last words of each row. So all
tiles of an antidiagonal can be solved at once, and what they send each other is small.

Only where a mask tells which amounts may be taken from the last heap, any number of them, do whole
earlier tiles come as well: those with rows so near that the mask speaks of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from marienbad.solver.rows import OUTCOMES, Rows
from marienbad.solver.tiling.cut import Arrays, Border, Place, Solved
from marienbad.solver.tiling.grid import SLACK, Grid
from marienbad.solver.vectors import Moves
from marienbad.solver.words import width_of


class RowCut(Grid):
    """The box of moves that are the same everywhere, a bit for each position.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.solver.vectors import moves_of
    >>> moves = moves_of(define("rules:heaps 2; take n, n from two").box_takes, (400, 400))
    >>> RowCut(moves, (400, 400), is_misere=False, side=128).needs((2, 1))
    (((1, 1), 'below'), ((2, 0), 'right'))
    """

    def __init__(self, moves: Moves, sizes: tuple[int, ...], is_misere: bool, side: int) -> None:
        engine = Rows(moves, sizes, is_misere)
        self.arrays = arrays = engine.arrays
        self.kept = len(engine.state["kept"])
        """How many rows of all sequences are kept."""
        self.reach = int(arrays.terms[arrays.terms[:, 1] == OUTCOMES, 2].max(initial=0))
        """How many rows before a row terms read."""
        reached = [*arrays.terms[:, 5], *arrays.amounts, *arrays.progressions.ravel(), 1]
        self.halo = width_of(int(max(reached)))
        """How many words before a tile are read."""
        self.lag = int(arrays.lags[:, 0].max(initial=0))
        """How many rows before a row a mask speaks of."""
        self.plane = tuple(engine.sizes[1:3])
        super().__init__(sizes, None, max(side, self.reach), max(side, 64 * self.halo))

    def needs(self, place: Place) -> tuple[Border, ...]:
        i, j = place
        borders: list[Border] = []
        if i:
            borders.append(((i - 1, j), "below"))
        if j:
            borders.append(((i, j - 1), "right"))
        if len(self.arrays.masks):
            start = max(i * self.height - self.lag, 0) // self.height
            earlier = [(row, column) for row in range(start, i + 1) for column in range(j + 1)]
            borders += [(tile, "table") for tile in earlier[:-1]]
        return tuple(borders)

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        import numpy as np

        from marienbad.solver.kernels import tiles

        given = dict(zip(self.needs(place), borders, strict=True))
        rows, last, halo = self.rows(place), self.last(place), self.halo
        words = width_of(len(last))
        kept, table, right = self._begun(place, given)
        earlier = np.zeros((0, *self.plane, 0), np.uint64)
        if len(self.arrays.masks):
            earlier = np.zeros((rows.stop, *self.plane, last.start // 64 + words), np.uint64)
        for (tile, name), border in given.items():
            if name == "table":
                block = self.rows(tile), self.last(tile)
                where = earlier[
                    block[0].start : block[0].stop,
                    ...,
                    block[1].start // 64 : width_of(block[1].stop),
                ]
                where[:] = border["table"].reshape(where.shape)
        tiles.advance(
            rows.start,
            rows.stop,
            last.start,
            last.stop,
            halo,
            self.arrays,
            kept,
            table,
            right["sequences"],
            right["streams"],
            earlier,
        )
        right["outcomes"] = table[self.reach :, ..., words:].copy()
        below = {"kept": kept, "latest": table[len(table) - self.reach :].copy()}
        found = table[self.reach :, ..., halo:].copy().reshape(self.part(place))
        handed = {"below": below, "right": right}
        if len(self.arrays.masks):
            handed["table"] = {"table": found}
        return Solved(found, handed)

    def _begun(self, place: Place, given: dict[Border, Arrays]) -> tuple[Any, Any, Arrays]:
        """What is kept of sequences, the table, and what goes to the right, as they are before."""
        import numpy as np

        i, j = place
        height, words = len(self.rows(place)), width_of(len(self.last(place)))
        shape, width = (height, *self.plane), self.halo + words
        table = np.zeros((self.reach + height, *self.plane, width), np.uint64)
        kept = np.zeros((self.kept, *self.plane, width), np.uint64)
        if i:
            above = given[(i - 1, j), "below"]
            table[: self.reach], kept[:] = above["latest"], above["kept"]
        counts = {"sequences": len(self.arrays.depths), "streams": len(self.arrays.progressions)}
        right = {
            name: np.zeros((*shape, count, self.halo), np.uint64) for name, count in counts.items()
        }
        if j:
            left = given[(i, j - 1), "right"]
            table[self.reach :, ..., : self.halo] = left["outcomes"]
            right = {name: left[name].copy() for name in right}
        return kept, table, right

    def memory(self) -> int:
        plane, words = prod(self.plane), self.chunk[-1]
        width = words + self.halo
        rays = len(self.arrays.depths) + len(self.arrays.progressions)
        table = (self.height + 2 * self.reach) * width + self.height * words
        kept, right = 2 * self.kept * width, 2 * self.height * (rays + 1) * self.halo
        masked = 2 * self.box[0] * width_of(self.box[-1]) if len(self.arrays.masks) else 0
        known = self.arrays.closed.nbytes + self.arrays.masks.nbytes
        return 8 * plane * (table + kept + right + masked) + int(known) + SLACK
