"""Tiles of outcomes where the moves are the same everywhere.

:class:`RowCut` has rows of bits. Into a tile come, from the one above it, the latest rows of the
P-positions and of the sequences of :mod:`marienbad.solver.kernels.rows`; from the one to its left,
the last words of each row. So all tiles of an antidiagonal can be solved at once, and what they
send each other is small. Only where a mask tells which amounts may be taken from the last heap, any
number of them, do whole earlier tiles come as well: those with rows so near that the mask speaks of
them.

:class:`SparseCut` is for rows with few P-positions. To list them takes a small part of the time,
and depends on all rows before. So the tiles (i, −1) list them one after another, strip by strip,
and hand on the *state* of the search; what they *found* goes to the tiles of the strip, each of
which draws its own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from marienbad.solver.rows import OUTCOMES, Rows
from marienbad.solver.survivors import Survivors
from marienbad.solver.tiling.cut import SLACK, Arrays, Border, Grid, Place, Solved
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


KEPT = ("words", "full")
"""The arrays of a state that are handed on as they are, besides the lists."""


class SparseCut(Grid):
    """The box of moves that leave few P-positions in a row.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.solver.survivors import Symmetric
    >>> from marienbad.solver.vectors import moves_of
    >>> moves = moves_of(define("wythoff").box_takes, (400, 400))
    >>> cut = SparseCut(Symmetric, moves, (400, 400), is_misere=False, side=256)
    >>> cut.places
    [(0, -1), (0, 0), (0, 1), (1, -1), (1, 0), (1, 1)]
    >>> cut.needs((1, -1)), cut.needs((1, 1))
    ((((0, -1), 'state'),), (((1, -1), 'found'),))
    """

    def __init__(
        self,
        kind: type[Survivors],
        moves: Moves,
        sizes: tuple[int, ...],
        is_misere: bool,
        side: int,
    ) -> None:
        self.kind, self.moves, self.sizes, self.is_misere = kind, moves, sizes, is_misere
        super().__init__(sizes, None, side, side)
        self.places = [(i, j) for i in range(self.counts[0]) for j in range(-1, self.counts[1])]
        ends = [ray.base if ray.count is None else ray.at(ray.count) for ray in moves.rays]
        reached = (vector[0] for vector in (*moves.vectors, *ends))
        self.reach = max(reached) if len(sizes) > 1 else 0
        """How many rows before a row may have to be looked at again."""
        self.is_alike = moves.is_symmetric and len(set(sizes)) == 1

    def needs(self, place: Place) -> tuple[Border, ...]:
        i, j = place
        if j >= 0:
            return (((i, -1), "found"),)
        return (((i - 1, -1), "state"),) if i else ()

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        if place[1] >= 0:
            return Solved(self._drawn(place, borders[0]), {})
        engine = self.kind(self.moves, self.sizes, self.is_misere)
        rows = self.rows(place)
        for border in borders:
            engine.state.update((name, border[name].copy()) for name in KEPT)
            engine.enter(int(border["first"]), border["counts"], border["places"])
        engine.find(rows.start, rows.stop)
        found = _lists(engine, rows.start, rows.stop)
        is_last = rows.stop == self.box[0]
        handed = {} if is_last else {"state": self._state(engine, rows.stop)}
        return Solved(None, {"found": found, **handed})

    def _state(self, engine: Survivors, stop: int) -> Arrays:
        """What the next strip has to know: of the lists only what can still be asked for.

        Later rows are listed already where the heaps are alike.
        """
        import numpy as np

        first = max(stop - self.reach, 0)
        end = self.box[0] if self.is_alike else stop
        kept = {name: engine.state[name].copy() for name in KEPT}
        return {**kept, **_lists(engine, first, end), "first": np.array(first)}

    def _drawn(self, place: Place, found: Arrays) -> Any:
        import numpy as np

        from marienbad.solver.kernels import tiles

        last = self.last(place)
        shape = (*found["counts"].shape, width_of(len(last)))
        table = np.zeros(shape, np.uint64)
        tiles.draw(last.start // 64, found["counts"], found["places"], table)
        return table.reshape(self.part(place))

    def memory(self) -> int:
        state = self.kind.bytes_needed(self.moves, self.sizes) or 0
        closed = 8 * prod(self.box[:-1]) if self.is_misere else 0
        return 3 * state + 2 * closed + self.octets + SLACK


def _lists(engine: Survivors, start: int, stop: int) -> Arrays:
    counts, places = engine.listed(start, stop)
    return {"counts": counts, "places": places}
