"""Drills: the kinds of positions, questions, and what answers are worth."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from marienbad.web.api.models.common import Shown, ShownHeaps, ShownMove
from marienbad.web.api.models.games import Named

Form = Literal["move", "judge", "value", "pair"]


class Kind(Named):
    """A kind of positions: its game for each difficulty, from 1 to 5, and what is asked of it."""

    games: list[str]
    forms: list[Form]


class Returns(BaseModel):
    """When what went wrong returns: after so many other questions each time it was right again.

    At most ``in_a_row`` return one after another, and ``most`` are remembered; the ``recent``
    ones are not drawn again. So many right answers in a row make a drill harder, so many wrong ones
    easier, where its difficulty is not fixed.
    """

    gaps: list[int]
    in_a_row: int
    most: int
    recent: int
    harder_after: int
    easier_after: int


class FileFacts(BaseModel):
    """What the file of somebody's drills says of itself, and how many sessions it holds at most."""

    format: str
    version: int
    sessions: int


class Kinds(BaseModel):
    """The kinds and forms, and how drills are done with them."""

    kinds: list[Kind]
    forms: list[Named]
    returns: Returns
    file: FileFacts


class Question(BaseModel):
    """What is asked; of a pair the position is the one number whose partner is looked for."""

    kind: str
    difficulty: int
    form: Form
    game: str
    position: ShownHeaps
    text: Annotated[str, Field(description="What is asked, in a sentence.")]


class Judgement(BaseModel):
    """Whether an answer is right, and what is said.

    ``board`` is the position that is then to be seen, ``shown`` the move by which whoever is right
    plays there, and ``leave`` what that leaves.
    """

    right: bool
    said: str
    board: ShownHeaps
    board_state: Shown | None = None
    shown: ShownMove | None
    leave: ShownHeaps | None
