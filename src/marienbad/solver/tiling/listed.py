"""Tiles of rules whose moves are listed position by position.

What a move leads to may stand anywhere in the box, so that a tile is handed whole earlier tiles:
those in the same column where something is taken from the first heap and nothing from the last,
those in the same row where the first heap is left alone, and else all with smaller heaps; fewer
where the amounts are bounded.

Rays need less, as in :class:`marienbad.solver.listing.Listed`: a position says for each of them
whether it leads to a P-position, and the next one along the ray asks no more than that. So the last
positions of a tile are handed on with these bits: *below* its last rows, to the *right* the last
places of each row, and where they meet the *corner*.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import prod
from typing import Any

from marienbad.games.declaration import Bound
from marienbad.games.definition import Definition
from marienbad.solver.clock import clock
from marienbad.solver.listing import PIECE, Placed, listing, placed
from marienbad.solver.tiling.cut import SLACK, Arrays, Border, Grid, Place, Solved, value_type
from marienbad.solver.vectors import Ray, endless
from marienbad.solver.words import packed, unpacked

PAGE = 4096
"""Octets that a machine provides together."""
BEHIND = {"below": (1, 0), "right": (0, 1), "corner": (1, 1)}
"""How many tiles back the one is that hands over a border with the bits of rays."""


class ListedCut(Grid):
    """The box of any rules, each position by its moves.

    >>> from marienbad.games.catalogue import define
    >>> cut = ListedCut(define("euclid"), (200, 200), grundy=False, side=64)
    >>> cut.needs((1, 2))
    (((0, 2), 'table'), ((1, 0), 'table'), ((1, 1), 'table'))
    """

    def __init__(self, game: Definition, sizes: tuple[int, ...], grundy: bool, side: int) -> None:
        import numpy as np

        self.is_misere, self.grundy, heaps = game.is_misere, grundy, len(sizes)
        takes: Sequence[Placed] = list(placed(game.box_takes, heaps))
        rays: Sequence[Ray] = ()
        if not grundy:
            rays, takes = endless(game.box_takes, sizes)
        self.listing = listing(takes, sizes)
        self.rays = np.array([[*ray.base, *ray.step] for ray in rays], np.int64)
        self.rays = self.rays.reshape(-1, 2 * heaps)
        # Of one heap only the last place is a heap: the first is then the number of the row.
        self.depth = int(self.rays[:, [0, heaps]].max(initial=0)) if heaps > 1 else 0
        self.breadth = int(self.rays[:, [heaps - 1, 2 * heaps - 1]].max(initial=0))
        dtype = value_type(sizes) if grundy else None
        super().__init__(sizes, dtype, max(side, self.depth), max(side, self.breadth))
        self.reaches = {_reach(take, sizes) for take in takes}

    def needs(self, place: Place) -> tuple[Border, ...]:
        i, j = place
        tables: set[Place] = set()
        for down, across in self.reaches:
            for row in range(max(i * self.height - down, 0) // self.height, i + 1):
                start = max(j * self.width - across, 0) // self.width
                tables.update((row, column) for column in range(start, j + 1))
        borders = [(earlier, "table") for earlier in sorted(tables - {place})]
        for name, (down, across) in BEHIND.items() if len(self.rays) else ():
            if down <= i and across <= j:
                borders.append(((i - down, j - across), name))
        return tuple(borders)

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        import numpy as np

        rows, last = self.rows(place), self.last(place)
        # All up to the far corner of the tile; where nothing is handed over, nothing is touched.
        whole = np.zeros(
            (rows.stop, *self.box[1:-1], last.stop), self.dtype if self.grundy else np.uint8
        )
        for (earlier, name), border in zip(self.needs(place), borders, strict=True):
            where = whole[_slice(self.rows(earlier)), ..., _slice(self.last(earlier))]
            if name == "table":
                where[:] = self._opened(border["table"], where.shape)
            else:
                where[self._edge(name)] = border["bits"]
        self._compute(whole, rows, last)
        found = whole[_slice(rows), ..., _slice(last)]
        table = found.copy() if self.grundy else packed(found & 1)
        table = table.reshape(self.part(place))
        handed = {"table": {"table": table}} if self.reaches else {}
        for name in BEHIND if len(self.rays) else ():
            handed[name] = {"bits": found[self._edge(name)].copy()}
        return Solved(table, handed)

    def _opened(self, table: Any, shape: tuple[int, ...]) -> Any:
        """A tile that was handed over, with a place for each position."""
        opened = table if self.grundy else unpacked(table, shape[-1])
        return opened.reshape(shape)

    def _edge(self, name: str) -> tuple[Any, ...]:
        """Which part of a tile a border with the bits of rays is."""
        down, across = BEHIND[name]
        rows = slice(-self.depth if self.depth else self.height, None) if down else slice(None)
        last = slice(-self.breadth if self.breadth else self.width, None)
        return rows, ..., last if across else slice(None)

    def _compute(self, whole: Any, rows: range, last: range) -> None:
        """Compute the positions of a tile, in short pieces."""
        import numpy as np

        from marienbad.solver.kernels import tiles

        sizes = whole.shape[-len(self.shape) :]
        weights = [prod(sizes[heap + 1 :]) for heap in range(len(sizes))]
        rays = np.empty((len(self.rays), 2 * len(sizes) + 2), np.int64)
        rays[:, :-2] = self.rays
        for column, part in enumerate(np.split(self.rays, 2, axis=1)):
            rays[:, column - 2] = part @ np.array(weights)
        takes = self.listing._replace(sizes=np.array(sizes))
        between = prod(self.box[1:-1])
        row, stop, count = rows.start * between, rows.stop * between, 1
        while row < stop:
            clock.check()
            began, end = time.monotonic(), min(row + count, stop)
            tiles.advance_rows(
                row, end, last.start, takes, rays, self.is_misere, self.grundy, whole.reshape(-1)
            )
            row = end
            count = count * 2 if time.monotonic() - began < PIECE else max(count // 2, 1)

    def memory(self) -> int:
        size = self.dtype.itemsize if self.grundy else 1
        tiles = sum(name == "table" for _, name in self.needs(self.places[-1])) + 1
        # Of a tile in the array of all up to the corner, each row begins and ends within a page.
        row = size * self.width + 2 * PAGE
        laid_out = min(size * prod(self.box), tiles * row * self.positions // self.width)
        edges = len(self.rays) and self.positions * (
            self.depth * self.width + self.breadth * self.height + self.depth * self.breadth
        ) // (self.height * self.width)
        return laid_out + tiles * self.octets + size * self.positions + 2 * edges + SLACK


def _slice(part: range) -> slice:
    return slice(part.start, part.stop)


def _reach(take: Placed, sizes: tuple[int, ...]) -> tuple[int, int]:
    """At most how much is taken from the first heap, or none if it is the only one, and the last.

    >>> from marienbad.games.catalogue import define
    >>> takes = define("rules:heaps 3; take n, 7 from x, z where n <= 3 and n <= y").ruleset.takes
    >>> _reach((takes[0], (0, 2)), (100, 100, 100))
    (3, 7)
    """
    amounts, heaps = take[0].amounts, take[1]
    most = [0] * len(sizes)
    for amount, heap in zip(amounts, heaps, strict=True):
        most[heap] = sizes[heap] - 1
        if not isinstance(amount, str):
            most[heap] = min(most[heap], amount)
            continue
        for bound in take[0].where:
            if isinstance(bound, Bound) and bound.names == {amount} and bound.high is not None:
                factor = dict(bound.form.coefficients)[amount]
                if factor > 0:
                    most[heap] = min(most[heap], max(bound.high // factor, 0))
    return most[0] if len(sizes) > 1 else 0, most[-1]
