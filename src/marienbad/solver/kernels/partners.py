"""One partner for each number: the P-positions of two alike heaps, an octet a row.

See :mod:`marienbad.solver.partners`. The rows are visited in order. The partner of a row that is no
partner yet is the first place that is used in no earlier row, lies on no diagonal that is closed,
and is led to a P-position by none of the single vectors.
"""

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import FULL, Array, Word, compiled, trailing_zeros

STEP = 512
"""Rows between two entries of the index."""
RECENT = 4096
"""Rows whose partners are at hand, and partners whose rows are; a power of two."""
FARTHEST = 63
"""How far a partner may be from the one before it on its side of the diagonal."""
LONGEST_SCAN = 1024
"""Words that are looked at in a row, at most."""
UPPER, LOWER, FIRST, TRAILED, TRAILED_UPPER, LARGEST = range(6)
"""In the state: the latest partner on either side, the first open diagonal, how far the trailing
reader has come and its latest partner, and the largest partner."""


@compiled
def advance(
    start: int,
    stop: int,
    ray: int,
    vectors: Array,
    begin: int,
    codes: Array,
    fresh: Array,
    index: Array,
    used: Array,
    closed: Array,
    recent: Array,
    rows: Array,
    state: Array,
) -> int:
    """Find the partners of the rows between two numbers, or read those that are known.

    ``codes`` has an octet for each row that is known: 1 to 127 where the partner is not smaller
    than the row, and from 128 on where it is; the middle of each range means the same partner as
    before on that side. Into ``fresh`` come those of the other rows, the first at ``start``.
    ``ray`` is the least number that may be taken from both heaps, 0 where there is none, ``begin``
    the first place of row 0. Return the row where the rows end that can be written so.
    """
    for x in range(start, stop):
        if x % STEP == 0:
            index[x // STEP, 0], index[x // STEP, 1] = state[UPPER], state[LOWER]
        if ray > 0 and x >= ray:
            before = recent[(x - ray) & (RECENT - 1)]
            if before >= x - ray:
                _set(closed, before - (x - ray))
        if x < len(codes):
            partner = _decoded(codes[x], state)
        elif (used[x >> 6] >> uint64(x & 63)) & uint64(1):
            _trail(x, start, codes, fresh, rows, state)
            partner = rows[x & (RECENT - 1)]
        else:
            partner = _first(x, ray, vectors, begin, used, closed, recent, state)
        side = UPPER if partner >= x else LOWER
        distance = partner - state[side]
        if partner < 0 or abs(distance) > FARTHEST or partner >> 6 >= len(used) - 1:
            return x
        fresh[x - start] = (64 if side == UPPER else 191) + distance
        state[side] = partner
        recent[x & (RECENT - 1)] = partner
        if side == UPPER:
            _set(used, partner)
            state[LARGEST] = max(state[LARGEST], partner)
    return stop


@compiled
def _decoded(code: int, state: Array) -> int:
    """The partner that an octet tells, given the latest ones."""
    return int(state[UPPER] + code - 64 if code < 128 else state[LOWER] + code - 191)


@compiled
def _trail(x: int, start: int, codes: Array, fresh: Array, rows: Array, state: Array) -> None:
    """Read the earlier rows again until no later one can have the partner x."""
    row, partner = state[TRAILED], state[TRAILED_UPPER]
    while row < x and partner < x + RECENT // 2:
        code = codes[row] if row < len(codes) else fresh[row - start]
        if code < 128:
            partner += code - 64
            rows[partner & (RECENT - 1)] = row
        row += 1
    state[TRAILED], state[TRAILED_UPPER] = row, partner


@compiled
def _first(
    x: int,
    ray: int,
    vectors: Array,
    begin: int,
    used: Array,
    closed: Array,
    recent: Array,
    state: Array,
) -> int:
    """The first place of a row that no move leads from to a P-position, or -1."""
    if ray > 0:
        while closed[state[FIRST] >> 6] == FULL:
            state[FIRST] = 64 * ((state[FIRST] >> 6) + 1)
    place = x + state[FIRST]
    if x == 0:
        place = max(place, begin)
    for _ in range(LONGEST_SCAN):
        if (place >> 6) + 1 >= len(used):
            return -1
        taken = _bits(used, place)
        if ray > 0:
            taken |= _bits(closed, place - x)
        while taken != FULL:
            bit = int(trailing_zeros(~taken))
            if not _is_led(x, place + bit, vectors, recent):
                return int(place + bit)
            taken |= uint64(1) << uint64(bit)
        place += 64
    return -1


@compiled
def _is_led(x: int, y: int, vectors: Array, recent: Array) -> bool:
    """Whether a single vector leads to a P-position."""
    for number in range(len(vectors)):
        row = x - vectors[number, 0]
        if row >= 0 and recent[row & (RECENT - 1)] == y - vectors[number, 1]:
            return True
    return False


@compiled
def _bits(words: Array, place: int) -> Word:
    """The 64 bits from a place on."""
    word, bit = place >> 6, uint64(place & 63)
    return (words[word] >> bit) | ((words[word + 1] << uint64(1)) << (uint64(63) - bit))


@compiled
def _set(words: Array, place: int) -> None:
    words[place >> 6] |= uint64(1) << uint64(place & 63)


@compiled
def decode(codes: Array, index: Array, start: int, partners: Array) -> None:
    """Write the partners of the rows from one on."""
    entry = start // STEP
    state = np.array([index[entry, UPPER], index[entry, LOWER]])
    for x in range(entry * STEP, start + len(partners)):
        partner = _decoded(codes[x], state)
        state[UPPER if codes[x] < 128 else LOWER] = partner
        if x >= start:
            partners[x - start] = partner
