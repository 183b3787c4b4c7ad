"""The description of an automaton, within some seconds.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.claims import claim
>>> describe(claim(define("wythoff:misere")))
Law(lists=(Pairs(first=((0, 1), (2, 2)), difference=2, steps=(1,)),))
"""

from __future__ import annotations

from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.description.guessing import differences, likeness, moved, remainders
from marienbad.prover.description.laws import Law
from marienbad.prover.description.proving import law_of
from marienbad.prover.description.shapes import Shape
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.text.problems import OutOfReach

SECONDS = 20
LARGEST = 400
"""Of an automaton with more states no description is looked for."""

Description = Law | Shape


def describe(
    automaton: Automaton, own_name: str = "", seconds: float = SECONDS
) -> Description | None:
    """Words that are proved to say what an automaton says; ``None`` where none are found in time.

    The name is that of the game, which is not to be compared with itself.
    """
    if automaton.states > LARGEST or automaton.tracks != ("x", "y") or automaton.is_empty:
        return None
    try:
        with clock.within(seconds):
            return (
                differences(automaton)
                or remainders(automaton)
                or moved(automaton)
                or law_of(automaton)
                or likeness(automaton, own_name)
            )
    except (TimeIsUp, OutOfReach):
        return None
