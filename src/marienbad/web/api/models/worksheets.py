"""What is told of worksheets."""

from pydantic import BaseModel, Field


class Choice(BaseModel):
    """What can be chosen: its name, and what it is called."""

    name: str
    title: str


class Bounds(BaseModel):
    """The greatest numbers that can be asked for."""

    count: int
    variants: int
    seed: int


class SheetChoices(BaseModel):
    """What sheets are made of."""

    lessons: list[Choice]
    kinds: list[Choice]
    forms: list[Choice]
    difficulties: tuple[int, int] = Field(description="The easiest and the hardest.")
    most: Bounds


class SheetPage(BaseModel):
    """A page of paper."""

    title: str
    svg: str = Field(description="An A4 page.")


class SheetPages(BaseModel):
    """The pages of all sheets, and then those of the answers."""

    pages: list[SheetPage]
