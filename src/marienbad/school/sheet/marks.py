"""What a page is made of: lines, boxes, discs, shapes, matches and texts, in points of 1/72 inch.

The origin is the upper left corner; y grows downwards. A text stands on its base line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

from marienbad.values import Record

PAGE_WIDTH, PAGE_HEIGHT = 595.28, 841.89
"""A4."""
Tone: TypeAlias = Literal["ink", "grey", "pale"]
TONES: dict[Tone, str] = {"ink": "#000000", "grey": "#666666", "pale": "#dddddd"}


class Line(Record):
    """A straight line, dashed where scissors follow it."""

    x: float
    y: float
    to_x: float
    to_y: float
    width: float = 0.7
    is_dashed: bool = False

    def moved(self, x: float, y: float) -> Line:
        return self.having(x=self.x + x, y=self.y + y, to_x=self.to_x + x, to_y=self.to_y + y)


class Box(Record):
    """A rectangle with a border, filled with a tone or with nothing."""

    x: float
    y: float
    width: float
    height: float
    fill: Tone | None = None

    def moved(self, x: float, y: float) -> Box:
        return self.having(x=self.x + x, y=self.y + y)


class Disc(Record):
    """A circle around a point, filled or not."""

    x: float
    y: float
    radius: float
    is_filled: bool = False

    def moved(self, x: float, y: float) -> Disc:
        return self.having(x=self.x + x, y=self.y + y)


class Shape(Record):
    """A filled polygon."""

    points: tuple[tuple[float, float], ...]

    def moved(self, x: float, y: float) -> Shape:
        return Shape(tuple((left + x, top + y) for left, top in self.points))


class Match(Record):
    """A match that stands upright, its head at the point."""

    x: float
    y: float
    length: float

    def moved(self, x: float, y: float) -> Match:
        return self.having(x=self.x + x, y=self.y + y)


class Text(Record):
    """A line of text that begins at the point; its width is that of the font."""

    x: float
    y: float
    text: str
    size: float
    width: float
    is_bold: bool = False
    tone: Tone = "ink"

    def moved(self, x: float, y: float) -> Text:
        return self.having(x=self.x + x, y=self.y + y)


Mark: TypeAlias = Line | Box | Disc | Shape | Match | Text


class Drawing(Record):
    """Marks on a piece of paper of a certain size."""

    width: float
    height: float
    marks: tuple[Mark, ...] = ()

    def at(self, x: float, y: float) -> tuple[Mark, ...]:
        """The marks with the upper left corner of the piece there."""
        return tuple(mark.moved(x, y) for mark in self.marks)


def stacked(parts: Sequence[Drawing], gap: float = 0) -> Drawing:
    """The drawings one below the other."""
    marks: list[Mark] = []
    height = 0.0
    for part in parts:
        height += gap if marks or height else 0
        marks += part.at(0, height)
        height += part.height
    return Drawing(max((part.width for part in parts), default=0), height, tuple(marks))


def beside(parts: Iterable[Drawing], gap: float = 0, pitch: float = 0) -> Drawing:
    """The drawings side by side; each begins ``pitch`` further, or where the one before ends."""
    marks: list[Mark] = []
    right = height = next_x = 0.0
    for part in parts:
        marks += part.at(next_x, 0)
        right, height = next_x + part.width, max(height, part.height)
        next_x = next_x + pitch if pitch else right + gap
    return Drawing(right, height, tuple(marks))


class Page(Record):
    """A page of paper, and what it is called for those who do not see it."""

    title: str
    lang: str
    marks: tuple[Mark, ...]
