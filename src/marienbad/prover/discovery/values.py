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

from dataclasses import dataclass
from functools import cached_property

from marienbad.games.definition import Definition
from marienbad.prover.discovery.boxes import (
    MEMORY,
    SECONDS,
    Notice,
    Search,
    Verdict,
)
from marienbad.prover.discovery.endings import Ended, Reason
from marienbad.prover.discovery.fitting import beams, systems
from marienbad.prover.discovery.levels import levels, levels_growth, levels_memory
from marienbad.prover.discovery.positions import Positions
from marienbad.prover.games.proof import Proof
from marienbad.prover.games.values import refuse
from marienbad.prover.systems.linear import BINARY, System
from marienbad.solver.clock import clock
from marienbad.text.explanation import Explanation


@dataclass(frozen=True, kw_only=True)
class ValueDiscovery(Ended):
    """How the search for the positions of a value ended, and all that it had then."""

    value: int

    @cached_property
    def explanation(self) -> Explanation:
        """The positions and their automaton, or what was tried, in words."""
        from marienbad.prover.discovery.value_words import explanation_of

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
