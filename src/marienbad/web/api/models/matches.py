"""Matches, what is sent to play them, hints and histories."""

from typing import Annotated, Literal, Self

from pydantic import BaseModel, Field, model_validator
from pydantic_core import PydanticCustomError

from marienbad.heaps import Block, Call, Move, Position, Split, situated
from marienbad.play.objection import Help
from marienbad.web.api.models.common import (
    LARGEST,
    Body,
    Forbidden,
    Heaps,
    Integer,
    Shown,
    ShownHeaps,
    ShownMove,
)
from marienbad.web.api.models.positions import Situation
from marienbad.web.matches.seats import LONGEST_TOKEN
from marienbad.web.sizes import LONGEST_GAME, LONGEST_MATCH

Seat = Literal[0, 1]
Ply = Annotated[int, Field(ge=0, le=LARGEST, strict=True)]


class CallBody(Body):
    """A number that was called."""

    call: Integer

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        return Call(self.call)


class ForbiddingBody(Body):
    """What was forbidden: the positions that the other could not leave by his next move."""

    forbid: Forbidden

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        return Block(self.forbid)


class SplitBody(Body):
    """What was taken, and the whole position that was left: a heap was parted."""

    take: Heaps
    leave: Heaps

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        return Split(self.take, self.leave)


class NewMatch(Body):
    """The wish for a match; players in order of play, ``human`` or a level.

    ``moves`` were played already, from the position: a branch of another match, to play on from.
    ``help``: whether helps are ``open``, ``declared`` to the other player, or ``locked``; without
    it they are declared between people, else open. With ``draw`` the server draws who begins.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Heaps | None = None
    state: Integer | None = None
    players: Annotated[
        list[Annotated[str, Field(max_length=32)]], Field(min_length=2, max_length=2)
    ]
    moves: Annotated[
        list[Heaps | CallBody | SplitBody | ForbiddingBody],
        Field(default_factory=list, max_length=LONGEST_MATCH),
    ]
    help: Help | None = None
    draw: bool = False

    @property
    def start(self) -> Position | None:
        """The position with its state; ``None``: the usual start."""
        return None if self.position is None else situated(self.position, self.state or 0)

    @property
    def played(self) -> list[Move]:
        """The moves as the rules know them."""
        return [tuple(move) if isinstance(move, list) else move.move for move in self.moves]


class NewMove(Body):
    """What is taken from each heap, or called, and the number of moves played before.

    Where options may be forbidden, ``forbid`` are the positions that the other may not leave by his
    next move, perhaps none. ``leave`` is the whole position that is left, where the rest of a heap
    is parted. With the position that was seen, the move is refused where another stands there now.
    """

    take: Heaps | None = None
    call: Integer | None = None
    forbid: Forbidden | None = None
    leave: Heaps | None = None
    ply: Ply
    position: Heaps | None = None
    state: Integer | None = None

    @model_validator(mode="after")
    def _says_one_move(self) -> Self:
        if [self.take, self.call, self.forbid].count(None) != 2:
            raise PydanticCustomError("take_or_call", "either take, call or forbid")
        return self

    @property
    def move(self) -> Move:
        """The move as the rules know it."""
        if self.call is not None:
            return Call(self.call)
        if self.forbid is not None:
            return Block(self.forbid)
        taken = tuple(self.take or ())
        return taken if self.leave is None else Split(taken, self.leave)

    @property
    def seen(self) -> Position | None:
        """The position that was seen."""
        return None if self.position is None else situated(self.position, self.state or 0)


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
    begins was drawn by lot. ``order`` are the seats in order of play, repeated. Where a position
    has a state, ``states`` has that of every ply and ``situation`` what the present one says; in an
    order of play ``parties`` has the party of each seat.
    """

    id: str
    revision: int
    game: str
    start: ShownHeaps
    start_state: Shown | None = None
    position: ShownHeaps
    state: Shown | None = None
    ply: int
    turn: Seat | None
    order: list[Seat]
    states: list[Shown] | None = None
    situation: Situation | None = None
    parties: list[Literal["A", "B"]] | None = None
    over: bool
    winner: Seat | None
    moves: list[ShownMove]
    players: Annotated[list[str], Field(min_length=2, max_length=2)]
    date: str
    result: Literal["first", "second", "*"]
    undo_request: Seat | None
    help: Help
    helps: Annotated[list[int], Field(min_length=2, max_length=2)]
    drawn: bool
    rematch_request: Seat | None
    next: str | None
    legal: list[ShownMove] | None
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
    call: Shown | None = None
    forbid: list[ShownHeaps] | None = None
    leave: ShownHeaps | None = None


class JudgedMove(BaseModel):
    """A move of the history."""

    ply: int
    player: Seat
    take: ShownHeaps | None
    call: Shown | None = None
    forbid: list[ShownHeaps] | None = None
    leave: ShownHeaps | None = None
    position: ShownHeaps
    state: Shown | None = None
    judgement: Literal["kept", "thrown", "lost"]
    text: str
    longest: bool | None
    better: list[ShownMove]
    leader: Seat


class History(BaseModel):
    """A match judged move by move."""

    moves: list[JudgedMove]
    decisive: int | None
    text: str
