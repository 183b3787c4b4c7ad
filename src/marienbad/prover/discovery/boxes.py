"""A search in boxes that grow: its bounds, and how a guess is judged and refined.

What is looked for, P-positions (:mod:`marienbad.prover.discovery.search`) or the positions of a
Grundy value (:mod:`marienbad.prover.discovery.values`), decides what a box is and what is tried
with it; all else stands here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from marienbad.games.definition import Definition
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.discovery.agreement import MOST_WRONG, contradiction, wrong_positions
from marienbad.prover.discovery.diagonals import diagonals
from marienbad.prover.discovery.endings import Attempt, Ended, Interrupted, Reason, Result
from marienbad.prover.discovery.positions import Paired, Positions
from marienbad.prover.discovery.residuals import (
    LARGEST_BLOCK,
    MOST_STATES,
    Experiment,
    Pair,
    Residuals,
    Student,
    Unfinished,
)
from marienbad.prover.games.moves import ways
from marienbad.prover.games.proof import Proof, Refutation, prove
from marienbad.prover.systems.linear import BINARY, System
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.solver.partners import Uneven
from marienbad.solver.table import Progress
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message, say
from marienbad.values import Record

Notice = Callable[[Message, int, int], None]
"""Called with the stage and how much of it is done of how much, 0 of 0 where that is unknown."""

SMALLEST, LARGEST = 3 << 7, 3 << 22
"""The first box and the last."""
SECONDS = 120
MEMORY = 2048
"""Mebibytes that a table may take."""
MOST_ROUNDS = 32
"""How often a guess from one table is refined."""


class Reach(Record):
    """How far a search goes that nobody bounds otherwise."""

    size: int = LARGEST
    """The last box."""
    seconds: int = SECONDS
    memory: int = MEMORY
    block: int = LARGEST_BLOCK
    states: int = MOST_STATES
    """Of a guess, from the tables on disk; from smaller ones it is the usual search."""


USUAL = Reach()
THOROUGH = Reach(3 << 28, 7200, 8192, 4000, 20_000)
"""Beyond the last box of the usual search the rows are kept on disk, an octet each."""


class Verdict(NamedTuple):
    """What became of a guess, and positions that show it to be wrong."""

    decided: Proof | Refutation | Result
    states: int
    wrong: Sequence[Pair] = ()


Found = TypeVar("Found", bound=Ended)


class Search(ABC, Generic[Found]):
    """One search, with what it has so far."""

    def __init__(
        self,
        game: Definition,
        size: int | None,
        seconds: float,
        memory: int,
        notice: Notice,
    ) -> None:
        if game.ruleset.heaps not in (None, 2):
            raise OutOfReach("discover.heaps", game=game.name)
        if size is not None and size < 8:
            raise InputError("discover.size", size=size)
        if not seconds >= 0:
            raise InputError("discover.seconds", text=str(seconds))
        self.game, self.most, self.memory, self.notice = game, size, memory, notice
        self.began = clock.now()
        self.attempts: dict[System, Attempt] = {}
        self.experiments: dict[tuple[System, int], list[Experiment]] = {}
        self.proof: Proof | None = None
        self.refutation: Refutation | None = None
        self.refuted_size = self.size = 0
        self.error = 0
        """Where a guess that agrees with the present box is wrong, or is to be tested: a heap."""

    def run(self) -> Found:
        """Let boxes grow until something is proved or a bound is met."""
        reason: Reason = "size"
        try:
            for _ in ways(self.game, BINARY, 2):  # refuses what no automaton can express
                pass
            for size in self._sizes():
                if self._memory_needed(size) > self.memory << 20:
                    reason = "memory"
                    break
                self.proof = self._with_box(size)
                if self.proof is not None:
                    return self._found("")
        except TimeIsUp:
            reason = "seconds"
        except Uneven:
            reason = "uneven"
        except MemoryError:
            reason = "memory"
        except KeyboardInterrupt:
            raise Interrupted(self._found("interrupted")) from None
        return self._found(reason)

    @abstractmethod
    def _with_box(self, size: int) -> Proof | None:
        """Solve a box and try the systems that it suggests."""

    @abstractmethod
    def _memory_needed(self, size: int) -> int:
        """About how many octets the table of a box takes."""

    @abstractmethod
    def _growth(self, size: int) -> int:
        """How many times as large the next box may be."""

    @abstractmethod
    def _found(self, reason: Reason) -> Found:
        """How the search ended."""

    def _had(self, reason: Reason) -> dict[str, Any]:
        """All that it has, of what every search has."""
        return {
            "game": self.game,
            "proof": self.proof,
            "refutation": self.refutation,
            "refuted_size": self.refuted_size,
            "attempts": tuple(self.attempts.values()),
            "size": self.size,
            "reason": reason,
            "seconds": clock.now() - self.began,
        }

    def _last_size(self) -> int:
        return LARGEST if self.most is None else self.most

    def _sizes(self) -> Iterator[int]:
        """The sizes of the boxes.

        If nothing agrees with a box, the next is much larger. If a guess does, the next is twice
        as large, or so large that it holds the error of that guess.
        """
        last, size = self._last_size(), SMALLEST
        while size < last:
            self.error = 0
            yield size
            size *= 2 if self.error else self._growth(size)
            while 2 * size < 3 * self.error < 2 * last:
                size *= 2
        yield last

    def _progress(self, size: int) -> Progress:
        """What tells how far a box is solved."""
        stage = say("discover.stage.solve", size=size)

        def progress(done: int, rows: int) -> None:
            clock.check()
            self.notice(stage, done, rows)

        progress(0, size)
        return progress

    def _keep(self, system: System, size: int, verdict: Verdict, value: int = 0) -> None:
        """Remember what became of a system."""
        decided = verdict.decided
        if isinstance(decided, Refutation):
            self.refutation, self.refuted_size = decided, size
        where = decided.position if isinstance(decided, Refutation) else None
        result: Result = decided if isinstance(decided, str) else "refuted" if where else "proved"
        self.attempts[system] = Attempt(system.name, size, result, verdict.states, where, value)

    def _lines(self, positions: Positions, below: Proof | None = None) -> Verdict | None:
        """What becomes of diagonals with exceptions, where there are some."""
        self.notice(say("discover.stage.guess", system=BINARY.told, size=positions.size), 0, 0)
        try:
            lines = diagonals(positions)
        except OutOfReach:  # of so many states no automaton is made
            lines = None
        return None if lines is None else self._judged(lines, positions, below)

    def _refined(
        self,
        positions: Positions | Paired,
        system: System,
        below: Proof | None = None,
        block: int = LARGEST_BLOCK,
        most: int = MOST_STATES,
    ) -> Verdict:
        """Guess an automaton and judge it, again and again while its errors teach something.

        A guess with many errors is given up: a larger table will tell more. Once errors within the
        table have taught something, that the guess agrees with it says little: a larger table must
        agree before a proof is begun, which can take long.
        """
        size, is_tested = positions.size, True
        value = 0 if below is None else below.value + 1
        known = self.experiments.setdefault((system, value), [])
        student = Student(Residuals(positions, system, size * 2 // 3, block, known), most)
        for _ in range(1 + MOST_ROUNDS):
            self.notice(say("discover.stage.guess", system=system.told, size=size), 0, 0)
            guess = student.guess()
            if isinstance(guess, Unfinished):
                return Verdict("unfinished", guess.states)
            verdict = self._judged(guess.automaton, positions, below, is_tested)
            is_tested = is_tested and verdict.decided != "disagrees"
            if isinstance(verdict.decided, Refutation):
                student.believe(verdict.decided)
            is_far_off = len(verdict.wrong) == MOST_WRONG
            if is_far_off or not student.learns(guess, verdict.wrong):
                break
        return verdict

    def _judged(
        self,
        automaton: Automaton,
        positions: Positions | Paired,
        below: Proof | None,
        is_tested: bool = True,
    ) -> Verdict:
        """Compare a guess with all of its box, and prove it."""
        size, states = positions.size, automaton.states
        wrong: Sequence[Pair] = wrong_positions(automaton, positions)
        if wrong:
            return Verdict("disagrees", states, wrong)
        if not is_tested and size < self._last_size():
            self.error = max(self.error, size)
            return Verdict("untested", states)
        self.notice(say("discover.stage.prove", system=automaton.system.told, states=states), 0, 0)
        try:
            wrong = contradiction(self.game, automaton)
            if wrong:
                self.error = max(self.error, *map(max, wrong))
                return Verdict("contradicts", states, wrong)
            decided = prove(self.game, automaton, below=below)
        except OutOfReach:
            return Verdict("too_large", states)
        if isinstance(decided, Proof):
            return Verdict(decided, states)
        x, y = decided.position
        self.error = max(self.error, x, y)
        return Verdict(decided, states, [(x, y)])
