"""Where a row holds few P-positions: when every multiple of b may be taken from the last heap."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import prod
from typing import Any, NamedTuple

from marienbad.solver.vectors import Moves, Vector
from marienbad.solver.words import Arrays, closed_places, lines_through, padded

LARGEST_PERIOD = 64
MANY_VECTORS = 4096


class SurvivorArrays(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.survivors` describes them."""

    sizes: Any
    period: int
    orders: Any
    closed: Any
    streams: Any
    bases: Any


class Survivors:
    """The rows of a box, where they hold few P-positions each."""

    reach = 0
    """How many earlier planes of rows are read."""

    def __init__(self, moves: Moves, sizes: Sequence[int], is_misere: bool) -> None:
        import numpy as np

        period = period_of(moves)
        if period is None:
            raise ValueError("no multiples may be taken from the last heap")
        self.sizes = padded(sizes, 1)
        plan = _Streams(moves, self.sizes)
        is_symmetric = moves.is_symmetric and len(set(sizes)) == 1
        least = [padded(v, 0) for v in (*moves.vectors, *(ray.base for ray in moves.rays))]
        self.arrays: Any = SurvivorArrays(
            np.array(self.sizes),
            period,
            np.array(orders_of(len(sizes), is_symmetric), np.int64),
            closed_places(least, self.sizes, is_misere),
            np.array(plan.streams, np.int64).reshape(-1, 11),
            np.array(plan.bases, np.int64).reshape(-1, 5),
        )
        rows = self.sizes[:3]
        self.state: Arrays = {
            "words": np.zeros(plan.size, np.uint64),
            "full": np.zeros((len(plan.streams) if len(sizes) == 2 else 0, 2), np.int64),
            "found": np.zeros((*rows, period), np.int32),
            "counts": np.zeros(rows, np.uint8),
        }

    @staticmethod
    def bytes_needed(moves: Moves, sizes: Sequence[int]) -> int | None:
        """What the state takes, or ``None`` where the moves are not of this kind."""
        period = period_of(moves)
        if period is None:
            return None
        rows = prod(sizes[:-1])
        return 8 * _Streams(moves, padded(sizes, 1)).size + rows * (4 * period + 1)

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute rows of a table of words that begins with the row ``oldest``."""
        from marienbad.solver.kernels import survivors

        self.find(start, stop)
        out = table[start - oldest : stop - oldest]
        survivors.draw(start, self.state["found"], self.state["counts"], out)

    def find(self, start: int, stop: int) -> None:
        """List the P-positions of the rows between two numbers in the state, and draw none."""
        from marienbad.solver.kernels import survivors

        survivors.advance(start, stop, self.arrays, **self.state)


def period_of(moves: Moves) -> int | None:
    """The b whose multiples may be taken from the last heap, if other moves allow this kernel.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> from marienbad.solver.vectors import moves_of
    >>> period_of(moves_of(WythoffRules(a=2, b=3).takes, (50, 50)))
    3
    """
    if moves.regions or moves.conditional:
        return None
    alone = [ray for ray in moves.rays if not any(ray.step[:-1])]
    periods = [
        ray.step[-1]
        for ray in alone
        if ray.count is None and ray.base == ray.step and ray.step[-1] <= LARGEST_PERIOD
    ]
    if not periods:
        return None
    period = min(periods)
    steps = [ray.step[-1] for ray in alone] + [ray.base[-1] for ray in alone]
    steps += [vector[-1] for vector in moves.vectors if not any(vector[:-1])]
    is_within = not any(step % period for step in steps)
    is_alone = not any(any(ray.base[:-1]) for ray in alone)
    expanded = sum(ray.count or 0 for ray in moves.rays) + len(moves.vectors)
    return period if is_within and is_alone and expanded <= MANY_VECTORS else None


class _Streams:
    """The layout of the streams, as :mod:`marienbad.solver.kernels.survivors` describes it."""

    def __init__(self, moves: Moves, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        self.streams: list[list[int]] = []
        self.bases: list[list[int]] = []
        self.size = 0
        numbers: dict[Vector, int] = {}
        single = [vector for vector in moves.vectors if any(vector[:-1])]
        for ray in sorted(moves.rays, key=lambda ray: (ray.step, ray.base)):
            if not any(ray.step[:-1]):
                continue
            if ray.count is not None:
                single += [ray.at(times) for times in range(ray.count)]
                continue
            if ray.step not in numbers:
                numbers[ray.step] = len(numbers)
                self._add(padded(ray.step, 0))
            self.bases.append([*padded(ray.base, 0), numbers[ray.step]])
        if single:
            # A row of its own whose marks are taken back: its "largest m" is −1.
            self.bases += [[*padded(vector, 0), len(numbers)] for vector in single]
            self.streams.append([1, 0, 0, 0, 0, -1, self.size, 0, 1, 1, 1])
            self.size += (sizes[3] >> 6) + 1
        self.size += 64  # whole blocks are read, also where a row ends within one

    def _add(self, step: list[int]) -> None:
        pivot, largest, extents = lines_through(step[:3], self.sizes[:3])
        width = ((self.sizes[3] + largest * step[3]) >> 6) + 2
        self.streams.append([*step, pivot, largest, self.size, width, *extents])
        self.size += width * prod(extents)


def orders_of(heaps: int, is_symmetric: bool) -> list[list[int]]:
    """The orders of the four places that change nothing, the own one first."""
    places = [*range(heaps - 1), 3]
    orders = []
    for order in permutations(places) if is_symmetric else [places]:
        renamed = dict(zip(places, order, strict=True))
        orders.append([renamed.get(place, place) for place in range(4)])
    return orders
