"""A ruleset: which moves there are. One hook, the declaration; everything else is derived."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from marienbad.games.declaration import Take
from marienbad.heaps import Move, Position
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
    def tells_heaps_apart(self) -> bool:
        """Whether the order of the heaps matters, as it may where the declaration names heaps."""
        return self.names_heaps

    @property
    def names_heaps(self) -> bool:
        """Whether the declaration names heaps, to take from them or to ask for their sizes."""
        return any(take.places is not None or take.depends_on_sizes for take in self.takes)

    @property
    @abstractmethod
    def takes(self) -> tuple[Take, ...]:
        """The declaration of the moves."""

    def moves(self, position: Position) -> Iterator[Move]:
        """Every legal move, each the tuple of what is taken."""
        for take in self.takes:
            yield from take.vectors(position)

    def least_moves(self, position: Position) -> Iterator[Move]:
        """For each way to take and each choice of heaps, the least move.

        >>> from marienbad.games.wythoff import WythoffRules
        >>> list(WythoffRules().least_moves((3, 5)))
        [(1, 0), (0, 1), (1, 1)]
        """
        for take in self.takes:
            yield from take.least(position)

    def random_move(self, position: Position, random: Random) -> Move:
        """A legal move at random, for heaps of any size; the position must have one.

        A way to take is drawn first, then the heaps, then the amounts.
        """
        takes = list(self.takes)
        for _ in range(DRAWS):
            move = random.choice(takes).sample(position, random)
            if move is not None:
                return move
        return next(self.moves(position))

    def is_legal(self, position: Position, move: Move) -> bool:
        """Whether the move may be played from the position."""
        return (
            len(move) == len(position)
            and all(0 <= taken <= heap for heap, taken in zip(position, move, strict=True))
            and any(take.allows(position, move) for take in self.takes)
        )

    def is_over(self, position: Position) -> bool:
        """Whether no move is left."""
        return next(self.moves(position), None) is None
