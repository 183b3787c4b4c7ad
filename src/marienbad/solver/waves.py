"""Boxes solved by numpy alone, for the first question of an installation: nothing is compiled.

Every move takes something, so that positions with the same number of objects do not lead to each
other: they are solved together, a *wave* after another. No two positions of a wave lie on one line
of a ray; so what was found along each line is kept under the line's number, and read and completed
for a whole wave at once. What else can be taken is marked forward, from the P-positions that it
leads to (:mod:`marienbad.solver.marks`).

>>> from marienbad.games.catalogue import define
>>> outcomes(define("wythoff"), (3, 5)).astype(int).tolist()
[[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 0, 0, 0]]
>>> grundy_values(define("wythoff"), (3, 3)).tolist()
[[0, 1, 2], [1, 2, 0], [2, 0, 1]]
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

from marienbad.games.definition import Definition
from marienbad.solver.clock import clock
from marienbad.solver.marks import Marks, TooMany, can_be_marked, single_vectors
from marienbad.solver.vectors import Ray, Vector, moves_of
from marienbad.solver.words import lines_through

MOST_POSITIONS = 2**21
"""Larger boxes are worth the compiler."""
MOST_LOOKS, MOST_VALUES = 64 * 2**20, 24 * 2**20
"""How often outcomes, and values, may be looked up: for each position once by each ray."""
MOST_OCTETS = 2**28
"""What may be kept about the lines."""
WORTH = 5.0
"""After so many seconds of this in one process the compiler is worth its time."""

_spent = 0.0


def solved(game: Definition, sizes: Sequence[int], grundy: bool) -> Any:
    """The P-positions or the values, or ``None`` where the compiler would not take longer."""
    global _spent  # noqa: PLW0603 (what this process has done so far)
    if _spent >= WORTH or prod(sizes) > MOST_POSITIONS:
        return None
    began = time.process_time()
    try:
        return grundy_values(game, sizes) if grundy else outcomes(game, sizes)
    finally:
        _spent += time.process_time() - began


def outcomes(game: Definition, sizes: Sequence[int]) -> Any:
    """The P-positions of a box as booleans, or ``None`` where that is the compiler's work."""
    moves = moves_of(game.box_takes, sizes)
    rays = [ray for ray in moves.rays if ray.count is None]
    octets = sum(_line_count(ray, sizes) for ray in rays)
    is_small = octets <= MOST_OCTETS and len(rays) * prod(sizes) <= MOST_LOOKS
    if not is_small or not can_be_marked(moves, sizes, game.is_misere):
        return None
    waves, marks = _Waves(sizes), Marks(moves, sizes)
    if game.is_misere:
        marks.closed[waves.order] = True
        for vector in (*marks.vectors, *(ray.base for ray in rays)):
            marks.closed[waves.order[waves.have(vector)]] = False
    try:
        return waves.outcomes(rays, marks)
    except TooMany:
        return None


def grundy_values(game: Definition, sizes: Sequence[int]) -> Any:
    """The Grundy values of a box, or ``None`` where that is the compiler's work."""
    moves = moves_of(game.box_takes, sizes)
    rays = [ray for ray in moves.rays if ray.count is None]
    vectors = single_vectors(moves)
    octets = 8 * _width(sizes) * sum(_line_count(ray, sizes) for ray in rays)
    is_small = octets <= MOST_OCTETS and (len(rays) + len(vectors)) * prod(sizes) <= MOST_VALUES
    if moves.regions or moves.conditional or not is_small:
        return None
    return _Waves(sizes).grundy_values(rays, vectors)


class _Waves:
    """The positions of a box in order of their objects, as the arrays about them are."""

    def __init__(self, sizes: Sequence[int]) -> None:
        import numpy as np

        self.sizes, self.count = tuple(sizes), prod(sizes)
        heaps = np.indices(sizes, np.int32).reshape(len(sizes), -1)
        objects = heaps.sum(axis=0)
        self.order = np.argsort(objects, kind="stable").astype(np.int32)
        self.heaps = heaps[:, self.order]
        self.ends = np.cumsum(np.bincount(objects)).tolist()

    def __iter__(self) -> Iterator[slice]:
        start = 0
        for end in self.ends:
            clock.check()
            yield slice(start, end)
            start = end

    def outcomes(self, rays: Sequence[Ray], marks: Marks) -> Any:
        """Whether each position is a P-position."""
        import numpy as np

        # Behind the box stands what is outside: no P-position, and a line that leads to none.
        is_p = np.zeros(self.count + 1, np.bool_)
        lines = [(*self._lines(ray), np.zeros(_line_count(ray, self.sizes), bool)) for ray in rays]
        for wave in self:
            places = self.order[wave]
            reached = marks.closed[places]
            for numbers, sources, found in lines:
                here = numbers[wave]
                is_found = found[here] | is_p[sources[wave]]
                found[here] = is_found
                reached |= is_found
            is_p[places] = ~reached
            if not reached.all():
                marks.add(self.heaps[:, wave][:, ~reached])
        return is_p[:-1].reshape(self.sizes)

    def grundy_values(self, rays: Sequence[Ray], vectors: Sequence[Vector]) -> Any:
        """The Grundy value of each position, from sets of those on its lines."""
        import numpy as np

        values = np.zeros(self.count + 1, np.int64)
        bits, full = np.uint64(1) << np.arange(64, dtype=np.uint64), np.uint64(2**64 - 1)
        lines = [self._lines(ray) for ray in rays]
        sets = [
            np.zeros((_line_count(ray, self.sizes), _width(self.sizes)), np.uint64) for ray in rays
        ]
        singles = [self._sources(vector) for vector in vectors]
        words = 1
        for wave in self:
            places = self.order[wave]
            rows = np.arange(len(places))
            taken = np.zeros((len(places), words + 1), np.uint64)
            for (numbers, sources), found in zip(lines, sets, strict=True):
                here, value = numbers[wave], values[sources[wave]]
                found[here, value >> 6] |= bits[value & 63]
                found[-1] = 0  # what is outside the box has no value
                taken[:, :words] |= found[here, :words]
            for sources in singles:
                inside = np.flatnonzero(sources[wave] < self.count)
                value = values[sources[wave][inside]]
                taken[inside, value >> 6] |= bits[value & 63]
            first = np.argmax(taken != full, axis=1)
            word = taken[rows, first]
            below = word & ~(word + np.uint64(1))  # the ones before the lowest zero
            values[places] = 64 * first + np.bitwise_count(below)
            words = max(words, int(values[places].max()) // 64 + 1)
        return values[:-1].reshape(self.sizes)

    def have(self, vector: Vector) -> Any:
        """Whether a vector can be taken from each position."""
        import numpy as np

        enough = [heap >= part for heap, part in zip(self.heaps, vector, strict=True)]
        return np.logical_and.reduce(enough)

    def _sources(self, vector: Vector) -> Any:
        """The place that a vector leads to from each position, or the one behind the box."""
        import numpy as np

        before = self.order - np.int32(_offset(vector, self.sizes))
        return np.where(self.have(vector), before, np.int32(self.count))

    def _lines(self, ray: Ray) -> tuple[Any, Any]:
        """On which line of a ray lies what its first vector leads to, and at which place."""
        import numpy as np

        pivot, largest, extents = lines_through(ray.step, self.sizes)
        after = self.heaps - np.array(ray.base, np.int32)[:, None]
        times = after[pivot] // ray.step[pivot]
        number = np.zeros(self.count, np.int32)
        for axis, (length, extent) in enumerate(zip(ray.step, extents, strict=True)):
            beyond = 0 if axis == pivot else largest * length
            number = number * extent + after[axis] - times * length + beyond
        outside = np.int32(_line_count(ray, self.sizes) - 1)
        return np.where(self.have(ray.base), number, outside), self._sources(ray.base)


def _line_count(ray: Ray, sizes: Sequence[int]) -> int:
    """How many lines a ray has in a box, with one for what is outside."""
    return prod(lines_through(ray.step, sizes)[2]) + 1


def _width(sizes: Sequence[int]) -> int:
    """The words of a set: no value exceeds the number of objects."""
    return sum(sizes) // 64 + 2


def _offset(vector: Vector, sizes: Sequence[int]) -> int:
    """How many places before a position the one stands that a vector leads to."""
    offset = 0
    for size, part in zip(sizes, vector, strict=True):
        offset = offset * size + part
    return offset
