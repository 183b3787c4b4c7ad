"""Matches, what is sent to play them, hints and histories."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from marienbad.play.accord import Help
from marienbad.web.api.models.common import LARGEST, Body, Heaps, ShownHeaps
from marienbad.web.matches.seats import LONGEST_TOKEN
from marienbad.web.sizes import LONGEST_GAME, LONGEST_MATCH

Seat = Literal[0, 1]
Ply = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]


class NewMatch(Body):
    """The wish for a match; players in order of play, ``human`` or a level.

    ``moves`` were played already, from the position: a branch of another match, to play on from.
    ``help``: whether helps are ``open``, ``declared`` to the other player, or ``locked``; without
    it they are declared between people, else open. With ``draw`` the server draws who begins.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Heaps | None = None
    players: Annotated[
        list[Annotated[str, Field(max_length=32)]], Field(min_length=2, max_length=2)
    ]
    moves: Annotated[list[Heaps], Field(default_factory=list, max_length=LONGEST_MATCH)]
    help: Help | None = None
    draw: bool = False


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


class Rematch(Body):
    """``request`` asks the other player for the same match again; ``answer`` is that player's.

    Without either, the match is made at once and both its seats are given to whoever asks.
    """

    request: bool = False
    answer: bool | None = None


class Introduction(Body):
    """What a socket may say once: who is there, by the token of the seat; without it a watcher."""

    token: Annotated[str, Field(max_length=LONGEST_TOKEN)] | None = None


class Match(BaseModel):
    """A match as it stands; ``legal`` lists the moves that may be played.

    It is ``null`` where they are too many to be sent with every change: then ask ``/api/moves``.
    ``undo_request`` is the seat that asks to take back a move which was replied to,
    ``rematch_request`` the one that asks for the same match again, ``next`` that match. ``help`` is
    what was agreed on helps, ``helps`` how many each seat has declared, ``drawn`` whether who
    begins was drawn by lot.
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
    help: Help
    helps: Annotated[list[int], Field(min_length=2, max_length=2)]
    drawn: bool
    rematch_request: Seat | None
    next: str | None
    legal: list[ShownHeaps] | None
    title: str | None = None
    rule: str | None = None


class HeldSeat(BaseModel):
    """The seat that a token holds in a match, ``null`` where it holds none."""

    seat: Seat | None


Tokens = Annotated[list[str | None], Field(min_length=2, max_length=2)]


class CreatedMatch(Match):
    """A new match with the tokens of its human seats, given only here.

    Where lots were drawn, ``yours`` is where the first of the players that were named sits.
    """

    seats: Tokens
    yours: Seat | None = None


class AgreedRematch(Match):
    """The match that was played; once there is a next one, with the asker's own token for it."""

    seats: Tokens


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
