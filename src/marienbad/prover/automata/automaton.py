"""Deterministic automata that read several numbers at once, as arrays.

Each *track* is a named number written in the system; a letter is one digit of every track, packed
as Σ d_j·base^(tracks−1−j). Words are aligned: most significant digit first, zeros in front, a
length that is a multiple of the system's period. An automaton is complete, state 0 is the dead
one, and it accepts words of the digit language only; it does not see how many zeros stand in
front. So `~` is the complement among numbers, and tracks are matched by name.

>>> from marienbad.prover.systems.linear import BINARY
>>> from marienbad.prover.automata.fused import automaton
>>> double = automaton(BINARY, {"x": 2, "y": -1}, low=0, high=0)
>>> (double & double.renamed(x="y", y="z")).smallest(), (5, 10) in double
({'x': 0, 'y': 0, 'z': 0}, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce

import numpy as np
from numpy.typing import NDArray

from marienbad.prover.automata.diagram import Diagram
from marienbad.prover.automata.minimal import classes, distinct, first_members
from marienbad.prover.systems.linear import System
from marienbad.solver.clock import clock
from marienbad.text.problems import InputError, OutOfReach

Transitions = NDArray[np.int32]
Flags = NDArray[np.bool_]
Indices = NDArray[np.int64]

MOST_STATES = 400_000
"""A product or a subset construction that grows beyond this is given up."""
MOST_PAIRS = 1 << 32
"""Nor is a product of two automata begun that could have more pairs of states than this."""
CHUNK = 1 << 21
"""How many transitions are worked on at once: a bound for memory."""


@dataclass(frozen=True, eq=False)
class Automaton:
    """A set of tuples of numbers; see the module."""

    system: System
    tracks: tuple[str, ...]
    table: Transitions
    accepting: Flags
    start: int

    @property
    def states(self) -> int:
        """How many states there are, the dead one included."""
        return len(self.table)

    # Single tuples

    def run(self, *numbers: int) -> list[int]:
        """The states that reading the numbers passes through, the start first."""
        words = self.system.aligned(*map(self.system.digits, numbers))
        states = [self.start]
        for digits in zip(*words, strict=True):
            letter = 0
            for digit in digits:
                letter = letter * self.system.base + digit
            states.append(int(self.table[states[-1], letter]))
        return states

    def __contains__(self, numbers: tuple[int, ...]) -> bool:
        return bool(self.accepting[self.run(*numbers)[-1]])

    def smallest(self) -> dict[str, int] | None:
        """The smallest tuple: first the largest number is least, then each track in turn."""
        from marienbad.prover.automata.smallest import smallest

        return smallest(self)

    def box(self, *sizes: int) -> Flags:
        """For all tuples of numbers below the sizes, whether they are accepted."""
        from marienbad.prover.automata.smallest import box

        return box(self, sizes)

    # Plain Python

    def diagram(self) -> Diagram:
        """The same automaton without arrays, its live edges only."""
        letters = list(np.ndindex(*(self.system.base,) * len(self.tracks)))
        edges = tuple(
            tuple((letters[letter], int(row[letter])) for letter in np.flatnonzero(row).tolist())
            for row in self.table
        )
        accepting = tuple(np.flatnonzero(self.accepting).tolist())
        return Diagram(self.system, self.tracks, edges, accepting)

    @classmethod
    def of(cls, diagram: Diagram) -> Automaton:
        """The automaton of a diagram, minimal; it must be a set of numbers."""
        base, count = diagram.system.base, len(diagram.tracks)
        table = np.zeros((len(diagram.edges), base**count), np.int32)
        for state, edges in enumerate(diagram.edges):
            for digits, target in edges:
                letter = 0
                for digit in digits:
                    letter = letter * base + digit
                table[state, letter] = target
        accepting = np.zeros(len(table), np.bool_)
        accepting[list(diagram.accepting)] = True
        start = min(1, len(table) - 1)
        return cls(diagram.system, diagram.tracks, table, accepting, start).checked()

    # Sets

    @property
    def is_empty(self) -> bool:
        """Whether nothing is accepted; the automaton must be minimal, as all results are."""
        return self.start == 0

    def __and__(self, other: Automaton) -> Automaton:
        return _product(self, other, (False, False, True)).minimised()

    def __or__(self, other: Automaton) -> Automaton:
        one, two = self.over(other.tracks), other.over(self.tracks)
        return _product(one, two, (True, True, True)).minimised()

    def __sub__(self, other: Automaton) -> Automaton:
        one, two = self.over(other.tracks), other.over(self.tracks)
        return _product(one, two, (True, False, False)).minimised()

    def __xor__(self, other: Automaton) -> Automaton:
        one, two = self.over(other.tracks), other.over(self.tracks)
        return _product(one, two, (True, True, False)).minimised()

    def __invert__(self) -> Automaton:
        return everything(self.system, *self.tracks) - self

    def is_same(self, other: Automaton) -> bool:
        """Whether both accept the same tuples; both must be minimal, as all results are."""
        two = other.ordered(*self.tracks)
        return (
            self.start == two.start
            and np.array_equal(self.table, two.table)
            and np.array_equal(self.accepting, two.accepting)
        )

    # Tracks

    def renamed(self, **names: str) -> Automaton:
        """The same set on tracks of other names, which must differ."""
        tracks = tuple(names.get(track, track) for track in self.tracks)
        if len(set(tracks)) < len(tracks):
            raise ValueError(f"expected different names of tracks, got {', '.join(tracks)}")
        return Automaton(self.system, tracks, self.table, self.accepting, self.start)

    def ordered(self, *tracks: str) -> Automaton:
        """The same set with the tracks in another order."""
        if tracks == self.tracks:
            return self
        if sorted(tracks) != sorted(self.tracks):
            raise ValueError(f"expected the tracks {', '.join(self.tracks)}, got {tracks}")
        places = letters_of(self.system.base, tracks, self.tracks)
        found = Automaton(self.system, tracks, self.table[:, places], self.accepting, self.start)
        return found.numbered()

    def over(self, tracks: tuple[str, ...]) -> Automaton:
        """The same condition beside further tracks, on which any number may stand."""
        missing = tuple(track for track in tracks if track not in self.tracks)
        return self & everything(self.system, *missing) if missing else self

    def exists(self, *tracks: str) -> Automaton:
        """The set of the other tracks' tuples for which some numbers stand on these."""
        from marienbad.prover.automata.fused import exists

        return exists(tracks, self)

    # Normal form

    def minimised(self) -> Automaton:
        """The smallest automaton of the same set, its states numbered as they are met."""
        reached = self.numbered()
        if reached.start == 0:
            return reached
        found = classes(reached.table, reached.accepting)
        first = first_members(found)
        table = found[reached.table[first]].astype(np.int32)
        smaller = Automaton(
            self.system, self.tracks, table, reached.accepting[first], int(found[reached.start])
        )
        # classes are numbered by their first member, so the dead state keeps its number
        return smaller.numbered()

    def checked(self) -> Automaton:
        """The minimal automaton of the same set, or an error where it is no set of numbers.

        An automaton that was not made here may accept words that write no number, or see how
        many zeros stand in front of one; nothing that is proved would then mean anything.
        """
        found = self.minimised()
        if not (found & everything(self.system, *self.tracks)).is_same(found):
            raise InputError("prover.not_in_language", system=self.system.told)
        state = found.start
        for _ in range(self.system.period):
            state = int(found.table[state, 0])
        if state != found.start:
            raise InputError("prover.sees_zeros")
        return found

    def numbered(self) -> Automaton:
        """The states that can be met, in the order of a breadth-first walk; the dead one is 0."""
        if self.start == 0:
            return Automaton(self.system, self.tracks, self.table[:1], self.accepting[:1], 0)
        order = np.concatenate([np.zeros(1, np.int64), *_levels(self.table, self.start)])
        number = np.zeros(len(self.table), np.int32)
        number[order] = np.arange(len(order), dtype=np.int32)
        table = number[self.table[order]]
        return Automaton(self.system, self.tracks, table, self.accepting[order], 1)


def _levels(table: Transitions, start: int) -> Iterator[Indices]:
    """The states but the dead one, level by level, each level in the order of the letters."""
    seen = np.zeros(len(table), np.bool_)
    seen[[0, start]] = True
    level = np.array([start], np.int64)
    while len(level):
        yield level
        targets = table[level].ravel()
        targets = targets[~seen[targets]]
        values, places = np.unique(targets, return_index=True)
        level = values[np.argsort(places)].astype(np.int64)
        seen[level] = True


@lru_cache(maxsize=256)
def letters_of(base: int, tracks: tuple[str, ...], part: tuple[str, ...]) -> Indices:
    """For each letter over the tracks, the letter over a part of them (in any order)."""
    letters = np.arange(base ** len(tracks), dtype=np.int64)
    found = np.zeros_like(letters)
    for track in part:
        place = len(tracks) - 1 - tracks.index(track)
        found = found * base + letters // base**place % base
    return found


@lru_cache(maxsize=256)
def everything(system: System, *tracks: str) -> Automaton:
    """All tuples: what the digit language allows, on every track."""
    size = len(system.language)
    table = np.zeros((size + 1, system.base), np.int32)
    for state, targets in enumerate(system.language, 1):
        table[state, : len(targets)] = np.array(targets) + 1
    accepting = np.array([False, *(phase == 0 for phase in system.phases)])
    if not tracks:
        raise ValueError("expected at least one track")
    found = Automaton(system, tracks[:1], table, accepting, 1).minimised()
    for track in tracks[1:]:
        found = found & Automaton(system, (track,), table, accepting, 1)
    return found


def union(sets: Iterable[Automaton], system: System, tracks: tuple[str, ...]) -> Automaton:
    """The tuples that are in some of the sets; none where there are no sets."""
    everywhere = everything(system, *tracks)
    return reduce(Automaton.__or__, sets, everywhere - everywhere)


def built(
    system: System,
    tracks: tuple[str, ...],
    start: object,
    follow: Callable[..., object],
    accepts: Callable[..., bool],
) -> Automaton:
    """The automaton of a program: ``follow(state, *digits)`` is the next state or ``None``.

    >>> from marienbad.prover.systems.linear import BINARY
    >>> equal = built(BINARY, ("x", "y"), 1, lambda q, d, e: q if d == e else None, bool)
    >>> equal.states, (6, 6) in equal, (6, 7) in equal
    (2, True, False)
    """
    states: list[object] = [None, start]
    number: dict[object, int] = {None: 0, start: 1}
    letters = list(np.ndindex(*(system.base,) * len(tracks)))
    rows = [[0] * len(letters)]
    for state in states:
        if state is None:
            continue
        clock.check()
        row = []
        for digits in letters:
            target = follow(state, *digits)
            if target not in number:
                number[target] = len(states)
                states.append(target)
            row.append(number[target])
        rows.append(row)
    accepting = np.array([state is not None and bool(accepts(state)) for state in states])
    raw = Automaton(system, tracks, np.array(rows, np.int32), accepting, 1)
    return raw & everything(system, *tracks)


Truth = tuple[bool, bool, bool]
"""Whether the result holds what is in the first set only, in the second only, in both."""


def _product(one: Automaton, other: Automaton, truth: Truth) -> Automaton:
    """Both automata side by side, on all tracks of either."""
    if one.system != other.system:
        raise ValueError(f"expected one system, got {one.system.name} and {other.system.name}")
    tracks = one.tracks + tuple(track for track in other.tracks if track not in one.tracks)
    base, width = one.system.base, len(other.table)
    own, others = letters_of(base, tracks, one.tracks), letters_of(base, tracks, other.tracks)
    first_only, second_only, both = truth
    if len(one.table) * width > MOST_PAIRS:
        raise OutOfReach("prover.automaton_too_large", bound=MOST_PAIRS)
    # one more than the number of a pair, 0 where it has none: zeros cost no memory until written
    number = np.zeros(len(one.table) * width, np.int32)
    number[0] = 1
    start = one.start * width + other.start
    order, rows, count = [np.zeros(1, np.int64)], [np.zeros((1, len(own)), np.int32)], 1
    fresh = np.array([start] if start else [], np.int64)
    number[fresh] = 2
    while len(fresh):
        order.append(fresh)
        count += len(fresh)
        found = []
        for chunk in np.array_split(fresh, -(-len(fresh) * len(own) // CHUNK)):
            clock.check()
            left = one.table[chunk // width][:, own].astype(np.int64)
            right = other.table[chunk % width][:, others]
            pairs = left * width + right
            if not first_only:
                pairs[right == 0] = 0
            if not second_only:
                pairs[left == 0] = 0
            found.append(pairs)
        pairs = np.concatenate(found)
        met = distinct(pairs)
        fresh = met[number[met] == 0]
        number[fresh] = np.arange(count + 1, count + 1 + len(fresh), dtype=np.int32)
        rows.append(number[pairs] - 1)
        if count > MOST_STATES:
            raise OutOfReach("prover.automaton_too_large", bound=MOST_STATES)
    states = np.concatenate(order)
    first, second = one.accepting[states // width], other.accepting[states % width]
    accepting = np.where(first & second, both, (first & first_only) | (second & second_only))
    return Automaton(one.system, tracks, np.concatenate(rows), accepting, int(start != 0))
