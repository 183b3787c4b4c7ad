"""What was discovered of the positions of a Grundy value, in words.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.values import discover_value
>>> print(discover_value(define("nim"), 1).explanation.render("en"))
Found, and proved for two heaps of every size. The positions of Grundy value 1
are (0, 1), (2, 3), (4, 5), ...
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import automaton as condition
from marienbad.prover.discovery.strategy import (
    MANY,
    SHOWN_PAIRS,
    SHOWN_WEIGHTS,
    result_of,
    transitions,
    whole_seconds,
)
from marienbad.prover.discovery.values import ValueDiscovery
from marienbad.prover.games.claims import first_points
from marienbad.prover.games.proof import Proof, mirror
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block, Listing, Message, Table, say


def explanation_of(found: ValueDiscovery) -> Explanation:
    """The positions with their automaton, or what was tried."""
    blocks = _tried(found) if found.proof is None else _proved(found, found.proof)
    return Explanation(tuple(blocks))


def _proved(found: ValueDiscovery, proof: Proof) -> Iterator[Block]:
    yield from _set(proof.automaton, proof.value)
    if proof.below is not None:
        states = Listing(tuple(level.states for level in proof.below.levels), "")
        yield say("values.smaller", states=states)
    if not proof.automaton.is_empty:
        yield from _reading(proof.automaton, proof.value)
    yield say("discover.found", size=found.size, seconds=whole_seconds(found))


def _set(automaton: Automaton, value: int) -> Iterator[Message]:
    """The positions, all where they are few; of infinitely many that are mirrored, one order."""
    pairs, is_whole = first_points(automaton, SHOWN_PAIRS)
    if not pairs:
        yield say("values.proved_none", value=value)
    elif is_whole:
        yield say("values.proved_all", value=value, pairs=Listing(pairs))
    elif mirror(automaton).is_same(automaton):
        upper = condition(automaton.system, {"x": -1, "y": 1}, low=0)
        ordered, _ = first_points(automaton & upper, SHOWN_PAIRS)
        yield say("values.proved", value=value, pairs=Listing(ordered, ""))
        yield say("discover.either_order")
    else:
        yield say("values.proved", value=value, pairs=Listing(pairs, ""))


def _reading(automaton: Automaton, value: int) -> Iterator[Block]:
    """How to write the heaps, how to read them, and when the position has the value."""
    system = automaton.system
    weights = Listing(system.weights(SHOWN_WEIGHTS), "")
    yield say("discover.write", system=system.told, weights=weights)
    if system.period > 1:
        yield say("discover.write_period", period=system.period)
    yield say("discover.read", states=automaton.states)
    accepting = np.flatnonzero(automaton.accepting).tolist()
    if len(accepting) <= MANY:
        yield say("values.accepts", value=value, states=Listing(accepting, "or"))
    else:
        yield say("values.accepts_many", value=value, count=len(accepting))
    mark = say("values.of_value", value=value)
    yield transitions(automaton, mark) or say("discover.no_table")


def _tried(found: ValueDiscovery) -> Iterator[Block]:
    """The systems with what became of them, and what ended the search."""
    if found.size:
        yield say("values.not_found", value=found.value, size=found.size)
    else:
        yield say("values.nothing")
    wrong = found.refutation
    if wrong is not None:
        yield say(
            "values.refuted_p" if wrong.is_p else "values.refuted_n",
            value=wrong.value,
            system=wrong.automaton.system.told,
            states=wrong.automaton.states,
            position=wrong.position,
            size=found.refuted_size,
        )
    if found.attempts:
        columns = ("system", "size", "value", "states", "result")
        heads = tuple(
            say("values.column" if name == "value" else f"discover.column.{name}")
            for name in columns
        )
        rows = tuple((a.system, a.size, a.value, a.states, result_of(a)) for a in found.attempts)
        yield Table(heads, rows, say("discover.tried"))
    yield say(f"discover.reason.{found.reason}", size=found.size, seconds=whole_seconds(found))
