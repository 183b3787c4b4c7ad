"""Tiles where rows hold few P-positions: found in order, drawn anywhere.

To list the P-positions of such rows takes a small part of the time, and depends on all rows before
them. So the tiles (i, −1) list them one after another, strip by strip, and hand on the *state* of
the search; what they *found* goes to the tiles of the strip, each of which draws its own words.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from marienbad.solver.survivors import Survivors
from marienbad.solver.tiling.cut import Arrays, Border, Place, Solved
from marienbad.solver.tiling.grid import SLACK, Grid
from marienbad.solver.vectors import Moves
from marienbad.solver.words import width_of

KEPT = ("words", "full")
"""The arrays of a state that are handed on as they are, besides the lists."""


class SparseCut(Grid):
    """The box of moves that leave few P-positions in a row.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.solver.symmetric import Symmetric
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

        from marienbad.solver.kernels import sparse

        last = self.last(place)
        shape = (*found["counts"].shape, width_of(len(last)))
        table = np.zeros(shape, np.uint64)
        sparse.draw(last.start // 64, found["counts"], found["places"], table)
        return table.reshape(self.part(place))

    def memory(self) -> int:
        state = self.kind.bytes_needed(self.moves, self.sizes) or 0
        closed = 8 * prod(self.box[:-1]) if self.is_misere else 0
        return 3 * state + 2 * closed + self.octets + SLACK


def _lists(engine: Survivors, start: int, stop: int) -> Arrays:
    counts, places = engine.listed(start, stop)
    return {"counts": counts, "places": places}
