"""Write a drawing, or a bitmap of few colours, as PNG by Pillow.

A drawing is painted larger than it is asked for and made smaller, so that its edges are smooth.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from marienbad.drawing.shapes import (
    Box,
    Curve,
    Disc,
    Drawing,
    Group,
    Image,
    Line,
    Look,
    Point,
    Polygon,
    Shape,
    Text,
)
from marienbad.text.problems import InputError

if TYPE_CHECKING:
    from PIL.Image import Image as Bitmap
    from PIL.PngImagePlugin import PngInfo

MOST_COLOURS = 256
SMOOTH = 3
"""How many times larger a drawing is painted in each direction."""
STEPS = 24
"""The parts of a curve."""
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def png(
    drawing: Drawing, ground: str = "#ffffff", scale: float = 1, is_smooth: bool = True
) -> bytes:
    """The drawing as PNG, with its title and description as text in the file.

    >>> png(Drawing(4, 4, (Disc(2, 2, 1),)))[1:4]
    b'PNG'
    """
    image_module = _pillow()
    times = SMOOTH if is_smooth else 1
    width, height = round(drawing.width * scale), round(drawing.height * scale)
    painted = image_module.new("RGB", (width * times, height * times), ground)
    _Painter(painted, scale * times).paint(drawing.shapes)
    return _saved(painted.reduce(times) if times > 1 else painted, drawing)


def indexed(
    points: Any,
    colours: Sequence[tuple[int, int, int]],
    clear: int | None = None,
    words: Mapping[str, str] | None = None,
) -> bytes:
    """The PNG file of an array of colour numbers, the top row first.

    The colour numbered ``clear`` is transparent; words such as Title are written into the file.
    """
    if not 1 <= len(colours) <= MOST_COLOURS:
        raise ValueError(f"expected 1 to {MOST_COLOURS} colours, got {len(colours)}")
    image = _bitmap(points, colours)
    more = {} if clear is None else {"transparency": clear}
    written = BytesIO()
    image.save(written, "PNG", pnginfo=_info(words or {}), **more)
    return written.getvalue()


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as problem:
        raise InputError("sheet.no_library", module="pillow") from problem
    return Image


def _bitmap(points: Any, colours: Sequence[tuple[int, int, int]]) -> Bitmap:
    height, width = points.shape
    image: Bitmap = _pillow().frombytes("P", (width, height), points.astype("uint8").tobytes())
    image.putpalette([part for colour in colours for part in colour])
    return image


def _info(words: Mapping[str, str]) -> PngInfo:
    from PIL.PngImagePlugin import PngInfo

    info = PngInfo()
    for keyword, text in words.items():
        if text:
            info.add_itxt(keyword, text)
    return info


def _saved(image: Bitmap, drawing: Drawing) -> bytes:
    written = BytesIO()
    words = {"Title": drawing.title, "Description": drawing.description}
    image.save(written, "PNG", pnginfo=_info(words))
    return written.getvalue()


class _Painter:
    """Paints shapes on an image of a scale."""

    def __init__(self, image: Bitmap, scale: float) -> None:
        from PIL import ImageDraw

        self._image, self._scale = image, scale
        self._draw = ImageDraw.Draw(image, "RGBA")

    def paint(self, shapes: Sequence[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Group):
                self.paint(shape.shapes)
            elif isinstance(shape, Text):
                self._text(shape)
            elif isinstance(shape, Image):
                self._paste(shape)
            elif isinstance(shape, Disc):
                self._disc(shape)
            else:
                self._outline(shape)

    def _outline(self, shape: Line | Box | Polygon | Curve) -> None:
        look = shape.look
        points = [(x * self._scale, y * self._scale) for x, y in _corners(shape)]
        if look.fill and isinstance(shape, Box | Polygon):
            self._draw.polygon(points, fill=_colour(look, look.fill))
        if look.stroke:
            closed = [*points, points[0]] if isinstance(shape, Box | Polygon) else points
            pieces = _dashed(closed, [d * self._scale for d in look.dashes])
            for piece in pieces:
                self._stroke(piece, look, look.stroke)

    def _stroke(self, points: Sequence[Point], look: Look, stroke: str) -> None:
        width, colour = max(1, round(look.width * self._scale)), _colour(look, stroke)
        self._draw.line(points, fill=colour, width=width, joint="curve")
        if look.is_round:
            for x, y in (points[0], points[-1]):
                r = width / 2
                self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def _disc(self, disc: Disc) -> None:
        x, y, r = (value * self._scale for value in (disc.x, disc.y, disc.radius))
        look = disc.look
        half = look.width * self._scale / 2 if look.stroke else 0
        self._draw.ellipse(
            (x - r - half, y - r - half, x + r + half, y + r + half),
            fill=_colour(look, look.fill) if look.fill else None,
            outline=_colour(look, look.stroke) if look.stroke else None,
            width=max(1, round(2 * half)),
        )

    def _text(self, text: Text) -> None:
        from PIL import ImageFont

        font = ImageFont.load_default(text.size * self._scale)
        place = (text.x * self._scale, text.y * self._scale)
        colour = _colour(text.look, text.look.fill or "#000000")
        words = text.text.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
        self._draw.text(place, words, colour, font, anchor=ANCHORS[text.anchor])

    def _paste(self, image: Image) -> None:
        left, top, width, height = (
            round(value * self._scale) for value in (image.x, image.y, image.width, image.height)
        )
        bitmap = _bitmap(image.points, image.colours).resize((width, height), 0)
        mask = None
        if image.clear is not None:
            mask = bitmap.point(lambda number: 0 if number == image.clear else 255, "L")
        self._image.paste(bitmap.convert("RGB"), (left, top), mask)


def _colour(look: Look, colour: str) -> tuple[int, ...]:
    return (*bytes.fromhex(colour[1:]), round(255 * look.opacity))


def _corners(shape: Line | Box | Polygon | Curve) -> Sequence[Point]:
    if isinstance(shape, Line):
        return ((shape.x, shape.y), (shape.to_x, shape.to_y))
    if isinstance(shape, Box):
        right, bottom = shape.x + shape.width, shape.y + shape.height
        return ((shape.x, shape.y), (right, shape.y), (right, bottom), (shape.x, bottom))
    if isinstance(shape, Polygon):
        return shape.points
    return [_on_curve(shape.points, step / STEPS) for step in range(STEPS + 1)]


def _on_curve(points: Sequence[Point], part: float) -> Point:
    """The point of a Bézier curve, by de Casteljau's construction.

    >>> _on_curve(((0, 0), (2, 4), (4, 0)), 0.5)
    (2.0, 2.0)
    """
    while len(points) > 1:
        points = [
            (a * (1 - part) + c * part, b * (1 - part) + d * part)
            for (a, b), (c, d) in pairwise(points)
        ]
    return points[0]


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> list[list[Point]]:
    """The painted parts of a line.

    >>> _dashed([(0, 0), (10, 0)], [4, 2])
    [[(0.0, 0.0), (4.0, 0.0)], [(6.0, 0.0), (10.0, 0.0)]]
    """
    if not dashes:
        return [[*points]]
    found = []
    for (a, b), (c, d) in pairwise(points):
        length = ((c - a) ** 2 + (d - b) ** 2) ** 0.5
        done, number = 0.0, 0
        while done < length:
            end = min(done + dashes[number % len(dashes)], length)
            if number % 2 == 0:
                found.append(
                    [(a + (c - a) * s / length, b + (d - b) * s / length) for s in (done, end)]
                )
            done, number = end, number + 1
    return found
