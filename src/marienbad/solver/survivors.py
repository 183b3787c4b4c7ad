"""Rows with few P-positions: every multiple of b may be taken from the last heap.

:class:`Survivors` does this for any b. :class:`Symmetric` does it where heaps are alike and any
number may be taken from one: Nim, Wythoff, Nimoff. A P-position is then found once, with its heaps
in ascending order. What it closes later are positions with ascending heaps only; so of all orders
of its heaps, a stream has to mark those from which a multiple of its step can lead to ascending
heaps: where two heaps stand in the wrong order, the step must add more to the second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from math import prod
from typing import Any, NamedTuple

from marienbad.solver.vectors import Band, Moves, Vector
from marienbad.solver.words import Arrays, closed_places, lines_through, padded

MANY = 64
"""With more P-positions a row than this, rows of bits are the quicker way."""
MANY_VECTORS = 4096


class SurvivorArrays(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.survivors` describes them."""

    sizes: Any
    period: int
    orders: Any
    closed: Any
    streams: Any
    bases: Any
    lagging: Any
    firsts: Any
    barred: Any


class Survivors:
    """The rows of a box, where they hold few P-positions each.

    Where some positions of two heaps are *barred*, the search is for a set without them: from each
    other position outside it a move leads into it, and from one inside none. If those of the Grundy
    values below v are barred, it is the set of those of value v.
    """

    reach = 0
    """How many earlier planes of rows are read."""

    def __init__(
        self,
        moves: Moves,
        sizes: Sequence[int],
        is_misere: bool,
        barred: tuple[Any, Any] | None = None,
    ) -> None:
        """Begin; what is barred are places, row after row, and where each row begins among them."""
        import numpy as np

        period = period_of(moves)
        if period is None:
            raise ValueError("no multiples may be taken from the last heap")
        self.sizes = padded(sizes, 1)
        plan = _Streams(moves, self.sizes, barred is not None)
        firsts, places = barred or (np.zeros(0, np.int64), np.zeros(0, np.int32))
        is_symmetric = moves.is_symmetric and len(set(sizes)) == 1
        least = [padded(vector, 0) for vector in moves.least]
        self.arrays: Any = SurvivorArrays(
            np.array(self.sizes),
            period,
            np.array(orders_of(len(sizes), is_symmetric), np.int64),
            closed_places(least, self.sizes, is_misere),
            np.array(plan.streams, np.int64).reshape(-1, 11),
            np.array(plan.bases, np.int64).reshape(-1, 7),
            np.array(plan.lagging, np.int64).reshape(-1, 5),
            firsts,
            places,
        )
        self.state: Arrays = {
            "words": np.zeros(plan.size, np.uint64),
            "full": np.zeros((len(plan.streams) if len(sizes) == 2 else 0, 2), np.int64),
            "heads": np.zeros(self.sizes[:3], np.int32),
            "entries": np.zeros((most_found(moves, sizes) + 1, 2), np.int32),
        }

    @staticmethod
    def bytes_needed(moves: Moves, sizes: Sequence[int]) -> int | None:
        """What the state takes, or ``None`` where the moves are not of this kind."""
        if period_of(moves) is None:
            return None
        rows, most = prod(sizes[:-1]), most_found(moves, sizes)
        if most > MANY * rows:
            return None
        return 8 * _Streams(moves, padded(sizes, 1)).size + 4 * rows + 8 * most

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute rows of a table of words that begins with the row ``oldest``."""
        from marienbad.solver.kernels import survivors

        self.find(start, stop)
        out = table[start - oldest : stop - oldest]
        survivors.draw(start, self.state["heads"], self.state["entries"], out)

    def find(self, start: int, stop: int) -> None:
        """List the P-positions of the rows between two numbers in the state, and draw none."""
        from marienbad.solver.kernels import survivors

        survivors.advance(start, stop, self.arrays, **self.state)

    def listed(self, start: int, stop: int) -> tuple[Any, Any]:
        """How many P-positions are listed for each row, and their last heaps, row by row in order.

        >>> from marienbad.games.wythoff import WythoffRules
        >>> from marienbad.solver.vectors import moves_of
        >>> search = Survivors(moves_of(WythoffRules(b=2).takes, (4, 4)), (4, 4), False)
        >>> search.find(0, 4)
        >>> [part.ravel().tolist() for part in search.listed(0, 4)]
        [[2, 2, 0, 1], [0, 1, 0, 3, 1]]
        """
        import numpy as np

        from marienbad.solver.kernels import survivors

        heads, entries = self.state["heads"][start:stop], self.state["entries"]
        counts, places = np.zeros(heads.shape, np.int32), np.empty(entries[0, 0], np.int32)
        count = survivors.collect(heads.reshape(-1), entries, counts.reshape(-1), places)
        return counts, places[:count].copy()

    def enter(self, start: int, counts: Any, places: Any) -> None:
        """List what was listed by another search for the rows from one on, and nothing else."""
        import numpy as np

        heads, entries = self.state["heads"], self.state["entries"]
        ends = np.cumsum(counts, dtype=np.int64).reshape(counts.shape)
        heads[:] = 0
        heads[start : start + len(counts)] = np.where(counts, ends - counts + 1, 0)
        entries[0, 0] = len(places)
        entries[1 : len(places) + 1, 0] = places
        entries[1 : len(places) + 1, 1] = np.arange(2, len(places) + 2)
        entries[ends[counts > 0], 1] = 0


def most_found(moves: Moves, sizes: Sequence[int]) -> int:
    """At most how many P-positions a box holds: one on each line of any ray from its own step on.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> from marienbad.solver.vectors import moves_of
    >>> most_found(moves_of(WythoffRules(b=30).takes, (100, 100)), (100, 100))
    199
    """
    steps = [ray.step for ray in moves.lone if ray.count is None and ray.base == ray.step]
    steps += [band.step for band in moves.bands if 0 in band.differences]
    beyond = (prod(max(s - t, 0) for s, t in zip(sizes, step, strict=True)) for step in steps)
    return prod(sizes) - max(beyond, default=0)


def period_of(moves: Moves) -> int | None:
    """The b whose multiples may be taken from the last heap, if other moves allow this kernel.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> from marienbad.solver.vectors import moves_of
    >>> period_of(moves_of(WythoffRules(a=2, b=3).takes, (50, 50)))
    3
    """
    if moves.regions or moves.conditional:
        return None
    alone = [ray for ray in moves.lone if not any(ray.step[:-1])]
    periods = [ray.step[-1] for ray in alone if ray.count is None and ray.base == ray.step]
    if not periods:
        return None
    period = min(periods)
    steps = [ray.step[-1] for ray in alone] + [ray.base[-1] for ray in alone]
    steps += [vector[-1] for vector in moves.vectors if not any(vector[:-1])]
    is_within = not any(step % period for step in steps)
    is_alone = not any(any(ray.base[:-1]) for ray in alone)
    expanded = sum(ray.count or 0 for ray in moves.lone) + len(moves.vectors)
    return period if is_within and is_alone and expanded <= MANY_VECTORS else None


class _Streams:
    """The layout of the streams, as :mod:`marienbad.solver.kernels.survivors` describes it."""

    def __init__(self, moves: Moves, sizes: Sequence[int], is_barred: bool = False) -> None:
        self.sizes = sizes
        self.streams: list[list[int]] = []
        self.bases: list[list[int]] = []
        self.lagging: list[list[int]] = []
        self.size = 0
        self._numbers: dict[Vector, int] = {}
        single = [vector for vector in moves.vectors if any(vector[:-1])]
        for ray in sorted(moves.lone, key=lambda ray: (ray.step, ray.base)):
            if not any(ray.step[:-1]):
                continue
            if ray.count is not None:
                single += [ray.at(times) for times in range(ray.count)]
            else:
                self._base(ray.base, self._stream(ray.step))
        for band in sorted(moves.bands, key=lambda band: band.pair):
            self._add_band(band)
        if single or is_barred:
            # A row of its own whose marks are taken back: its "largest m" is −1.
            for vector in single:
                self._base(vector, len(self.streams))
            self.streams.append([1, 0, 0, 0, 0, -1, self.size, 0, 1, 1, 1])
            self.size += (sizes[3] >> 6) + 1
        self.size += 64  # whole blocks are read, also where a row ends within one

    def _base(self, base: Vector, stream: int, stride: int = 1, count: int = 1) -> None:
        self.bases.append([*padded(base, 0), stream, stride, count])

    def _add_band(self, band: Band) -> None:
        """The bases of a band: two lists with a stride each where it is of the only two heaps."""
        stream, stride = self._stream(band.step), band.differences.step
        more = [difference for difference in band.differences if difference > 0]
        less = [difference for difference in reversed(band.differences) if difference <= 0]
        if less and band.pair[1] == band.heaps - 1:
            self._base(band.base(less[0]), stream, stride, len(less))
            less = []
        if more and band.heaps == 2:
            self.lagging.append([more[0] + 1, stride, len(more), 1, stream])
            more = []
        for difference in (*less, *more):
            self._base(band.base(difference), stream)

    def _stream(self, step: Vector) -> int:
        """The number of the stream of a step."""
        if step not in self._numbers:
            self._numbers[step] = len(self._numbers)
            self._add(padded(step, 0))
        return self._numbers[step]

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
