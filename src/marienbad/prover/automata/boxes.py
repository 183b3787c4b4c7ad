"""All small tuples at once: what an automaton says of a box."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marienbad.prover.automata.automaton import Automaton, Flags, Indices
from marienbad.prover.systems.linear import System


def words(system: System, size: int, length: int) -> Indices:
    """The aligned words of 0, 1, …, size − 1 as the rows of an array."""
    rows = np.zeros((size, length), np.int64)
    rest = np.arange(size)
    for place, weight in enumerate(reversed(system.weights(length))):
        rows[:, place] = rest // weight
        rest = rest % weight
    return rows


def box(automaton: Automaton, sizes: Sequence[int]) -> Flags:
    """For all tuples of numbers below the sizes, whether they are accepted.

    Numbers with the same first digits are consecutive, so a grid of states over the different
    beginnings grows by one digit at a time, and ends as the box.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> from marienbad.prover.automata.fused import automaton
    >>> automaton(BINARY, {"x": 1, "y": -1}, low=0, high=0).box(2, 3)
    array([[ True, False, False],
           [False,  True, False]])
    """
    system = automaton.system
    (aligned,) = system.aligned(system.digits(max(sizes)))
    tables = [words(system, size, len(aligned)) for size in sizes]
    starts = [np.zeros(1, np.int64) for _ in sizes]
    states = np.full((1,) * len(sizes), automaton.start, np.int32)
    for place in range(len(aligned)):
        letters: Indices = np.zeros((1,) * len(sizes), np.int64)
        for axis, table in enumerate(tables):
            begins = np.zeros(len(table), np.bool_)
            begins[0] = True
            begins[1:] = (table[1:, : place + 1] != table[:-1, : place + 1]).any(axis=1)
            heads = np.flatnonzero(begins)
            parents = np.searchsorted(starts[axis], heads, side="right") - 1
            states = states.take(parents, axis=axis)
            shape = [1] * len(sizes)
            shape[axis] = -1
            letters = letters * system.base + table[heads, place].reshape(shape)
            starts[axis] = heads
        states = automaton.table[states, letters]
    found: Flags = automaton.accepting[states]
    return found
