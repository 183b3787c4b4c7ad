"""A conjecture put to the test: every situation is looked at, and the smallest against it shown.

>>> nim = Game.named("nim")
>>> found = tried(nim, (1, 3, 5, 7), read("twins"), "sufficient")
>>> found.situations, found.holding, found.wrong[:2]
(143, 73, ((1, 1, 1), (1, 1, 2)))
>>> tried(nim, (1, 3, 5, 7), read("packets")).wrong
()
"""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from math import comb
from typing import Literal, TypeAlias, get_args

from marienbad.analysis import Game
from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.memory import LastTake
from marienbad.heaps import Move, Position
from marienbad.school.conjecture.conditions import Condition, read
from marienbad.school.situations import MOST, Situations, check_turns
from marienbad.text.problems import InputError, OutOfReach
from marienbad.values import Record

Claim: TypeAlias = Literal["exactly", "sufficient", "necessary"]
"""What is claimed: the situations with the condition are those to leave; each with it is to leave;
each that is to leave has it."""
CLAIMS: tuple[Claim, ...] = get_args(Claim)
LARGEST = 100
"""The largest row of a box."""


class Answered(Record):
    """A move from a situation to leave, by what it leaves, and what is left in answer to it.

    Where no move is left then, there is no answer: whoever should play has won.
    """

    left: Position
    answer: Position | None


class Counterexample(Record):
    """A situation against a conjecture, with the moves that show it."""

    position: Position
    holds: bool
    """Whether the condition holds; then the situation is not to leave, else it is."""
    values: tuple[tuple[str, int], ...]
    """What each name in the condition stands for."""
    is_over: bool
    move: Move | None = None
    """A move to a situation to leave, where this one is not to leave and not the end."""
    left: Position | None = None
    answered: tuple[Answered, ...] = ()
    """Every move and its answer, where this one is to leave."""


class Tried(Record):
    """What became of a conjecture: how many situations were looked at, and those against it."""

    game: Game
    start: Position
    up_to: int | None
    condition: Condition
    claim: Claim
    situations: int
    holding: int
    """How many situations have the condition."""
    wrong: tuple[Position, ...]
    """Those against it: the fewest objects first, then in order."""
    counterexample: Counterexample | None
    larger: Counterexample | None = None
    """The smallest with anything in it, where the empty position is the smallest of all."""


def tried(
    game: Game,
    start: Position,
    condition: Condition,
    claim: Claim = "exactly",
    up_to: int | None = None,
    most: int = MOST,
) -> Tried:
    """Look at all that can follow from a start, or at all with as many rows of up to a size."""
    check_turns(game.definition)
    start = game.position(start)
    found = Situations(game, start, most) if up_to is None else _box(game, start, up_to, most)
    trial = _Trial(game, found, condition, claim, len(start))
    holding = frozenset(filter(trial.holds, found.following))
    wrong = tuple(position for position in found.following if trial.is_against(position, holding))
    against = [trial.shown(position, position in holding) for position in _smallest(wrong)]
    smallest, larger, *_ = (*against, None, None)
    counts = len(found), len(holding)
    return Tried(game, start, up_to, condition, claim, *counts, wrong, smallest, larger)


def _smallest(wrong: tuple[Position, ...]) -> tuple[Position, ...]:
    """The smallest situation; where that is the empty position, the smallest other one too."""
    first = wrong[:1]
    return first if all(map(any, first)) else (*first, *filter(any, wrong))[:2]


def condition_of(game: Game, text: str) -> Condition:
    """The condition that a text says of the situations of a game."""
    return read(text, isinstance(game.definition.ruleset.memory, LastTake))


class _Trial:
    """A condition and the situations at which it is looked."""

    def __init__(
        self, game: Game, found: Situations, condition: Condition, claim: Claim, rows: int
    ) -> None:
        self.game, self.found, self.condition, self.claim = game.definition, found, condition, claim
        self.rows = rows
        self.in_order = self.game.ruleset.tells_heaps_apart
        if condition.rows and self.rows > len(HEAP_NAMES):
            raise InputError("conjecture.rows", rows=self.rows, most=len(HEAP_NAMES))

    def holds(self, position: Position) -> bool:
        return self.condition.holds(position, self.rows, self.in_order)

    def is_against(self, position: Position, holding: frozenset[Position]) -> bool:
        """Whether a situation is against what is claimed."""
        has_it, is_to_leave = position in holding, position in self.found.to_leave
        if self.claim == "exactly":
            return has_it != is_to_leave
        return (
            has_it and not is_to_leave if self.claim == "sufficient" else is_to_leave and not has_it
        )

    def shown(self, position: Position, holds: bool) -> Counterexample:
        """A situation with the moves that show what it is."""
        values = tuple(self.condition.values(position, self.rows, self.in_order).items())
        if self.game.is_over(position):
            return Counterexample(position, holds, values, is_over=True)
        if holds:
            move, left = self._winning(position)
            return Counterexample(position, holds, values, False, move, left)
        answered = tuple(
            Answered(left, None if self.game.is_over(left) else self._winning(left)[1])
            for left in self.found.following[position]
        )
        return Counterexample(position, holds, values, is_over=False, answered=answered)

    def _winning(self, position: Position) -> tuple[Move, Position]:
        """A move that leaves a situation to leave, and that situation."""
        move = self.found.search.winning_moves(position)[0]
        return move, self.found.form(self.game.after(position, move))


def _box(game: Game, start: Position, up_to: int, most: int) -> Situations:
    """All situations with as many rows as the start has, each of at most a size."""
    rows, in_order = len(start), game.definition.ruleset.tells_heaps_apart
    count = (up_to + 1) ** rows if in_order else comb(rows + up_to, rows)
    if not 1 <= up_to <= LARGEST or count > most:
        raise OutOfReach("conjecture.box", rows=rows, up_to=up_to, most=most)
    sizes = range(up_to + 1)
    every = product(sizes, repeat=rows) if in_order else combinations_with_replacement(sizes, rows)
    return Situations(game, (up_to,) * rows, most, every)
