"""What a theory is: one way to decide a position and to find every winning move.

A theory answers with data, a :class:`Verdict`; it explains itself only when asked, as steps that
the text floor turns into sentences.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, Literal

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.text.explanation import Block
from marienbad.values import Record

Authority = Literal["theorem", "proof", "table"]


class Verdict(Record):
    """Whether a position is a P-position, and every winning move, sorted.

    With it goes what the theory found on the way, for its own explanation and drawing. It is no
    part of the answer: methods that agree give equal verdicts.
    """

    is_p: bool
    winning_moves: tuple[Move, ...]
    working: object = None

    def _values(self) -> tuple[object, ...]:
        return self.is_p, self.winning_moves


class Theory(ABC):
    """One way to decide and to find every winning move of a game, with its citation."""

    name: ClassVar[str]
    authority: ClassVar[Authority] = "theorem"
    citation: ClassVar[str]

    def __init__(self, game: Definition) -> None:
        self.game = game

    def check_reach(self, position: Position) -> None:
        """Raise :class:`OutOfReach` where the theory cannot answer at this size."""
        return

    @abstractmethod
    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move."""

    @abstractmethod
    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        """The steps of the method on this position, without the opening and the advice.

        The verdict is the theory's own.
        """
