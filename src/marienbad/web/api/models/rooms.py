"""Rooms of classes: what is sent to them, and what those who are there see."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from marienbad.heaps import Position, situated
from marienbad.web.api.models.common import Body, Forbidden, Heaps, Integer
from marienbad.web.api.models.matches import NewMove, Ply
from marienbad.web.matches.seats import LONGEST_TOKEN
from marienbad.web.rooms.classroom import Kind
from marienbad.web.sizes import LONGEST_GAME

LONGEST_NAME_SENT = 200
"""In characters; a name that is so long is refused with a sentence of its own."""


class NewBoard(Body):
    """What the class plays: ``opponent`` is a level, or ``team`` for a second team of pupils.

    ``begins`` says whether the class, with teams the first of them, plays first.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Heaps | None = None
    state: Integer | None = None
    opponent: Annotated[str, Field(max_length=32)]
    begins: bool = True

    @property
    def start(self) -> Position | None:
        """The position with its state; ``None``: the usual start."""
        return None if self.position is None else situated(self.position, self.state or 0)


class NewRound(Body):
    """A round of the tournament: everybody against a ``machine``, or ``pairs`` of pupils.

    ``level`` is that of the machine; ``begins`` whether the pupils play first against it. A
    ``new`` tournament forgets the points of the one before.
    """

    kind: Kind
    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Heaps | None = None
    state: Integer | None = None
    level: Annotated[str, Field(max_length=32)] = "novice"
    begins: bool = True
    new: bool = False

    @property
    def start(self) -> Position | None:
        """The position with its state; ``None``: the usual start."""
        return None if self.position is None else situated(self.position, self.state or 0)


class NewPupil(Body):
    """The name that somebody chooses."""

    name: Annotated[str, Field(max_length=LONGEST_NAME_SENT)]


class NewVote(Body):
    """A vote on the next move: how many seconds it takes, without limit where none are named.

    Where it is ``hidden``, the room sees what was voted for when it is over.
    """

    seconds: Annotated[int, Field(ge=5, le=3600)] | None = None
    hidden: bool = False


class VotedMove(NewMove):
    """What a pupil would play."""


class ChosenMove(Body):
    """The voted move is played; of several with as many votes one by ``lot``, or ``take`` it."""

    ply: Ply
    lot: bool = False
    take: Heaps | None = None
    call: Integer | None = None
    forbid: Forbidden | None = None
    leave: Heaps | None = None


class Taken(Body):
    """How many moves were seen; the last of them is taken back."""

    ply: Ply


class Door(Body):
    """Whether others may come in."""

    open: bool


class Entrance(Body):
    """What a socket says first: the pass of whoever it is."""

    token: Annotated[str, Field(max_length=LONGEST_TOKEN)]


class OpenedRoom(BaseModel):
    """A new room: its code for the pupils, and two passes, given only here."""

    code: str
    token: str
    projector: str


class Membership(BaseModel):
    """A pupil's own pass, his number, and his name as it is shown."""

    token: str
    number: int
    name: str


class RoomPart(BaseModel):
    """The room itself."""

    code: str
    open: bool


class PupilPart(BaseModel):
    """Somebody in the room, with the games of the tournament he has finished and won."""

    number: int
    name: str
    team: Literal[0, 1]
    played: int
    won: int


class Room(BaseModel):
    """A room as somebody sees it who is there.

    ``board`` is a match, as in the calls of matches, and the opponent; ``vote`` the vote on its
    next move, ``ends`` in seconds of the server's ``clock``; ``you`` is what concerns the reader
    alone: his role, a pupil's vote and match, for the teacher the vote of everyone.
    """

    clock: float
    room: RoomPart
    board: dict[str, Any]
    vote: dict[str, Any] | None
    pupils: list[PupilPart]
    round: dict[str, Any] | None
    you: dict[str, Any]


class Done(BaseModel):
    """That it was done; what came of it is sent to everybody in the room."""

    done: Literal[True] = True
