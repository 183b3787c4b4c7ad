"""What single vectors, regions and takes under conditions close, marked from P-positions forward.

Few positions are P-positions, so that to mark from where they are reached is less work than to
look, from every position, where its moves lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from marienbad.games.declaration import HEAP_NAMES, Take
from marienbad.games.expressions import Formula
from marienbad.solver.everywhere import hold, value_of
from marienbad.solver.listing import Placed
from marienbad.solver.vectors import Moves, Vector

MOST_MARKS = 2**25
"""So many positions may be closed one by one, some of them often: that takes a second."""
TOGETHER = 64
"""The marks of a region are made by so many in the time of one."""


class TooMany(Exception):
    """There is more to mark than the compiler would take time."""


def can_be_marked(moves: Moves, sizes: Sequence[int], is_misere: bool) -> bool:
    """Whether :class:`Marks` can do what is not a ray to the edge of the box."""
    if is_misere and (moves.conditional or moves.regions):  # which of them can be taken at all?
        return False
    is_simple = all(len(take.names) <= 1 for take, _ in moves.conditional)
    return is_simple and (not moves.regions or len(sizes) == 2)


def single_vectors(moves: Moves) -> list[Vector]:
    """The vectors that stand alone, and those of the rays that end."""
    ended = [ray for ray in moves.rays if ray.count is not None]
    return sorted(moves.vectors) + [ray.at(time) for ray in ended for time in range(ray.count or 0)]


class Marks:
    """The positions of a box that are closed by what was found."""

    def __init__(self, moves: Moves, sizes: Sequence[int]) -> None:
        import numpy as np

        self.sizes = sizes
        self.closed = np.zeros(prod(sizes), np.bool_)
        self.vectors = single_vectors(moves)
        self.conditional = moves.conditional
        self.masks = [self._mask(region) for region in moves.regions]
        self._left = MOST_MARKS

    def add(self, found: Any) -> None:
        """Close what leads to P-positions, a column each."""
        if self.vectors:
            self._add_vectors(found)
        for mask in self.masks:
            self._add_region(mask, found)
        for take, heaps in self.conditional:
            self._add_take(take, heaps, found.astype("i8"))

    def _add_vectors(self, found: Any) -> None:
        import numpy as np

        self._spend(found.shape[1] * len(self.vectors))
        before = found[:, :, None] + np.array(self.vectors).T[:, None, :]
        is_inside = np.logical_and.reduce(
            [heap < size for heap, size in zip(before, self.sizes, strict=True)]
        )
        self._close(before[:, is_inside])

    def _mask(self, region: Placed) -> Any:
        """Which amounts a region takes from the first of two heaps and from the second."""
        import numpy as np

        take, (first, _) = region
        names = take.names if first == 0 else take.names[::-1]
        one, other = (np.arange(size) for size in self.sizes)
        mask = hold(take.where, {names[0]: one[:, None], names[1]: other[None, :]})
        mask[0, :] = mask[:, 0] = False
        return mask

    def _add_region(self, mask: Any, found: Any) -> None:
        closed = self.closed.reshape(mask.shape)
        for x, y in found.T.tolist():
            part = closed[x:, y:]
            self._spend(part.size // TOGETHER)
            part |= mask[: len(part), : part.shape[1]]

    def _add_take(self, take: Take, heaps: Sequence[int], found: Any) -> None:
        """Close what a take with one name, or with none, leads from: by all numbers that fit."""
        import numpy as np

        count = found.shape[1]
        before, room = found.copy(), np.full(count, max(self.sizes) if take.names else 1)
        named = np.zeros((len(self.sizes), 1), np.int64)
        for amount, heap in zip(take.amounts, heaps, strict=True):
            left = self.sizes[heap] - 1 - found[heap]
            if isinstance(amount, str):
                named[heap] = 1
                np.minimum(room, left, out=room)
            else:
                before[heap] += amount
                room[left < amount] = 0
        step = self._step(take, heaps, found)
        counts = room // step
        self._spend(int(counts.sum()))
        own = np.repeat(np.arange(count), counts)
        numbers = (np.arange(1, len(own) + 1) - (np.cumsum(counts) - counts)[own]) * step[own]
        reached = before[:, own] + named * numbers
        points = dict(zip(HEAP_NAMES, reached, strict=False))
        self._close(reached[:, hold(take.where, points | dict.fromkeys(take.names, numbers))])

    def _step(self, take: Take, heaps: Sequence[int], found: Any) -> Any:
        """By which steps the number can grow: what must divide it, where other heaps tell that."""
        import numpy as np

        taken = {name for place, name in enumerate(HEAP_NAMES) if place in heaps}
        formulas = [condition for condition in take.where if isinstance(condition, Formula)]
        for formula, name in product(formulas, take.names):
            modulus = formula.modulus(name)
            if modulus is not None and modulus.names.isdisjoint(taken):
                is_sound = np.ones(found.shape[1], np.bool_)
                points = dict(zip(HEAP_NAMES, found, strict=False))
                step = np.abs(value_of(modulus, points, is_sound))
                return np.where(is_sound & (step > 0), step, max(self.sizes))
        return np.ones(found.shape[1], np.int64)

    def _close(self, positions: Any) -> None:
        places = 0
        for heap, size in zip(positions, self.sizes, strict=True):
            places = places * size + heap
        self.closed[places] = True

    def _spend(self, marks: int) -> None:
        self._left -= marks
        if self._left < 0:
            raise TooMany
