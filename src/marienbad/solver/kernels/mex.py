"""Grundy values where the moves are vectors and rays that are the same everywhere.

The values that a ray reaches from a position are those along its line up to its base: a set of
bits for each line, to which the value at the base is added on the way. The Grundy value is the
least number in none of the sets; a set has none below its first word that is not full, so the
search begins at the largest of these words. From a ray that ends inside the box the values
are dropped again: they all differ, as each of its positions can move to the earlier ones.

The lines of a step are laid out as in :mod:`marienbad.solver.kernels.survivors`, with the last
heap as one more axis. The positions are visited tile by tile, so that the sets in use stay near.
No function is given a part of an array: counting who refers to it would take longer than its work.
"""

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import FULL, Array, compiled, trailing_zeros

if TYPE_CHECKING:
    from marienbad.solver.grundy import LineArrays

STEP, BASE, PIVOT, LARGEST, FIRST, EXTENTS, OFFSET = 0, 4, 8, 9, 10, 11, 15
"""Places in a ray: step, base, pivot axis, largest m, first line, extents, offset of the base."""
NEVER = 2**62


@compiled
def advance(
    start: int, stop: int, arrays: "LineArrays", values: Array, sets: Array, firsts: Array
) -> None:
    """Find the values of the positions whose first heap lies between two numbers.

    ``firsts`` gives for each line the first word of its set that is not full. ``axes`` are those of
    the heaps if exchanging heaps changes nothing, else it is empty. ``drops`` are the vectors just
    beyond the end of a ray, their offset and the number of the ray.
    """
    sizes, tile, axes, rays, drops, vectors = arrays
    extra, flat = np.zeros(sets.shape[1], np.uint64), sets.ravel()
    row, lines = np.zeros(4, np.int64), np.zeros(len(rays), np.int64)
    begins = np.zeros(len(rays) + len(drops) + len(vectors), np.int64)
    for x in range(start, stop, tile[0]):
        for y in range(0, sizes[1], tile[1]):
            for z in range(0, sizes[2], tile[2]):
                for last in range(0, sizes[3], tile[3]):
                    end = min(last + tile[3], sizes[3])
                    for row[0] in range(x, min(x + tile[0], stop)):
                        for row[1] in range(y, min(y + tile[1], sizes[1])):
                            for row[2] in range(z, min(z + tile[2], sizes[2])):
                                row[3] = last
                                _row(
                                    row,
                                    end,
                                    sizes,
                                    axes,
                                    rays,
                                    drops,
                                    vectors,
                                    len(extra),
                                    flat,
                                    firsts,
                                    values,
                                    extra,
                                    lines,
                                    begins,
                                )


@compiled
def _row(
    row: Array,
    end: int,
    sizes: Array,
    axes: Array,
    rays: Array,
    drops: Array,
    vectors: Array,
    width: int,
    sets: Array,
    firsts: Array,
    values: Array,
    extra: Array,
    lines: Array,
    begins: Array,
) -> None:
    """Find the values of a part of a row."""
    count = len(rays)
    for ray in range(count):
        begins[ray] = _begin(rays, ray, BASE, row)
        lines[ray] = _line(rays, ray, row)
    for drop in range(len(drops)):
        begins[count + drop] = _begin(drops, drop, 0, row)
    for vector in range(len(vectors)):
        begins[count + len(drops) + vector] = _begin(vectors, vector, 0, row)
    place = ((row[0] * sizes[1] + row[1]) * sizes[2] + row[2]) * sizes[3] + row[3]
    for last in range(row[3], end):
        row[3] = last
        is_first = _ascends(row, axes)
        for ray in range(count):
            if last >= begins[ray] and (is_first or _returns(row, axes, rays, ray)):
                value = int(values[place - rays[ray, OFFSET]])
                _add(value, lines[ray], width, sets, firsts)
        if len(drops):
            _drop(place, last, drops, begins, count, values, lines, width, sets, firsts)
        if is_first and len(vectors) == 0:
            values[place] = _mex(lines, width, firsts, sets, extra)
        elif is_first:
            _put(place, last, vectors, begins, values, extra, True)
            values[place] = _mex(lines, width, firsts, sets, extra)
            _put(place, last, vectors, begins, values, extra, False)
        else:
            values[place] = values[_ascending(row, axes, sizes)]
        place += 1
        _step(last + 1, rays, lines)


@compiled
def _add(value: int, line: int, width: int, sets: Array, firsts: Array) -> None:
    """Add a value to the set of a line."""
    word = line * width + (value >> 6)
    members = sets[word] | (uint64(1) << uint64(value & 63))
    sets[word] = members
    if members == FULL and firsts[line] == value >> 6:
        while sets[word] == FULL:
            word += 1
        firsts[line] = word - line * width


@compiled
def _drop(
    place: int,
    last: int,
    drops: Array,
    begins: Array,
    count: int,
    values: Array,
    lines: Array,
    width: int,
    sets: Array,
    firsts: Array,
) -> None:
    """Remove what is beyond the end of a ray from the set of its line."""
    for drop in range(len(drops)):
        if last >= begins[count + drop]:
            value, line = int(values[place - drops[drop, 4]]), lines[drops[drop, 5]]
            sets[line * width + (value >> 6)] &= ~(uint64(1) << uint64(value & 63))
            firsts[line] = min(firsts[line], value >> 6)


@compiled
def _step(last: int, rays: Array, lines: Array) -> None:
    """Go on to the lines of the next place of a row."""
    for ray in range(len(rays)):
        if rays[ray, PIVOT] != 3:
            lines[ray] += 1
        elif rays[ray, STEP + 3] > 1:
            step = rays[ray, STEP + 3]
            lines[ray] += 1 if last % step else 1 - step


@compiled
def _put(
    place: int,
    last: int,
    vectors: Array,
    begins: Array,
    values: Array,
    extra: Array,
    is_there: bool,
) -> None:
    """Add the values that single vectors reach to a set, or empty the words they stand in."""
    before = len(begins) - len(vectors)
    for vector in range(len(vectors)):
        if last >= begins[before + vector]:
            value = int(values[place - vectors[vector, 4]])
            bit = uint64(1) << uint64(value & 63)
            extra[value >> 6] = extra[value >> 6] | bit if is_there else uint64(0)


@compiled
def _line(rays: Array, ray: int, row: Array) -> int:
    """The number of the line of a ray through a position."""
    pivot, largest = rays[ray, PIVOT], rays[ray, LARGEST]
    times = row[pivot] // rays[ray, STEP + pivot]
    line = 0
    for axis in range(4):
        moved = row[axis] - times * rays[ray, STEP + axis]
        if axis != pivot:
            moved += largest * rays[ray, STEP + axis]
        line = line * rays[ray, EXTENTS + axis] + moved
    return int(rays[ray, FIRST] + line)


@compiled
def _begin(vectors: Array, number: int, at: int, row: Array) -> int:
    """From which last heap on a vector can be taken in a row."""
    for axis in range(3):
        if row[axis] < vectors[number, at + axis]:
            return NEVER
    return int(vectors[number, at + 3])


@compiled
def _ascends(row: Array, axes: Array) -> bool:
    """Whether the heaps ascend: other orders have the same value."""
    number = 1
    while number < len(axes) and row[axes[number - 1]] <= row[axes[number]]:
        number += 1
    return number >= len(axes)


@compiled
def _returns(row: Array, axes: Array, rays: Array, ray: int) -> bool:
    """Whether the line of a ray can come to a position whose heaps ascend."""
    for number in range(len(axes) - 1):
        one, other = axes[number], axes[number + 1]
        if row[one] > row[other] and rays[ray, STEP + one] >= rays[ray, STEP + other]:
            return False
    return True


@compiled
def _ascending(row: Array, axes: Array, sizes: Array) -> int:
    """The place of the position with the same heaps in ascending order."""
    place, used = 0, 0
    for axis in range(4):
        heap = 0
        if used < len(axes) and axes[used] == axis:
            # the heap with this number of smaller ones, equal ones in their order
            for one in axes:
                smaller = 0
                for other in axes:
                    smaller += row[other] < row[one] or (row[other] == row[one] and other < one)
                if smaller == used:
                    heap = row[one]
            used += 1
        place = place * sizes[axis] + heap
    return place


@compiled
def _mex(lines: Array, width: int, firsts: Array, sets: Array, extra: Array) -> int:
    """The least number in none of the sets."""
    word = 0
    for line in lines:
        word = max(word, firsts[line])
    while True:
        # unsigned, for numba lets signed numbers count from the end; four, for vector code
        at = uint64(word)
        one, two, three = extra[at], extra[at + uint64(1)], extra[at + uint64(2)]
        four = extra[at + uint64(3)]
        for line in lines:
            at = uint64(line * width + word)
            one |= sets[at]
            two |= sets[at + uint64(1)]
            three |= sets[at + uint64(2)]
            four |= sets[at + uint64(3)]
        if one & two & three & four != FULL:
            for members in (one, two, three, four):
                if members != FULL:
                    return 64 * word + int(trailing_zeros(~members))
                word += 1
        word += 4
