"""The automaton of a set of pairs guessed from a table, by residuals.

The *residual* of a pair of prefixes is the set of pairs of suffixes that complete it to a member
(J. Myhill, A. Nerode): two prefixes lead to one state exactly when their residuals are equal. In a
system whose words are ordered as numbers, the suffixes of d digits fill an interval of numbers; so
the part of a residual that concerns them is a rectangle of the table. Prefixes are visited in the
order of their lengths and compared as deeply as the table reaches, and moreover by *experiments*,
single pairs of suffixes that a wrong guess has shown to matter
(:mod:`marienbad.prover.discovery.residuals`); the result is a guess.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.positions import solved
>>> from marienbad.prover.systems.linear import FIBONACCI
>>> table = solved(define("wythoff"), 200)
>>> found = guess(Residuals(table, FIBONACCI, 200))
>>> found.automaton.states
8

Guesses refined by what refuted them, as automata are learned from queries.

A guess that is wrong at a position has merged two prefixes that must be told apart. The word of the
position shows which: for i = 0, 1, … let its first i letters be replaced by the prefix that stands
for the state they lead to. At i = 0 the truth stands there, at the end what the guess says; where
the answer changes from one i to the next, the suffix that is left completes one of two prefixes to
a member, and not the other, which the guess took for the same. It becomes an *experiment*.

Whether a completed prefix is a member is asked of the table, and beyond it of guesses that a proof
has refuted: such a guess is right about all positions below its smallest error. The result is a
guess as before: only a proof decides.

D. Angluin, Learning regular sets from queries and counterexamples, Information and Computation 75
(1987), 87-106; R. L. Rivest, R. E. Schapire, Inference of finite automata using homing sequences,
Information and Computation 103 (1993), 299-347.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from marienbad.prover.automata.automaton import Automaton, Transitions
from marienbad.prover.discovery.positions import Paired, Positions
from marienbad.prover.games.proof import Refutation
from marienbad.prover.systems.linear import System
from marienbad.solver.clock import clock

LARGEST_BLOCK = 400
"""Numbers to a side of the rectangles that are compared, unless a search is thorough."""
MOST_STATES = 2000
"""A guess that grows beyond this is given up, unless a search is thorough."""

Word = tuple[int, ...]
Pair = tuple[int, int]
Experiment = tuple[Word, Word]
"""Two suffixes of one length."""
Membership = Callable[[Pair], bool | None]
"""Whether a position is a member; ``None`` where that is not known."""


class Prefix(NamedTuple):
    """Two beginnings of words of one length, and the states of the digit language after them."""

    words: tuple[Word, Word]
    states: tuple[int, int]


EMPTY = Prefix(((), ()), (0, 0))


@dataclass(frozen=True)
class Unfinished:
    """Where the table ended, or too many states were met, before all prefixes led to known ones."""

    states: int


@dataclass(frozen=True, eq=False)
class Guess:
    """What a table suggests: for each state the shortest prefix that leads there, from 1 on."""

    system: System
    prefixes: list[Prefix]
    table: Transitions
    is_accepting: list[bool]

    @cached_property
    def automaton(self) -> Automaton:
        """The automaton, minimal."""
        accepting = np.array(self.is_accepting)
        return Automaton(self.system, ("x", "y"), self.table, accepting, 1).minimised()


class Residuals:
    """What is known of the residuals of pairs of prefixes: rectangles of a table, experiments."""

    def __init__(
        self,
        positions: Positions | Paired,
        system: System,
        limit: int,
        largest: int = LARGEST_BLOCK,
        experiments: list[Experiment] | None = None,
    ) -> None:
        """Let rectangles be compared up to ``largest``, of numbers below the limit."""
        self.positions, self.system, self.limit = positions, system, limit
        self.experiments = [] if experiments is None else experiments
        """What may be added to at any time."""
        self.deepest = 1
        while system.weight(self.deepest + 1) <= largest:
            self.deepest += 1
        self.deepest += system.period
        self.counts = system.counts(self.deepest)
        self._keys: dict[Prefix, list[bytes]] = {}
        self.ask(positions.membership)

    def ask(self, membership: Membership) -> None:
        """Let experiments be answered in this way from now on."""
        self.membership = membership
        self._answers: dict[Prefix, tuple[int, int, int]] = {}

    def keys(self, prefix: Prefix) -> list[bytes]:
        """A key for each depth: equal keys, equal residuals down to that depth."""
        found = self._keys.get(prefix)
        if found is None:
            found = self._keys[prefix] = list(self._rectangles(prefix))
        return found

    def _rectangles(self, prefix: Prefix) -> Iterator[bytes]:
        states = prefix.states
        key = bytes(repr(states), "ascii")
        for depth in range(self.system.phases[states[0]], self.deepest + 1, self.system.period):
            sides = []
            for word, state in zip(prefix.words, states, strict=True):
                first = self.system.value((*word, *(0,) * depth))
                count = self.counts[depth][state]
                if first + count > self.limit:
                    return
                sides += [first, count]
            key = blake2b(key + self.positions.block(*sides), digest_size=16).digest()
            yield key

    def answer(self, prefix: Prefix, experiment: Experiment) -> bool | None:
        """Whether an experiment completes a prefix to a member; ``None`` where nobody knows."""
        language, phases = self.system.language, self.system.phases
        numbers = []
        for word, rest, first in zip(prefix.words, experiment, prefix.states, strict=True):
            if (len(rest) - phases[first]) % self.system.period:
                return None
            state = first
            for digit in rest:
                if digit >= len(language[state]):
                    return None
                state = language[state][digit]
            numbers.append(self.system.value(word + rest))
        return self.membership((numbers[0], numbers[1]))

    def are_told_apart(self, one: Prefix, other: Prefix) -> bool:
        """Whether an experiment completes one prefix to a member and the other not."""
        if not self.experiments:
            return False
        (members, others), (more, rest) = self._answered(one), self._answered(other)
        return bool(members & rest or others & more)

    def _answered(self, prefix: Prefix) -> tuple[int, int]:
        """The experiments that complete a prefix to a member, and those that do not, as bits."""
        members, others, asked = self._answers.get(prefix, (0, 0, 0))
        for number in range(asked, len(self.experiments)):
            answer = self.answer(prefix, self.experiments[number])
            members |= (answer is True) << number
            others |= (answer is False) << number
        self._answers[prefix] = members, others, len(self.experiments)
        return members, others


def guess(residuals: Residuals, most: int = MOST_STATES) -> Guess | Unfinished:
    """The automaton that a table suggests.

    It agrees with what was compared. A guess of more than ``most`` states is given up.
    """
    system = residuals.system
    known: dict[bytes, list[int]] = {key: [1] for key in residuals.keys(EMPTY)}
    prefixes = [EMPTY]
    base, phases = system.base, system.phases
    rows = [np.zeros(base * base, np.int32)]
    for prefix in prefixes:
        clock.check()
        row = np.zeros(base * base, np.int32)
        one, other = prefix.words
        first, second = prefix.states
        for x, left in enumerate(system.language[first]):
            for y, right in enumerate(system.language[second]):
                longer = Prefix(((*one, x), (*other, y)), (left, right))
                keys = residuals.keys(longer)
                # a rectangle for one digit at most is too little to compare
                if len(keys) < 2:
                    return Unfinished(len(prefixes))
                alike = (
                    state
                    for state in known.get(keys[-1], ())
                    if not residuals.are_told_apart(longer, prefixes[state - 1])
                )
                state = next(alike, 0)
                if not state:
                    prefixes.append(longer)
                    state = len(prefixes)
                    for key in keys:
                        known.setdefault(key, []).append(state)
                row[x * base + y] = state
        rows.append(row)
        if len(prefixes) > most:
            return Unfinished(len(prefixes))
    accepting = [False]
    for (one, other), (first, _) in prefixes:
        pair = system.value(one), system.value(other)
        accepting.append(phases[first] == 0 and pair in residuals.positions)
    return Guess(system, prefixes, np.array(rows), accepting)


class Student:
    """Who guesses from one table in one system, and learns from errors."""

    def __init__(self, residuals: Residuals, most: int = MOST_STATES) -> None:
        self.residuals, self.most = residuals, most

    def guess(self) -> Guess | Unfinished:
        """What the table suggests, with all that was learned."""
        return guess(self.residuals, self.most)

    def believe(self, refutation: Refutation) -> None:
        """Know of the positions beyond the table what a refuted guess says below its error."""
        table, right, error = self.residuals.membership, refutation.automaton, refutation.position

        def membership(position: Pair) -> bool | None:
            if position == error:
                return refutation.is_p
            known = table(position)
            return position in right if known is None and max(position) < max(error) else known

        self.residuals.ask(membership)

    def learns(self, found: Guess, wrong: Iterable[Pair]) -> bool:
        """Whether positions where a guess is wrong show how to tell prefixes apart.

        An experiment may be an old one, which could not be answered before a refutation.
        """
        known, has_learned = self.residuals.experiments, False
        for position in wrong:
            experiment = self.experiment(found, position)
            has_learned = has_learned or experiment is not None
            if experiment is not None and experiment not in known:
                known.append(experiment)
        return has_learned

    def experiment(self, found: Guess, position: Pair) -> Experiment | None:
        """The shortest suffix of a position that tells apart what the guess has merged."""
        system = found.system
        one, other = system.aligned(*map(system.digits, position))
        states = [1]
        for x, y in zip(one, other, strict=True):
            states.append(int(found.table[states[-1], x * system.base + y]))
        rests = [(one[place:], other[place:]) for place in range(len(states))]
        answers = [
            self.residuals.answer(found.prefixes[state - 1], rest)
            for state, rest in zip(states, rests, strict=True)
        ]
        for place, (before, after) in reversed(list(enumerate(pairwise(answers), 1))):
            if before is not None and after is (not before):
                return rests[place]
        return None
