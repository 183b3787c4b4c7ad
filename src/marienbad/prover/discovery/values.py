"""Positions of a Grundy value discovered: tables of all values up to it, guesses, and their proofs.

It is done as for P-positions (:mod:`marienbad.prover.discovery.search`), with a list of positions
for each value. In a system that the beams suggest, the automaton of each value is guessed, compared
with its list and proved, the smaller values first, since a proof rests on theirs. What is proved of
the smaller values in a system is kept when the box grows.

>>> from marienbad.games.catalogue import define
>>> discover_value(define("nim"), 2).proof
<proof of nim for the value 2 in base 2, 4 states>
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.discovery.diagonals import diagonals
from marienbad.prover.discovery.fitting import beams, systems
from marienbad.prover.discovery.levels import levels, levels_growth, levels_memory
from marienbad.prover.discovery.positions import Positions
from marienbad.prover.discovery.residuals import Unfinished, agrees, guess
from marienbad.prover.discovery.search import (
    LARGEST,
    MEMORY,
    SECONDS,
    SMALLEST,
    Notice,
    Reason,
    Result,
    contradicts,
)
from marienbad.prover.games.moves import ways
from marienbad.prover.games.proof import Proof, Refutation, prove
from marienbad.prover.games.values import refuse
from marienbad.prover.systems.linear import BINARY, System
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.text.explanation import Explanation
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import say
from marienbad.values import Record


class ValueAttempt(Record):
    """What became of one value in one system with one box."""

    system: str
    size: int
    value: int
    result: Result
    states: int = 0
    position: Position | None = None
    """The smallest position where a guess is wrong."""


@dataclass(frozen=True)
class ValueDiscovery:
    """How the search for the positions of a value ended, and all that it had then."""

    game: Definition
    value: int
    proof: Proof | None
    refutation: Refutation | None
    """Of the last guess that agreed with its table."""
    refuted_size: int
    attempts: tuple[ValueAttempt, ...]
    """The last one of each system."""
    size: int
    """The largest box that was solved."""
    reason: Reason
    seconds: float

    @cached_property
    def explanation(self) -> Explanation:
        """The positions and their automaton, or what was tried, in words."""
        from marienbad.prover.discovery.value_words import explanation_of

        return explanation_of(self)


class ValueInterrupted(KeyboardInterrupt):
    """The search was interrupted; ``discovery`` is what it had."""

    def __init__(self, discovery: ValueDiscovery) -> None:
        super().__init__()
        self.discovery = discovery


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


class _Search:
    """One search, with what it has so far."""

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
        if game.ruleset.heaps not in (None, 2):
            raise OutOfReach("discover.heaps", game=game.name)
        if size is not None and size < 8:
            raise InputError("discover.size", size=size)
        if not seconds >= 0:
            raise InputError("discover.seconds", text=str(seconds))
        self.game, self.value, self.most = game, value, LARGEST if size is None else size
        self.memory, self.notice = memory, notice
        self.began = clock.now()
        self.known: dict[System, Proof] = {}
        self.attempts: dict[System, ValueAttempt] = {}
        self.refutation: Refutation | None = None
        self.refuted_size = self.size = 0

    def run(self) -> ValueDiscovery:
        reason: Reason = "size"
        try:
            for _ in ways(self.game, BINARY, 2):  # refuses what no automaton can express
                pass
            for size in self._sizes():
                if levels_memory(self.game, size, self.value) > self.memory << 20:
                    reason = "memory"
                    break
                proof = self._with_box(size)
                if proof is not None:
                    return self._found("", proof)
        except TimeIsUp:
            reason = "seconds"
        except MemoryError:
            reason = "memory"
        except KeyboardInterrupt:
            raise ValueInterrupted(self._found("interrupted")) from None
        return self._found(reason)

    def _found(self, reason: Reason, proof: Proof | None = None) -> ValueDiscovery:
        return ValueDiscovery(
            self.game,
            self.value,
            proof,
            self.refutation,
            self.refuted_size,
            tuple(self.attempts.values()),
            self.size,
            reason,
            clock.now() - self.began,
        )

    def _sizes(self) -> Iterator[int]:
        size = SMALLEST
        while size < self.most:
            yield size
            size *= levels_growth(self.game)
        yield self.most

    def _with_box(self, size: int) -> Proof | None:
        """List the positions of all values in a box and try the systems that they suggest."""
        stage = say("discover.stage.solve", size=size)

        def progress(done: int, rows: int) -> None:
            clock.check()
            self.notice(stage, done, rows)

        progress(0, size)
        tables = levels(self.game, size, self.value, progress)
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
            decided, states = self._decided(system, tables[value], below)
            wrong = decided.position if isinstance(decided, Refutation) else None
            result: Result = decided if isinstance(decided, str) else "proved"
            result = "refuted" if wrong else result
            size = tables[value].size
            attempt = ValueAttempt(system.name, size, value, result, states, wrong)
            self.attempts[system] = attempt
            if isinstance(decided, Refutation):
                self.refutation, self.refuted_size = decided, size
            if not isinstance(decided, Proof):
                return None
            self.known[system] = below = decided
        return below

    def _decided(
        self, system: System, table: Positions, below: Proof | None
    ) -> tuple[Proof | Refutation | Result, int]:
        """Guess an automaton, compare it with all of its box, and prove it; and its states."""
        self.notice(say("discover.stage.guess", system=system.told, size=table.size), 0, 0)
        found = _guess(system, table)
        if isinstance(found, Unfinished):
            return "unfinished", found.states
        if not agrees(found, table):
            return "disagrees", found.states
        self.notice(say("discover.stage.prove", system=system.told, states=found.states), 0, 0)
        try:
            if contradicts(self.game, found):
                return "contradicts", found.states
            return prove(self.game, found, below=below), found.states
        except OutOfReach:
            return "too_large", found.states


def _guess(system: System, table: Positions) -> Automaton | Unfinished:
    """Diagonals with exceptions, where there are some in base 2, or what residuals suggest."""
    if system == BINARY:
        try:
            lines = diagonals(table)
        except OutOfReach:  # of so many states no automaton is made
            lines = None
        if lines is not None:
            return lines
    return guess(table, system, table.size * 2 // 3)
