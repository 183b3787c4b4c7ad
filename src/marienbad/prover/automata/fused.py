"""Conjunction and projection in one walk, without the alphabet of all tracks.

``exists(("u", "v"), P, atom, …)`` is the set of (x, y) for which some u, v satisfy all parts at
once. The states are tuples, one state of each part; from a tuple the parts are walked one after
another, each offering only its live edges that agree with the digits already chosen. So P's few
edges come first, atoms cut down what follows, and letters over all four tracks never stand in a
table. What results has a choice; the subset construction and minimisation end it.

>>> from marienbad.prover.systems.linear import FIBONACCI
>>> square = automaton(FIBONACCI, {"x": 1, "y": -2}, low=0, high=0)
>>> even = exists(("y",), square)
>>> even.tracks, (10**30,) in even, (10**30 + 1,) in even
(('x',), True, False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from marienbad.prover.automata import atoms
from marienbad.prover.automata.atoms import Atom
from marienbad.prover.automata.automaton import Automaton, Flags, Indices, Transitions, everything
from marienbad.prover.automata.minimal import classes, distinct, first_members
from marienbad.prover.automata.nondeterministic import Choices, Subsets, spread
from marienbad.prover.systems.linear import System
from marienbad.solver.clock import clock
from marienbad.text.problems import OutOfReach

Part = Automaton | Atom
WIDEST = 1 << 22
"""How many edges are followed at once, at most."""
MOST_EDGES = 24_000_000
"""A walk that meets more edges than this is given up: a bound for memory."""


def exists(hidden: Sequence[str], *parts: Part) -> Automaton:
    """The tuples of the other tracks for which the hidden tracks can be filled in.

    The result's tracks are those of the parts in the order in which they are first named, the
    hidden ones left out. A track that only atoms name ranges over all numbers.
    """
    system = parts[0].system
    named = dict.fromkeys(track for part in parts for track in part.tracks)
    kept = tuple(track for track in named if track not in hidden)
    if not kept or not set(hidden) <= set(named):
        raise ValueError(f"expected a track that is kept, and hidden ones among {', '.join(named)}")
    choices = _choices(parts, tuple(named), kept)
    table, accepting, start = Subsets(choices.closed(0, system.period).trimmed()).explore()
    return Automaton(system, kept, table, accepting, start).minimised()


def is_possible(*parts: Part) -> bool:
    """Whether some tuple satisfies all parts: the automaton is walked, not built.

    >>> from marienbad.prover.systems.linear import FIBONACCI
    >>> double = automaton(FIBONACCI, {"x": 1, "y": -2}, low=0, high=0)
    >>> is_possible(double, atoms.congruence(FIBONACCI, {"x": 1}, 2, 1))
    False
    """
    named = tuple(dict.fromkeys(track for part in parts for track in part.tracks))
    return bool(len(_choices(parts, named, named).trimmed().starts))


def choices(kept: tuple[str, ...], *parts: Part) -> Choices:
    """All parts at once, with an edge for each choice of digits on the other tracks."""
    named = dict.fromkeys((*kept, *(track for part in parts for track in part.tracks)))
    return _choices(parts, tuple(named), kept)


def _choices(parts: Sequence[Part], named: tuple[str, ...], kept: tuple[str, ...]) -> Choices:
    """All parts at once, with the numbers that the kept tracks read."""
    system = parts[0].system
    held = {track for part in parts if isinstance(part, Automaton) for track in part.tracks}
    free = [everything(system, track) for track in named if track not in held]
    return _Walk(system, [*parts, *free], kept).choices()


def conjunction(*parts: Part) -> Automaton:
    """The tuples that satisfy all parts."""
    return exists((), *parts)


def automaton(
    system: System, form: Mapping[str, int], low: int | None = None, high: int | None = None
) -> Automaton:
    """The tuples with low ≤ form ≤ high.

    >>> from marienbad.prover.systems.linear import FIBONACCI
    >>> automaton(FIBONACCI, {"x": 1, "y": 1, "z": -1}, low=0, high=0).states
    17
    """
    return conjunction(atoms.bound(system, form, low, high))


@lru_cache(maxsize=512)
def _minimal_scalars(
    rows: tuple[tuple[int, ...], ...], accepts: tuple[bool, ...]
) -> tuple[Transitions, Flags, int]:
    """An atom as arrays, minimised over the scalar alphabet; state 0 is dead."""
    table, accepting = np.array(rows, np.int32), np.array(accepts)
    found = classes(table, accepting)
    first = first_members(found)
    return found[table[first]].astype(np.int32), accepting[first], int(found[1])


class _Edges:
    """The live edges of an automaton, found by state and by the digits of some of its tracks."""

    def __init__(self, part: Automaton, known: Sequence[str]) -> None:
        base = part.system.base
        sources, letters = np.nonzero(part.table)
        digits = {
            track: letters // base ** (len(part.tracks) - 1 - place) % base
            for place, track in enumerate(part.tracks)
        }
        keys = sources.astype(np.int64)
        for track in known:
            keys = keys * base + digits[track]
        order = np.argsort(keys, kind="stable")
        count = len(part.table) * base ** len(known)
        self.ends = np.cumsum(np.bincount(keys, minlength=count))
        self.degrees = np.diff(self.ends, prepend=0)
        self.targets = part.table[sources, letters][order].astype(np.int64)
        self.digits = {track: digits[track][order] for track in part.tracks if track not in known}


class _Step:
    """One part of the walk: the digits known before it, and what it adds."""

    def __init__(self, part: Part, known: set[str]) -> None:
        self.known = [track for track in part.tracks if track in known]
        self.fresh = [track for track in part.tracks if track not in known]
        if isinstance(part, Automaton):
            self.edges: _Edges | None = _Edges(part, self.known)
            self.size, self.start, self.accepting = len(part.table), part.start, part.accepting
        else:
            self.edges, self.atom = None, part
            self.table, self.accepting, self.start = _minimal_scalars(part.table, part.accepting)
            self.size = len(self.table)


class _Walk:
    """The reachable tuples of states and the edges between them."""

    def __init__(self, system: System, parts: Sequence[Part], kept: Sequence[str]) -> None:
        self.system, self.kept = system, kept
        self.steps: list[_Step] = []
        known: set[str] = set()
        waiting = list(parts)
        while waiting:
            # the part with the fewest new tracks comes next, an automaton before an atom
            ranks = [(len({*part.tracks} - known), isinstance(part, Atom)) for part in waiting]
            part = waiting.pop(ranks.index(min(ranks)) if known else 0)
            self.steps.append(_Step(part, known))
            known |= set(part.tracks)
        if prod(step.size for step in self.steps) >= 1 << 62:
            raise OutOfReach("prover.automaton_too_large", bound=1 << 62)

    def choices(self) -> Choices:
        """All that can be reached from the start."""
        start = 0
        for step in self.steps:
            start = start * step.size + step.start
        codes = np.array([start], np.int64)
        level, sources, symbols, targets, count = codes, [], [], [], 0
        if any(step.start == 0 for step in self.steps):
            level = codes[:0]
        while len(level):
            found = []
            waiting = [level]
            while waiting:
                clock.check()
                chunk = waiting.pop()
                edges = self._follow(chunk)
                if edges is None:
                    waiting += [chunk[: len(chunk) // 2], chunk[len(chunk) // 2 :]]
                    continue
                source, symbol, target = edges
                sources.append(source)
                symbols.append(symbol)
                targets.append(target)
                count += len(source)
                if count > MOST_EDGES:
                    raise OutOfReach("prover.automaton_too_large", bound=MOST_EDGES)
                found.append(distinct(target))
            met = distinct(np.concatenate(found))
            level = met[~_is_among(met, codes)]
            codes = np.sort(np.concatenate([codes, level]))
        empty = np.zeros(0, np.int64)
        return Choices(
            self.system.base ** len(self.kept),
            np.searchsorted(codes, np.concatenate([empty, *sources])),
            np.concatenate([empty, *symbols]),
            np.searchsorted(codes, np.concatenate([empty, *targets])),
            np.searchsorted(codes, np.array([start])),
            self._accepting(codes),
        )

    def _accepting(self, codes: Indices) -> Flags:
        accepting = np.ones(len(codes), np.bool_)
        for step in reversed(self.steps):
            accepting &= step.accepting[codes % step.size]
            codes = codes // step.size
        return accepting

    def _follow(self, codes: Indices) -> tuple[Indices, Indices, Indices] | None:
        """Source, kept letter and target of every edge that leaves some tuples of states.

        ``None`` where that would be too many at once.
        """
        states, rest = [], codes
        for step in reversed(self.steps):
            states.append(rest % step.size)
            rest = rest // step.size
        states.reverse()
        rows = np.arange(len(codes))
        digits: dict[str, Indices] = {}
        target = np.zeros(len(codes), np.int64)
        for step, state in zip(self.steps, states, strict=True):
            if len(codes) > 1 and self._width(step, state[rows], digits) > WIDEST:
                return None
            chosen, digits, after = self._extend(step, state[rows], digits)
            rows = rows[chosen]
            target = target[chosen] * step.size + after
        symbol = np.zeros(len(rows), np.int64)
        for track in self.kept:
            symbol = symbol * self.system.base + digits[track]
        return codes[rows], symbol, target

    def _width(self, step: _Step, state: Indices, digits: Mapping[str, Indices]) -> int:
        """How many rows one part more would make."""
        if step.edges is None:
            return len(state) * int(self.system.base ** len(step.fresh))
        return int(step.edges.degrees[self._keys(step, state, digits)].sum())

    def _keys(self, step: _Step, state: Indices, digits: Mapping[str, Indices]) -> Indices:
        """Under which the edges of an automaton are found, some digits being known."""
        keys = state
        for track in step.known:
            keys = keys * self.system.base + digits[track]
        return keys

    def _extend(
        self, step: _Step, state: Indices, digits: Mapping[str, Indices]
    ) -> tuple[Indices, dict[str, Indices], Indices]:
        """One part more: which rows go on (several times perhaps), all digits, its next state."""
        if step.edges is None:
            return self._filter(step, state, digits)
        keys = self._keys(step, state, digits)
        chosen, edges = spread(keys, step.edges.ends)
        known = {track: values[chosen] for track, values in digits.items()}
        fresh = {track: values[edges] for track, values in step.edges.digits.items()}
        return chosen, known | fresh, step.edges.targets[edges]

    def _filter(
        self, step: _Step, state: Indices, digits: Mapping[str, Indices]
    ) -> tuple[Indices, dict[str, Indices], Indices]:
        """An atom: digits that are not chosen yet take every value, then the scalar decides."""
        base = self.system.base
        chosen = np.arange(len(state))
        known = dict(digits)
        for track in step.fresh:
            known = {name: np.repeat(values, base) for name, values in known.items()}
            known[track] = np.tile(np.arange(base), len(chosen))
            chosen = np.repeat(chosen, base)
        scalar = np.full(len(chosen), -step.atom.least, np.int64)
        for track, factor in step.atom.coefficients:
            scalar += factor * known[track]
        after = step.table[state[chosen], scalar].astype(np.int64)
        alive = np.flatnonzero(after)
        known = {name: values[alive] for name, values in known.items()}
        return chosen[alive], known, after[alive]


def _is_among(values: Indices, known: Indices) -> NDArray[np.bool_]:
    """Whether each value is among sorted ones."""
    places = np.searchsorted(known, values)
    places[places == len(known)] = 0
    found: NDArray[np.bool_] = known[places] == values
    return found
