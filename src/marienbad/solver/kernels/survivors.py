"""Outcomes where a row holds few P-positions: they are listed, and their lines marked.

A *row* is all positions that differ in the last heap only. Where every multiple of b may be taken
from the last heap, a row holds one P-position at most for each residue modulo b. So the rows are
visited in order; what earlier P-positions reach is kept as bits, one *stream* for each step of the
rays, and the first open place of each residue is a P-position.

A stream has a row of bits for each line of its step through the other heaps; along the line the
bits move by a constant number of places, so that only the place where reading begins moves: with
the pivot axis i, where the step is not 0, and m = o_i div step_i, the line through o is that of
o − m·step, and the place of z is z + (M − m)·step_z, M being the largest m of the box.
"""

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import FULL, Array, Word, compiled, trailing_zeros

if TYPE_CHECKING:
    from marienbad.solver.survivors import SurvivorArrays

BLOCK = 16
"""Words that are looked at together: two vectors of the widest machine."""


@compiled
def advance(
    start: int,
    stop: int,
    arrays: "SurvivorArrays",
    words: Array,
    full: Array,
    found: Array,
    counts: Array,
) -> None:
    """Find the P-positions of the rows whose first heap lies between two numbers.

    ``found`` lists the last heaps of the P-positions of each row, ``counts`` how many there are.
    ``closed`` gives for each row how many places at its beginning are closed from the start, if it
    is not empty. ``orders`` are the orders of heaps that change nothing; where there are any
    but the own one, only rows whose heaps ascend are looked at, beyond their largest heap. ``full``
    gives for each stream a run of words known to be full, where it has one line only and its marks
    stay.
    """
    sizes, period, orders, closed, streams, bases = arrays
    size = sizes[3]
    shifts = np.empty((size >> 6) + 1 + BLOCK, np.uint64)
    for word in range(len(shifts)):
        shifts[word] = (64 * word) % period
    row, block = np.zeros(3, np.int64), np.empty(BLOCK, np.uint64)
    addresses = np.zeros((len(streams), 2), np.int64)
    for x in range(start, stop):
        row[0] = x
        for y in range(sizes[1]):
            row[1] = y
            for z in range(sizes[2]):
                row[2] = z
                for stream in range(len(streams)):
                    _locate(row, streams[stream], addresses[stream])
                _mark(row, size, bases, streams, addresses, words, found, counts, False)
                begin = _begin(x, y, z, sizes, closed, len(orders) > 1)
                known = counts[x, y, z]
                for stream in range(len(full)):
                    if streams[stream, 5] < 0:  # its marks are taken back: nothing stays full
                        continue
                    place = 64 * addresses[stream, 0] + addresses[stream, 1]
                    begin = jump(begin, size, place, words, full, stream)
                if begin < size and known < period:
                    here = found[x, y, z]
                    all_ = _scan(begin, size, period, known, here, shifts, addresses, words, block)
                    counts[x, y, z] = all_
                    for number in range(known, all_):
                        _enter(row, here[number], orders, found, counts)
                _mark(row, size, bases, streams, addresses, words, found, counts, True)


@compiled
def _begin(x: int, y: int, z: int, sizes: Array, closed: Array, is_symmetric: bool) -> int:
    """Where to begin in a row: behind what is closed, and behind what other orders tell."""
    begin = closed[x, y, z] if len(closed) else 0
    if not is_symmetric:
        return int(begin)
    if (sizes[1] > 1 and x > y) or (sizes[2] > 1 and y > z):
        return int(sizes[3])
    return int(max(begin, x, y, z))


@compiled
def _locate(row: Array, stream: Array, address: Array) -> None:
    """Where the bits of a row of a stream begin: the first word, and the bit in it."""
    pivot, largest = stream[4], stream[5]
    times = row[pivot] if stream[pivot] == 1 else row[pivot] // stream[pivot]
    line = 0
    for axis in range(3):
        beyond = 0 if axis == pivot else largest * stream[axis]
        line = line * stream[8 + axis] + row[axis] - times * stream[axis] + beyond
    place = (largest - times) * stream[3]
    address[0] = stream[6] + line * stream[7] + (place >> 6)
    address[1] = place & 63


@compiled
def _mark(
    row: Array,
    size: int,
    bases: Array,
    streams: Array,
    addresses: Array,
    words: Array,
    found: Array,
    counts: Array,
    is_taken_back: bool,
) -> None:
    """Mark in the streams what the P-positions of earlier rows reach first in this row.

    The marks of single vectors, which reach no further row, are taken back when it is done.
    """
    for base in range(len(bases)):
        stream = bases[base, 4]
        x, y, z = row[0] - bases[base, 0], row[1] - bases[base, 1], row[2] - bases[base, 2]
        if x < 0 or y < 0 or z < 0 or (is_taken_back and streams[stream, 5] >= 0):
            continue
        first, bit = addresses[stream]
        for number in range(counts[x, y, z]):
            place = found[x, y, z, number] + bases[base, 3]
            if place < size:
                place += bit
                word = first + (place >> 6)
                mark = uint64(1) << uint64(place & 63)
                words[word] = uint64(0) if is_taken_back else words[word] | mark


@compiled
def jump(begin: int, size: int, place: int, words: Array, full: Array, stream: int) -> int:
    """The first place from ``begin`` on that a stream leaves open, or one shortly before it.

    ``place`` is where the bits of the row begin, among the bits of all words.
    """
    if begin >= size:
        return begin
    word, end = (place + begin) >> 6, (place + size) >> 6
    if not full[stream, 0] <= word <= full[stream, 1]:
        full[stream, 0] = full[stream, 1] = word
    while full[stream, 1] < end and words[full[stream, 1]] == FULL:
        full[stream, 1] += 1
    return begin if full[stream, 1] <= word else (full[stream, 1] << 6) - place


@compiled
def _scan(
    begin: int,
    size: int,
    period: int,
    known: int,
    here: Array,
    shifts: Array,
    addresses: Array,
    words: Array,
    block: Array,
) -> int:
    """List the first open place of each residue that has none yet; return how many are listed."""
    low, high = FULL, FULL
    for number in range(known):
        low, high = _without(low, high, here[number] % period, period)
    word = begin >> 6
    lowest = FULL << uint64(begin & 63)
    while 64 * word < size:
        if _open(word, low, high, lowest, shifts, addresses, words, block):
            for part in range(BLOCK):
                while block[part]:
                    place = 64 * (word + part) + int(trailing_zeros(block[part]))
                    if place >= size:
                        return known
                    here[known] = place
                    known += 1
                    if known == period:
                        return known
                    low, high = _without(low, high, place % period, period)
                    for later in range(part, BLOCK):
                        block[later] &= _wanted(low, high, shifts[word + later])
        lowest = FULL
        word += BLOCK
    return known


@compiled
def _without(low: Word, high: Word, residue: int, period: int) -> tuple[Word, Word]:
    """The pattern of 128 places without those of a residue."""
    for place in range(residue, 128, period):
        if place < 64:
            low &= ~(uint64(1) << uint64(place))
        else:
            high &= ~(uint64(1) << uint64(place - 64))
    return low, high


@compiled
def _wanted(low: Word, high: Word, shift: Word) -> Word:
    """64 places of the pattern, from this one on."""
    return (low >> shift) | ((high << uint64(1)) << (uint64(63) - shift))


@compiled
def _open(
    word: int,
    low: Word,
    high: Word,
    lowest: Word,
    shifts: Array,
    addresses: Array,
    words: Array,
    block: Array,
) -> bool:
    """Fill the block with the wanted places that no stream has marked; whether there are any."""
    for part in range(BLOCK):
        block[part] = 0
    for stream in range(len(addresses)):
        first, bit = addresses[stream, 0] + word, uint64(addresses[stream, 1])
        back = uint64(63) - bit
        here = words[first : first + BLOCK + 1]
        for part in range(BLOCK):
            block[part] |= (here[part] >> bit) | ((here[part + 1] << uint64(1)) << back)
    block[0] |= ~lowest
    some = uint64(0)
    for part in range(BLOCK):
        block[part] = ~block[part] & _wanted(low, high, shifts[word + part])
        some |= block[part]
    return bool(some)


@compiled
def _enter(row: Array, place: int, orders: Array, found: Array, counts: Array) -> None:
    """List a P-position in the rows of its other orders."""
    for number in range(1, len(orders)):
        order = orders[number]
        x = place if order[0] == 3 else row[order[0]]
        y = place if order[1] == 3 else row[order[1]]
        z = place if order[2] == 3 else row[order[2]]
        last = place if order[3] == 3 else row[order[3]]
        count = counts[x, y, z]
        is_new = True
        for other in range(count):
            is_new &= found[x, y, z, other] != last
        if is_new:
            found[x, y, z, count] = last
            counts[x, y, z] = count + 1


@compiled
def draw(start: int, found: Array, counts: Array, out: Array) -> None:
    """Write rows of bits: nothing but the P-positions that are listed."""
    for x in range(out.shape[0]):
        for y in range(out.shape[1]):
            for z in range(out.shape[2]):
                row = out[x, y, z]
                row[:] = 0
                for number in range(counts[start + x, y, z]):
                    place = found[start + x, y, z, number]
                    row[place >> 6] |= uint64(1) << uint64(place & 63)
