"""Grundy values of a box, by sets of values along lines or by listing all moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import isqrt, prod
from operator import add, mul
from typing import Any, NamedTuple

from marienbad.games.definition import Definition
from marienbad.solver.listing import Listed
from marienbad.solver.vectors import Moves, moves_of
from marienbad.solver.words import MOST_HEAPS, Arrays, lines_through, padded, width_of

Progress = Callable[[int, int], None]
"""Called with the rows done and all rows; it may end the work by raising an error."""

MANY_VECTORS = 256
"""With more single vectors than this their values are listed all the same."""
TILES = {1: 4096, 2: 64, 3: 16, 4: 8}
"""The side of a tile for each number of heaps."""
RECTANGLE = 2**18
"""Positions that a thread takes at a time."""
SMALL = 2**28
"""Octets that the sets may take whatever the size of the table."""


class Values:
    """The Grundy values of a box: some rows at a time where moves are listed, else all at once.

    >>> from marienbad.games.catalogue import define
    >>> search = Values(define("nim"), (3, 3))
    >>> search.fill(1)
    >>> search.values.tolist()
    [0, 1, 2, 1, 0, 3, 2, 3, 0]
    """

    def __init__(
        self, game: Definition, sizes: tuple[int, ...], progress: Progress | None = None
    ) -> None:
        import numpy as np

        self.rows = sizes[0] if len(sizes) > 1 else 1
        self.done = 0
        self.progress = progress
        self.values = np.zeros(prod(sizes), f"u{_octets(sizes)}")
        lines = lines_of(game, sizes)
        self.engine = Listed(game.box_takes, sizes, False) if lines is None else lines

    def fill(self, count: int) -> None:
        """Compute the values of the next rows, or of all."""
        if isinstance(self.engine, Lines):
            stop = self.rows
            self.engine.fill(self.values, self.progress)
        else:
            stop = min(self.done + count, self.rows)
            self.engine.compute(self.values, self.done, stop, is_grundy=True)
        self.done = stop


class LineArrays(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.mex` describes them."""

    tile: Any
    origin: Any
    heaps: Any
    images: Any
    rays: Any
    drops: Any
    vectors: Any


class Lines:
    """The values by the sets of those along each line of a ray."""

    def __init__(
        self,
        moves: Moves,
        sizes: Sequence[int],
        origin: Sequence[int] = (0, 0, 0, 0),
        width: int | None = None,
        is_symmetric: bool | None = None,
    ) -> None:
        """Lay out the lines of a box, or of a tile whose ``origin`` and ``width`` are the box's."""
        self.sizes, self.origin = padded(sizes, 1), origin
        self.heaps = [*range(len(sizes) - 1), 3]
        if is_symmetric is None:
            is_symmetric = len(sizes) > 1 and moves.is_symmetric and len(set(sizes)) == 1
        self.is_symmetric = is_symmetric
        self.width = width or set_width(sizes)
        self.rays: list[list[int]] = []
        self.drops: list[list[int]] = []
        self.vectors = [padded(vector, 0) for vector in sorted(moves.vectors)]
        self.count = 0
        self._firsts: dict[tuple[tuple[int, ...], ...], int] = {}
        # those whose values are added at once come first
        for ray in sorted(moves.rays, key=lambda ray: (ray.base != ray.step, ray.step, ray.base)):
            if ray.count is not None and ray.base != ray.step:
                self.vectors += [padded(ray.at(times), 0) for times in range(ray.count)]
                continue
            self._add(padded(ray.step, 0), padded(ray.base, 0), ray.count)
            if ray.count is not None:
                end = padded(ray.at(ray.count), 0)
                self.drops.append([*end, self._offset(end), len(self.rays) - 1])

    @property
    def octets(self) -> int:
        """What the sets take."""
        return self.count * (8 * self.width + 4)

    def _add(self, step: list[int], base: list[int], count: int | None) -> None:
        """Lay out the lines of a ray; where heaps can be exchanged, those of its images are it."""
        axes = [0, 1, 2, 3]
        if self.is_symmetric:
            ordered = sorted(self.heaps, key=lambda heap: (step[heap], base[heap], heap))
            for axis, heap in zip(self.heaps, ordered, strict=True):
                axes[axis] = heap
        canonical = [step[axis] for axis in axes]
        pivot, largest, extents = lines_through(canonical, [self.sizes[axis] for axis in axes])
        kind = tuple(canonical), tuple(base[axis] for axis in axes), (count or 0,)
        first = self._firsts.setdefault(kind, self.count)
        if first == self.count:
            self.count += prod(extents)
        weights = [prod(extents[axis + 1 :]) for axis in range(4)]
        modulus, delta = 0, weights[axes.index(3)]
        jump = delta
        if axes[pivot] == 3:
            modulus = canonical[pivot]
            jump = modulus * delta - sum(map(mul, canonical, weights))
            jump += delta * (1 - modulus)
        if modulus == 1:
            modulus, delta = 0, jump
        row = [pivot, largest, first, delta, modulus, jump, self._offset(base), base != step]
        self.rays.append([*axes, *canonical, *extents, *base, *row])

    def _offset(self, vector: list[int]) -> int:
        """How many places before a position the one stands that a vector leads to."""
        return sum(map(mul, vector, self._strides()))

    def _strides(self) -> list[int]:
        return [prod(self.sizes[axis + 1 :]) for axis in range(4)]

    def arrays(self) -> LineArrays:
        """All that the kernel is told."""
        import numpy as np

        strides, images = self._strides(), []
        for order in permutations(self.heaps) if self.is_symmetric else [self.heaps]:
            images.append(list(strides))
            for axis, heap in zip(self.heaps, order, strict=True):
                images[-1][axis] = strides[heap]
        vectors = [[*vector, self._offset(vector)] for vector in self.vectors]
        return LineArrays(
            np.array(padded([TILES[len(self.heaps)]] * len(self.heaps), 1)),
            np.array(self.origin),
            np.array(self.heaps if self.is_symmetric else [], np.int64),
            np.array(images),
            np.array(self.rays, np.int64).reshape(-1, 24),
            np.array(self.drops, np.int64).reshape(-1, 6),
            np.array(vectors, np.int64).reshape(-1, 5),
        )

    def through(self, ray: int, corner: Sequence[int], sizes: Sequence[int]) -> Any:
        """The numbers of the lines of a ray through the positions of a rectangle, in order."""
        import numpy as np

        row = self.rays[ray]
        axes, step, extents, base = (row[at : at + 4] for at in (0, 4, 8, 12))
        pivot, largest, first = row[16:19]
        places = [*np.ogrid[tuple(map(slice, corner, map(add, corner, sizes)))]]
        if self.is_symmetric and (step[0], base[0]) == (step[3], base[3]):
            # of two positions that exchanging heaps makes one the ascending one has the line
            places[0], places[3] = (
                np.minimum(places[0], places[3]),
                np.maximum(places[0], places[3]),
            )
        times = places[axes[pivot]] // step[pivot]
        line = np.zeros(1, np.int64)
        for axis in range(4):
            moved = places[axes[axis]] - times * step[axis]
            line = line * extents[axis] + moved + (axis != pivot) * largest * step[axis]
        return np.broadcast_to(first + line, sizes).ravel()

    def state(self) -> Arrays:
        """The sets before any value is known."""
        import numpy as np

        return {
            "sets": np.zeros((self.count, self.width), np.uint64),
            "firsts": np.zeros(self.count, np.int32),
        }

    def fill(
        self, values: Any, progress: Progress | None = None, threads: int | None = None
    ) -> None:
        """Compute all values, by rectangles of which several can be computed at the same time."""
        import numpy as np

        from marienbad.solver.kernels import mex
        from marienbad.solver.tiling.running import in_order

        arrays, state = self.arrays(), self.state()
        side = self._side()

        def solve(place: tuple[int, int]) -> None:
            starts, stops = [0, 0, 0, 0], list(self.sizes)
            for axis, number in zip((0, 3), place, strict=True):
                starts[axis] = number * side
                stops[axis] = min(starts[axis] + side, self.sizes[axis])
            mex.advance(np.array(starts), np.array(stops), arrays, values, **state)

        places = [
            (i, j)
            for i in range(-(-self.sizes[0] // side))
            for j in range(-(-self.sizes[3] // side))
            if i <= j or not self.is_symmetric
        ]
        rows = self.sizes[0]
        report = (
            None if progress is None else lambda done: progress(rows * done // len(places), rows)
        )
        in_order(places, solve, report, threads)

    def _side(self) -> int:
        """Of a rectangle: so that it takes a moment, and is made of tiles."""
        most = RECTANGLE // (1 + (len(self.rays) + len(self.vectors)) // 8)
        if len(self.heaps) == 1:
            return most
        tile = TILES[len(self.heaps)]
        return max(isqrt(most // prod(self.sizes[1:3])) // tile, 1) * tile


def set_width(sizes: Sequence[int]) -> int:
    """The words of a set of values: eight are looked at together."""
    return width_of(sum(sizes)) + 8


def lined_moves(game: Definition, sizes: tuple[int, ...]) -> Moves | None:
    """The moves inside a box where they are rays and a few vectors that are the same everywhere."""
    if len(sizes) > MOST_HEAPS:
        return None
    moves = moves_of(game.box_takes, sizes)
    if moves.conditional or moves.regions:
        return None
    return moves if len(Lines(moves, sizes).vectors) <= MANY_VECTORS else None


def lines_of(game: Definition, sizes: tuple[int, ...]) -> Lines | None:
    """The search by lines where the moves allow it and the sets are not too large."""
    moves = lined_moves(game, sizes)
    lines = None if moves is None else Lines(moves, sizes)
    is_small = lines is not None and lines.octets <= max(SMALL, 16 * prod(sizes))
    return lines if is_small else None


def bytes_needed(game: Definition, sizes: tuple[int, ...]) -> int:
    """What the values and the search for them take.

    >>> from marienbad.games.catalogue import define
    >>> bytes_needed(define("wythoff"), (1024, 1024)) // 2**20
    2
    """
    lines = lines_of(game, sizes)
    return _octets(sizes) * prod(sizes) + (0 if lines is None else lines.octets)


def _octets(sizes: Sequence[int]) -> int:
    """The octets of a value: each move takes something, so that no value exceeds all objects.

    Two at least, for each type is another kernel to compile.
    """
    largest = sum(size - 1 for size in sizes)
    return next(octets for octets in (2, 4, 8) if largest < 256**octets)
