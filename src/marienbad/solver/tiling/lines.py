"""Grundy values cut into tiles, where the moves are vectors and rays.

A line goes on from a tile into the one below it, to its right, or beyond their corner: the border
to each of these holds the sets of such lines, in the order of the positions where they come in, and
the values near the border that vectors reach. Sets travel without the full words below their first
open one and the empty words above; what is left is half full and zlib would take longer to halve it
than a network to carry it. Where two heaps can be exchanged, tiles below the
diagonal are those above it with the heaps exchanged, and on the diagonal a row goes on where the
column met it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from marienbad.solver.grundy import Lines, set_width
from marienbad.solver.tiling.cut import TABLE, Arrays, Border, Grid, Place, Solved, value_type
from marienbad.solver.vectors import Moves
from marienbad.solver.words import padded

NEIGHBOURS = {"below": (1, 0), "right": (0, 1), "corner": (1, 1)}
"""Borders by name, and how far the tile is that each is for."""


class LineCut(Grid):
    """The Grundy values of a box in tiles that hand each other the sets of values along lines.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.solver.grundy import lined_moves
    >>> moves = lined_moves(define("nim"), (100, 100))
    >>> cut = LineCut(moves, (100, 100), 64)
    >>> cut.needs((0, 1)), cut.needs((1, 0))
    ((((0, 0), 'right'),), (((0, 1), 'table'),))
    """

    def __init__(self, moves: Moves, sizes: tuple[int, ...], side: int) -> None:
        lines = Lines(moves, sizes, is_symmetric=False)
        self.moves, self.sizes = moves, sizes
        self.words = set_width(sizes)
        late = [(ray[12:16]) for ray in lines.rays if ray[23]]
        single = [*lines.vectors, *(drop[:4] for drop in lines.drops), *late]
        self.halo = [max((vector[axis] for vector in single), default=0) for axis in (0, 3)]
        """How far vectors reach along the first heap and along the last."""
        steps = [[ray[4], ray[7]] for ray in lines.rays]
        least = [max(side, *(reach[axis] for reach in [self.halo, *steps])) for axis in (0, 1)]
        self.is_symmetric = len(sizes) == 2 and moves.is_symmetric and sizes[0] == sizes[1]
        """Whether a tile below the diagonal is one above it, its heaps exchanged."""
        super().__init__(sizes, value_type(sizes), *least)
        self.has_corners = all(self.halo) or any(all(step) for step in steps)
        self.has_drops = bool(lines.drops)
        self.kind = max(self.dtype.str[1:], "u2")
        """The type of values while they are computed, of which there are few."""

    def needs(self, place: Place) -> tuple[Border, ...]:
        i, j = place
        if self.is_symmetric and i > j:
            return (((j, i), TABLE),)
        return tuple(
            ((i - x, j - y), name)
            for name, (x, y) in NEIGHBOURS.items()
            if i >= x and j >= y and self._crosses(name, i == j)
        )

    def _crosses(self, name: str, on_diagonal: bool) -> bool:
        """Whether a tile is handed a border of this name."""
        if name == "right" and self.is_symmetric and on_diagonal:
            return False
        return name != "corner" or self.has_corners

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        import numpy as np

        from marienbad.solver.kernels import mex
        from marienbad.solver.kernels.tiles import exchange

        i, j = place
        if self.is_symmetric and i > j:
            exchanged = np.empty(self.part(place), self.dtype)
            exchange(np.ascontiguousarray(borders[0][TABLE]), exchanged)
            return Solved(exchanged, {})
        lines = self._lines(place)
        values, state = np.zeros(lines.sizes, self.kind), lines.state()
        for (_, name), border in zip(self.needs(place), borders, strict=True):
            self._enter(place, name, border, lines, values, state)
        first, last = self.halo
        starts = np.array([first, 0, 0, last])
        mex.advance(starts, np.array(lines.sizes), lines.arrays(), values.ravel(), **state)
        inner = values[first:, :, :, last:]
        found: dict[str, Arrays] = {
            name: self._leave((i + x, j + y), name, lines, inner, state)
            for name, (x, y) in NEIGHBOURS.items()
            if i + x < self.counts[0]
            and j + y < self.counts[1]
            and (i + x <= j + y or not self.is_symmetric)
            and self._crosses(name, i + x == j + y)
        }
        table = np.ascontiguousarray(inner, self.dtype).reshape(self.part(place))
        if self.is_symmetric and i < j:
            found[TABLE] = {TABLE: table}
        return Solved(table, found)

    def memory(self) -> int:
        lines = self._lines((0, 0))
        values = prod(lines.sizes) * int(self.kind[1:])
        # the sets, and at most as much that comes in and that goes out
        return 3 * lines.octets + 3 * values + 2 * self.octets

    def _lines(self, place: Place) -> Lines:
        """How the lines of a tile are laid out, with the halo before it."""
        rows, last = self.rows(place), self.last(place)
        first_halo, last_halo = self.halo
        sizes = (first_halo + len(rows), *self.box[1:-1], last_halo + len(last))
        origin = [first_halo - rows.start, 0, 0, last_halo - last.start]
        on_diagonal = self.is_symmetric and place[0] == place[1]
        return Lines(self.moves, sizes[-len(self.sizes) :], origin, self.words, on_diagonal)

    def _enter(
        self, place: Place, name: str, border: Arrays, lines: Lines, values: Any, state: Arrays
    ) -> None:
        """Take over what a border holds."""
        import numpy as np

        from marienbad.solver.kernels import tiles

        entered = np.concatenate(
            [
                lines.through(ray, self._local(corner, place), sizes)
                for ray, corner, sizes in self._entries(place, name, lines)
            ]
            or [np.zeros(0, np.int64)]
        )
        tiles.scatter(
            entered,
            border["firsts"],
            border["lengths"],
            border["words"],
            self.has_drops,
            state["sets"],
            state["firsts"],
        )
        first, last = self.halo
        if name == "below":
            values[:first, :, :, last:] = border["values"]
            if lines.is_symmetric:
                values[first:, :, :, :last] = border["values"].transpose(3, 1, 2, 0)
        elif name == "right":
            values[first:, :, :, :last] = border["values"]
        else:
            values[:first, :, :, :last] = border["values"]

    def _leave(self, place: Place, name: str, lines: Lines, inner: Any, state: Arrays) -> Arrays:
        """What the tile at a place is handed by this one."""
        import numpy as np

        from marienbad.solver.kernels import tiles

        x, y = NEIGHBOURS[name]
        here = place[0] - x, place[1] - y
        leaving = []
        for ray, corner, sizes in self._entries(place, name, lines):
            step = self._step(lines, ray)
            before = [one - other for one, other in zip(corner, step, strict=True)]
            leaving.append(lines.through(ray, self._local(before, here), sizes))
        left = np.concatenate(leaving or [np.zeros(0, np.int64)])
        lengths = np.zeros(len(left), np.int32)
        total = tiles.measure(left, state["sets"], state["firsts"], lengths)
        words = np.empty(total, np.uint64)
        tiles.gather(left, state["sets"], state["firsts"], lengths, words)
        first, last = self.halo
        rows = slice(inner.shape[0] - first if x else 0, None)
        columns = slice(inner.shape[3] - last if y else 0, None)
        return {
            "firsts": state["firsts"][left],
            "lengths": lengths,
            "words": words,
            "values": inner[rows, :, :, columns].copy(),
        }

    def _step(self, lines: Lines, ray: int) -> list[int]:
        """The step of a ray, heap by heap."""
        row = lines.rays[ray]
        step = [0, 0, 0, 0]
        for axis, length in zip(row[:4], row[4:8], strict=True):
            step[axis] = length
        return step

    def _entries(
        self, place: Place, name: str, lines: Lines
    ) -> Iterator[tuple[int, list[int], list[int]]]:
        """For each ray the positions of a tile whose line comes in across a border: a rectangle."""
        rows, last = self.rows(place), self.last(place)
        starts = [rows.start, 0, 0, last.start]
        stops = [rows.stop, *padded(self.sizes, 1)[1:3], last.stop]
        crossed = dict(zip((0, 3), NEIGHBOURS[name], strict=True))
        for ray in range(len(lines.rays)):
            step = self._step(lines, ray)
            corner, sizes = [], []
            for axis in range(4):
                if crossed.get(axis):
                    start, stop = starts[axis], min(starts[axis] + step[axis], stops[axis])
                else:
                    start, stop = starts[axis] + step[axis], stops[axis]
                corner.append(start)
                sizes.append(max(stop - start, 0))
            if prod(sizes):
                yield ray, corner, sizes

    def _local(self, corner: Sequence[int], place: Place) -> list[int]:
        """A position of the box among those of a tile and its halo."""
        first, second, third, last = corner
        rows, lasts = self.rows(place), self.last(place)
        return [
            first - rows.start + self.halo[0],
            second,
            third,
            last - lasts.start + self.halo[1],
        ]
