"""A game by its rules alone: ruleset, convention, name, usual start and its words."""

from collections.abc import Iterator
from enum import Enum

from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Move, Position
from marienbad.text.explanation import Message
from marienbad.values import Record


class Convention(Enum):
    """Who wins when no move is left."""

    NORMAL = "normal"
    """The last to move wins."""
    MISERE = "misere"
    """The last to move loses."""


class Definition(Record):
    """What distinguishes one game from another, and the words for it.

    ``piece`` is the chess piece whose moves on a board are the moves of the game with two heaps.
    """

    name: str
    ruleset: Ruleset
    convention: Convention
    start: Position
    title: Message
    rule: Message
    piece: Message
    nouns: tuple[str, str]
    """What the game is played with: (a heap, an object), ("row", "match") or ("heap", "token")."""
    references: tuple[str, ...]

    @property
    def is_misere(self) -> bool:
        return self.convention is Convention.MISERE

    def moves(self, position: Position) -> Iterator[Move]:
        return self.ruleset.moves(position)

    def is_legal(self, position: Position, move: Move) -> bool:
        return self.ruleset.is_legal(position, move)

    def is_over(self, position: Position) -> bool:
        return self.ruleset.is_over(position)
