"""Diagonals with finitely many exceptions, guessed from the far half of a table.

Where a rule changes for large heaps, residuals have to find every state of the exceptions again;
here they are listed instead. The result is a guess like any other.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.positions import solved
>>> found = diagonals(solved(define("marienbad"), 16))
>>> found.states, (0, 1) in found, (1, 1) in found, (9, 9) in found
(5, True, False, True)
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from marienbad.prover.automata.atoms import congruence
from marienbad.prover.automata.automaton import Automaton, built, union
from marienbad.prover.automata.fused import automaton, conjunction
from marienbad.prover.discovery.positions import Positions
from marienbad.prover.systems.linear import BINARY

MOST_DIAGONALS = 8
"""More of them must follow each other at equal steps, as far as the box goes."""
MOST_EXCEPTIONS = 1 << 16

Pair = tuple[int, int]


def diagonals(positions: Positions) -> Automaton | None:
    """The diagonals y − x = d of the far half of the box, but for what the near half shows.

    ``None`` where the far half holds other positions, or the near one too many exceptions.
    """
    size, rows, columns = positions.size, positions.rows, positions.columns.astype(np.int64)
    is_far = 2 * np.maximum(rows, columns) >= size
    steps = np.unique((columns - rows)[is_far]).tolist()
    # where positions are dense, the diagonals would hold nearly the whole box
    if abs(sum(size - abs(step) for step in steps) - len(rows)) > MOST_EXCEPTIONS:
        return None
    lines = _lines(steps)
    if lines is None:
        return None
    codes = [
        np.arange(max(0, -step), size - max(0, step)) * (size + 1) + step  # x · size + y
        for step in steps
    ]
    exceptions = np.setxor1d(rows * size + columns, np.concatenate(codes))
    pairs = np.stack((exceptions // size, exceptions % size)).T
    if len(pairs) > MOST_EXCEPTIONS or 2 * pairs.max(initial=0) >= size:
        return None
    return lines ^ finite({(x, y) for x, y in pairs.tolist()})


def _lines(steps: list[int]) -> Automaton | None:
    """The pairs whose difference is one of a few, or lies in the residue class of many."""
    difference = {"x": -1, "y": 1}
    if len(steps) <= MOST_DIAGONALS:
        single = (automaton(BINARY, difference, low=step, high=step) for step in steps)
        return union(single, BINARY, ("x", "y")) if steps else None
    modulus = steps[1] - steps[0]
    if any(after - before != modulus for before, after in pairwise(steps)):
        return None
    return conjunction(congruence(BINARY, difference, modulus, steps[0]))


def finite(pairs: set[Pair]) -> Automaton:
    """The automaton of a finite set in base 2: its states are the beginnings of the pairs.

    >>> found = finite({(2, 5)})
    >>> (2, 5) in found, (1, 2) in found
    (True, False)
    """
    beginnings = {(0, 0)}
    for pair in pairs:
        beginning = pair
        while beginning not in beginnings:
            beginnings.add(beginning)
            beginning = beginning[0] // 2, beginning[1] // 2

    def follow(pair: Pair, x: int, y: int) -> Pair | None:
        longer = 2 * pair[0] + x, 2 * pair[1] + y
        return longer if longer in beginnings else None

    return built(BINARY, ("x", "y"), (0, 0), follow, pairs.__contains__)
