"""Lessons, and the answers to what is tried in them."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from marienbad.web.api.models.common import Shown, ShownHeaps


class AnsweringMove(BaseModel):
    """The other player's move; ``call`` or ``forbid`` stands in the place of ``take`` where nothing
    is taken.

    ``over`` says whether no move is left after it, ``plays_on`` whether the same player plays
    again, ``won`` whether he has won then.
    """

    take: ShownHeaps | None
    call: Shown | None = None
    forbid: list[ShownHeaps] | None = None
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


class LessonSummary(BaseModel):
    """A lesson of the path, and how many tasks it has."""

    name: str
    title: str
    aim: str
    game: str
    tasks: int


class Path(BaseModel):
    """The lessons in the order in which they are walked."""

    lessons: list[LessonSummary]


class Task(BaseModel):
    """A position, and what is to be done with it: win it, choose who begins and win it, say
    whether it is one to leave, or cut its rows into packets.

    ``begins`` is who has to begin so that the pupil can win: the machine where the position is one
    to leave. ``answer`` is how the rows are cut.
    """

    model_config = ConfigDict(serialize_by_alias=True)

    exercise: Literal["play", "choose", "judge", "cut"] = Field(alias="as")
    game: str
    position: ShownHeaps
    state: Shown | None = None
    begins: Literal["pupil", "machine"]
    answer: list[list[int]] | None


class Lesson(BaseModel):
    """A lesson; ``alone`` is how many in a row without help end it, ``more`` whether there are
    further tasks.
    """

    name: str
    title: str
    aim: str
    help: str
    learned: str
    game: str
    theory: str | None
    alone: int
    tasks: list[Task]
    more: bool
