"""Where no heap differs from another and any number may be taken from one: Nim, Wythoff, Nimoff.

A P-position is then found once, with its heaps in ascending order. What it closes later are
positions with ascending heaps only; so of all orders of its heaps, a stream has to mark those
from which a multiple of its step can lead to ascending heaps: where two heaps stand in the wrong
order, the step must add more to the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import prod
from typing import Any, NamedTuple

from marienbad.solver.survivors import Survivors, orders_of, period_of
from marienbad.solver.vectors import Moves
from marienbad.solver.words import closed_places, padded

Form = list[int]
"""A constant and the factors of the four numbers of a position."""


class SymmetricArrays(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.symmetric` describes them."""

    heaps: int
    size: int
    closed: Any
    reads: Any
    marks: Any
    rows: Any
    lasts: Any


class Symmetric(Survivors):
    """The rows of a box, where they hold one P-position each at most and heaps are alike."""

    def __init__(self, moves: Moves, sizes: Sequence[int], is_misere: bool) -> None:
        import numpy as np

        heaps, self.sizes = len(sizes), padded(sizes, 1)
        plan = _Forms(moves, self.sizes)
        least = [padded(vector, 0) for vector in moves.least]
        orders = orders_of(heaps, is_symmetric=True)
        weights = [self.sizes[1] * self.sizes[2], self.sizes[2], 1]
        rows = np.zeros((4, len(orders)), np.int64)
        for number, order in enumerate(orders):
            rows[order[:3], number] = weights
        self.arrays = SymmetricArrays(
            heaps,
            self.sizes[3],
            closed_places(least, self.sizes, is_misere),
            np.array(plan.reads, np.int64).reshape(-1, 5).T.copy(),
            np.array(plan.marks, np.int64).reshape(-1, 5).T.copy(),
            rows,
            np.array(orders)[:, 3].copy(),
        )
        self.state = {
            "words": np.zeros(plan.size, np.uint64),
            "full": np.zeros((len(plan.reads) if heaps == 2 else 0, 2), np.int64),
            "found": np.full(self.sizes[:3], -1, np.int32),
        }

    @staticmethod
    def bytes_needed(moves: Moves, sizes: Sequence[int]) -> int | None:
        """What the state takes, or ``None`` where the moves are not of this kind."""
        if not is_symmetric(moves, sizes):
            return None
        return 8 * _Forms(moves, padded(sizes, 1)).size + 4 * prod(sizes[:-1])

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute rows of a table of words that begins with the row ``oldest``."""
        from marienbad.solver.kernels import symmetric

        self.find(start, stop)
        symmetric.draw(start, self.state["found"], table[start - oldest : stop - oldest])

    def find(self, start: int, stop: int) -> None:
        """List the P-positions of the rows between two numbers in the state, and draw none."""
        from marienbad.solver.kernels import symmetric

        symmetric.advance(start, stop, self.arrays, **self.state)

    def listed(self, start: int, stop: int) -> tuple[Any, Any]:
        """How many P-positions are listed for each row, and their last heaps, row by row."""
        import numpy as np

        found = self.state["found"][start:stop]
        return (found >= 0).astype(np.int32), found[found >= 0]

    def enter(self, start: int, counts: Any, places: Any) -> None:
        """List what was listed by another search for the rows from one on, and nothing else."""
        found = self.state["found"]
        found[:] = -1
        found[start : start + len(counts)][counts > 0] = places


def is_symmetric(moves: Moves, sizes: Sequence[int]) -> bool:
    """Whether the moves are of this kind: rays from their own step on, the same for all heaps.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> from marienbad.solver.vectors import moves_of
    >>> is_symmetric(moves_of(WythoffRules().takes, (9, 9)), (9, 9))
    True
    """
    return (
        period_of(moves) == 1
        and len(set(sizes)) == 1
        and not moves.vectors
        and not moves.bands
        and moves.is_symmetric
        and all(
            ray.count is None
            and ray.base == ray.step
            and (1 in ray.step[:-1] or not any(ray.step[:-1]))
            for ray in moves.lone
        )
    )


class _Forms:
    """Where the bits of each stream stand: linear forms in the heaps.

    Along its pivot axis a step is 1, so that m is the heap of that axis. The other axes are moved
    up so far that no number is negative; that is not needed where the step is 1 as well, since
    then only positions with ascending heaps count.
    """

    def __init__(self, moves: Moves, sizes: Sequence[int]) -> None:
        self.sizes = sizes
        self.size = 0
        self.reads: list[Form] = []
        self.marks: list[Form] = []
        heaps = len(next(iter(moves.lone)).step)
        axes = [*range(heaps - 1), 3]
        for ray in sorted(moves.lone, key=lambda ray: ray.step):
            if any(ray.step[:-1]):
                step = padded(ray.step, 0)
                form = self._add(step)
                self.reads.append(form)
                self.marks += _marks(form, step, axes)
        self.size += 8  # whole blocks are read, also where a row ends within one

    def _add(self, step: list[int]) -> Form:
        """The form of a stream: the place of a position among all bits."""
        pivot = next(axis for axis in range(3) if step[axis] == 1)
        raised = [(self.sizes[pivot] - 1) * part if part > 1 else 0 for part in step]
        raised[3] = -(-raised[3] // 64) * 64  # whole words can then be full from the first place on
        width = ((self.sizes[3] + raised[3]) >> 6) + 1
        weights, lines = [0, 0, 0, 1], 1
        for axis in (2, 1, 0):
            if axis != pivot:
                weights[axis] = 64 * width * lines
                lines *= self.sizes[axis] + raised[axis]
        constant = 64 * self.size + sum(w * part for w, part in zip(weights, raised, strict=True))
        weights[pivot] = -sum(weights[axis] * step[axis] for axis in range(4) if axis != pivot)
        self.size += width * lines
        return [constant, *weights]


def _marks(form: Form, step: Sequence[int], axes: Sequence[int]) -> Iterable[Form]:
    """The form of a stream for the orders of a P-position that it has to mark."""
    for order in permutations(range(len(axes))):
        if all(
            order[one] < order[other] or step[axes[one]] < step[axes[other]]
            for one, other in combinations(range(len(axes)), 2)
        ):
            mark = [form[0], 0, 0, 0, 0]
            for axis, heap in zip(axes, order, strict=True):
                mark[1 + axes[heap]] = form[1 + axis]
            yield mark
