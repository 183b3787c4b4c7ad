"""Matches, what is sent to play them, hints and histories."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from marienbad.web.api.models.common import LARGEST, Body, Heaps, ShownHeaps
from marienbad.web.sizes import LONGEST_GAME, LONGEST_MATCH

Seat = Literal[0, 1]
Ply = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]


class NewMatch(Body):
    """The wish for a match; players in order of play, ``human`` or a level.

    ``moves`` were played already, from the position: a branch of another match, to play on from.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Heaps | None = None
    players: Annotated[
        list[Annotated[str, Field(max_length=32)]], Field(min_length=2, max_length=2)
    ]
    moves: Annotated[list[Heaps], Field(default_factory=list, max_length=LONGEST_MATCH)]


class NewMove(Body):
    """What is taken from each heap, and the number of moves played before.

    With the position that was seen, the move is refused where another stands there now.
    """

    take: Heaps
    ply: Ply
    position: Heaps | None = None


class Undo(Body):
    """With the number of moves seen, a move is taken back once, however often that is sent.

    ``request`` asks the other player, who has replied already; ``answer`` is that player's.
    """

    ply: Ply | None = None
    request: bool = False
    answer: bool | None = None


class Match(BaseModel):
    """A match as it stands; ``legal`` lists the moves that may be played.

    It is ``null`` where they are too many to be sent with every change: then ask ``/api/moves``.
    ``undo_request`` is the seat that asks to take back a move which was replied to.
    """

    id: str
    revision: int
    game: str
    start: ShownHeaps
    position: ShownHeaps
    ply: int
    turn: Seat | None
    over: bool
    winner: Seat | None
    moves: list[ShownHeaps]
    players: Annotated[list[str], Field(min_length=2, max_length=2)]
    date: str
    result: Literal["first", "second", "*"]
    undo_request: Seat | None
    legal: list[ShownHeaps] | None
    title: str | None = None
    rule: str | None = None


class CreatedMatch(Match):
    """A new match with the tokens of its human seats, given only here."""

    seats: Annotated[list[str | None], Field(min_length=2, max_length=2)]


class Hint(BaseModel):
    """As much of the advice as was asked for."""

    step: int
    key: str
    text: str
    heaps: list[int] | None
    take: ShownHeaps | None


class JudgedMove(BaseModel):
    """A move of the history."""

    ply: int
    player: Seat
    take: ShownHeaps
    position: ShownHeaps
    judgement: Literal["kept", "thrown", "lost"]
    text: str
    longest: bool | None
    better: list[ShownHeaps]
    leader: Seat


class History(BaseModel):
    """A match judged move by move."""

    moves: list[JudgedMove]
    decisive: int | None
    text: str
