"""Guesses that contradict themselves: a move leads from an accepted position to another."""

from __future__ import annotations

from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import Part, conjunction, is_possible
from marienbad.prover.games.moves import ways


def contradiction(game: Definition, automaton: Automaton) -> list[tuple[int, int]]:
    """Two accepted positions such that a move in one heap leads from the first to the second.

    No set of P-positions allows that, unless options may be forbidden, nor a set of positions of
    one Grundy value. It is soon seen, while the whole decision can take long for a wrong guess.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.prover.games.claims import claim, points
    >>> game = define("wythoff")
    >>> contradiction(game, claim(game) | points(claim(game).system, (3, 4)))
    [(7, 4), (3, 4)]
    """
    if game.ruleset.memory.block > 1:
        return []
    for way in ways(game, automaton.system, 2):
        parts: tuple[Part, ...] = automaton, automaton.renamed(**way.after), *way.atoms
        if len(way.heaps) == 1 and is_possible(*parts):
            found = conjunction(*parts).smallest()
            assert found is not None
            x, y = automaton.tracks
            after = found[way.after.get(x, x)], found[way.after.get(y, y)]
            return [(found[x], found[y]), after]
    return []
