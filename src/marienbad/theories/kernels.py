"""Compiled loops over whole arrays; loaded only by :mod:`marienbad.theories.batch`.

Numba turns them into machine code at the first call and keeps that code beside this file. All words
are unsigned of 64 bits: with signed ones among them numba would compute in floats.
"""

from numba import uint64

from marienbad.solver.kernels.machine import Array, compiled


@compiled
def repeat_block(out: Array, block: Array, step: Array, before: Array) -> None:
    """Continue a block of pairs: each copy is the one before, moved up by a fixed-point step.

    ``out`` holds small, large, small, large, …; the rows of ``block`` are the small members, the
    large ones, and the high and low words of the fractions of the small ones; ``step`` is what a
    block adds to each of the four, ``before`` what the blocks before these have added. A pair gets
    one more where its fraction and the fraction of the steps so far reach 1 together.
    """
    smalls, larges, highs, lows = block[0], block[1], block[2], block[3]
    small, large, high, low = before[0], before[1], before[2], before[3]
    size, values = len(smalls), len(out)
    for start in range(0, values, 2 * size):
        rows = out[start : min(start + 2 * size, values)]
        # t + f >= 2^128 exactly when t > 2^128 − 1 − f
        high_left, low_left = ~high, ~low
        for j in range(len(rows) // 2):
            # words combined by | and &, not conditions by or and and: so it becomes vector code
            carry = uint64(highs[j] > high_left) | (
                uint64(highs[j] == high_left) & uint64(lows[j] > low_left)
            )
            rows[2 * j] = smalls[j] + small + carry
            rows[2 * j + 1] = larges[j] + large + carry
        low += step[3]
        from_low = uint64(low < step[3])
        high += step[2]
        carry = uint64(high < step[2])
        high += from_low
        carry |= uint64(high < from_low)
        small += step[0] + carry
        large += step[1] + carry


@compiled
def nim_moves(positions: Array, takes: Array, misere: bool) -> int:
    """Fill in what to take from each heap to win; return all heaps joined by or, bit by bit."""
    rows, heaps = positions.shape
    zero, one = uint64(0), uint64(1)
    seen = zero
    for row in range(rows):
        nim_sum, singles, larger = zero, zero, zero
        for heap in range(heaps):
            size = uint64(positions[row, heap])
            seen |= size
            nim_sum ^= size
            singles += uint64(size == one)
            larger += uint64(size > one)
        ending = misere and larger <= one
        for heap in range(heaps):
            size = uint64(positions[row, heap])
            left = size ^ nim_sum
            if ending:
                # At the end one leaves an odd number of rows, all of one match.
                others = singles - uint64(size == one)
                left = size if larger > uint64(size > one) else one - others % uint64(2)
            takes[row, heap] = size - left if left < size else zero
    return int(seen)
