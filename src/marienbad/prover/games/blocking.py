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
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import reduce

from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.counted import at_least, choices
from marienbad.prover.automata.fused import Part, conjunction
from marienbad.prover.automata.nondeterministic import Choices
from marienbad.prover.games.moves import Way, ways


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
