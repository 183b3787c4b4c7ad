"""For how many numbers on hidden tracks an automaton accepts, counted up to a bound.

An automaton that is deterministic on all of its tracks has one run for each choice of words. So the
hidden tracks can be filled in as often as there are accepting runs on the tracks that are kept, if
no hidden number is longer than those. A state of the construction says for each state how many runs
end in it, where more than are asked for count as so many: there are finitely many such states.

>>> from marienbad.prover.automata.atoms import bound
>>> from marienbad.prover.systems.linear import FIBONACCI
>>> below = choices(("x",), bound(FIBONACCI, {"x": 1, "u": -1}, 1), bound(FIBONACCI, {"u": 1}, 2))
>>> five = at_least(5, FIBONACCI, ("x",), [below])
>>> [x for x in range(10) if (x,) in five]
[7, 8, 9]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marienbad.prover.automata.automaton import MOST_STATES, Automaton, Indices
from marienbad.prover.automata.fused import choices
from marienbad.prover.automata.nondeterministic import Choices, spread
from marienbad.prover.systems.linear import System
from marienbad.solver.clock import clock
from marienbad.text.problems import OutOfReach

__all__ = ["at_least", "choices"]


def at_least(
    number: int, system: System, kept: tuple[str, ...], parts: Sequence[Choices]
) -> Automaton:
    """The tuples of the kept tracks for which there are at least so many accepting runs in all."""
    return _Counting(number, [part.trimmed() for part in parts]).explored(system, kept)


class _Counting:
    """States, each a list of states of the parts and how many runs end in each of them."""

    def __init__(self, number: int, parts: Sequence[Choices]) -> None:
        self.number, self.letters = number, parts[0].letters
        shifts = np.cumsum([0, *(len(part.accepting) for part in parts)])
        self.size = max(int(shifts[-1]), 1)
        shifted = list(zip(parts, shifts.tolist(), strict=False))
        sources = np.concatenate([part.sources + shift for part, shift in shifted])
        order = np.argsort(sources, kind="stable")
        self.ends = np.cumsum(np.bincount(sources, minlength=self.size))
        self.symbols = np.concatenate([part.symbols for part in parts])[order]
        self.targets = np.concatenate([part.targets + shift for part, shift in shifted])[order]
        self.accepting = np.concatenate([part.accepting for part in parts])
        self.starts = np.concatenate([part.starts + shift for part, shift in shifted])
        self.found: list[tuple[Indices, Indices]] = []
        self.known: dict[tuple[bytes, bytes], int] = {}

    def explored(self, system: System, kept: tuple[str, ...]) -> Automaton:
        """The automaton of all states that can be met; the dead one has no runs."""
        nothing = np.zeros(0, np.int64)
        self._numbered(nothing, nothing)
        starts = np.sort(self.starts)
        start = self._numbered(starts, np.ones_like(starts))
        rows = []
        for states, counts in self.found:  # it grows meanwhile
            clock.check()
            rows.append(self._followers(states, counts))
        accepting = [
            int(counts[self.accepting[states]].sum()) >= self.number
            for states, counts in self.found
        ]
        table = np.array(rows, np.int32)
        return Automaton(system, kept, table, np.array(accepting), start).minimised()

    def _followers(self, states: Indices, counts: Indices) -> list[int]:
        """The states that each letter leads to."""
        places, edges = spread(states, self.ends)
        keys, groups = np.unique(
            self.symbols[edges] * self.size + self.targets[edges], return_inverse=True
        )
        sums = np.zeros(len(keys), np.int64)
        np.add.at(sums, groups, counts[places])
        sums = np.minimum(sums, self.number)
        bounds = np.searchsorted(keys, np.arange(self.letters + 1) * self.size)
        return [
            self._numbered(keys[first:last] % self.size, sums[first:last])
            for first, last in zip(bounds[:-1].tolist(), bounds[1:].tolist(), strict=True)
        ]

    def _numbered(self, states: Indices, counts: Indices) -> int:
        key = states.tobytes(), counts.tobytes()
        number = self.known.setdefault(key, len(self.found))
        if number == len(self.found):
            if number > MOST_STATES:
                raise OutOfReach("prover.automaton_too_large", bound=MOST_STATES)
            self.found.append((states, counts))
        return number
