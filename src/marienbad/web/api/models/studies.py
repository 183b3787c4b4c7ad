"""What is shown of numbers and of boards, beside tables; and what the thesis prints."""

from typing import Literal

from pydantic import BaseModel, Field

from marienbad.web.api.models.common import Shown
from marienbad.web.api.models.positions import Square


class WrittenNumber(BaseModel):
    """A number in a numeration, the numbers beside it, and the values of its shifts."""

    number: Shown
    system: str
    before: Shown | None
    after: Shown
    left: Shown = Field(description="With a zero more.")
    right: Shown = Field(description="With a digit less.")
    text: str
    html: str


class Stage(BaseModel):
    """A step: the squares that it decides, in which way, and why."""

    sign: Literal["leave", "excluded"]
    squares: list[Square]
    text: str


class Stages(BaseModel):
    """The steps by which all squares of a board are decided."""

    game: str
    title: str
    size: int
    stages: list[Stage]


class Sign(BaseModel):
    """A mark of a board, its character and what it means."""

    sign: str
    character: str
    text: str


class Board(BaseModel):
    """A board: its marks by square, the square of the piece, and what the marks mean."""

    game: str
    title: str
    description: str
    size: int
    marks: list[tuple[int, int, str]]
    at: Square | None
    slice: int | None = Field(description="The third heap, where it is a slice of three heaps.")
    legend: list[Sign]


class PrintedTable(BaseModel):
    """A table of the thesis: what to ask ``/api/table`` for."""

    number: str
    title: str
    game: str
    kind: str
    rows: int | None
    of: str | None
    base: int | None


class PrintedFigure(BaseModel):
    """A figure of the thesis: what to ask ``/api/board`` for."""

    number: str
    title: str
    game: str
    size: int
    at: Square | None
    pairs: int | None


class Printed(BaseModel):
    """The tables and figures of the thesis by number."""

    tables: list[PrintedTable]
    figures: list[PrintedFigure]
