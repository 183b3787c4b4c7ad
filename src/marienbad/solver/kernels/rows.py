"""Outcomes row by row, a bit for each position, for any moves that are the same everywhere.

A *row* is all positions that differ in the last heap only, 64 of them in a word. A vector that
takes from other heaps closes in a row what an earlier row holds, moved by some places: a shift.
Further sequences of rows make many shifts cheap: along a ray R(o) = P(o − base) ∨ R(o − step),
each row moved as the vector says. So the rows are computed by a list of *terms*: which row is
added to which, how far back it stands, and by how much it is moved.

A *mask* is a row of all amounts that may be taken from the last heap together with given amounts
from the others: one shift for each P-position. What is taken from the last heap alone acts within
a row, from its low end upwards.
"""

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import FULL, Array, Word, compiled, trailing_zeros

if TYPE_CHECKING:
    from marienbad.solver.rows import RowArrays


@compiled
def advance(
    start: int, stop: int, oldest: int, table: Array, arrays: "RowArrays", kept: Array
) -> None:
    """Compute the rows whose first heap lies between two numbers.

    ``table`` holds the rows from that with first heap ``oldest`` on. A term is (target, source,
    lags of the three other heaps, shift); target and source −1 are the P-positions, others are
    sequences, whose planes in ``kept`` begin and are as many as ``depths`` says. ``amounts`` and
    ``progressions`` (first, step) may be taken from the last heap alone, or else the first mask,
    if all its lags are 0. ``closed`` gives for each row how many places at its beginning are closed
    from the start, if it is not empty.
    """
    sizes, closed, terms, depths, masks, lags, amounts, progressions = arrays
    width = table.shape[3]
    reached = np.zeros(width, np.uint64)
    streams = np.zeros((len(progressions), width + 1), np.uint64)
    near = _near(amounts, progressions)
    last = FULL >> uint64(-sizes[3] & 63)
    for x in range(start, stop):
        for y in range(sizes[1]):
            for z in range(sizes[2]):
                reached[:] = 0
                _collect(x, y, z, terms, depths, kept, table, oldest, reached)
                for number in range(len(masks)):
                    before = (x - lags[number, 0], y - lags[number, 1], z - lags[number, 2])
                    if min(before) >= 0 and before != (x, y, z):
                        earlier = table[before[0] - oldest, before[1], before[2]]
                        _spread(earlier, masks[number], reached)
                if len(closed):
                    _close(closed[x, y, z], reached)
                reached[width - 1] |= ~last
                row = table[x - oldest, y, z]
                if len(masks) and lags[0, 0] == lags[0, 1] == lags[0, 2] == 0:
                    _resolve_mask(reached, masks[0], row)
                else:
                    _resolve(reached, near, amounts, progressions, streams, row, 0)


@compiled
def _collect(
    x: int,
    y: int,
    z: int,
    terms: Array,
    depths: Array,
    kept: Array,
    table: Array,
    oldest: int,
    reached: Array,
) -> None:
    """Add up the terms of one row, four that lead from P-positions to P-positions at a time."""
    words = table.reshape(-1)
    number = 0
    while number < len(terms):
        if _are_four(x, y, z, terms, number):
            # where the row stands that each of them reads
            at = ((x - oldest) * table.shape[1] + y) * table.shape[2] + z
            _shift_four(at, table.shape, terms, number, words, reached)
            number += 4
            continue
        target, source = terms[number, 0], terms[number, 1]
        before = (x - terms[number, 2], y - terms[number, 3], z - terms[number, 4])
        to = reached
        if target >= 0:
            to = kept[depths[target, 0] + x % depths[target, 1], y, z]
            if number == 0 or terms[number - 1, 0] != target:
                to[:] = 0
        if min(before) >= 0:
            if source >= 0:
                from_ = kept[
                    depths[source, 0] + before[0] % depths[source, 1], before[1], before[2]
                ]
            else:
                from_ = table[before[0] - oldest, before[1], before[2]]
            shift_into(from_, terms[number, 5], to)
        number += 1


@compiled
def _are_four(x: int, y: int, z: int, terms: Array, number: int) -> bool:
    """Whether the next four terms are vectors that fit into the row and move it within words."""
    if number + 4 > len(terms):
        return False
    for term in range(number, number + 4):
        is_inside = terms[term, 2] <= x and terms[term, 3] <= y and terms[term, 4] <= z
        if terms[term, 0] >= 0 or terms[term, 1] >= 0 or not is_inside or terms[term, 5] & 63 == 0:
            return False
    return True


@compiled
def _shift_four(
    at: int, shape: tuple[int, ...], terms: Array, number: int, words: Array, to: Array
) -> None:
    """Add four rows to another one, each moved up, at one go: the last is moved by the most."""
    width = len(to)
    begin = min((terms[number + 3, 5] >> 6) + 1, width)
    one, two = _source(at, shape, terms, number), _source(at, shape, terms, number + 1)
    three, four = _source(at, shape, terms, number + 2), _source(at, shape, terms, number + 3)
    for term in range(4):
        first = (one, two, three, four)[term]
        bits = uint64(terms[number + term, 5] & 63)
        least = terms[number + term, 5] >> 6
        for word in range(least, begin):
            to[word] |= words[first + word] << bits
            if word > least:
                to[word] |= words[first + word - 1] >> (uint64(64) - bits)
    if begin < width:
        _add_four(
            *(words, to, begin, uint64(one), uint64(two), uint64(three), uint64(four)),
            *(uint64(terms[number, 5] & 63), uint64(terms[number + 1, 5] & 63)),
            *(uint64(terms[number + 2, 5] & 63), uint64(terms[number + 3, 5] & 63)),
        )


@compiled
def _source(at: int, shape: tuple[int, ...], terms: Array, term: int) -> int:
    """The word of a table that a term moves to the first word of a row, were it there."""
    lag = (terms[term, 2] * shape[1] + terms[term, 3]) * shape[2] + terms[term, 4]
    return int((at - lag) * shape[3] - (terms[term, 5] >> 6))


@compiled
def _add_four(
    words: Array,
    to: Array,
    begin: int,
    one: Word,
    two: Word,
    three: Word,
    four: Word,
    one_bits: Word,
    two_bits: Word,
    three_bits: Word,
    four_bits: Word,
) -> None:
    """Add to a row from a word on what four others hold, moved up by some bits, none by 0."""
    one_back, two_back = uint64(64) - one_bits, uint64(64) - two_bits
    three_back, four_back = uint64(64) - three_bits, uint64(64) - four_bits
    # unsigned, for numba lets signed numbers count from the end
    for place in range(begin, len(to)):
        word = uint64(place)
        before = word - uint64(1)
        to[word] |= (
            (words[one + word] << one_bits)
            | (words[one + before] >> one_back)
            | (words[two + word] << two_bits)
            | (words[two + before] >> two_back)
            | (words[three + word] << three_bits)
            | (words[three + before] >> three_back)
            | (words[four + word] << four_bits)
            | (words[four + before] >> four_back)
        )


@compiled
def shift_into(row: Array, shift: int, to: Array) -> None:
    """Add a row to another one, moved up by some places."""
    words, bits = shift >> 6, uint64(shift & 63)
    count = len(row) - words
    if count <= 0:
        return
    target = to[words:]
    if bits == 0:
        for word in range(count):
            target[word] |= row[word]
        return
    back = uint64(64) - bits
    target[0] |= row[0] << bits
    target = target[1:]
    for word in range(count - 1):
        target[word] |= (row[word + 1] << bits) | (row[word] >> back)


@compiled
def _spread(row: Array, mask: Array, reached: Array) -> None:
    """Add the mask moved to every P-position of a row."""
    for word in range(len(row)):
        rest = row[word]
        while rest:
            shift_into(mask, 64 * word + int(trailing_zeros(rest)), reached)
            rest &= rest - uint64(1)


@compiled
def _close(count: int, reached: Array) -> None:
    """Close the first places of a row."""
    for word in range(count >> 6):
        reached[word] = FULL
    if count & 63:
        reached[count >> 6] |= (uint64(1) << uint64(count & 63)) - uint64(1)


@compiled
def _near(amounts: Array, progressions: Array) -> Word:
    """The amounts below 64 as bits."""
    near = uint64(0)
    for amount in amounts:
        if amount < 64:
            near |= uint64(1) << uint64(amount)
    for number in range(len(progressions)):
        for amount in range(progressions[number, 0], 64, progressions[number, 1]):
            near |= uint64(1) << uint64(amount)
    return near


@compiled
def _resolve(
    reached: Array,
    near: Word,
    amounts: Array,
    progressions: Array,
    streams: Array,
    row: Array,
    known: int,
) -> None:
    """Find the P-positions of a row from what is reached in it from other rows.

    The first words of the row and of the streams may be known.
    """
    if len(amounts) == 0 and len(progressions) == 0:
        for word in range(known, len(row)):
            row[word] = ~reached[word]
        return
    streams[:, known:] = 0
    for word in range(known, len(row)):
        for number in range(len(progressions)):
            first, step = progressions[number]
            streams[number, word] = _stream(row, word, first, step, streams[number], False)
            reached[word] |= streams[number, word]
        rest, found = ~reached[word], uint64(0)
        while rest:
            place = trailing_zeros(rest)
            bit = uint64(1) << place
            found |= bit
            rest &= ~((near << place) | bit)
        row[word] = found
        for number in range(len(progressions)):
            first, step = progressions[number]
            streams[number, word] = _stream(row, word, first, step, streams[number], True)
        if found:
            for amount in amounts:
                _scatter(found, word, amount, reached)


@compiled
def _scatter(found: Word, word: int, amount: int, reached: Array) -> None:
    """Close what an amount leads to from the P-positions of a word, beyond that word."""
    target, bits = word + (amount >> 6), uint64(amount & 63)
    if target != word and target < len(reached):
        reached[target] |= found << bits
    if bits and target + 1 < len(reached):
        reached[target + 1] |= found >> (uint64(64) - bits)


@compiled
def _stream(row: Array, word: int, first: int, step: int, stream: Array, is_known: bool) -> Word:
    """A word of R(z) = P(z − first) ∨ R(z − step), with or without what its own places add."""
    total = _moved(stream, word, step, False) | _moved(row, word, first, is_known)
    while step < 64:
        total |= total << uint64(step)
        step *= 2
    return total


@compiled
def _moved(row: Array, word: int, shift: int, is_known: bool) -> Word:
    """A word of a row moved up, with what comes from the word itself if that is known."""
    source, bits = word - (shift >> 6), uint64(shift & 63)
    total = uint64(0)
    if source >= 0 and (is_known or source < word):
        total |= row[source] << bits
    if bits and source >= 1:
        total |= row[source - 1] >> (uint64(64) - bits)
    return total


@compiled
def _resolve_mask(reached: Array, mask: Array, row: Array) -> None:
    """Find the P-positions of a row where a mask says what may be taken from the last heap."""
    for word in range(len(row)):
        found, rest = uint64(0), ~reached[word]
        while rest:
            place = trailing_zeros(rest)
            found |= uint64(1) << place
            shift_into(mask, 64 * word + int(place), reached)
            rest = ~reached[word] & ~((uint64(2) << place) - uint64(1))
        row[word] = found
