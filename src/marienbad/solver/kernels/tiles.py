"""A tile of the rows of :mod:`marienbad.solver.kernels.rows`, from what enters at its borders."""

from typing import TYPE_CHECKING

import numpy as np
from numba import uint64

from marienbad.solver.kernels.machine import FULL, Array, compiled
from marienbad.solver.kernels.rows import _close, _collect, _near, _resolve, _scatter

if TYPE_CHECKING:
    from marienbad.solver.rows import RowArrays


@compiled
def advance(
    start: int,
    stop: int,
    first: int,
    last: int,
    halo: int,
    arrays: "RowArrays",
    kept: Array,
    table: Array,
    sequences: Array,
    streams: Array,
) -> None:
    """Compute the places ``first`` to ``last`` of the rows between two numbers.

    All rows begin with ``halo`` words before the tile. ``table`` ends with the rows of the tile,
    whose halo is filled in, and begins with those rows above that are read. ``sequences`` and
    ``streams`` hold for each row the halo of every sequence and of every progression; they are
    replaced by the last words of the rows: the halo of the next tile.
    """
    _, closed, terms, depths, _, _, amounts, progressions = arrays
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
                _resolve(reached, near, amounts, progressions, running, row, halo)
                border[:] = running[:, width - halo : width]
