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
    heads: Array,
    entries: Array,
) -> None:
    """Find the P-positions of the rows whose first heap lies between two numbers.

    An entry is the last heap of a P-position and the number of the next entry of its row, 0 after
    the last; ``heads`` gives the first one of each row, and the first entry tells how many there
    are. ``closed`` gives for each row how many places at its beginning are closed from the start,
    if it is not empty. ``orders`` are the orders of heaps that change nothing; where there are any
    but the own one, only rows whose heaps ascend are looked at, beyond their largest heap. ``full``
    gives for each stream a run of words known to be full, where it has one line only and its marks
    stay. ``barred`` lists places that are no P-positions, those of the row x from the number
    ``firsts[x]`` on, if it is not empty; their marks are taken back like those of single vectors.
    """
    sizes, period, orders, closed, streams, bases, lagging, firsts, barred = arrays
    size = sizes[3]
    shifts = np.empty((size >> 6) + 1 + BLOCK, np.int64)
    for word in range(len(shifts)):
        shifts[word] = (64 * word) % period
    row, block = np.zeros(4, np.int64), np.empty(BLOCK, np.uint64)
    taken = np.zeros((period >> 6) + 3, np.uint64)
    addresses = np.zeros((len(streams), 2), np.int64)
    latest = np.empty(stop if len(lagging) else 0, np.int64)
    for done in range(start - lagging[0, 0] if len(lagging) else 0):
        _latest(done, lagging[0, 1], latest, heads)
    for x in range(start, stop):
        row[0] = x
        for y in range(sizes[1]):
            row[1] = y
            for z in range(sizes[2]):
                row[2] = z
                for stream in range(len(streams)):
                    _locate(row, streams[stream], addresses[stream])
                _mark(row, size, bases, streams, addresses, words, heads, entries, False)
                if len(lagging):
                    least = x if len(orders) > 1 else 0
                    _mark_lagging(
                        x, least, size, lagging[0], latest, addresses, words, heads, entries
                    )
                _bar(x, firsts, barred, addresses, words, False)
                begin = _begin(row, sizes, closed, len(orders) > 1)
                begin = _beyond(begin, size, streams, addresses, words, full)
                before = entries[0, 0]
                _scan(
                    *(begin, size, period, row, taken, shifts),
                    *(addresses, words, block, heads, entries),
                )
                for entry in range(before + 1, entries[0, 0] + 1):
                    row[3] = entries[entry, 0]
                    _enter(row, sizes, orders, heads, entries)
                if len(streams) and streams[len(streams) - 1, 5] < 0:
                    _mark(row, size, bases, streams, addresses, words, heads, entries, True)
                _bar(x, firsts, barred, addresses, words, True)


@compiled
def _bar(
    x: int, firsts: Array, barred: Array, addresses: Array, words: Array, is_taken_back: bool
) -> None:
    """Mark what is barred in a row, in the last stream, or take these marks back."""
    if len(barred) == 0:
        return
    first = addresses[len(addresses) - 1, 0]
    for number in range(firsts[x], firsts[x + 1]):
        word = first + (barred[number] >> 6)
        mark = uint64(1) << uint64(barred[number] & 63)
        words[word] = uint64(0) if is_taken_back else words[word] | mark


@compiled
def _begin(row: Array, sizes: Array, closed: Array, is_symmetric: bool) -> int:
    """Where to begin in a row: behind what is closed, and behind what other orders tell."""
    x, y, z = row[0], row[1], row[2]
    begin = closed[x, y, z] if len(closed) else 0
    if not is_symmetric:
        return int(begin)
    if (sizes[1] > 1 and x > y) or (sizes[2] > 1 and y > z):
        return int(sizes[3])
    return int(max(begin, x, y, z))


@compiled
def _beyond(
    begin: int, size: int, streams: Array, addresses: Array, words: Array, full: Array
) -> int:
    """Where to begin behind the words that the streams have filled."""
    for stream in range(len(full)):
        if streams[stream, 5] >= 0:  # where marks are taken back, nothing stays full
            place = 64 * addresses[stream, 0] + addresses[stream, 1]
            begin = jump(begin, size, place, words, full, stream)
    return begin


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
    heads: Array,
    entries: Array,
    is_taken_back: bool,
) -> None:
    """Mark in the streams what the P-positions of earlier rows reach first in this row.

    A base has a count: as many places are marked, a stride apart. The marks of single vectors,
    which reach no further row, are taken back when it is done.
    """
    for base in range(len(bases)):
        stream = bases[base, 4]
        x, y, z = row[0] - bases[base, 0], row[1] - bases[base, 1], row[2] - bases[base, 2]
        if x < 0 or y < 0 or z < 0 or (is_taken_back and streams[stream, 5] >= 0):
            continue
        first, bit = addresses[stream]
        stride, count = bases[base, 5], bases[base, 6]
        entry = heads[x, y, z]
        while entry:
            place = entries[entry, 0] + bases[base, 3]
            end = min(place + stride * count, size) + bit
            for at in range(place + bit, end, stride):
                word = first + (at >> 6)
                mark = uint64(1) << uint64(at & 63)
                words[word] = uint64(0) if is_taken_back else words[word] | mark
            entry = entries[entry, 1]


@compiled
def _mark_lagging(
    x: int,
    least: int,
    size: int,
    lagging: Array,
    latest: Array,
    addresses: Array,
    words: Array,
    heads: Array,
    entries: Array,
) -> None:
    """Mark what P-positions reach in this row by bases that differ in the first heap.

    There are ``count`` of these, a stride apart; few of so many rows hold P-positions, and
    ``latest`` tells of each row which these are: itself, or the latest a number of strides before.
    What stands before the place ``least`` need not be marked.
    """
    first, stride, count, last, stream = lagging
    row = x - first
    if row < 0:
        return
    end = max(row - stride * count, -1)
    begin, bit = addresses[stream]
    row = _latest(row, stride, latest, heads)
    while row > end:
        entry = heads[row, 0, 0]
        while entry:
            place = entries[entry, 0] + last
            if least <= place < size:
                place += bit
                words[begin + (place >> 6)] |= uint64(1) << uint64(place & 63)
            entry = entries[entry, 1]
        row = latest[row - stride] if row >= stride else -1


@compiled
def _latest(row: int, stride: int, latest: Array, heads: Array) -> int:
    """Note of a row that is complete which is the latest with P-positions; return that."""
    latest[row] = row
    if heads[row, 0, 0] == 0:
        latest[row] = latest[row - stride] if row >= stride else -1
    return int(latest[row])


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
    row: Array,
    taken: Array,
    shifts: Array,
    addresses: Array,
    words: Array,
    block: Array,
    heads: Array,
    entries: Array,
) -> None:
    """List the first open place of each residue that has none yet."""
    if begin >= size:
        return
    x, y, z = row[0], row[1], row[2]
    taken[:] = 0
    known, entry = 0, heads[x, y, z]
    while entry:
        _take(entries[entry, 0] % period, period, taken)
        known += 1
        entry = entries[entry, 1]
    word = begin >> 6
    lowest = FULL << uint64(begin & 63)
    while known < period and 64 * word < size:
        if _open(word, lowest, taken, shifts, addresses, words, block):
            for part in range(BLOCK):
                while block[part]:
                    place = 64 * (word + part) + int(trailing_zeros(block[part]))
                    if place >= size:
                        return
                    _list(x, y, z, place, heads, entries)
                    known += 1
                    if known == period:
                        return
                    _take(place % period, period, taken)
                    for later in range(part, BLOCK):
                        block[later] &= ~_taken(taken, shifts[word + later])
        lowest = FULL
        word += BLOCK


@compiled
def _list(x: int, y: int, z: int, place: int, heads: Array, entries: Array) -> None:
    """Add an entry to those of a row."""
    number = entries[0, 0] + 1
    entries[0, 0] = number
    entries[number, 0], entries[number, 1] = place, heads[x, y, z]
    heads[x, y, z] = number


@compiled
def _take(residue: int, period: int, taken: Array) -> None:
    """Add a residue to the pattern, which goes on for 64 places after its period."""
    for place in range(residue, period + 64, period):
        taken[place >> 6] |= uint64(1) << uint64(place & 63)


@compiled
def _taken(taken: Array, shift: int) -> Word:
    """64 places of the pattern, from this one on."""
    word, bit = shift >> 6, uint64(shift & 63)
    return (taken[word] >> bit) | ((taken[word + 1] << uint64(1)) << (uint64(63) - bit))


@compiled
def _open(
    word: int,
    lowest: Word,
    taken: Array,
    shifts: Array,
    addresses: Array,
    words: Array,
    block: Array,
) -> bool:
    """Fill the block with the places that are wanted and not marked; whether there are any."""
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
        block[part] = ~(block[part] | _taken(taken, shifts[word + part]))
        some |= block[part]
    return bool(some)


@compiled
def _enter(point: Array, sizes: Array, orders: Array, heads: Array, entries: Array) -> None:
    """List a P-position in the rows of its other orders."""
    for number in range(1, len(orders)):
        order = orders[number]
        is_new = True
        for one in range(3):
            for other in range(one + 1, 4):
                # of the orders that give the same, that with alike heaps in place
                if order[one] > order[other] and sizes[one] > 1 and sizes[other] > 1:
                    is_new &= point[order[one]] != point[order[other]]
        if is_new:
            x, y, z = point[order[0]], point[order[1]], point[order[2]]
            _list(x, y, z, point[order[3]], heads, entries)


@compiled
def draw(start: int, heads: Array, entries: Array, out: Array) -> None:
    """Write rows of bits: nothing but the P-positions that are listed."""
    out.reshape(-1)[:] = 0  # all together, which is the quicker the more it is
    for x in range(out.shape[0]):
        for y in range(out.shape[1]):
            for z in range(out.shape[2]):
                row = out[x, y, z]
                entry = heads[start + x, y, z]
                while entry:
                    place = entries[entry, 0]
                    row[place >> 6] |= uint64(1) << uint64(place & 63)
                    entry = entries[entry, 1]


@compiled
def collect(heads: Array, entries: Array, counts: Array, places: Array) -> int:
    """Write the last heaps of what is listed for some rows, in order, and how many each row has."""
    end = 0
    for row in range(len(heads)):
        first, entry = end, heads[row]
        while entry:
            place = entries[entry, 0]
            at = end
            while at > first and places[at - 1] > place:
                places[at] = places[at - 1]
                at -= 1
            places[at] = place
            end += 1
            entry = entries[entry, 1]
        counts[row] = end - first
    return end
