"""The smallest tuple that an automaton accepts.

All small tuples at once: what an automaton says of a box.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from marienbad.prover.automata.automaton import Automaton, Flags, Indices
from marienbad.prover.systems.linear import System

Node = tuple[int, frozenset[int]]
Edge = tuple[Node, tuple[int, ...], Node]


def smallest(automaton: Automaton) -> dict[str, int] | None:
    """The accepted tuple whose largest number is least, then whose first is, and so on.

    For two heaps this is the wrong position that fits in the smallest square. Every move makes a
    position smaller in this order, so the smallest error of a claimed set of P-positions is an
    error of its own: below it, the claim is right.

    >>> from marienbad.prover.systems.linear import FIBONACCI
    >>> from marienbad.prover.automata.fused import automaton
    >>> automaton(FIBONACCI, {"x": 3, "y": -2}, low=11, high=11).smallest()
    {'x': 5, 'y': 2}
    """
    reach = _reach(automaton)
    if reach is None:
        return None
    if len(reach) == 1:
        return dict.fromkeys(automaton.tracks, 0)
    layers = _least_maximum(automaton, reach)
    for track in range(len(automaton.tracks)):
        layers = _least_track(_alive(layers), automaton.start, track)
    words = zip(*(layer[0][1] for layer in layers), strict=True)
    return dict(zip(automaton.tracks, map(automaton.system.value, words), strict=True))


def _reach(automaton: Automaton) -> list[Flags] | None:
    """For n = 0, 1, …: which states accept a word of n digits; ends where the start does."""
    reach = [automaton.accepting]
    period = automaton.system.period
    for n in range((len(automaton.table) + 1) * period):
        if n % period == 0 and reach[-1][automaton.start]:
            return reach
        alive: Flags = np.any(reach[-1][automaton.table], axis=1)
        reach.append(alive)
    return None


def _digits(automaton: Automaton, letter: int) -> tuple[int, ...]:
    base, count = automaton.system.base, len(automaton.tracks)
    return tuple(letter // base**place % base for place in reversed(range(count)))


def _edges(automaton: Automaton, node: Node, alive: Flags) -> Iterator[tuple[int, Edge]]:
    """The edges that can still be completed, each with the digit of the largest number."""
    state, tied = node
    row = automaton.table[state]
    for letter in np.flatnonzero(alive[row]).tolist():
        digits = _digits(automaton, letter)
        digit = max(digits[track] for track in tied)
        still = frozenset(track for track in tied if digits[track] == digit)
        yield digit, (node, digits, (int(row[letter]), still))


def _least_maximum(automaton: Automaton, reach: list[Flags]) -> list[list[Edge]]:
    """Layer by layer the edges of all words whose largest number is the least possible."""
    nodes: set[Node] = {(automaton.start, frozenset(range(len(automaton.tracks))))}
    layers = []
    for alive in reversed(reach[:-1]):
        found = [entry for node in nodes for entry in _edges(automaton, node, alive)]
        least = min(digit for digit, _ in found)
        layer = [edge for digit, edge in found if digit == least]
        nodes = {target for _, _, target in layer}
        layers.append(layer)
    return layers


def _alive(layers: list[list[Edge]]) -> list[list[Edge]]:
    """Only the edges from which the last layer can be reached."""
    kept: list[list[Edge]] = []
    ends: set[Node] | None = None
    for layer in reversed(layers):
        kept.append([edge for edge in layer if ends is None or edge[2] in ends])
        ends = {source for source, _, _ in kept[-1]}
    return kept[::-1]


def _least_track(layers: list[list[Edge]], start: int, track: int) -> list[list[Edge]]:
    """Of these words, those with the least number on a track."""
    nodes = {source for source, _, _ in layers[0] if source[0] == start}
    kept = []
    for layer in layers:
        open_edges = [edge for edge in layer if edge[0] in nodes]
        least = min(digits[track] for _, digits, _ in open_edges)
        kept.append([edge for edge in open_edges if edge[1][track] == least])
        nodes = {target for _, _, target in kept[-1]}
    return kept


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
