"""Rows of bits for any moves that are the same everywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from marienbad.solver.clock import clock
from marienbad.solver.conditions import hold, program
from marienbad.solver.listing import Placed
from marienbad.solver.vectors import Moves, Ray, Vector
from marienbad.solver.words import Arrays, closed_places, packed, padded, unpacked, width_of

OUTCOMES = -1
"""The sequence of the P-positions among the sequences of rows."""


class RowArrays(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.rows` describes them."""

    sizes: Any
    closed: Any
    terms: Any
    depths: Any
    masks: Any
    lags: Any
    amounts: Any
    progressions: Any


class Rows:
    """The rows of a box, a bit for each position."""

    def __init__(self, moves: Moves, sizes: Sequence[int], is_misere: bool) -> None:
        import numpy as np

        self.sizes = padded(sizes, 1)
        plan = Plan(moves, self.sizes)
        self.reach = plan.reach
        lags, masks = plan.mask_rows(moves.regions)
        least = [padded(vector, 0) for vector in moves.least]
        for lag, mask in zip(lags.tolist(), masks, strict=True):
            least.append([*lag, int(np.flatnonzero(unpacked(mask, self.sizes[3]))[0])])
        starts = [sum(plan.depths[:number]) for number in range(len(plan.depths))]
        self.arrays = RowArrays(
            np.array(self.sizes),
            closed_places(least, self.sizes, is_misere),
            np.array(plan.terms, np.int64).reshape(-1, 6),
            np.array([starts, plan.depths], np.int64).T.copy(),
            masks,
            lags,
            np.array(plan.amounts, np.int64),
            np.array(plan.progressions, np.int64).reshape(-1, 2),
        )
        plane = (*self.sizes[1:3], width_of(self.sizes[3]))
        self.state: Arrays = {"kept": np.zeros((sum(plan.depths), *plane), np.uint64)}

    @staticmethod
    def bytes_needed(moves: Moves, sizes: Sequence[int]) -> int:
        """What the state takes."""
        plan = Plan(moves, padded(sizes, 1))
        width = width_of(sizes[-1])
        masks = len(plan.masks) + sum(sizes[heap] for _, (heap, *_) in moves.regions)
        plane = prod(padded(sizes, 1)[1:3])
        return 8 * width * (plane * (sum(plan.depths) + plan.reach) + masks)

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute rows of a table of words that begins with ``oldest``, at most start − reach."""
        from marienbad.solver.kernels import rows

        rows.advance(start, stop, oldest, table, self.arrays, **self.state)


class Plan:
    """The terms by which rows are computed, and the moves within a row.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> from marienbad.solver.vectors import moves_of
    >>> Plan(moves_of(WythoffRules().takes, (9, 9)), (9, 1, 1, 9)).progressions
    [(1, 1)]
    """

    def __init__(self, moves: Moves, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        self.terms: list[list[int]] = []
        self.depths: list[int] = []
        self.amounts: list[int] = []
        self.progressions: list[tuple[int, int]] = []
        self.masks: dict[Vector, set[int]] = defaultdict(set)
        self.reach = 0
        last: list[list[int]] = []
        # by what they take from the last heap: so four in a row can be added at one go
        for vector in sorted(moves.vectors, key=lambda vector: vector[::-1]):
            if any(vector[:-1]):
                last.append([OUTCOMES, OUTCOMES, *padded(vector, 0)])
            else:
                self.amounts.append(vector[-1])
        families: dict[tuple[Vector, int | None], list[Vector]] = defaultdict(list)
        for ray in sorted(moves.rays, key=lambda ray: (ray.step, ray.base)):
            if any(ray.step[:-1]):
                families[ray.step, ray.count].append(ray.base)
            else:
                self._add_within(ray)
        for (step, count), bases in families.items():
            last += self._add_family(padded(step, 0), count, [padded(base, 0) for base in bases])
        self.terms += last
        if len(self.amounts) > 4 * width_of(sizes[3]):
            self._use_mask()
        lags = [term[2] for term in self.terms if term[1] == OUTCOMES]
        self.reach = max([*lags, *(lag[0] for lag in self.masks)], default=0)
        if moves.regions:
            self.reach = sizes[0]

    def _add_within(self, ray: Ray) -> None:
        """A ray that changes the last heap only: within the row, or with a fixed lag."""
        count = ray.count or 1 + (self.sizes[3] - 1 - ray.base[-1]) // ray.step[-1]
        amounts = range(ray.base[-1], ray.base[-1] + count * ray.step[-1], ray.step[-1])
        if any(ray.base[:-1]):
            self.masks[tuple(padded(ray.base, 0)[:3])].update(amounts)
        elif ray.count is None:
            self.progressions.append((ray.base[-1], ray.step[-1]))
        else:
            self.amounts += amounts

    def _add_family(
        self, step: list[int], count: int | None, bases: list[list[int]]
    ) -> list[list[int]]:
        """The sequence of rays with a step; the terms by which it closes positions."""
        number = self._add_sequence(bases)
        if count is None:
            self.terms.append([number, number, *step])
            self.depths[number] = step[0] + 1
            return [[OUTCOMES, number, 0, 0, 0, 0]]
        # 2, 4, 8, … vectors of each ray; the last sequence is used twice, the two overlapping
        reached = 1
        while 2 * reached <= count:
            lag = [reached * part for part in step]
            doubled = self._add_sequence([])
            self.terms += [[doubled, number, 0, 0, 0, 0], [doubled, number, *lag]]
            self.depths[number] = lag[0] + 1
            number, reached = doubled, 2 * reached
        rest = [(count - reached) * part for part in step]
        self.depths[number] = rest[0] + 1
        return [[OUTCOMES, number, 0, 0, 0, 0], [OUTCOMES, number, *rest]]

    def _add_sequence(self, bases: list[list[int]]) -> int:
        number = len(self.depths)
        self.depths.append(1)
        self.terms += [[number, OUTCOMES, *base] for base in bases]
        return number

    def _use_mask(self) -> None:
        """Keep what is taken from the last heap as a mask, since there are too many amounts."""
        amounts = self.masks[0, 0, 0]
        amounts.update(self.amounts)
        for first, step in self.progressions:
            amounts.update(range(first, self.sizes[3], step))
        self.amounts, self.progressions = [], []

    def mask_rows(self, regions: Sequence[Placed]) -> tuple[Any, Any]:
        """The lags and the masks, that within the row first."""
        import numpy as np

        held: dict[Vector, Any] = {}
        for lag, amounts in self.masks.items():
            held[lag] = np.zeros(self.sizes[3], np.bool_)
            held[lag][list(amounts)] = True
        for region in regions:
            for amount, row in enumerate(_region_rows(region, self.sizes)):
                lag = (amount + 1, 0, 0)
                held[lag] = held[lag] | row if lag in held else row
        lags = sorted(lag for lag, row in held.items() if row.any())
        masks = np.zeros((len(lags), width_of(self.sizes[3])), np.uint64)
        for number, lag in enumerate(lags):
            masks[number] = packed(held[lag])
        return np.array(lags, np.int64).reshape(-1, 3), masks


def _region_rows(region: Placed, sizes: Sequence[int]) -> Any:
    """For each amount from the first of two heaps, which amounts may be taken from the second."""
    import numpy as np

    take, (first, _) = region
    names = take.names if first == 0 else take.names[::-1]
    program(take.where, names, {names[0]: sizes[0] - 1, names[1]: sizes[3] - 1})  # fits words
    for amount in range(1, sizes[0]):
        clock.check()
        row = np.zeros(sizes[3], np.bool_)
        row[1:] = hold(take.where, {names[0]: amount, names[1]: np.arange(1, sizes[3])})
        yield row
