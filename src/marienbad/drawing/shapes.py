"""Shapes: lines, boxes, discs, polygons, curves, texts, images and groups of them.

The origin is the upper left corner; y grows downwards. A text stands on its base line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

from marienbad.values import Record

Point: TypeAlias = tuple[float, float]
SERIF = '"Iowan Old Style", Palatino, Georgia, serif'
SANS = "sans-serif"
INK, GREY, PALE, WHITE = "#000000", "#666666", "#dddddd", "#ffffff"


class Look(Record):
    """How a shape is painted: inside with ``fill``, along its outline with ``stroke``.

    ``dark`` replaces the colour for readers who prefer a dark scheme; such a look needs a name,
    which is its class in SVG. PDF and PNG are always light.
    """

    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dashes: tuple[float, ...] = ()
    opacity: float = 1.0
    is_round: bool = False
    """Whether lines end round."""
    name: str = ""
    dark: str | None = None
    dark_opacity: float | None = None


class Line(Record):
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    look: Look = Look(stroke=INK, width=0.7)

    def moved(self, x: float, y: float) -> Line:
        return self.having(x=self.x + x, y=self.y + y, to_x=self.to_x + x, to_y=self.to_y + y)


class Box(Record):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float
    look: Look = Look(stroke=INK, width=0.6)

    def moved(self, x: float, y: float) -> Box:
        return self.having(x=self.x + x, y=self.y + y)


class Disc(Record):
    """A circle around a point."""

    x: float
    y: float
    radius: float
    look: Look = Look(fill=INK)

    def moved(self, x: float, y: float) -> Disc:
        return self.having(x=self.x + x, y=self.y + y)


class Polygon(Record):
    """A closed polygon."""

    points: tuple[Point, ...]
    look: Look = Look(fill=INK)

    def moved(self, x: float, y: float) -> Polygon:
        return self.having(points=_moved(self.points, x, y))


class Curve(Record):
    """A Bézier curve, quadratic with three points, cubic with four."""

    points: tuple[Point, ...]
    look: Look

    def moved(self, x: float, y: float) -> Curve:
        return self.having(points=_moved(self.points, x, y))


class Text(Record):
    """A line of text; ``width`` is its width in the font of the PDF, where that is known."""

    x: float
    y: float
    text: str
    size: float
    width: float = 0.0
    look: Look = Look(fill=INK)
    anchor: Literal["start", "middle", "end"] = "start"
    is_bold: bool = False
    is_italic: bool = False

    def moved(self, x: float, y: float) -> Text:
        return self.having(x=self.x + x, y=self.y + y)


class Image(Record):
    """A bitmap: numbers of colours, the top row first; each point fills a part of the place.

    The colour numbered ``clear`` is transparent.
    """

    x: float
    y: float
    width: float
    height: float
    points: Any
    colours: tuple[tuple[int, int, int], ...]
    clear: int | None = None
    is_inverted: bool = False
    """Whether its lightness is inverted in a dark scheme."""

    def moved(self, x: float, y: float) -> Image:
        return self.having(x=self.x + x, y=self.y + y)


class Group(Record):
    """Shapes that belong together; a browser shows the title at the pointer."""

    shapes: tuple[Shape, ...]
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()
    """Names and values of ``data-`` attributes."""

    def moved(self, x: float, y: float) -> Group:
        return self.having(shapes=tuple(shape.moved(x, y) for shape in self.shapes))


Shape: TypeAlias = Line | Box | Disc | Polygon | Curve | Text | Image | Group


class Drawing(Record):
    """Shapes on a piece of paper, with their words for those who do not see it."""

    width: float
    height: float
    shapes: tuple[Shape, ...] = ()
    title: str = ""
    description: str = ""
    lang: str = ""
    font: str = SANS
    shown: tuple[str, str] | None = None
    """Width and height at which SVG is shown at first; otherwise its own."""

    def at(self, x: float, y: float) -> tuple[Shape, ...]:
        """The shapes with the upper left corner of the piece there."""
        return tuple(shape.moved(x, y) for shape in self.shapes)


def stacked(parts: Sequence[Drawing], gap: float = 0) -> Drawing:
    """The drawings one below the other."""
    shapes: list[Shape] = []
    height = 0.0
    for part in parts:
        height += gap if shapes or height else 0
        shapes += part.at(0, height)
        height += part.height
    return Drawing(max((part.width for part in parts), default=0), height, tuple(shapes))


def beside(parts: Iterable[Drawing], gap: float = 0, pitch: float = 0) -> Drawing:
    """The drawings side by side; each begins ``pitch`` further, or where the one before ends."""
    shapes: list[Shape] = []
    right = height = next_x = 0.0
    for part in parts:
        shapes += part.at(next_x, 0)
        right, height = next_x + part.width, max(height, part.height)
        next_x = next_x + pitch if pitch else right + gap
    return Drawing(right, height, tuple(shapes))


def scaled(shape: Shape, factor: float) -> Shape:
    """The shape and its lines made larger or smaller, seen from the origin.

    >>> scaled(Disc(2, 0, 1), 3)
    Disc(x=6, y=0, radius=3, look=Look(fill='#000000', stroke=None, width=3.0, dashes=(), \
opacity=1.0, is_round=False, name='', dark=None, dark_opacity=None))
    """
    if isinstance(shape, Group):
        return shape.having(shapes=tuple(scaled(inner, factor) for inner in shape.shapes))
    if isinstance(shape, Image):
        sizes = ("x", "y", "width", "height")
        return shape.having(**{name: getattr(shape, name) * factor for name in sizes})
    changes: dict[str, Any] = {"look": shape.look.having(width=shape.look.width * factor)}
    if isinstance(shape, Polygon | Curve):
        changes["points"] = tuple((x * factor, y * factor) for x, y in shape.points)
    names = {"x", "y", "to_x", "to_y", "width", "height", "radius", "size"} & {*vars(shape)}
    return shape.having(**changes, **{name: getattr(shape, name) * factor for name in names})


def arrow(points: tuple[Point, ...], look: Look, size: float = 7) -> tuple[Curve | Line, Polygon]:
    """A line or curve with a tip at its last point."""
    (a, b), (x, y) = points[-2:]
    length = ((x - a) ** 2 + (y - b) ** 2) ** 0.5 or 1.0
    across, down = (x - a) / length * size, (y - b) / length * size
    left = (x - across - down / 2, y - down + across / 2)
    right = (x - across + down / 2, y - down - across / 2)
    colour = Look(fill=look.stroke)
    line = Line(*points[0], x, y, look) if len(points) == 2 else Curve(points, look)
    return line, Polygon(((x, y), left, right), colour)


def _moved(points: tuple[Point, ...], x: float, y: float) -> tuple[Point, ...]:
    return tuple((left + x, top + y) for left, top in points)
