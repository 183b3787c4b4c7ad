"""The automaton of a set of pairs guessed from a table, by residuals.

The *residual* of a pair of prefixes is the set of pairs of suffixes that complete it to a member
(J. Myhill, A. Nerode): two prefixes lead to one state exactly when their residuals are equal. In a
system whose words are ordered as numbers, the suffixes of d digits fill an interval of numbers; so
the part of a residual that concerns them is a rectangle of the table. Prefixes are visited in the
order of their lengths and compared as deeply as the table reaches; the result is a guess.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.positions import solved
>>> from marienbad.prover.systems.linear import FIBONACCI
>>> table = solved(define("wythoff"), 200)
>>> found = guess(table, FIBONACCI, 200)
>>> found.states, agrees(found, table)
(8, True)
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.discovery.positions import Paired, Positions
from marienbad.prover.systems.linear import System
from marienbad.solver.clock import clock
from marienbad.solver.kernels.machine import Array, compiled

LARGEST_BLOCK = 400
"""Numbers to a side of the rectangles that are compared, unless a search is thorough."""
MOST_STATES = 2000
"""A guess that grows beyond this is given up, unless a search is thorough."""

Word = tuple[int, ...]


@dataclass(frozen=True)
class Unfinished:
    """Where the table ended, or too many states were met, before all prefixes led to known ones."""

    states: int


class _Reader:
    """The residuals of pairs of prefixes, as deep as the table reaches."""

    def __init__(
        self, positions: Positions | Paired, system: System, limit: int, largest: int
    ) -> None:
        self.positions, self.system, self.limit = positions, system, limit
        self.deepest = 1
        while system.weight(self.deepest + 1) <= largest:
            self.deepest += 1
        self.deepest += system.period
        self.counts = system.counts(self.deepest)

    def keys(self, words: tuple[Word, Word], states: tuple[int, int]) -> list[bytes]:
        """A key for each depth: equal keys, equal residuals down to that depth."""
        found: list[bytes] = []
        key = bytes(repr(states), "ascii")
        for depth in range(self.system.phases[states[0]], self.deepest + 1, self.system.period):
            sides = []
            for word, state in zip(words, states, strict=True):
                first = self.system.value((*word, *(0,) * depth))
                count = self.counts[depth][state]
                if first + count > self.limit:
                    return found
                sides += [first, count]
            key = blake2b(key + self.positions.block(*sides), digest_size=16).digest()
            found.append(key)
        return found


def guess(
    positions: Positions | Paired,
    system: System,
    limit: int,
    largest: int = LARGEST_BLOCK,
    most: int = MOST_STATES,
) -> Automaton | Unfinished:
    """The automaton that the table suggests for numbers below the limit.

    It agrees with what was compared: rectangles up to ``largest``. A guess of more than ``most``
    states is given up.
    """
    reader = _Reader(positions, system, limit, largest)
    start = reader.keys(((), ()), (0, 0))
    known = dict.fromkeys(start, 1)
    prefixes: list[tuple[tuple[Word, Word], tuple[int, int]]] = [(((), ()), (0, 0))]
    base, phases = system.base, system.phases
    rows = [np.zeros(base * base, np.int32)]
    for (one, other), (first, second) in prefixes:
        clock.check()
        row = np.zeros(base * base, np.int32)
        for x, left in enumerate(system.language[first]):
            for y, right in enumerate(system.language[second]):
                words = (*one, x), (*other, y)
                keys = reader.keys(words, (left, right))
                # a rectangle for one digit at most is too little to compare
                if len(keys) < 2:
                    return Unfinished(len(prefixes))
                state = known.get(keys[-1])
                if state is None:
                    prefixes.append((words, (left, right)))
                    state = len(prefixes)
                    for key in keys:
                        known.setdefault(key, state)
                row[x * base + y] = state
        rows.append(row)
        if len(prefixes) > most:
            return Unfinished(len(prefixes))
    accepting = [False]
    for (one, other), (first, _) in prefixes:
        pair = system.value(one), system.value(other)
        accepting.append(phases[first] == 0 and pair in positions)
    return Automaton(system, ("x", "y"), np.array(rows), np.array(accepting), 1).minimised()


def agrees(automaton: Automaton, positions: Positions | Paired) -> bool:
    """Whether the automaton accepts the positions of the box that are listed, and no others.

    It accepts all that are listed if it does so one by one, and then no others if it accepts
    as many as there are; words are counted, without looking at the whole box. Of a table that is
    too long, only a sample is asked for.
    """
    system = automaton.system
    if isinstance(positions, Paired):
        rows, partners = positions.sample()
        (longest,) = system.aligned(system.digits(int(partners.max(initial=0)) + positions.size))
        weights = np.array(system.weights(len(longest))[::-1], np.int64)
        table, accepting = automaton.table, automaton.accepting
        return _accepts(table, accepting, automaton.start, system.base, weights, rows, partners)
    (largest,) = system.aligned(system.digits(positions.size - 1))
    is_listed_accepted = _accepts_all(
        automaton.table,
        automaton.accepting,
        automaton.start,
        system.base,
        np.array(system.weights(len(largest))[::-1], np.int64),
        positions.starts,
        positions.columns,
    )
    return is_listed_accepted and _count(automaton, largest) == len(positions)


@compiled
def _accepts_all(
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


@compiled
def _accepts(
    table: Array, accepting: Array, start: int, base: int, weights: Array, xs: Array, ys: Array
) -> bool:
    """Whether pairs of numbers are accepted, all of them."""
    for number in range(len(xs)):
        x, y, state = xs[number], ys[number], start
        for place in range(len(weights)):
            state = table[state, base * (x // weights[place]) + y // weights[place]]
            x %= weights[place]
            y %= weights[place]
        if not accepting[state]:
            return False
    return True


def _count(automaton: Automaton, largest: Word) -> int:
    """How many pairs of numbers are accepted that are at most the number of a word."""
    base = automaton.system.base
    # whether x and y are still equal to the beginning of the largest word
    paths = {tied: np.zeros(automaton.states, np.int64) for tied in np.ndindex(2, 2)}
    paths[1, 1][automaton.start] = 1
    for digit in largest:
        after = {tied: np.zeros(automaton.states, np.int64) for tied in np.ndindex(2, 2)}
        for (x_tied, y_tied), counts in paths.items():
            for x, y in np.ndindex(digit + 1 if x_tied else base, digit + 1 if y_tied else base):
                tied = int(x_tied and x == digit), int(y_tied and y == digit)
                np.add.at(after[tied], automaton.table[:, x * base + y], counts)
        for counts in after.values():
            counts[0] = 0  # from the dead state nothing is accepted
        paths = after
    return sum(int(counts[automaton.accepting].sum()) for counts in paths.values())
