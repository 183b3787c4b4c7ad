"""Guesses refined by what refuted them, as automata are learned from queries.

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

from collections.abc import Iterable
from itertools import pairwise

from marienbad.prover.discovery.residuals import (
    MOST_STATES,
    Experiment,
    Guess,
    Pair,
    Residuals,
    Unfinished,
    guess,
)
from marienbad.prover.games.proof import Refutation


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
        """Whether positions where a guess is wrong show how to tell prefixes apart."""
        known = self.residuals.experiments
        before = len(known)
        for position in wrong:
            experiment = self.experiment(found, position)
            if experiment is not None and experiment not in known:
                known.append(experiment)
        return len(known) > before

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
