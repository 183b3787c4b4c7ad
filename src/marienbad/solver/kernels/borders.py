"""The sets of lines that cross a border, without the full words below and the empty ones above."""

from marienbad.solver.kernels.machine import FULL, Array, compiled

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
