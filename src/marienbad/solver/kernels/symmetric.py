"""Outcomes where no heap differs from another and any number may be taken from one heap.

See :mod:`marienbad.solver.symmetric`. Streams of bits are as in
:mod:`marienbad.solver.kernels.survivors`, all with step 1 along their pivot axis: so the place of a
bit among all words is a linear form in the heaps.
"""

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import FULL, Array, compiled, trailing_zeros
from marienbad.solver.kernels.survivors import jump

if TYPE_CHECKING:
    from marienbad.solver.symmetric import SymmetricArrays

WORDS = 4
"""Words that are looked at together."""


@compiled
def advance(
    start: int,
    stop: int,
    arrays: "SymmetricArrays",
    words: Array,
    full: Array,
    found: Array,
) -> None:
    """Find the P-positions with ascending heaps, the first of which lies between two numbers.

    ``reads`` are the forms of the streams, ``marks`` those of the bits that a P-position sets: a
    constant and four factors. ``full`` gives for each stream a run of full words, if it is not
    empty.
    """
    heaps, size, closed, reads, marks, orders = arrays
    places, point = np.zeros(len(reads), np.int64), np.zeros(4, np.int64)
    reached = np.zeros(marks.shape[1], np.int64)
    for x in range(start, stop):
        for y in range(x if heaps > 2 else 0, size if heaps > 2 else 1):
            for z in range(y if heaps > 3 else 0, size if heaps > 3 else 1):
                if found[x, y, z] >= 0:
                    continue
                begin = max(x, y, z)
                if len(closed):
                    begin = max(begin, closed[x, y, z])
                for stream in range(len(reads)):
                    places[stream] = (
                        reads[stream, 0]
                        + reads[stream, 1] * x
                        + reads[stream, 2] * y
                        + reads[stream, 3] * z
                    )
                for stream in range(len(full)):
                    begin = jump(begin, size, places[stream], words, full, stream)
                place = _first(begin, size, places, words)
                if place < size:
                    point[0], point[1], point[2], point[3] = x, y, z, place
                    _mark(point, marks, reached, words)
                    _enter(point, orders, found)


@compiled
def _first(begin: int, size: int, places: Array, words: Array) -> int:
    """The first place that no stream has marked."""
    while begin < size:
        one = two = three = four = uint64(0)
        for place in places:
            # unsigned, for numba lets signed numbers count from the end
            at, bit = uint64((place + begin) >> 6), uint64((place + begin) & 63)
            back = uint64(63) - bit
            low, next_ = words[at], words[at + uint64(1)]
            one |= (low >> bit) | ((next_ << uint64(1)) << back)
            low, next_ = next_, words[at + uint64(2)]
            two |= (low >> bit) | ((next_ << uint64(1)) << back)
            low, next_ = next_, words[at + uint64(3)]
            three |= (low >> bit) | ((next_ << uint64(1)) << back)
            low, next_ = next_, words[at + uint64(4)]
            four |= (low >> bit) | ((next_ << uint64(1)) << back)
        if one & two & three & four != FULL:
            for marked in (one, two, three, four):
                if marked != FULL:
                    return begin + int(trailing_zeros(~marked))
                begin += 64
        begin += 64 * WORDS
    return size


@compiled
def _mark(point: Array, marks: Array, places: Array, words: Array) -> None:
    """Mark in the streams what a P-position reaches, with its heaps in any order."""
    count = len(places)
    for mark in range(count):
        places[mark] = (
            marks[0, mark]
            + marks[1, mark] * point[0]
            + marks[2, mark] * point[1]
            + marks[3, mark] * point[2]
            + marks[4, mark] * point[3]
        )
    for place in places:
        words[uint64(place >> 6)] |= uint64(1) << uint64(place & 63)


@compiled
def _enter(point: Array, orders: Array, found: Array) -> None:
    """List a P-position in the rows of all its orders."""
    for order in range(len(orders)):
        x, y = point[orders[order, 0]], point[orders[order, 1]]
        z = point[orders[order, 2]]
        found[x, y, z] = point[orders[order, 3]]


@compiled
def draw(start: int, found: Array, out: Array) -> None:
    """Write rows of bits: nothing but the P-positions that are listed."""
    for x in range(out.shape[0]):
        for y in range(out.shape[1]):
            for z in range(out.shape[2]):
                row = out[x, y, z]
                row[:] = 0
                place = found[start + x, y, z]
                if place >= 0:
                    row[place >> 6] = uint64(1) << uint64(place & 63)
