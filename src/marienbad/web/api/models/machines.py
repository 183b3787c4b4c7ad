"""A machine of matchboxes: it is kept by whoever asks, and sent with every question."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from marienbad.school.matchbox import LARGEST_REWARD, MOST_BEADS
from marienbad.web.api.models.common import Body, Shown, ShownHeaps, ShownMove
from marienbad.web.sizes import LONGEST_GAME, LONGEST_POSITION, MACHINE_BOXES, MACHINE_GAMES

LONGEST_PATH = 1_000
LARGEST = 2**53 - 1

Written = Annotated[str, Field(max_length=LONGEST_POSITION)]
Count = Annotated[int, Field(ge=0, le=MOST_BEADS)]
Box = Annotated[list[Count], Field(max_length=MACHINE_BOXES)]
Reward = Annotated[int, Field(ge=0, le=LARGEST_REWARD)]


class MachineWish(Body):
    """A machine: its game and start, its rules of learning, and its beads; without them, a new one.

    The beads stand in the order in which the boxes and their colours are answered.
    """

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Written
    boxes: Annotated[list[Box], Field(max_length=MACHINE_BOXES)] | None = None
    seed: Annotated[int, Field(ge=0, le=LARGEST)] = 1
    played: Annotated[int, Field(ge=0, le=LARGEST)] = 0
    beads: Annotated[int, Field(ge=1, le=LARGEST_REWARD)] = 3
    lose: Reward = 1
    win: Reward = 0
    punish: Literal["last", "all"] = "last"
    first: Literal["machine", "opponent", "turns"] = "machine"
    judge: bool = False
    """Whether the search is to say what it has learned."""


class Training(MachineWish):
    """Games to play, against a level or against `itself`."""

    against: Annotated[str, Field(max_length=32)] = "novice"
    games: Annotated[int, Field(ge=0, le=MACHINE_GAMES)] = 0


class Draw(MachineWish):
    """A bead to draw for a position, which follows from the start by so many moves."""

    heaps: Written
    ply: Annotated[int, Field(ge=0, le=LARGEST)] = 0


class Lesson(MachineWish):
    """A game that somebody has played against the machine: every position from the start on."""

    path: Annotated[list[Written], Field(min_length=1, max_length=LONGEST_PATH)]
    began: bool
    gave_up: bool = False


class Colour(BaseModel):
    """A move, the situation that it leaves, and the beads for it."""

    label: str
    move: ShownMove
    beads: int


class MachineBox(BaseModel):
    """A situation with its beads."""

    position: ShownHeaps
    state: Shown | None = None
    label: str
    colours: list[Colour]


class LastGame(BaseModel):
    """The labels of the situations of a game, whether the machine began, gave up, has won."""

    path: list[str]
    began: bool
    gave_up: bool
    won: bool


class MachineShown(BaseModel):
    """A machine after some games: all its boxes, who has won, and the last game.

    There may be fewer games than were asked for: what is left can be asked for again.
    """

    game: str
    start: ShownHeaps
    start_state: Shown | None = None
    played: int
    won: list[bool]
    last: LastGame | None
    boxes: list[MachineBox]
    judgement: str | None
    perfect: bool | None


class Drawn(BaseModel):
    """The bead that was drawn: its box and colour by number, the move and what it leaves.

    `null` all of them but the box where it is empty: then the machine gives up.
    """

    box: int
    colour: int | None
    move: ShownMove | None
    leave: ShownHeaps | None
    leave_state: Shown | None = None
    over: bool
