"""Grundy values of a box, by sets of values along lines or by listing all moves."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

from marienbad.games.definition import Definition
from marienbad.solver.listing import Listed
from marienbad.solver.vectors import Moves, moves_of
from marienbad.solver.words import MOST_HEAPS, Arrays, lines_through, padded, width_of

MANY_VECTORS = 256
"""With more single vectors than this their values are listed all the same."""
TILES = {1: 4096, 2: 64, 3: 16, 4: 8}
"""The side of a tile for each number of heaps."""
SMALL = 2**28
"""Octets that the sets may take whatever the size of the table."""


class Values:
    """The Grundy values of a box in order of the first heap, some rows at a time.

    >>> from marienbad.games.catalogue import define
    >>> search = Values(define("nim"), (3, 3))
    >>> search.fill(3)
    >>> search.values.tolist()
    [0, 1, 2, 1, 0, 3, 2, 3, 0]
    """

    def __init__(self, game: Definition, sizes: tuple[int, ...]) -> None:
        import numpy as np

        self.sizes = sizes
        self.rows = sizes[0] if len(sizes) > 1 else 1
        self.done = 0
        self.values = np.zeros(prod(sizes), f"u{_octets(sizes)}")
        lines = lines_of(game, sizes)
        self.engine = Listed(game.box_takes, sizes, False) if lines is None else lines

    def fill(self, count: int) -> None:
        """Compute the values of the next rows."""
        stop = min(self.done + count, self.rows)
        self.engine.compute(self.values, self.done, stop, is_grundy=True)
        self.done = stop


class LineArrays(NamedTuple):
    """The arrays of the kernel, as :mod:`marienbad.solver.kernels.mex` describes them."""

    sizes: Any
    tile: Any
    axes: Any
    rays: Any
    drops: Any
    vectors: Any


class Lines:
    """The values by the sets of those along each line of a ray."""

    def __init__(self, moves: Moves, sizes: Sequence[int]) -> None:
        self.sizes = padded(sizes, 1)
        heaps = len(sizes)
        is_symmetric = heaps > 1 and moves.is_symmetric and len(set(sizes)) == 1
        self.axes = [*range(heaps - 1), 3] if is_symmetric else []
        self.tile = padded([TILES[heaps]] * heaps, 1)
        self.width = width_of(sum(sizes)) + 4
        self.rays: list[list[int]] = []
        self.drops: list[list[int]] = []
        self.vectors = [padded(vector, 0) for vector in sorted(moves.vectors)]
        self.count = 0
        for ray in sorted(moves.rays, key=lambda ray: (ray.step, ray.base)):
            if ray.count is None or ray.base == ray.step:
                self._add(padded(ray.step, 0), padded(ray.base, 0))
            else:
                self.vectors += [padded(ray.at(times), 0) for times in range(ray.count)]
                continue
            if ray.count is not None:
                end = padded(ray.at(ray.count), 0)
                self.drops.append([*end, self._offset(end), len(self.rays) - 1])
                # All values of such a line are needed, also those that no other order leads to.
                self.axes = []

    @property
    def octets(self) -> int:
        """What the sets take."""
        return self.count * (8 * self.width + 4)

    def _add(self, step: list[int], base: list[int]) -> None:
        pivot, largest, extents = lines_through(step, self.sizes)
        offset = self._offset(base)
        self.rays.append([*step, *base, pivot, largest, self.count, *extents, offset])
        self.count += prod(extents)

    def _offset(self, vector: list[int]) -> int:
        """How many places before a position the one stands that a vector leads to."""
        offset = 0
        for size, part in zip(self.sizes, vector, strict=True):
            offset = offset * size + part
        return offset

    def compute(self, values: Any, start: int, stop: int, is_grundy: bool) -> None:
        """Compute the values between two sizes of the first heap."""
        import numpy as np

        from marienbad.solver.kernels import mex

        if start == 0:
            self.state: Arrays = {
                "sets": np.zeros((self.count, self.width), np.uint64),
                "firsts": np.zeros(self.count, np.int32),
            }
        vectors = [[*vector, self._offset(vector)] for vector in self.vectors]
        arrays = LineArrays(
            np.array(self.sizes),
            np.array(self.tile),
            np.array(self.axes, np.int64),
            np.array(self.rays, np.int64).reshape(-1, 16),
            np.array(self.drops, np.int64).reshape(-1, 6),
            np.array(vectors, np.int64).reshape(-1, 5),
        )
        mex.advance(start, stop, arrays, values, **self.state)


def lines_of(game: Definition, sizes: tuple[int, ...]) -> Lines | None:
    """The search by lines where the moves allow it and the sets are not too large."""
    if len(sizes) > MOST_HEAPS:
        return None
    moves = moves_of(game.box_takes, sizes)
    if moves.conditional or moves.regions:
        return None
    lines = Lines(moves, sizes)
    is_small = lines.octets <= max(SMALL, 16 * prod(sizes))
    return lines if is_small and len(lines.vectors) <= MANY_VECTORS else None


def bytes_needed(game: Definition, sizes: tuple[int, ...]) -> int:
    """What the values and the search for them take.

    >>> from marienbad.games.catalogue import define
    >>> bytes_needed(define("wythoff"), (1024, 1024)) // 2**20
    3
    """
    lines = lines_of(game, sizes)
    return _octets(sizes) * prod(sizes) + (0 if lines is None else lines.octets)


def _octets(sizes: Sequence[int]) -> int:
    """The octets of a value: each move takes something, so that no value exceeds all objects."""
    largest = sum(size - 1 for size in sizes)
    return next(octets for octets in (1, 2, 4, 8) if largest < 256**octets)
