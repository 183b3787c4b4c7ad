"""Kernels of tiles, from what enters at their borders.

:func:`advance` computes a tile of the rows of :mod:`marienbad.solver.kernels.rows`, and
:func:`advance_rows` one of the positions of :mod:`marienbad.solver.kernels.listing`. :func:`draw`
draws a tile of rows with few P-positions from the lists of what was found in them. The other
functions pack the sets of the lines that cross a border, without the full words below and the
empty ones above, and unpack them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.listing import advance as advance_listed
from marienbad.solver.kernels.machine import FULL, Array, compiled, trailing_zeros
from marienbad.solver.kernels.rows import (
    _close,
    _collect,
    _near,
    _resolve,
    _resolve_mask,
    _scatter,
    shift_into,
)

if TYPE_CHECKING:
    from marienbad.solver.listing import Listing
    from marienbad.solver.rows import RowArrays


@compiled
def advance(
    start: int,
    stop: int,
    first: int,
    last: int,
    halo: int,
    arrays: RowArrays,
    kept: Array,
    table: Array,
    sequences: Array,
    streams: Array,
    earlier: Array,
) -> None:
    """Compute the places ``first`` to ``last`` of the rows between two numbers.

    All rows begin with ``halo`` words before the tile. ``table`` ends with the rows of the tile,
    whose halo is filled in, and begins with those rows above that are read. ``sequences`` and
    ``streams`` hold for each row the halo of every sequence and of every progression; they are
    replaced by the last words of the rows: the halo of the next tile. ``earlier`` has, where there
    are masks, the words of all positions up to the far corner of the tile.
    """
    _, closed, terms, depths, masks, lags, amounts, progressions = arrays
    has_mask = len(masks) > 0 and lags[0, 0] == lags[0, 1] == lags[0, 2] == 0
    width = table.shape[3]
    oldest = stop - len(table)
    reached = np.zeros(width, np.uint64)
    running = np.zeros((len(progressions), width + 1), np.uint64)
    near = _near(amounts, progressions)
    for x in range(start, stop):
        for y in range(table.shape[1]):
            for z in range(table.shape[2]):
                reached[:] = 0
                _collect(x, y, z, terms, depths, kept, table, oldest, reached)
                _spread(x, y, z, masks, lags, earlier, first >> 6, reached[halo:])
                if len(closed):
                    outside = closed[x, y, z] - first + 64 * halo
                    _close(min(max(outside, 0), 64 * width), reached)
                reached[width - 1] |= ~(FULL >> uint64((first - last) & 63))
                border = sequences[x - start, y, z]
                for number in range(len(depths)):
                    row = kept[depths[number, 0] + x % depths[number, 1], y, z]
                    row[:halo] = border[number]
                    border[number] = row[width - halo :]
                border = streams[x - start, y, z]
                running[:, :halo] = border
                row = table[x - oldest, y, z]
                for word in range(halo):
                    for amount in amounts:
                        _scatter(row[word], word, amount, reached)
                if has_mask:
                    _resolve_mask(reached[halo:], masks[0, : width - halo], row[halo:])
                else:
                    _resolve(reached, near, amounts, progressions, running, row, halo)
                if len(masks):
                    earlier[x, y, z, first >> 6 :] = row[halo:]
                border[:] = running[:, width - halo : width]


@compiled
def _spread(
    x: int,
    y: int,
    z: int,
    masks: Array,
    lags: Array,
    earlier: Array,
    first: int,
    reached: Array,
) -> None:
    """Add the masks moved to every earlier P-position, from a word of the row on."""
    for number in range(len(masks)):
        before = (x - lags[number, 0], y - lags[number, 1], z - lags[number, 2])
        if min(before) >= 0:
            _spread_beyond(earlier[before], masks[number], first, reached)


@compiled
def _spread_beyond(row: Array, mask: Array, first: int, reached: Array) -> None:
    """Add the mask moved to every P-position of a row, from a word on where ``reached`` begins."""
    width = len(reached)
    for word in range(len(row)):
        rest = row[word]
        while rest:
            place = 64 * (word - first) + int(trailing_zeros(rest))
            if place >= 0:
                shift_into(mask[:width], place, reached)
            else:
                _shift_back(mask, -place, reached)
            rest &= rest - uint64(1)


@compiled
def _shift_back(row: Array, shift: int, to: Array) -> None:
    """Add a row to another one, moved down by some places."""
    words, bits = shift >> 6, uint64(shift & 63)
    count = min(len(row) - words, len(to))
    source = row[words:]
    for word in range(count):
        to[word] |= source[word] >> bits
    if bits:
        for word in range(min(count, len(source) - 1)):
            to[word] |= source[word + 1] << (uint64(64) - bits)


@compiled
def draw(first: int, counts: Array, places: Array, out: Array) -> None:
    """Set the bits of the P-positions that are listed, where a tile begins with a certain word."""
    end = 0
    for x in range(out.shape[0]):
        for y in range(out.shape[1]):
            for z in range(out.shape[2]):
                row = out[x, y, z]
                begin, end = end, end + counts[x, y, z]
                for place in places[begin:end]:
                    word = (place >> 6) - first
                    if 0 <= word < len(row):
                        row[word] |= uint64(1) << uint64(place & 63)


SQUARE = 32


@compiled
def measure(lines: Array, sets: Array, firsts: Array, lengths: Array) -> int:
    """Find how many words of each set travel, and of all together."""
    total = 0
    for number in range(len(lines)):
        line = lines[number]
        end = sets.shape[1]
        while end > firsts[line] and sets[line, end - 1] == 0:
            end -= 1
        lengths[number] = end - firsts[line]
        total += lengths[number]
    return total


@compiled
def gather(lines: Array, sets: Array, firsts: Array, lengths: Array, words: Array) -> None:
    """Write the words that travel one after the other."""
    place = 0
    for number in range(len(lines)):
        line = lines[number]
        for word in range(firsts[line], firsts[line] + lengths[number]):
            words[place] = sets[line, word]
            place += 1


@compiled
def scatter(
    lines: Array,
    begins: Array,
    lengths: Array,
    words: Array,
    is_filled: bool,
    sets: Array,
    firsts: Array,
) -> None:
    """Put words that have travelled into sets; full ones below are needed if values are dropped."""
    place = 0
    for number in range(len(lines)):
        line, first = lines[number], begins[number]
        firsts[line] = first
        if is_filled:
            for word in range(first):
                sets[line, word] = FULL
        for word in range(first, first + lengths[number]):
            sets[line, word] = words[place]
            place += 1


@compiled
def exchange(values: Array, exchanged: Array) -> None:
    """Write a tile with its two heaps exchanged, in squares that stay in the cache."""
    rows, columns = values.shape
    for x in range(0, rows, SQUARE):
        for y in range(0, columns, SQUARE):
            for column in range(y, min(y + SQUARE, columns)):
                for row in range(x, min(x + SQUARE, rows)):
                    exchanged[column, row] = values[row, column]


@compiled
def advance_rows(
    start: int,
    stop: int,
    first: int,
    listing: Listing,
    rays: Array,
    is_misere: bool,
    is_grundy: bool,
    values: Array,
) -> None:
    """Find the outcomes or the Grundy values in rows, from one place of each up to its end.

    A row is all positions that differ in the last heap only.
    """
    size = listing.sizes[-1]
    for row in range(start, stop):
        begin = row * size
        advance_listed(begin + first, begin + size, listing, rays, 0, is_misere, is_grundy, values)
