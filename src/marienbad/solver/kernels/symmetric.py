"""Outcomes where no heap differs from another and any number may be taken from one heap.

See :class:`marienbad.solver.survivors.Symmetric`. Streams of bits are as in
:mod:`marienbad.solver.kernels.survivors`, all with step 1 along their pivot axis: so the place of a
bit among all words is a linear form in the heaps. The heaps of a position are given in ascending
order.
"""

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types, uint64
from numba.core.cgutils import alloca_once_value, false_bit, for_range
from numba.extending import intrinsic

from marienbad.solver.kernels.machine import Array, compiled
from marienbad.solver.kernels.survivors import jump

if TYPE_CHECKING:
    from marienbad.solver.survivors import SymmetricArrays

WORD = ir.IntType(64)
WORDS = ir.VectorType(WORD, 4)
WIDE = 128
"""Words of rows: where they are longer, all are emptied first, which is the quicker the more."""
SEEN = 256
"""Places that are looked at together, as a vector of words."""


def _open_place(_: Any, words: Any, places: Any, begin: Any) -> Any:
    def code(context: Any, builder: Any, _: Any, arguments: Any) -> Any:
        data = context.make_array(words)(context, builder, arguments[0]).data
        rows = context.make_array(places)(context, builder, arguments[1])
        marked = alloca_once_value(builder, ir.Constant(WORDS, None))  # type: ignore[no-untyped-call]
        with for_range(builder, builder.extract_value(rows.shape, 0)) as loop:
            place = builder.add(builder.load(builder.gep(rows.data, [loop.index])), arguments[2])
            here = _moved(builder, data, place)
            builder.store(builder.or_(builder.load(marked), here), marked)
        found = builder.not_(builder.load(marked))
        some = builder.icmp_unsigned("!=", found, ir.Constant(WORDS, None))
        which = builder.zext(builder.bitcast(some, ir.IntType(4)), WORD)
        number = builder.and_(builder.cttz(which, false_bit), WORD(3))
        bit = builder.cttz(builder.extract_element(found, number), false_bit)
        place = builder.add(builder.mul(number, WORD(64)), bit)
        is_none = builder.icmp_unsigned("==", which, WORD(0))
        return builder.select(is_none, WORD(SEEN), place)

    return types.int64(words, places, begin), code


def _moved(builder: Any, data: Any, place: Any) -> Any:
    """The bits from a place on, four words of them."""
    at, bit = builder.lshr(place, WORD(6)), builder.and_(place, WORD(63))
    low, high = (
        builder.load(builder.bitcast(builder.gep(data, [first]), WORDS.as_pointer()), align=8)
        for first in (at, builder.add(at, WORD(1)))
    )
    high = builder.shl(high, _alike(builder, WORD(1)))
    high = builder.shl(high, _alike(builder, builder.sub(WORD(63), bit)))
    return builder.or_(builder.lshr(low, _alike(builder, bit)), high)


def _alike(builder: Any, number: Any) -> Any:
    """A vector with the same number four times."""
    one = builder.insert_element(ir.Constant(WORDS, ir.Undefined), number, WORD(0))
    return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(ir.IntType(32), 4), None))


# Such short vectors are more than numba finds by itself.
open_place: Any = intrinsic(_open_place)
"""The first of 256 places that is marked in no row of bits; where these begin is told for each."""


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
    constant and four factors, a column each. For every order of the heaps of a P-position, ``rows``
    has the factors that give the number of its row, ``lasts`` tells which heap is the last one
    then. ``full`` gives for each stream a run of full words, if it is not empty.
    """
    heaps, size, closed, reads, marks, rows, lasts = arrays
    read, mark = np.empty(reads.shape[1], np.int64), np.empty(marks.shape[1], np.int64)
    places = np.empty_like(read)
    listed, outside = found.reshape(-1), closed.reshape(-1)
    point = np.zeros(4, np.int64)
    inner = 2 if heaps > 3 else 1
    for x in range(start, stop):
        for y in range(x if heaps > 3 else 0, size if heaps > 3 else 1):
            point[0], point[1] = x, y
            _begin(x, y, reads, read)
            _begin(x, y, marks, mark)
            row = (x * found.shape[1] + y) * found.shape[2]
            for last in range(max(x, y) if heaps > 2 else 0, size if heaps > 2 else 1):
                if listed[row + last] >= 0:
                    continue
                for stream in range(len(places)):
                    places[stream] = read[stream] + reads[inner + 1, stream] * last
                begin = max(x, last)
                if len(outside):
                    begin = max(begin, outside[row + last])
                for stream in range(len(full)):
                    begin = jump(begin, size, places[stream], words, full, stream)
                place = _first(begin, size, places, words)
                if place < size:
                    _mark(last, place, mark, marks[inner + 1], marks[4], words)
                    point[inner], point[3] = last, place
                    _enter(point, rows, lasts, listed)


@compiled
def _begin(x: int, y: int, forms: Array, values: Array) -> None:
    """The values of forms where the other heaps are 0."""
    for form in range(len(values)):
        values[form] = forms[0, form] + forms[1, form] * x + forms[2, form] * y


@compiled
def _first(begin: int, size: int, places: Array, words: Array) -> int:
    """The first place that no stream has marked."""
    while begin < size:
        place = open_place(words, places, begin)
        begin += place
        if place < SEEN:
            return begin
    return size


@compiled
def _mark(
    last: int, place: int, values: Array, slopes: Array, factors: Array, words: Array
) -> None:
    """Mark in the streams what a P-position reaches, with its heaps in any order."""
    for mark in range(len(values)):
        bit = values[mark] + slopes[mark] * last + factors[mark] * place
        words[uint64(bit >> 6)] |= uint64(1) << uint64(bit & 63)


@compiled
def _enter(point: Array, rows: Array, lasts: Array, found: Array) -> None:
    """List a P-position in the rows of all its orders."""
    for order in range(len(lasts)):
        row = (
            rows[0, order] * point[0]
            + rows[1, order] * point[1]
            + rows[2, order] * point[2]
            + rows[3, order] * point[3]
        )
        found[row] = point[lasts[order]]


@compiled
def draw(start: int, found: Array, out: Array) -> None:
    """Write rows of bits: nothing but the P-positions that are listed."""
    is_wide = out.shape[3] >= WIDE
    if is_wide:
        out.reshape(-1)[:] = 0
    for x in range(out.shape[0]):
        for y in range(out.shape[1]):
            for z in range(out.shape[2]):
                place = found[start + x, y, z]
                mark, at = uint64(1) << uint64(place & 63), place >> 6
                row = out[x, y, z]
                if not is_wide:
                    for word in range(len(row)):
                        row[word] = mark if word == at else uint64(0)
                elif place >= 0:
                    row[at] = mark
