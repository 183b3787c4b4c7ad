"""A match: a game, a start, two players and the moves so far.

Everything else is derived by replaying the moves: the position, whose turn it is, the winner. An
illegal move never enters a match.

>>> match = Match(Game.named("marienbad"), (1, 3, 5, 7), ("human", "perfect"))
>>> match.play((0, 0, 0, 1))
>>> match.position, match.turn, match.is_over
((1, 3, 5, 6), 1, False)
>>> match.undo()
(0, 0, 0, 1)
>>> match.position
(1, 3, 5, 7)
"""

from collections.abc import Iterator, Sequence

from marienbad.analysis import Game
from marienbad.heaps import Move, Position, leave
from marienbad.text.problems import InputError

HUMAN = "human"


class Match:
    """One match, from its start to where it stands; moves taken back can be played again."""

    def __init__(
        self,
        game: Game,
        start: Sequence[int] | None = None,
        players: tuple[str, str] = (HUMAN, HUMAN),
        date: str = "",
        moves: Sequence[Sequence[int]] = (),
    ) -> None:
        self.game = game
        self.start = game.start if start is None else game.position(start)
        self.players = players
        self.date = date
        self._moves: list[Move] = []
        self._taken_back: list[Move] = []
        self._position = self.start
        for move in moves:
            self.play(move)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played, the first first."""
        return tuple(self._moves)

    @property
    def position(self) -> Position:
        """What is left now."""
        return self._position

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.game.is_over(self._position)

    @property
    def turn(self) -> int | None:
        """Whose turn it is: 0 for the player who began, 1 for the other, ``None`` at the end."""
        return None if self.is_over else self.ply % 2

    @property
    def winner(self) -> int | None:
        """Who has won: in normal play whoever moved last, in misère play the other.

        >>> Match(Game.named("nim"), (0, 0)).winner, Match(Game.named("marienbad"), (0,)).winner
        (1, 0)
        """
        if not self.is_over:
            return None
        stuck = self.ply % 2
        return stuck if self.game.definition.is_misere else 1 - stuck

    def play(self, move: Sequence[int]) -> None:
        """Play a move, or raise an error that names it; what was taken back is then forgotten."""
        checked = tuple(move)
        if not self.game.is_legal(self._position, checked):
            raise InputError("errors.illegal_move", move=checked, position=self._position)
        self._taken_back.clear()
        self._advance(checked)

    def undo(self) -> Move:
        """Take back the last move and return it."""
        if not self._moves:
            raise InputError("errors.nothing_to_undo")
        move = self._moves.pop()
        self._taken_back.append(move)
        self._position = tuple(a + b for a, b in zip(self._position, move, strict=True))
        return move

    def redo(self) -> Move:
        """Play again the move that was taken back last, and return it."""
        if not self._taken_back:
            raise InputError("errors.nothing_to_redo")
        move = self._taken_back.pop()
        self._advance(move)
        return move

    def positions(self) -> Iterator[Position]:
        """The positions from the start to the present one."""
        position = self.start
        yield position
        for move in self._moves:
            position = leave(position, move)
            yield position

    def _advance(self, move: Move) -> None:
        self._position = leave(self._position, move)
        self._moves.append(move)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Match) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash(self._facts())

    def _facts(self) -> tuple[object, ...]:
        return self.game, self.start, self.players, self.date, self.moves

    def __repr__(self) -> str:
        return f"Match({self.game!r}, {self.start}, {self.players}, moves={self.moves})"
