"""Positions of a Grundy value discovered: tables of all values up to it, guesses, and their proofs.

It is done as for P-positions (:mod:`marienbad.prover.discovery.search`), with a list of positions
for each value. In a system that the beams suggest, the automaton of each value is guessed, compared
with its list and proved, the smaller values first, since a proof rests on theirs. What is proved of
the smaller values in a system is kept when the box grows.

>>> from marienbad.games.catalogue import define
>>> discover_value(define("nim"), 2).proof
<proof of nim for the value 2 in base 2, 4 states>

The positions of each Grundy value of a square box, up to a value, as sorted lists.

Where a row holds few P-positions it holds few positions of each value: these are listed value after
value, those of the smaller values being barred, so that boxes with millions of rows stay small.
Elsewhere all values of the box are computed, which takes much more room.

>>> from marienbad.games.catalogue import define
>>> [list(level) for level in levels(define("wythoff"), 5, 1)]
[[(0, 0), (1, 2), (2, 1)], [(0, 1), (1, 0), (2, 2)]]

What was discovered of the positions of a Grundy value, in words.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.discovery.values import discover_value
>>> print(discover_value(define("nim"), 1).explanation.render("en"))
Found, and proved for two heaps of every size. The positions of Grundy value 1
are (0, 1), (2, 3), (4, 5), ...
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import automaton as condition
from marienbad.prover.discovery.boxes import (
    MEMORY,
    SECONDS,
    Notice,
    Search,
    Verdict,
)
from marienbad.prover.discovery.endings import Ended, Reason
from marienbad.prover.discovery.fitting import beams, systems
from marienbad.prover.discovery.positions import STEP, Positions
from marienbad.prover.discovery.strategy import (
    MANY,
    SHOWN_PAIRS,
    SHOWN_WEIGHTS,
    result_of,
    transitions,
    whole_seconds,
)
from marienbad.prover.games.claims import first_points
from marienbad.prover.games.proof import Proof, mirror
from marienbad.prover.games.values import refuse
from marienbad.prover.systems.linear import BINARY, System
from marienbad.solver.clock import clock
from marienbad.solver.grundy import Values
from marienbad.solver.listing import Listed
from marienbad.solver.outcomes import uniform_moves
from marienbad.solver.survivors import Survivors, period_of
from marienbad.solver.table import Progress
from marienbad.solver.vectors import Moves
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block, Listing, Message, Table, say


@dataclass(frozen=True, kw_only=True)
class ValueDiscovery(Ended):
    """How the search for the positions of a value ended, and all that it had then."""

    value: int

    @cached_property
    def explanation(self) -> Explanation:
        """The positions and their automaton, or what was tried, in words."""
        from marienbad.prover.discovery.values import explanation_of

        return explanation_of(self)


def discover_value(
    game: Definition,
    value: int,
    size: int | None = None,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    notice: Notice = lambda _, __, ___: None,
) -> ValueDiscovery:
    """Look for the positions of a Grundy value in a game of two heaps, and prove them.

    Boxes grow as in :func:`marienbad.prover.discovery.search.discover`.
    """
    search = _Search(game, value, size, seconds, memory, notice)
    with clock.within(seconds):
        return search.run()


class _Search(Search[ValueDiscovery]):
    """A search for the positions of a value."""

    def __init__(
        self,
        game: Definition,
        value: int,
        size: int | None,
        seconds: float,
        memory: int,
        notice: Notice,
    ) -> None:
        refuse(game, value)
        super().__init__(game, size, seconds, memory, notice)
        self.value = value
        self.known: dict[System, Proof] = {}

    def _found(self, reason: Reason) -> ValueDiscovery:
        return ValueDiscovery(**self._had(reason), value=self.value)

    def _growth(self, size: int) -> int:
        return levels_growth(self.game)

    def _memory_needed(self, size: int) -> int:
        return levels_memory(self.game, size, self.value)

    def _with_box(self, size: int) -> Proof | None:
        """List the positions of all values in a box and try the systems that they suggest."""
        tables = levels(self.game, size, self.value, self._progress(size))
        self.size = size
        suited = (system for table in tables for system in systems(beams(table)))
        # where smaller values are proved, this one is likely too
        for system in dict.fromkeys((*self.known, *suited)):
            if self.known and system in self.attempts and system not in self.known:
                continue  # not even the P-positions were proved here, while they were elsewhere
            proof = self._in_system(system, tables)
            if proof is not None:
                return proof
        return None

    def _in_system(self, system: System, tables: list[Positions]) -> Proof | None:
        """The proof for the value, if there is one in a system for each value up to it."""
        below = self.known.get(system)
        for value in range(below.value + 1 if below else 0, self.value + 1):
            verdict = self._verdict(system, tables[value], below)
            self._keep(system, self.size, verdict, value)
            if not isinstance(verdict.decided, Proof):
                return None
            self.known[system] = below = verdict.decided
        return below

    def _verdict(self, system: System, table: Positions, below: Proof | None) -> Verdict:
        """What becomes of diagonals with exceptions, in base 2, or of what residuals suggest."""
        lines = self._lines(table, below) if system == BINARY else None
        return self._refined(table, system, below) if lines is None else lines


ROW, PLACE = 34, 5
"""About how many octets a row takes for each value where positions are listed, by trial, and how
many more for each position that it may hold."""
COMPUTED = 8
"""About how many octets a position takes where all values are computed."""


def levels(
    game: Definition, size: int, value: int, progress: Progress = lambda _, __: None
) -> list[Positions]:
    """The positions of the values 0, 1, …, value of a game of two heaps smaller than the size."""
    moves = _sparse(game, size)
    if moves is None:
        return _computed(game, size, value, progress)
    found: list[Positions] = []
    for _ in range(value + 1):
        found.append(_listed(moves, size, found, progress))
    return found


def levels_memory(game: Definition, size: int, value: int) -> int:
    """About how many octets the levels of a box take while they are found."""
    moves = _sparse(game, size)
    if moves is None:
        return COMPUTED * size * size
    return (ROW + PLACE * (period_of(moves) or 1)) * (value + 1) * size


def levels_growth(game: Definition) -> int:
    """How many times as large the next box may be: little where all values are computed."""
    return 2 if _sparse(game, 64) is None else 8


def _sparse(game: Definition, size: int) -> Moves | None:
    """The moves, where rows hold few positions of each value."""
    moves = uniform_moves(game, (size, size))
    is_sparse = moves is not None and Survivors.bytes_needed(moves, (size, size)) is not None
    return moves if is_sparse else None


def _listed(moves: Moves, size: int, smaller: Sequence[Positions], progress: Progress) -> Positions:
    """The positions of the next value, by a sweep that knows those of the smaller values."""
    engine = Survivors(moves, (size, size), False, _together(smaller) if smaller else None)
    for start in range(0, size, STEP):
        stop = min(start + STEP, size)
        engine.find(start, stop)
        progress(stop, size)
    counts, columns = engine.listed(0, size)
    return Positions(size, np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]), columns)


def _together(smaller: Sequence[Positions]) -> tuple[np.ndarray, np.ndarray]:
    """The positions of several lists in one: where each row begins, and their places."""
    rows = np.concatenate([level.rows for level in smaller])
    order = np.argsort(rows, kind="stable")
    counts = np.bincount(rows, minlength=smaller[0].size)
    places = np.concatenate([level.columns for level in smaller])[order]
    return np.concatenate([[0], np.cumsum(counts)]), places


def _computed(game: Definition, size: int, value: int, progress: Progress) -> list[Positions]:
    """All values of the box by their definition, and the places of the smaller ones."""
    search = Values(game, (size, size), progress)
    if isinstance(search.engine, Listed):  # a single row can take long
        search.engine.pause = lambda: progress(search.done, size)
    while search.done < search.rows:
        search.fill(1)
        progress(search.done, search.rows)
    table = search.values.reshape(size, size)
    return [_places(table == number) for number in range(value + 1)]


def _places(table: np.ndarray) -> Positions:
    counts = table.sum(axis=1, dtype=np.int64)
    columns = np.nonzero(table)[1].astype(np.int32)
    return Positions(len(table), np.concatenate([[0], np.cumsum(counts)]), columns)


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
