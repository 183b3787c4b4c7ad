"""The proof that a set of positions is the set of P-positions, for heaps of every size.

A set P is the set of P-positions exactly if a position is outside P when, and only when, some
legal move leads from it into P (in misère play: or no move is left). Every move lowers the total,
so this one equality of two sets determines P, by induction. Where P is given by an automaton, both
sides are regular and the equality is decided, once and for all sizes.

The positions of a Grundy value v > 0 are determined in the same way where those of the smaller
values are known: S is the set of them exactly if a position is outside S when, and only when, it
has a smaller value or some legal move leads from it into S. So a proof for v rests on one for
v − 1 (:mod:`marienbad.prover.games.values`).

>>> from marienbad.games.catalogue import define
>>> prove(define("wythoff"))
<proof of wythoff in [1; (1)], 8 states>
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import ClassVar, Literal

from marienbad.games.declaration import HEAP_NAMES, Take
from marienbad.games.definition import Definition
from marienbad.games.language.keywords import worded
from marienbad.heaps import Position
from marienbad.prover.automata.atoms import bound
from marienbad.prover.automata.automaton import Automaton, union
from marienbad.prover.automata.fused import conjunction, exists
from marienbad.prover.games.claims import claim, has_claim
from marienbad.prover.games.library import is_proved, proved
from marienbad.prover.games.moves import (
    Way,
    atoms_of,
    choices,
    least_amounts,
    possible,
    ways,
)
from marienbad.prover.systems.linear import System
from marienbad.text.sentences import Message, say

Notice = Callable[[Message], None]
"""Called with each stage, as a sentence."""


@dataclass(frozen=True)
class Step:
    """A set that was computed on the way: what it is of, and how many states it took.

    ``what`` is a way to move, or ``None`` for the positions without a move in misère play or, where
    options may be forbidden, for those from which enough positions to leave can be left.
    """

    what: str | None
    states: int


@dataclass(frozen=True)
class Decided:
    """What was decided of an automaton that claims to accept the positions of a value, or P."""

    holds: ClassVar[bool]
    game: Definition
    automaton: Automaton
    steps: tuple[Step, ...]
    seconds: float
    below: Proof | None = field(default=None, kw_only=True)
    """The proof for the value that is smaller by 1; ``None`` for the P-positions."""

    @property
    def value(self) -> int:
        """The Grundy value of the positions; 0 for the P-positions, in misère play too."""
        return 0 if self.below is None else self.below.value + 1

    @property
    def whole_seconds(self) -> float:
        """What this took and all proofs on which it rests."""
        return self.seconds + (0 if self.below is None else self.below.whole_seconds)


class Proof(Decided):
    """That the automaton accepts exactly the positions of the value, or the P-positions."""

    holds: ClassVar[Literal[True]] = True

    @property
    def levels(self) -> tuple[Automaton, ...]:
        """The sets of all values from 0 to this one."""
        smaller = () if self.below is None else self.below.levels
        return *smaller, self.automaton

    def certificate(self) -> str:
        """The proof as a text that :mod:`marienbad.checker` accepts on its own."""
        from marienbad.prover.certificates.writing import certificate

        return certificate(self)

    def write(self, path: str | PathLike[str]) -> None:
        """Write a file: a picture (.svg), Walnut's text (.txt), or else the certificate.

        A certificate whose file is called .gz is compressed.
        """
        file, diagram = Path(path), self.automaton.diagram()
        if file.suffix == ".svg":
            from marienbad.drawing.svg import svg
            from marienbad.prover.automata.picture import drawing

            text = svg(drawing(diagram, self.game.name))
        elif file.suffix == ".txt":
            from marienbad.prover.automata.diagram import walnut

            text = walnut(diagram)
        else:
            text = self.certificate()
        octets = text.encode("utf-8")
        # without the time, so that the same proof gives the same file
        octets = gzip.compress(octets, mtime=0) if file.suffix == ".gz" else octets
        try:
            file.write_bytes(octets)
        except OSError as problem:
            problem.filename = str(file)  # a full disk is told of without it
            raise

    def __repr__(self) -> str:
        system, states = self.automaton.system.name, self.automaton.states
        value = f" for the value {self.value}" if self.value else ""
        return f"<proof of {self.game.name}{value} in {system}, {states} states>"


@dataclass(frozen=True, repr=False)
class Refutation(Decided):
    """That the automaton is wrong: the smallest position of which it says the opposite."""

    holds: ClassVar[Literal[False]] = False
    position: Position

    @property
    def is_p(self) -> bool:
        """Whether the position is in the set: the automaton is right about all it can reach."""
        return self.position not in self.automaton

    def __repr__(self) -> str:
        return f"<refutation of a claim on {self.game.name} at {self.position}>"


def prove(
    game: Definition,
    automaton: Automaton | None = None,
    notice: Notice = lambda _: None,
    below: Proof | None = None,
) -> Proof | Refutation:
    """Decide whether an automaton, or else what is claimed of the game, is right for all sizes.

    With the proof for a value, the automaton is one of the positions of the next value.
    """
    began = time.perf_counter()
    if automaton is None:
        notice(say("prover.stage.claim"))
        automaton = known_claim(game)
    automaton = automaton.checked()
    sets = list(winning_sets(game, automaton, notice))
    notice(say("prover.stage.compare"))
    smaller = () if below is None else below.levels
    others = chain((found for _, found in sets), smaller)
    won = union(others, automaton.system, automaton.tracks)
    wrong = (won ^ ~automaton).smallest()
    steps = tuple(Step(what, found.states) for what, found in sets)
    seconds = time.perf_counter() - began
    if wrong is None:
        return Proof(game, automaton, steps, seconds, below=below)
    position = tuple(wrong[track] for track in automaton.tracks)
    return Refutation(game, automaton, steps, seconds, position, below=below)


def known_claim(game: Definition) -> Automaton:
    """What the theory of a game claims; for a game without one, what was proved before."""
    return Automaton.of(proved(game)) if is_proved(game) and not has_claim(game) else claim(game)


def winning_sets(
    game: Definition, automaton: Automaton, notice: Notice = lambda _: None
) -> Iterator[tuple[str | None, Automaton]]:
    """What the player to move wins from: a set for each way to move, and the terminal one."""
    if game.ruleset.memory.block > 1:
        from marienbad.prover.games.blocking import good_enough

        notice(say("prover.stage.block"))
        yield None, good_enough(game, automaton)
        return
    for way, found in reaching(game, automaton):
        notice(say("prover.stage.take", take=worded(str(way))))
        yield str(way), found
    if game.is_misere:
        notice(say("prover.stage.terminal"))
        yield None, ~movable(game, automaton.system, len(automaton.tracks))


def reaching(game: Definition, automaton: Automaton) -> Iterator[tuple[Way, Automaton]]:
    """For each way to move, the positions from which it leads into the set."""
    tracks = automaton.tracks
    known: dict[Take, Automaton] = {}
    symmetric = len(tracks) == 2 and mirror(automaton).is_same(automaton)
    for way in ways(game, automaton.system, len(tracks)):
        mirrors = symmetric and way.take.places is None and not way.take.depends_on_sizes
        if mirrors and way.take in known:
            yield way, mirror(known[way.take])
            continue
        into = automaton.renamed(**way.after)
        found = exists(tuple(way.after.values()), into, *way.atoms)
        known[way.take] = found.over(tracks).ordered(*tracks)
        yield way, known[way.take]


def mirror(automaton: Automaton) -> Automaton:
    """The same pairs with their numbers exchanged."""
    x, y = automaton.tracks
    return automaton.renamed(**{x: y, y: x}).ordered(x, y)


def movable(game: Definition, system: System, heaps: int) -> Automaton:
    """The positions from which some move is left."""
    tracks = HEAP_NAMES[:heaps]
    sets = []
    for take in game.box_takes:
        if take.depends_on_sizes:
            found = possible(take, heaps, system)
            sets += [exists(hidden, *atoms).over(tracks) for hidden, atoms in found]
            continue
        for amounts in _least(system, take):
            sets += [
                _above(system, dict(zip(places, amounts, strict=True)))
                for places in choices(take, heaps)
            ]
    return union(sets, system, tracks).ordered(*tracks)


def _least(system: System, take: Take) -> Iterator[tuple[int, ...]]:
    """The least amounts of a take: all others are at least as large in every heap.

    One is found, all above it are taken away, until nothing is left; that ends, since among
    infinitely many tuples there are always two, one above the other (Dickson's lemma).
    """
    conditions = least_amounts(take)
    atoms = None if conditions is None else atoms_of(system, conditions)
    if atoms is None:
        return
    if not take.names:
        yield tuple(int(amount) for amount in take.amounts)
        return
    left = conjunction(*atoms)
    while (least := left.smallest()) is not None:
        yield tuple(least[a] if isinstance(a, str) else a for a in take.amounts)
        left -= conjunction(*(bound(system, {name: 1}, least[name]) for name in take.names))


def _above(system: System, amounts: dict[int, int]) -> Automaton:
    """The positions that have at least these amounts in these heaps."""
    return conjunction(*(bound(system, {HEAP_NAMES[heap]: 1}, n) for heap, n in amounts.items()))
