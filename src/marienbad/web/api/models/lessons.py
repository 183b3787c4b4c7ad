"""Lessons, and the answers to what is tried in them."""

from pydantic import BaseModel

from marienbad.web.api.models.common import Shown, ShownHeaps


class AnsweringMove(BaseModel):
    """The other player's move; ``call`` stands in the place of ``take`` where a number is called.

    ``over`` says whether no move is left after it, ``plays_on`` whether the same player plays
    again, ``won`` whether he has won then.
    """

    take: ShownHeaps | None
    call: Shown | None = None
    leave: ShownHeaps
    leave_state: Shown | None = None
    over: bool
    plays_on: bool
    won: bool | None


class Answer(BaseModel):
    """What a move is worth, and the reply to it, which refutes it where it does not win.

    Where it is not legal, ``reason`` says why, and the rest is ``null``; so is ``reply`` at the
    end and where the same player plays again.
    """

    legal: bool
    reason: str | None
    wins: bool | None
    leave: ShownHeaps | None
    leave_state: Shown | None = None
    over: bool | None
    plays_on: bool | None
    won: bool | None
    reply: AnsweringMove | None
