"""Proofs where options may be forbidden: how many options lie in a set, for heaps of every size.

With ``block K`` a set P is the set of P-positions exactly if a position is outside P when, and only
when, at least K of the positions that can be left from it are in P: as in
:mod:`marienbad.prover.games.proof`, by induction. What is left by one way to move differs from what
another leaves, unless both touch the same heaps. So the ways that touch the same heaps are united,
and then every option is one run of one automaton: the runs are counted.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.systems.linear import FIBONACCI
>>> from marienbad.prover.games.claims import points
>>> game = define("rules:heaps 2; take n from one; take n, n from two; block 3")
>>> found = good_enough(game, points(FIBONACCI, (0, 0), (0, 1), (1, 0), (0, 2)))
>>> [(x, y) for x in range(3) for y in range(4) if (x, y) in found]
[(0, 3), (1, 1), (1, 2)]

An automaton that is deterministic on all of its tracks has one run for each choice of words. So the
hidden tracks can be filled in as often as there are accepting runs on the tracks that are kept, if
no hidden number is longer than those. A state of the construction says for each state how many runs
end in it, where more than are asked for count as so many: there are finitely many such states.

>>> from marienbad.prover.automata.atoms import bound
>>> below = choices(("x",), bound(FIBONACCI, {"x": 1, "u": -1}, 1), bound(FIBONACCI, {"u": 1}, 2))
>>> five = at_least(5, FIBONACCI, ("x",), [below])
>>> [x for x in range(10) if (x,) in five]
[7, 8, 9]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import MOST_STATES, Automaton, Indices
from marienbad.prover.automata.fused import Part, choices, conjunction
from marienbad.prover.automata.nondeterministic import Choices, spread
from marienbad.prover.games.moves import Way, ways
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


def good_enough(game: Definition, automaton: Automaton) -> Automaton:
    """The positions from which so many positions of a set can be left that one is not forbidden."""
    number, tracks = game.ruleset.memory.block, automaton.tracks
    return at_least(number, automaton.system, tracks, [*_options(game, automaton)])


def _options(game: Definition, automaton: Automaton) -> Iterator[Choices]:
    """For each choice of heaps that are touched, the positions of the set that can be left."""
    touching: dict[tuple[str, ...], list[Way]] = defaultdict(list)
    for way in ways(game, automaton.system, len(automaton.tracks)):
        touching[way.touched].append(way)
    for found in touching.values():
        into = automaton.renamed(**found[0].after)
        allowed: tuple[Part, ...] = found[0].atoms
        if len(found) > 1:
            named = [track for way in found for atom in way.atoms for track in atom.tracks]
            tracks = tuple(dict.fromkeys(named))
            sets = [conjunction(*way.atoms).over(tracks).ordered(*tracks) for way in found]
            allowed = (reduce(Automaton.__or__, sets),)
        yield choices(automaton.tracks, into, *allowed)
