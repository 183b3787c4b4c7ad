"""Strategies discovered: a table is searched, an automaton guessed, and the guess proved.

The slopes of the beams of a solved box suggest numeration systems. In each an automaton is guessed
from a part of the box, and before that in base 2 diagonals with exceptions; the guess is compared
with the whole box, and then decided for heaps of every size. A guess that is wrong is refined by
its errors; where nothing comes of it, the box grows. There are three endings: *proved*; *refuted*,
if the last guess that agreed with its box is wrong at a larger position; *not found*. It is an
attempt: whether two such games have the same P-positions cannot be decided in general (U. Larsson,
J. Wästlund, From heaps of matches to the limits of computability, Electron. J. Combin. 20(3) (2013)
P41).

>>> from marienbad.games.catalogue import define
>>> found = discover(
...     define("rules:heaps 2; take c, d from two where c - d in {0, 1}; take n from one")
... )
>>> found.ending, found.proof, found.same_as
('proved', <proof of rules:...>, 'wythoff:a=2')
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.prover.discovery import boxes
from marienbad.prover.discovery.boxes import (
    MEMORY,
    SECONDS,
    USUAL,
    Notice,
    Reach,
    Search,
    Verdict,
)
from marienbad.prover.discovery.endings import Ended, Reason
from marienbad.prover.discovery.fitting import Beam, beams, systems
from marienbad.prover.discovery.folder import Folder, held
from marienbad.prover.discovery.positions import (
    Paired,
    Positions,
    growth,
    memory_needed,
    solved,
)
from marienbad.prover.games.claims import claim, relatives
from marienbad.prover.games.proof import Proof, prove
from marienbad.prover.systems.linear import BINARY, System
from marienbad.solver.clock import clock
from marienbad.solver.partners import Partners, steps_of
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import say

Ending = Literal["proved", "refuted", "not_found"]

MOST_TRANSITIONS = 80_000
"""Of a guess, in whatever system: with large digits fewer states are looked at."""
LONGER = 4
"""How many times as many rows the next table on disk has."""


@dataclass(frozen=True, kw_only=True)
class Discovery(Ended):
    """How the search for a strategy ended, and all that it had then."""

    beams: tuple[Beam, ...]
    """What was seen in the largest box."""
    same_as: str | None
    """A game of the catalogue that was proved to have the same P-positions."""

    @property
    def ending(self) -> Ending:
        """How it ended."""
        return "proved" if self.proof else "refuted" if self.refutation else "not_found"

    @cached_property
    def explanation(self) -> Explanation:
        """The strategy, or what was tried, in words."""
        from marienbad.prover.discovery.strategy import explanation_of

        return explanation_of(self)


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


class _Search(Search[Discovery]):
    """A search for the P-positions."""

    def __init__(
        self,
        game: Definition,
        size: int | None,
        seconds: float,
        memory: int,
        notice: Notice,
        reach: Reach,
    ) -> None:
        super().__init__(game, size, seconds, memory, notice)
        self.reach = reach
        self.folder: Folder | None = None
        self.rows: Partners | None = None
        self.same_as: str | None = None
        self.beams: tuple[Beam, ...] = ()

    def open(self, stack: ExitStack, path: Path | None) -> None:
        """Have rows on disk, where the search is thorough and the game allows it."""
        steps = steps_of(self.game) if self.reach.size > boxes.LARGEST else None
        if steps is not None:
            self.folder = stack.enter_context(held(path, self.game))
            self.rows = Partners(steps, self.folder.rows)

    def _found(self, reason: Reason) -> Discovery:
        return Discovery(**self._had(reason), beams=self.beams, same_as=self.same_as)

    def _last_size(self) -> int:
        is_usual = self.rows is None or self.most is not None
        return super()._last_size() if is_usual else self.reach.size

    def _growth(self, size: int) -> int:
        return LONGER if self._is_long(2 * size) else growth(self.game)

    def _memory_needed(self, size: int) -> int:
        return 0 if self._is_long(size) else memory_needed(self.game, size)

    def _is_long(self, size: int) -> bool:
        """Whether the rows of a table are kept on disk."""
        return self.rows is not None and size > boxes.LARGEST

    def _with_box(self, size: int) -> Proof | None:
        if self.folder is not None:
            self.error = self.folder.error(size)
            if self.folder.has_finished(size):
                self.size = size
                return None
        positions = self._table(size)
        self.size, self.beams = size, beams(positions)
        for system, verdict in self._verdicts(positions):
            self._keep(system, size, verdict)
            if isinstance(verdict.decided, Proof):
                self.proof = verdict.decided  # whatever ends what is still looked for
                self.notice(say("discover.stage.compare"), 0, 0)
                self.same_as = same_as(self.proof)
                return self.proof
            if self.folder is not None:
                self.folder.note(system.name, size, self.error)
        if self.folder is not None:
            self.folder.finish(size)
        return None

    def _table(self, size: int) -> Positions | Paired:
        progress = self._progress(size)
        if self.rows is None or not self._is_long(size):
            return solved(self.game, size, progress)
        self.rows.extend(size, progress)
        return Paired(size, self.rows)

    def _verdicts(self, positions: Positions | Paired) -> Iterator[tuple[System, Verdict]]:
        """What becomes of diagonals with exceptions, and of what each system suggests."""
        lines = self._lines(positions) if isinstance(positions, Positions) else None
        if lines is not None:
            yield BINARY, lines
        for system in systems(self.beams):
            if self.folder is not None and self.folder.has_tried(system.name, positions.size):
                continue
            if isinstance(positions, Paired):
                most = min(self.reach.states, MOST_TRANSITIONS // system.base**2)
                yield system, self._refined(positions, system, None, self.reach.block, most)
            else:
                yield system, self._refined(positions, system)


def same_as(proof: Proof) -> str | None:
    """A game of the catalogue with the same P-positions, which the same automaton proves."""
    for game in relatives(proof.automaton.system):
        is_like = game.name != proof.game.name and claim(game).is_same(proof.automaton)
        if is_like and prove(game, proof.automaton).holds:
            return game.name
    return None
