"""From a table of any size to the points of a picture, so that nothing vanishes.

A point stands for a block of positions whose sides are powers of two. Where one of them is to be
left the point is marked, the darker the more there are; a point of Grundy values has their mean,
and is marked where one of them is 0. Large tables are read in strips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from marienbad.solver.words import unpacked
from marienbad.text.problems import InputError
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

STRIP = 1 << 22
"""The positions that are unpacked at once, about."""
SLICES = {1: 1, 2: 1, 3: 9, 4: 3}
"""How many sizes of each further heap are shown."""


class Solved(Protocol):
    """A table: ``sizes``, and ``is_p``, ``packed`` or ``grundy``."""

    @property
    def sizes(self) -> tuple[int, ...]: ...


class Box(Record):
    """Arrays that come from elsewhere, as a table.

    >>> Box((4,), is_p=[True, False, False, True]).sizes
    (4,)
    """

    sizes: tuple[int, ...]
    is_p: Any = None
    packed: Any = None
    grundy: Any = None


class Plane(Record):
    """Two heaps of a table, the others fixed: the rows x = start, …, stop − 1, on demand.

    ``bits`` is the number of positions in each entry of a row: 1, or a word of packed ones. What is
    read from disk comes in chunks of so many rows and entries.
    """

    sizes: tuple[int, int]
    rows: Callable[..., Array]
    """From one row to another, and from one entry of them to another, or all."""
    bits: int = 1
    chunk: tuple[int, int] | None = None

    def corner(self, size: int) -> Plane:
        """Return the positions with both heaps below a size."""
        height, width = (min(side, size) for side in self.sizes)
        entries = -(-width // self.bits)

        def rows(start: int, stop: int, left: int = 0, right: int = entries) -> Array:
            return self.rows(start, stop, left, right)

        return Plane((height, width), rows, self.bits, self.chunk)


def places(sizes: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Return the sizes of the third and fourth heap for which the others are drawn.

    >>> list(places((8, 8))), list(places((8, 8, 3)))
    ([()], [(0,), (1,), (2,)])
    """
    if not 1 <= len(sizes) <= len(SLICES):
        raise InputError("picture.heaps", count=len(sizes), most=len(SLICES))
    most = SLICES[len(sizes)]
    return product(*(range(min(size, most)) for size in sizes[2:]))


def plane_of(table: Solved, place: tuple[int, ...], grundy: bool) -> Plane:
    """Return the positions, or the Grundy values, of two heaps; one heap lies along y."""
    import numpy as np

    sizes = tuple(table.sizes)
    packed = None if grundy else getattr(table, "packed", None)
    array = getattr(table, "grundy" if grundy else "is_p", None) if packed is None else packed
    if array is None:
        raise InputError("picture.nothing", part="grundy" if grundy else "is_p")
    bits = 1 if packed is None else 8 * packed.dtype.itemsize
    if len(sizes) == 1:
        return Plane((1, sizes[0]), lambda *part: np.asarray(array)[None, slice(*part[2:])], bits)
    plane = (sizes[0], sizes[1])
    chunks = getattr(array, "chunks", None)
    chunk = chunks and (chunks[0], chunks[1])
    inner, bit = place, 0
    if packed is not None and place:
        word, bit = divmod(place[-1], bits)
        inner = (*place[:-1], word)

    def rows(start: int, stop: int, left: int = 0, right: int | None = None) -> Array:
        found: Array = np.asarray(array[(slice(start, stop), slice(left, right), *inner)])
        return (found >> bit) & 1 if packed is not None and place else found

    return Plane(plane, rows, 1 if place else bits, chunk)


def whole(plane: Plane) -> Array:
    """Return all entries of a small plane, each position for itself."""
    return _single(plane.rows(0, plane.sizes[0]), plane.sizes[1], plane.bits)


def counts(plane: Plane, blocks: tuple[int, int]) -> Array:
    """Return how many of the positions of each block are to be left.

    >>> import numpy as np
    >>> box = Box((3, 5), is_p=np.eye(3, 5, dtype=bool))
    >>> counts(plane_of(box, (), False), (2, 2)).tolist()
    [[2, 0, 0], [0, 1, 0]]
    """
    import numpy as np

    down, across = blocks

    def sums(piece: Array, size: int) -> Array:
        if plane.bits > 1 and across % plane.bits == 0:
            words = np.bitwise_count(_clipped(piece, size, plane.bits))
            return _sums(words, down, across // plane.bits)
        return _sums(_single(piece, size, plane.bits), down, across)

    return np.block([[sums(*piece) for piece in row] for row in pieces(plane, blocks)])


def means(plane: Plane, blocks: tuple[int, int]) -> tuple[Array, Array, int]:
    """Return the mean value of each block, rounded down, whether one of its values is 0, and the
    greatest value of all.

    >>> import numpy as np
    >>> box = Box((2, 4), grundy=np.array([[0, 4, 5, 6], [1, 2, 7, 8]]))
    >>> values, zeros, greatest = means(plane_of(box, (), True), (2, 2))
    >>> values.tolist(), zeros.tolist(), greatest
    ([[1, 6]], [[True, False]], 8)
    """
    import numpy as np

    values: list[list[Array]] = []
    zeros: list[list[Array]] = []
    greatest = 0
    for row in pieces(plane, blocks):
        values.append([])
        zeros.append([])
        for piece, _ in row:
            many = _sums(np.ones(piece.shape, dtype=np.uint8), *blocks)
            values[-1].append(_sums(piece, *blocks) // many)
            zeros[-1].append(_sums(piece == 0, *blocks) > 0)
            greatest = max(greatest, int(piece.max()))
    return np.block(values), np.block(zeros), greatest


def pieces(plane: Plane, blocks: tuple[int, int]) -> Iterator[Iterator[tuple[Array, int]]]:
    """Return the entries of a plane, row after row of pieces that are whole numbers of blocks, each
    with its number of positions in a row; what is read from disk comes about chunk by chunk.
    """
    (height, width), (down, across) = plane.sizes, blocks
    entries, block = -(-width // plane.bits), max(1, across // plane.bits)
    rows, wide = max(1, STRIP // max(width, 1)), entries
    if plane.chunk:
        rows, wide = plane.chunk
    rows, wide = -(-rows // down) * down, -(-wide // block) * block
    for start in range(0, height, rows):
        yield (
            (
                plane.rows(start, min(start + rows, height), left, min(left + wide, entries)),
                min(wide * plane.bits, width - left * plane.bits),
            )
            for left in range(0, entries, wide)
        )


def _single(strip: Array, size: int, bits: int) -> Array:
    """Return the entries of a strip, one for each of so many positions of a row."""
    import numpy as np

    if bits == 1:
        return strip.view(np.uint8) if strip.dtype == bool else strip
    found: Array = unpacked(strip, size).view(np.uint8)
    return found


def _clipped(strip: Array, size: int, bits: int) -> Array:
    """Return packed words without what stands behind the last position."""
    words = strip[:, : -(-size // bits)]
    if size % bits:
        words = words.copy()
        words[:, -1] &= (1 << size % bits) - 1
    return words


def _sums(strip: Array, down: int, across: int) -> Array:
    """Return the sums over the blocks of a strip."""
    import numpy as np

    height, width = strip.shape
    sums = strip
    if across > 1 or strip.dtype == bool:
        sums = np.add.reduceat(sums, range(0, width, across), axis=1, dtype=np.int64)
    if down > 1:
        sums = np.add.reduceat(sums, range(0, height, down), axis=0, dtype=np.int64)
    return sums.astype(np.int64, copy=False)
