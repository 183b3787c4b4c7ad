"""Automata run on many pairs of numbers at once, compiled."""

import numpy as np

from marienbad.solver.kernels.machine import Array, compiled


@compiled
def accepts_all(
    table: Array, accepting: Array, start: int, base: int, weights: Array, starts: Array, ys: Array
) -> bool:
    """Whether all pairs of a listed table are accepted: for each x its y, between two starts."""
    digits = np.empty(len(weights), np.int64)
    for x in range(len(starts) - 1):
        rest = x
        for place in range(len(weights)):
            digits[place] = base * (rest // weights[place])
            rest %= weights[place]
        for number in range(starts[x], starts[x + 1]):
            rest, state = ys[number], start
            for place in range(len(weights)):
                state = table[state, digits[place] + rest // weights[place]]
                rest %= weights[place]
            if not accepting[state]:
                return False
    return True
