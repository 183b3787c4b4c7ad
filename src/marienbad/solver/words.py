"""Rows of places as words of 64 bits, and positions of one to four heaps as four numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

MOST_HEAPS = 4
"""With more heaps than this the moves are listed, since positions are four numbers here."""
CACHED = 2**18
"""Octets that stay in the cache."""
Arrays = dict[str, Any]
"""The state of a search: arrays by name."""


def padded(vector: Sequence[int], filling: int) -> list[int]:
    """Four numbers: those of the first heaps, then as many fillings as needed, then the last heap.

    >>> padded((3, 5), 0), padded((2, 3, 4), 1)
    ([3, 0, 0, 5], [2, 3, 1, 4])
    """
    return [*vector[:-1], *[filling] * (4 - len(vector)), vector[-1]]


def width_of(size: int) -> int:
    """How many words hold this number of places."""
    return -(-size // 64)


def packed(places: Any) -> Any:
    """Booleans along the last axis as words, the first place in the lowest bit."""
    import numpy as np

    octets = np.packbits(places, axis=-1, bitorder="little")
    room = np.zeros((*places.shape[:-1], 8 * width_of(places.shape[-1])), np.uint8)
    room[..., : octets.shape[-1]] = octets
    return room.view("<u8").astype(np.uint64, copy=False)


def packed_zeros(values: Any) -> Any:
    """Where values are 0, as words; some rows at a time, so that the booleans stay in the cache.

    >>> import numpy
    >>> packed_zeros(numpy.array([[0, 1, 0], [2, 0, 0]])).tolist()
    [[5], [6]]
    """
    import numpy as np

    size = values.shape[-1]
    words = np.empty((*values.shape[:-1], width_of(size)), np.uint64)
    rows, found = values.reshape(-1, size), words.reshape(-1, words.shape[-1])
    count = max(CACHED // size, 1)
    for start in range(0, len(rows), count):
        found[start : start + count] = packed(rows[start : start + count] == 0)
    return words


def unpacked(words: Any, size: int) -> Any:
    """The booleans that words hold along the last axis.

    >>> import numpy
    >>> unpacked(packed(numpy.array([True, False, True])), 3).tolist()
    [True, False, True]
    """
    import numpy as np

    given = np.ascontiguousarray(words)
    octets = given.astype(given.dtype.newbyteorder("<"), copy=False).view(np.uint8)
    return np.unpackbits(octets, axis=-1, count=size, bitorder="little").view(np.bool_)


def closed_places(least: Iterable[Sequence[int]], sizes: Sequence[int], is_misere: bool) -> Any:
    """For each row how many places have no move, which misère play closes; else an empty array.

    A position has a move exactly when one of the least moves fits into it.

    >>> closed_places([[2, 0, 0, 1], [0, 0, 0, 3]], (4, 1, 1, 9), True).ravel().tolist()
    [3, 3, 1, 1]
    """
    import numpy as np

    if not is_misere:
        return np.zeros((0, 0, 0), np.int64)
    closed = np.full(sizes[:3], sizes[3], np.int64)
    for x, y, z, last in least:
        np.minimum(closed[x:, y:, z:], last, out=closed[x:, y:, z:])
    return closed


def lines_through(step: Sequence[int], sizes: Sequence[int]) -> tuple[int, int, list[int]]:
    """How the lines of a step through a box are laid out: pivot axis, largest m, and extents.

    The pivot is the first axis where the step is not 0, and m the number of steps to its edge.

    >>> lines_through([0, 2, 1], [5, 7, 9])
    (1, 3, [5, 2, 12])
    """
    pivot = next(axis for axis, length in enumerate(step) if length)
    largest = (sizes[pivot] - 1) // step[pivot]
    extents = [size + largest * length for size, length in zip(sizes, step, strict=True)]
    extents[pivot] = step[pivot]
    return pivot, largest, extents
