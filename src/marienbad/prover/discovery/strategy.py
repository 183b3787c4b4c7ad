"""What was discovered, in words: the strategy, or what was tried.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.search import discover
>>> print(discover(define("nim")).explanation.render("en"))
Found, and proved for two heaps of every size. The positions to leave are
(0, 0), (1, 1), (2, 2), ...
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

import numpy as np

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.heaps import Position, leave
from marienbad.prover.automata import fused
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.description.guessing import describe
from marienbad.prover.discovery.endings import Attempt, Ended
from marienbad.prover.discovery.fitting import Beam
from marienbad.prover.discovery.search import Discovery
from marienbad.prover.games.claims import first_points
from marienbad.prover.games.proof import mirror
from marienbad.prover.systems.linear import System
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, Cell, Listing, Message, Table, say

SHOWN_WEIGHTS = 8
SHOWN_PAIRS = 8
MOST_ROWS, MOST_COLUMNS = 24, 12
"""A table of transitions that is larger than this is left to the certificate."""
MANY = 12
"""More states that accept than this are counted, not listed."""
EXAMPLE = 12
"""The smaller heap of the worked example is at least this, where there is such a pair."""


def explanation_of(found: Discovery) -> Explanation:
    """The strategy that was found, or what was tried."""
    blocks = _tried(found) if found.proof is None else _proved(found, found.proof.automaton)
    return Explanation(tuple(blocks))


def _proved(found: Discovery, automaton: Automaton) -> Iterator[Block]:
    yield from _set(automaton)
    if found.same_as is not None:
        yield say("discover.same_as", game=titled(found.same_as))
    yield from _described(found.game, automaton)
    if not automaton.is_empty:
        yield from _strategy(automaton)
    pair = _example_pair(automaton)
    if pair is not None:
        yield from _example(found.game, automaton, pair)
    yield say("discover.found", size=found.size, seconds=whole_seconds(found))


def _described(game: Definition, automaton: Automaton) -> Iterator[Block]:
    """The rule in words, where one is found that is proved to say the same."""
    if game.ruleset.memory.block > 1:
        return  # how such a rule is played is told for games in which nothing is forbidden
    description = describe(automaton, game.name)
    if description is not None:
        yield from description.blocks()
        yield say("prover.description.proved")


def _set(automaton: Automaton) -> Iterator[Message]:
    """That it is proved, with all positions to leave where they are few, or else the first.

    Of infinitely many that are mirrored, those with x ≤ y are enough.
    """
    pairs, is_whole = first_points(automaton, SHOWN_PAIRS)
    if not pairs:
        yield say("discover.proved_none")
    elif is_whole and len(pairs) == 1:
        yield say("discover.proved_one", pair=pairs[0])
    elif is_whole:
        yield say("discover.proved_all", pairs=Listing(pairs))
    elif mirror(automaton).is_same(automaton):
        ordered, _ = first_points(automaton & _difference(automaton.system, 0), SHOWN_PAIRS)
        yield say("discover.proved", pairs=Listing(ordered, ""))
        if not (automaton & _difference(automaton.system, 1)).is_empty:
            yield say("discover.either_order")
    else:
        yield say("discover.proved", pairs=Listing(pairs, ""))


def _difference(system: System, least: int) -> Automaton:
    """The pairs whose second number is larger by at least so much."""
    return fused.automaton(system, {"x": -1, "y": 1}, low=least)


def _example_pair(automaton: Automaton) -> Position | None:
    """The smallest position to leave whose smaller heap is large, or not 0, if there is one."""
    system = automaton.system
    for least in (EXAMPLE, 1):
        large = (fused.automaton(system, {track: 1}, low=least) for track in automaton.tracks)
        found = reduce(Automaton.__and__, large, automaton).smallest()
        if found is not None:
            return found["x"], found["y"]
    return None


def _strategy(automaton: Automaton) -> Iterator[Block]:
    """How to write the heaps, how to read them, and when the position is to be left."""
    system = automaton.system
    weights = Listing(system.weights(SHOWN_WEIGHTS), "")
    yield say("discover.write", system=system.told, weights=weights)
    if system.period > 1:
        yield say("discover.write_period", period=system.period)
    yield say("discover.read", states=automaton.states)
    accepting = np.flatnonzero(automaton.accepting).tolist()
    if len(accepting) <= MANY:
        yield say("discover.leave", states=Listing(accepting, "or"))
    else:
        yield say("discover.leave_many", count=len(accepting))
    yield transitions(automaton, say("discover.to_leave")) or say("discover.no_table")


def transitions(automaton: Automaton, accepted: Message) -> Table | None:
    """Where each pair of digits leads from each state; ``None`` where that would be long."""
    live = np.flatnonzero(automaton.table.any(axis=0)).tolist()
    if automaton.states > MOST_ROWS or len(live) > MOST_COLUMNS:
        return None
    base = automaton.system.base
    heads = tuple(f"{letter // base} {letter % base}" for letter in live)
    rows: list[tuple[Cell, ...]] = []
    for state in range(1, automaton.states):
        targets = automaton.table[state, live].tolist()
        mark = accepted if automaton.accepting[state] else None
        rows.append((state, *(target or None for target in targets), mark))
    caption = say("discover.transitions")
    return Table((say("discover.state"), *heads, None), tuple(rows), caption)


def _example(game: Definition, automaton: Automaton, pair: Position) -> Iterator[Block]:
    """A pair that is read to its end, and a position near it with its winning moves."""
    system = automaton.system
    words = system.aligned(*map(system.digits, pair))
    states = automaton.run(*pair)
    heads = (None, *reversed(system.weights(len(words[0]))))
    rows: list[tuple[Cell, ...]] = [(heap, *word) for heap, word in zip(pair, words, strict=True)]
    rows.append((say("discover.state"), *states[1:]))
    caption = say("discover.example", position=pair, start=automaton.start)
    yield Table(heads, tuple(rows), caption, footer_rows=1)
    yield say("discover.example_left", position=pair, state=states[-1])
    x, y = pair
    near = next(
        (place for place in ((x, y + 1), (x + 1, y), (x + 1, y + 1)) if place not in automaton),
        None,
    )
    if near is not None:
        after = {leave(near, move) for move in game.moves(near)}
        left = sorted(place for place in after if place in automaton)
        most = game.ruleset.memory.block - 1
        if left and most:
            shown = Listing(tuple(left), "or")
            yield say("discover.example_block", position=near, left=shown, most=most)
        elif left:
            yield say("discover.example_move", position=near, left=Listing(left, "or"))


def _tried(found: Discovery) -> Iterator[Block]:
    """What was seen, the systems with what became of them, and what ended the search."""
    yield say("discover.not_found", size=found.size) if found.size else say("discover.nothing")
    wrong = found.refutation
    if wrong is not None:
        yield say(
            "discover.refuted_p" if wrong.is_p else "discover.refuted_n",
            system=wrong.automaton.system.told,
            states=wrong.automaton.states,
            position=wrong.position,
            size=found.refuted_size,
        )
    for beam in found.beams:
        yield from _seen(beam, found.size)
    if found.attempts:
        columns = ("system", "size", "states", "result")
        heads = tuple(say(f"discover.column.{name}") for name in columns)
        rows = tuple((a.system, a.size, a.states, result_of(a)) for a in found.attempts)
        yield Table(heads, rows, say("discover.tried"))
    yield say(f"discover.reason.{found.reason}", size=found.size, seconds=whole_seconds(found))


def _seen(beam: Beam, size: int) -> Iterator[Message]:
    """What the largest table shows of its beams, and no more than that."""
    half = say(f"discover.half.{beam.larger}")
    if not beam.is_slender:
        yield say("discover.no_strip", last=size - 1, half=half)
        return
    low, high = (Approximation(int(end * 10**6), 6) for end in (beam.low, beam.high))
    width = -(-beam.width // 1)
    yield say("discover.strip", last=size - 1, half=half, low=low, high=high, width=width)
    if not beam.is_bounded:
        yield say("discover.strip_wider", last=size - 1)


def result_of(attempt: Attempt) -> Message:
    """What became of a guess."""
    where = {} if attempt.position is None else {"position": attempt.position}
    return say(f"discover.result.{attempt.result}", **where)


def whole_seconds(found: Ended) -> int:
    """Whole seconds, begun ones included."""
    return int(found.seconds) + 1
