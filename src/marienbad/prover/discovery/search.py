"""Strategies discovered: a table is searched, an automaton guessed, and the guess proved.

The slopes of the beams of a solved box suggest numeration systems. In each an automaton is guessed
from a part of the box, and before that in base 2 diagonals with exceptions; the guess is compared
with the whole box, and then decided for heaps of every size. Where nothing comes of it, the box
grows. There are three endings: *proved*; *refuted*, if the last guess that agreed with its box is
wrong at a larger position; *not found*. It is an attempt: whether two such games have the same
P-positions cannot be decided in general (U. Larsson, J. Wästlund, From heaps of matches to the
limits of computability, Electron. J. Combin. 20(3) (2013) P41).

>>> from marienbad.games.catalogue import define
>>> found = discover(
...     define("rules:heaps 2; take c, d from two where c - d in {0, 1}; take n from one")
... )
>>> found.ending, found.proof, found.same_as
('proved', <proof of rules:...>, 'wythoff:a=2')
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.automata.fused import is_possible
from marienbad.prover.discovery.diagonals import diagonals
from marienbad.prover.discovery.fitting import Beam, beams, systems
from marienbad.prover.discovery.folder import Folder, held
from marienbad.prover.discovery.positions import (
    Paired,
    Positions,
    growth,
    memory_needed,
    solved,
)
from marienbad.prover.discovery.residuals import (
    LARGEST_BLOCK,
    MOST_STATES,
    Unfinished,
    agrees,
    guess,
)
from marienbad.prover.games.claims import claim, relatives
from marienbad.prover.games.moves import ways
from marienbad.prover.games.proof import Proof, Refutation, prove
from marienbad.prover.systems.linear import BINARY, System
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.solver.partners import Partners, Uneven, steps_of
from marienbad.solver.table import Progress
from marienbad.text.explanation import Explanation
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message, say
from marienbad.values import Record

Notice = Callable[[Message, int, int], None]
"""Called with the stage and how much of it is done of how much, 0 of 0 where that is unknown."""
Ending = Literal["proved", "refuted", "not_found"]
Reason = Literal["", "size", "seconds", "memory", "uneven", "interrupted"]
Result = Literal["unfinished", "disagrees", "contradicts", "too_large", "refuted", "proved"]

SMALLEST, LARGEST = 3 << 7, 3 << 22
"""The first box and the last."""
SECONDS = 120
MEMORY = 2048
"""Mebibytes that a table may take."""


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
MOST_TRANSITIONS = 80_000
"""Of a guess, in whatever system: with large digits fewer states are looked at."""
LONGER = 4
"""How many times as many rows the next table has there."""


class Attempt(Record):
    """What became of one system with one box."""

    system: str
    size: int
    result: Result
    states: int = 0
    position: Position | None = None
    """The smallest position where a guess is wrong."""


@dataclass(frozen=True)
class Discovery:
    """How the search for a strategy ended, and all that it had then."""

    game: Definition
    proof: Proof | None
    refutation: Refutation | None
    """Of the last guess that agreed with its table."""
    refuted_size: int
    """The heaps of that table are below this."""
    attempts: tuple[Attempt, ...]
    beams: tuple[Beam, ...]
    size: int
    """The largest box that was solved, in which the beams were seen."""
    same_as: str | None
    """A game of the catalogue that was proved to have the same P-positions."""
    reason: Reason
    """What ended the search, where it did not end by itself with a proof."""
    seconds: float

    @property
    def ending(self) -> Ending:
        """How it ended."""
        return "proved" if self.proof else "refuted" if self.refutation else "not_found"

    @cached_property
    def explanation(self) -> Explanation:
        """The strategy, or what was tried, in words."""
        from marienbad.prover.discovery.strategy import explanation_of

        return explanation_of(self)


class Interrupted(KeyboardInterrupt):
    """The search was interrupted; ``discovery`` is what it had."""

    def __init__(self, discovery: Discovery) -> None:
        super().__init__()
        self.discovery = discovery


def discover(
    game: Definition,
    size: int | None = None,
    seconds: float = SECONDS,
    memory: int = MEMORY,
    notice: Notice = lambda _, __, ___: None,
    *,
    reach: Reach = USUAL,
    folder: Path | None = None,
) -> Discovery:
    """Look for a strategy of a game of two heaps, and prove it.

    Boxes grow up to ``size``, or as far as ``memory`` (mebibytes for a table) and ``seconds``
    allow; these count without the time of compiling. A thorough search, with ``reach=THOROUGH``,
    keeps its rows in a ``folder`` and takes up there what an earlier one has left.
    """
    search = _Search(game, size, seconds, memory, notice, reach)
    with clock.within(seconds), ExitStack() as stack:
        search.open(stack, folder)
        return search.run()


class _Search:
    """One search, with what it has so far."""

    def __init__(
        self,
        game: Definition,
        size: int | None,
        seconds: float,
        memory: int,
        notice: Notice,
        reach: Reach,
    ) -> None:
        if game.ruleset.heaps not in (None, 2):
            raise OutOfReach("discover.heaps", game=game.name)
        if size is not None and size < 8:
            raise InputError("discover.size", size=size)
        if not seconds >= 0:
            raise InputError("discover.seconds", text=str(seconds))
        self.game, self.memory, self.notice, self.reach = game, memory, notice, reach
        self.most = size
        self.folder: Folder | None = None
        self.rows: Partners | None = None
        self.began = clock.now()
        self.attempts: dict[System, Attempt] = {}
        self.proof: Proof | None = None
        self.same_as: str | None = None
        self.refutation: Refutation | None = None
        self.refuted_size = 0
        self.beams: tuple[Beam, ...] = ()
        self.size = 0

    def open(self, stack: ExitStack, path: Path | None) -> None:
        """Have rows on disk, where the search is thorough and the game allows it."""
        steps = steps_of(self.game) if self.reach.size > LARGEST else None
        if steps is not None:
            self.folder = stack.enter_context(held(path, self.game))
            self.rows = Partners(steps, self.folder.rows)

    def run(self) -> Discovery:
        reason: Reason = "size"
        try:
            for _ in ways(self.game, BINARY, 2):  # refuses what no automaton can express
                pass
            for size in self._sizes():
                if not self._is_long(size) and memory_needed(self.game, size) > self.memory << 20:
                    reason = "memory"
                    break
                self.proof = self._with_box(size)
                if self.proof is not None:
                    self.notice(say("discover.stage.compare"), 0, 0)
                    self.same_as = same_as(self.proof)
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

    def _found(self, reason: Reason) -> Discovery:
        return Discovery(
            self.game,
            self.proof,
            self.refutation,
            self.refuted_size,
            tuple(self.attempts.values()),
            self.beams,
            self.size,
            self.same_as,
            reason,
            clock.now() - self.began,
        )

    def _sizes(self) -> Iterator[int]:
        """The sizes of the boxes; one that holds no error of the last guess is left out."""
        last = self.most or (LARGEST if self.rows is None else self.reach.size)
        size = SMALLEST
        while size < last:
            yield size
            size *= LONGER if self._is_long(2 * size) else growth(self.game)
            while self.refutation and 2 * size < 3 * max(self.refutation.position) < 2 * last:
                size *= 2
        yield last

    def _is_long(self, size: int) -> bool:
        """Whether the rows of a table are kept on disk."""
        return self.rows is not None and size > LARGEST

    def _with_box(self, size: int) -> Proof | None:
        """Solve a box and try the systems that it suggests."""
        stage = say("discover.stage.solve", size=size)

        def progress(done: int, rows: int) -> None:
            clock.check()
            self.notice(stage, done, rows)

        progress(0, size)
        positions = self._table(size, progress)
        self.size, self.beams = size, beams(positions)
        for system, found in self._guesses(positions):
            decided, states = self._decided(found, positions), found.states
            if isinstance(decided, Proof):
                self.attempts[system] = Attempt(system.name, size, "proved", states)
                return decided
            if isinstance(decided, Refutation):
                self.refutation, self.refuted_size = decided, size
                attempt = Attempt(system.name, size, "refuted", states, decided.position)
            else:
                attempt = Attempt(system.name, size, decided, states)
            self.attempts[system] = attempt
            if self.folder is not None:
                self.folder.note(system.name, size)
        return None

    def _table(self, size: int, progress: Progress) -> Positions | Paired:
        if self.rows is None or not self._is_long(size):
            return solved(self.game, size, progress)
        self.rows.extend(size, progress)
        return Paired(size, self.rows)

    def _guesses(
        self, positions: Positions | Paired
    ) -> Iterator[tuple[System, Automaton | Unfinished]]:
        """Diagonals with exceptions, where there are some, and what each system suggests."""
        size = positions.size
        if isinstance(positions, Positions):
            yield from self._lines(positions)
        for system in systems(self.beams):
            if self.folder is not None and self.folder.has_tried(system.name, size):
                continue
            self.notice(say("discover.stage.guess", system=system.told, size=size), 0, 0)
            block, most = LARGEST_BLOCK, MOST_STATES
            if isinstance(positions, Paired):
                block = self.reach.block
                most = min(self.reach.states, MOST_TRANSITIONS // system.base**2)
            yield system, guess(positions, system, size * 2 // 3, block, most)

    def _lines(self, positions: Positions) -> Iterator[tuple[System, Automaton]]:
        size = positions.size
        self.notice(say("discover.stage.guess", system=BINARY.told, size=size), 0, 0)
        try:
            lines = diagonals(positions)
        except OutOfReach:  # of so many states no automaton is made
            lines = None
        if lines is not None:
            yield BINARY, lines

    def _decided(
        self, found: Automaton | Unfinished, positions: Positions | Paired
    ) -> Proof | Refutation | Result:
        """Compare a guess with all of its box, and prove it."""
        if isinstance(found, Unfinished):
            return "unfinished"
        if not agrees(found, positions):
            return "disagrees"
        stage = say("discover.stage.prove", system=found.system.told, states=found.states)
        self.notice(stage, 0, 0)
        try:
            return "contradicts" if contradicts(self.game, found) else prove(self.game, found)
        except OutOfReach:
            return "too_large"


def contradicts(game: Definition, automaton: Automaton) -> bool:
    """Whether a move in one heap leads from an accepted position to another.

    No set of P-positions allows that, unless options may be forbidden. It is soon seen, while the
    whole decision can take long for a wrong guess.
    """
    return game.ruleset.memory.block == 1 and any(
        is_possible(automaton, automaton.renamed(**way.after), *way.atoms)
        for way in ways(game, automaton.system, 2)
        if len(way.heaps) == 1
    )


def same_as(proof: Proof) -> str | None:
    """A game of the catalogue with the same P-positions, which the same automaton proves."""
    for game in relatives(proof.automaton.system):
        is_like = game.name != proof.game.name and claim(game).is_same(proof.automaton)
        if is_like and prove(game, proof.automaton).holds:
            return game.name
    return None
