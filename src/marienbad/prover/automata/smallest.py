"""The smallest tuple that an automaton accepts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from marienbad.prover.automata.automaton import Automaton, Flags

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
