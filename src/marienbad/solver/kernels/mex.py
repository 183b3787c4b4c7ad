"""Grundy values where the moves are vectors and rays that are the same everywhere.

The values that a ray reaches from a position are those along its line up to its base: a set of
bits for each line, to which values are added on the way. The Grundy value is the least number in
none of the sets; a set has none below its first word that is not full, so the search begins at the
largest of these words. From a ray that ends inside the box the values are dropped again: they all
differ, as each of its positions can move to the earlier ones.

The lines of a step are laid out as in :mod:`marienbad.solver.kernels.survivors`, with the last
heap as one more axis. If exchanging heaps changes nothing, only positions whose heaps ascend are
visited, lines that are exchanged share one set, and each value is written to all its places: so in
Wythoff's game row n goes on where column n met the diagonal.

The positions of a rectangle are visited tile by tile, so that the sets in use stay near. Rectangles
that no line joins can be filled at the same time. No function is given a part of an array: counting
who refers to it would take longer than its work.
"""

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import (
    FULL,
    Array,
    Word,
    compiled,
    open_in_rows,
    open_words,
    trailing_zeros,
)

if TYPE_CHECKING:
    from marienbad.solver.grundy import LineArrays

AXES, STEP, EXTENTS, BASE = 0, 4, 8, 12
PIVOT, LARGEST, FIRST, DELTA, MODULUS, JUMP, OFFSET, IS_LATE = range(16, 24)
"""Places in a ray: the heap that is each axis of its lines, step and extents along these axes, its
base; pivot axis, largest m, first line; how far the line of the next place is, and how far instead
where the last heap is a multiple of the modulus; the offset of the base; whether the base is not
the step, so that values are added when their base is reached and not at once."""
NEVER = 2**62


@compiled
def advance(
    starts: Array, stops: Array, arrays: "LineArrays", values: Array, sets: Array, firsts: Array
) -> None:
    """Find the values of the positions of a rectangle.

    ``firsts`` gives for each line the first word of its set that is not full. ``heaps`` are the
    axes of the heaps if exchanging them changes nothing, else it is empty; ``images`` how far apart
    the places are along each axis, for each order of the heaps. ``drops`` are the vectors just
    beyond the end of a ray, their offset and the number of the ray. ``origin`` is the place of the
    empty heaps, from where on vectors can be taken.
    """
    tile = arrays.tile
    extra, flat = np.zeros(sets.shape[1], np.uint64), sets.ravel()
    for x in range(starts[0], stops[0], tile[0]):
        for y in range(starts[1], stops[1], tile[1]):
            for z in range(starts[2], stops[2], tile[2]):
                for last in range(starts[3], stops[3], tile[3]):
                    _tile(x, y, z, last, stops, arrays, values, flat, firsts, extra)


@compiled
def _tile(
    x: int,
    y: int,
    z: int,
    last: int,
    stops: Array,
    arrays: "LineArrays",
    values: Array,
    sets: Array,
    firsts: Array,
    extra: Array,
) -> None:
    """Find the values of a tile, row by row."""
    tile, _, heaps, images, rays, drops, vectors = arrays
    row, lines = np.zeros(4, np.int64), np.zeros(len(rays), np.int64)
    places, left = np.zeros(len(images), np.int64), np.zeros(len(rays), np.int64)
    begins = np.zeros(len(rays) + len(drops) + len(vectors), np.int64)
    is_plain, width = _is_plain(images, rays, drops, vectors), len(extra)
    end = min(last + tile[3], stops[3])
    for row[0] in range(x, min(x + tile[0], stops[0])):
        for row[1] in range(y, min(y + tile[1], stops[1])):
            for row[2] in range(z, min(z + tile[2], stops[2])):
                row[3] = last
                if not _ascends(row, heaps):
                    continue
                first = row[3]
                _begin(row, arrays, lines, places, begins, left)
                if is_plain:
                    _plain_row(first, end, images, rays, width, sets, firsts, values, lines, places)
                else:
                    _row(
                        first,
                        end,
                        images,
                        rays,
                        drops,
                        vectors,
                        width,
                        sets,
                        firsts,
                        values,
                        extra,
                        lines,
                        places,
                        begins,
                        left,
                    )


@compiled
def _is_plain(images: Array, rays: Array, drops: Array, vectors: Array) -> bool:
    """Whether there are at most three rays, which never jump, and nothing else."""
    is_plain = 0 < len(rays) <= 3 and len(drops) + len(vectors) == 0 and len(images) <= 2
    for ray in range(len(rays)):
        is_plain &= rays[ray, IS_LATE] == 0 and rays[ray, MODULUS] == 0
    return is_plain


@compiled
def _plain_row(
    first: int,
    end: int,
    images: Array,
    rays: Array,
    width: int,
    sets: Array,
    firsts: Array,
    values: Array,
    lines: Array,
    places: Array,
) -> None:
    """Find the values of a part of a row where there are at most three rays and nothing else.

    Without loops over rays it takes two thirds of the time. Rays that are missing are the first
    one again.
    """
    two, three = min(1, len(rays) - 1), len(rays) - 1
    line, line2, line3 = lines[0], lines[two], lines[three]
    step, step2, step3 = rays[0, DELTA], rays[two, DELTA], rays[three, DELTA]
    place, mirrored = places[0], places[-1]
    one, other = images[0, 3], images[-1, 3]
    # unsigned throughout, for numba lets signed numbers count from the end
    for _ in range(first, end):
        word = max(firsts[uint64(line)], firsts[uint64(line2)], firsts[uint64(line3)])
        at, at2 = uint64(line * width + word), uint64(line2 * width + word)
        at3, further = uint64(line3 * width + word), uint64(0)
        members = sets[at] | sets[at2] | sets[at3]
        if members == FULL:
            further = uint64(1)
            found = open_words(sets, at + further, at2 + further, at3 + further)
            while found == uint64(0):
                further += uint64(4)
                found = open_words(sets, at + further, at2 + further, at3 + further)
            further += trailing_zeros(found)
            members = sets[at + further] | sets[at2 + further] | sets[at3 + further]
        bit, number = trailing_zeros(~members), uint64(word) + further
        value = number << uint64(6) | bit
        values[uint64(place)] = value
        values[uint64(mirrored)] = value
        bit = uint64(1) << bit
        _join(bit, number, line, at + further, sets, firsts)
        _join(bit, number, line2, at2 + further, sets, firsts)
        _join(bit, number, line3, at3 + further, sets, firsts)
        place += one
        mirrored += other
        line += step
        line2 += step2
        line3 += step3


@compiled
def _join(bit: Word, number: Word, line: int, at: Word, sets: Array, firsts: Array) -> None:
    """Add a value to the set of a line: a bit of the word with this number, at this place."""
    members = sets[at] | bit
    sets[at] = members
    if members == FULL and firsts[uint64(line)] == number:
        while sets[at] == FULL:
            at += uint64(1)
            number += uint64(1)
        firsts[uint64(line)] = number


@compiled
def _row(  # noqa: C901 (numba would count the references to the arrays of smaller functions)
    first: int,
    end: int,
    images: Array,
    rays: Array,
    drops: Array,
    vectors: Array,
    width: int,
    sets: Array,
    firsts: Array,
    values: Array,
    extra: Array,
    lines: Array,
    places: Array,
    begins: Array,
    left: Array,
) -> None:
    """Find the values of a part of a row."""
    count, late = uint64(len(rays)), uint64(0)
    while late < count and rays[late, IS_LATE] == 0:
        late += uint64(1)
    is_jumping = False
    for ray in range(count):
        is_jumping |= rays[ray, MODULUS] > 0
    place, one, before = places[0], images[0, 3], count + uint64(len(drops))
    for last in range(first, end):
        for ray in range(late, count):
            if last >= begins[ray]:
                value = uint64(values[uint64(place - rays[ray, OFFSET])])
                _add(value, lines[ray], width, sets, firsts)
        for drop in range(uint64(len(drops))):
            if last >= begins[count + drop]:
                value = uint64(values[uint64(place - drops[drop, 4])])
                _drop(value, lines[uint64(drops[drop, 5])], width, sets, firsts)
        for vector in range(uint64(len(vectors))):
            if last >= begins[before + vector]:
                value = uint64(values[uint64(place - vectors[vector, 4])])
                extra[value >> uint64(6)] |= uint64(1) << (value & uint64(63))
        word = 0
        for ray in range(count):
            word = max(word, firsts[uint64(lines[ray])])
        members = extra[uint64(word)]
        for ray in range(count):
            members |= sets[uint64(lines[ray] * width + word)]
        if members == FULL:
            word += 1
            found = open_in_rows(sets, lines, count, width, word, extra)
            while found == uint64(0):
                word += 8
                found = open_in_rows(sets, lines, count, width, word, extra)
            word += trailing_zeros(found)
            members = extra[uint64(word)]
            for ray in range(count):
                members |= sets[uint64(lines[ray] * width + word)]
        for vector in range(uint64(len(vectors))):
            if last >= begins[before + vector]:
                reached = uint64(values[uint64(place - vectors[vector, 4])])
                extra[reached >> uint64(6)] = uint64(0)
        value = uint64(word) << uint64(6) | trailing_zeros(~members)
        values[uint64(place)] = value
        place += one
        for image in range(uint64(1), uint64(len(images))):
            values[uint64(places[image])] = value
            places[image] += images[image, 3]
        for ray in range(late):
            _add(value, lines[ray], width, sets, firsts)
        for ray in range(count):
            lines[ray] += rays[ray, DELTA]
        if is_jumping:
            for ray in range(count):
                left[ray] -= 1
                if left[ray] == 0:
                    lines[ray] += rays[ray, JUMP] - rays[ray, DELTA]
                    left[ray] = rays[ray, MODULUS]


@compiled
def _add(value: Word, line: int, width: int, sets: Array, firsts: Array) -> None:
    """Add a value to the set of a line."""
    number, bit = value >> uint64(6), uint64(1) << (value & uint64(63))
    _join(bit, number, line, uint64(line * width) + number, sets, firsts)


@compiled
def _drop(value: Word, line: int, width: int, sets: Array, firsts: Array) -> None:
    """Remove what is beyond the end of a ray from the set of its line."""
    number, bit = value >> uint64(6), uint64(1) << (value & uint64(63))
    sets[uint64(line * width) + number] &= ~bit
    firsts[uint64(line)] = min(firsts[uint64(line)], int(number))


@compiled
def _line(rays: Array, ray: int, row: Array) -> int:
    """The number of the line of a ray through a position."""
    pivot, largest = rays[ray, PIVOT], rays[ray, LARGEST]
    times = row[rays[ray, AXES + pivot]] // rays[ray, STEP + pivot]
    line = 0
    for axis in range(4):
        moved = row[rays[ray, AXES + axis]] - times * rays[ray, STEP + axis]
        if axis != pivot:
            moved += largest * rays[ray, STEP + axis]
        line = line * rays[ray, EXTENTS + axis] + moved
    return int(rays[ray, FIRST] + line)


@compiled
def _begin(
    row: Array, arrays: "LineArrays", lines: Array, places: Array, begins: Array, left: Array
) -> None:
    """The lines and places of a row, where vectors can be taken from, and where lines jump."""
    _, origin, _, images, rays, drops, vectors = arrays
    for image in range(len(images)):
        places[image] = 0
        for axis in range(4):
            places[image] += images[image, axis] * row[axis]
    count = len(rays)
    for ray in range(count):
        lines[ray] = _line(rays, ray, row)
        begins[ray] = _least(rays, ray, BASE, row, origin)
        modulus = rays[ray, MODULUS]
        left[ray] = modulus - row[3] % modulus if modulus else NEVER
    for drop in range(len(drops)):
        begins[count + drop] = _least(drops, drop, 0, row, origin)
    for vector in range(len(vectors)):
        begins[count + len(drops) + vector] = _least(vectors, vector, 0, row, origin)


@compiled
def _least(vectors: Array, number: int, at: int, row: Array, origin: Array) -> int:
    """From which last heap on a vector can be taken in a row."""
    for axis in range(3):
        if row[axis] - origin[axis] < vectors[number, at + axis]:
            return NEVER
    return int(vectors[number, at + 3] + origin[3])


@compiled
def _ascends(row: Array, heaps: Array) -> bool:
    """Whether the heaps ascend, the last one being made as large as they ask for."""
    for number in range(1, len(heaps)):
        one, other = heaps[number - 1], heaps[number]
        if other == 3:
            row[3] = max(row[3], row[one])
        elif row[one] > row[other]:
            return False
    return True
