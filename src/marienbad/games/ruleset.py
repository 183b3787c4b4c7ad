"""A ruleset: which moves there are. One hook, the declaration; everything else is derived."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

from marienbad.games.declaration import WHOLE, Take
from marienbad.games.memory import NOTHING, Memory
from marienbad.heaps import (
    Block,
    Call,
    Move,
    Position,
    Split,
    ascending,
    distinct,
    leave,
    situated,
    state_of,
    without_empty,
)
from marienbad.values import Record

if TYPE_CHECKING:
    from random import Random

DRAWS = 32
"""How often a random move is drawn before the first legal one is taken."""


class Ruleset(Record, ABC):
    """The rules of a game: a frozen value whose fields are its parameters.

    >>> from marienbad.games.nim import NimRules
    >>> list(NimRules().moves((1, 2)))
    [(1, 0), (0, 1), (0, 2)]
    >>> NimRules().is_legal((1, 2), (1, 1))
    False
    """

    @property
    def heaps(self) -> int | None:
        """How many heaps the game is played with; ``None`` where any number will do."""
        return None

    @property
    def memory(self) -> Memory:
        """What a position says besides its heaps."""
        return NOTHING

    @property
    def is_plain(self) -> bool:
        """Whether heaps only become smaller, and the heaps alone say what may be played by whom."""
        return self.memory is NOTHING and not self.parts_heaps

    @property
    def fills_boxes(self) -> bool:
        """Whether heaps alone are a position: plain, or before anything is forbidden."""
        return self.is_plain or self.memory.block > 1

    @property
    def parts_heaps(self) -> bool:
        """Whether what is left of a heap may be parted, or must be nothing, one heap or two."""
        return any(take.parts != WHOLE for take in self.takes)

    @property
    def tells_heaps_apart(self) -> bool:
        """Whether the order of the heaps matters, as it may where the declaration names heaps."""
        if self.heaps == 1 and not self.parts_heaps:
            return False
        return self.names_heaps or self.memory.names_heaps

    @property
    def names_heaps(self) -> bool:
        """Whether the declaration names heaps, to take from them or to ask for their sizes."""
        return any(take.places is not None or take.depends_on_sizes for take in self.takes)

    @property
    @abstractmethod
    def takes(self) -> tuple[Take, ...]:
        """The declaration of the moves."""

    def form(self, position: Position) -> Position:
        """One position for all that differ only in what does not matter.

        >>> from marienbad.games.nim import NimRules
        >>> NimRules().form((3, 0, 2))
        (2, 3)
        """
        if self.tells_heaps_apart or self.memory.block > 1:
            return position  # an option and its mirror image are two that may be forbidden
        if self.heaps is None:
            position = without_empty(position)
        return ascending(position)

    def check(self, position: Position) -> None:
        """Refuse a state that the position cannot have."""
        if self.memory is not NOTHING or state_of(position):
            self.memory.check(self, position)

    # What may be played

    def moves(self, position: Position) -> Iterator[Move]:
        """Every legal move, each the tuple of what is taken, or a call, or a split."""
        return self.memory.moves(self, position)

    def least_moves(self, position: Position) -> Iterator[Move]:
        """For each way to take and each choice of heaps, the least move.

        >>> from marienbad.games.wythoff import WythoffRules
        >>> list(WythoffRules().least_moves((3, 5)))
        [(1, 0), (0, 1), (1, 1)]
        """
        return self.memory.least_moves(self, position)

    def random_move(self, position: Position, random: Random) -> Move:
        """A legal move at random, for heaps of any size; the position must have one.

        A way to take is drawn first, then the heaps, then the amounts.
        """
        return self.memory.random_move(self, position, random)

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether the move may be played from the position."""
        return self.memory.is_legal(self, position, move)

    def is_over(self, position: Position) -> bool:
        """Whether no move is left."""
        return next(self.moves(position), None) is None

    def after(self, position: Position, move: Move) -> Position:
        """The position that a legal move leaves."""
        if self.memory is NOTHING and type(move) is tuple:
            return leave(position, move)
        if isinstance(move, Split):
            left = move.leave
        else:
            is_said = isinstance(move, Call | Block)
            left = tuple(position) if is_said else leave(position, move)
        return situated(left, self.memory.next_state(position, move))

    # What may be taken

    def takings(self, position: Position) -> Iterator[Move]:
        """Whatever may be taken from the position."""
        for take in self.takes:
            yield from take.vectors(position)

    def takings_from(self, position: Position, heap: int) -> Iterator[Move]:
        """Whatever may be taken from one heap alone."""
        return distinct(chain.from_iterable(t.vectors_from(position, heap) for t in self.takes))

    def least_takings(self, position: Position) -> Iterator[Move]:
        """The first of them for each way to take and each choice of heaps."""
        for take in self.takes:
            yield from take.least(position)

    def random_taking(
        self, position: Position, random: Random, heaps: tuple[int, ...] | None = None
    ) -> Move:
        """One of them at random, or one of those from certain heaps; there must be one."""
        takes = [take for take in self.takes if heaps is None or take.may_touch(heaps)]
        for _ in range(DRAWS):
            move = random.choice(takes).sample(position, random, heaps)
            if move is not None:
                return move
        return next(
            self.takings(position) if heaps is None else self.takings_from(position, *heaps)
        )

    def may_take(self, position: Position, move: Move) -> bool:
        """Whether the move is one of them."""
        return (
            len(move) == len(position)
            and all(0 <= taken <= heap for heap, taken in zip(position, move, strict=True))
            and any(take.allows(position, move) for take in self.takes)
        )
