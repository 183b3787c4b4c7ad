"""Outcomes of two heaps by counting, for each position, the P-positions that it leads to.

Along a ray the count of a position is that of the place one step nearer and, besides, whether the
first vector leads to a P-position. So the rows of counts that are a step apart are kept, in turn.
Whatever takes from the first heap is counted for a whole row before its outcomes are found.
"""

from typing import Any

import numpy as np

from marienbad.solver.kernels.machine import Array, compiled

BASE, STEP, FIRST, DEPTH, BIT = 0, 2, 4, 5, 6
"""Places in the row of a ray: its first vector and its step, each in two heaps, where its rows of
counts begin, how many they are, and which bit says where it may be used. A single vector is a ray
without a step, and without rows."""


@compiled
def advance(
    start: int,
    stop: int,
    across: Array,
    within: Array,
    gates: Array,
    least: int,
    is_misere: bool,
    values: Array,
    counts: Array,
) -> None:
    """Find the outcomes of the rows between two numbers, 1 for P.

    A position is P where fewer than ``least`` of what it leads to are. The rays take from the first
    heap, those *within* a row do not. ``gates`` says for each of these rows and places, by the bits
    of rays, which may be used there.
    """
    width = values.shape[1]
    found, has_moves = np.zeros(width, np.int64), np.zeros(width, np.bool_)
    for x in range(start, stop):
        found[:] = 0
        has_moves[:] = False
        gate = gates[x - start]
        for number in range(len(across)):
            _add_row(x, across[number], gate, least, values, counts, found, has_moves)
        for y in range(width):
            for number in range(len(within)):
                base, step = within[number, BASE + 1], within[number, STEP + 1]
                count: Any = 0
                if base <= y:
                    count = np.int64(values[x, y - base])
                if step:
                    row = within[number, FIRST]
                    if step <= y:
                        count += counts[row, y - step]
                    counts[row, y] = min(count, least)
                if gate[y] >> np.uint64(within[number, BIT]) & np.uint64(1):
                    found[y] += count
                    has_moves[y] |= base <= y
            values[x, y] = found[y] < least and (has_moves[y] or not is_misere)


@compiled
def _add_row(
    x: int,
    ray: Array,
    gate: Array,
    least: int,
    values: Array,
    counts: Array,
    found: Array,
    has_moves: Array,
) -> None:
    """Add what a ray leads to from each place of a row."""
    down, along, bit = ray[BASE], ray[BASE + 1], np.uint64(ray[BIT])
    lag, step, depth = ray[STEP], ray[STEP + 1], ray[DEPTH]
    row = ray[FIRST] + x % max(depth, 1)
    earlier = ray[FIRST] + (x - lag) % max(depth, 1)
    has_base, has_step = down <= x, depth > 0 and lag <= x
    for y in range(len(gate)):
        count: Any = 0
        if has_base and along <= y:
            count = np.int64(values[x - down, y - along])
        if has_step and step <= y:
            count += counts[earlier, y - step]
        if depth:
            counts[row, y] = min(count, least)
        if gate[y] >> bit & np.uint64(1):
            found[y] += count
            has_moves[y] |= has_base and along <= y
