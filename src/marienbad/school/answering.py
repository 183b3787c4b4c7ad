"""What a move is worth to a learner: it is answered on the board, a wrong one by its refutation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.values import Record

if TYPE_CHECKING:
    from random import Random


class Reply(Record):
    """The other player's move: what it takes and leaves, and whether he has won by it.

    ``has_won`` is ``None`` while the game goes on.
    """

    move: Move
    left: Position
    has_won: bool | None
    plays_on: bool


class Answer(Record):
    """Whether a legal move wins, what it leaves, and what is replied where the other is to play.

    ``has_won`` is ``None`` while the game goes on.
    """

    wins: bool
    left: Position
    has_won: bool | None
    plays_on: bool
    reply: Reply | None


def answered(game: Game, position: Position, move: Move, random: Random) -> Answer:
    """The answer to a legal move: to a wrong one its refutation, to a right one any move by lot.

    So whoever wins has met more than the one move that is hardest to answer.

    >>> from random import Random
    >>> wrong = answered(Game.named("nim"), (3, 5), (0, 1), Random(1))
    >>> wrong.wins, wrong.left, wrong.reply.move, wrong.reply.left
    (False, (3, 4), (0, 1), (3, 3))
    >>> answered(Game.named("nim"), (3, 5), (0, 2), Random(1)).wins
    True
    """
    definition = game.definition
    left = definition.after(position, move)
    has_won = definition.has_won(position, left)
    plays_on = definition.plays_on(position)
    wins = game.analyse(position).is_winning(move)
    is_reply_due = has_won is None and not plays_on
    return Answer(
        wins, left, has_won, plays_on, _reply(game, left, random) if is_reply_due else None
    )


def _reply(game: Game, position: Position, random: Random) -> Reply:
    """The winning move that leaves least, so that one sees most; where none wins, any by lot."""
    after = game.definition.after
    winning = game.analyse(position).good_moves
    if winning:
        move = min(winning, key=lambda found: (sum(after(position, found)), found))
    else:
        move = game.definition.ruleset.random_move(position, random)
    left = after(position, move)
    definition = game.definition
    return Reply(move, left, definition.has_won(position, left), definition.plays_on(position))
