"""Write drawings as pages of PDF by reportlab, with their font: Bitstream Vera, which it brings.

The widths of texts are those of this font, for every writer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any

from marienbad.drawing.shapes import (
    Box,
    Curve,
    Disc,
    Drawing,
    Group,
    Image,
    Line,
    Look,
    Polygon,
    Shape,
    Text,
)
from marienbad.text.problems import InputError

NAMES = {False: "Vera", True: "VeraBd"}
FAMILY = "Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif"
"""Where the font itself is missing, DejaVu has the same widths."""
NARROW_SPACE, SPACE = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
MISSING = "?"
"""What stands for a character that the fonts do not have."""
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}


def pdf(pages: Sequence[Drawing]) -> bytes:
    """The drawings as the pages of one document; the same pages give the same bytes."""
    fonts()
    from reportlab.pdfgen.canvas import Canvas

    written = BytesIO()
    canvas = Canvas(
        written,
        invariant=True,
        lang=pages[0].lang or None,
        initialFontName=NAMES[False],  # else a font would be named that is not in the file
    )
    canvas.setTitle(pages[0].title)
    canvas.setCreator("marienbad")
    for page in pages:
        canvas.setPageSize((page.width, page.height))
        canvas.transform(1, 0, 0, -1, 0, page.height)  # as elsewhere, y grows downwards
        _draw(canvas, page.shapes)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _draw(canvas: Any, shapes: Sequence[Shape]) -> None:
    for shape in shapes:
        if isinstance(shape, Group):
            _draw(canvas, shape.shapes)
        elif isinstance(shape, Text):
            _draw_text(canvas, shape)
        elif isinstance(shape, Image):
            _draw_image(canvas, shape)
        else:
            _draw_outline(canvas, shape)


def _draw_outline(canvas: Any, shape: Line | Box | Disc | Polygon | Curve) -> None:
    inside = _paint(canvas, shape.look)
    if isinstance(shape, Line):
        canvas.line(shape.x, shape.y, shape.to_x, shape.to_y)
    elif isinstance(shape, Box):
        canvas.rect(shape.x, shape.y, shape.width, shape.height, **inside)
    elif isinstance(shape, Disc):
        canvas.circle(shape.x, shape.y, shape.radius, **inside)
    else:
        path = canvas.beginPath()
        points = shape.points
        path.moveTo(*points[0])
        if isinstance(shape, Polygon):
            for point in points[1:]:
                path.lineTo(*point)
            path.close()
        else:
            if len(points) == 3:  # PDF knows cubic curves only
                points = _cubic(*points)
            path.curveTo(*points[1], *points[2], *points[3])
        canvas.drawPath(path, **inside)


def _cubic(*points: tuple[float, float]) -> tuple[tuple[float, float], ...]:
    """The cubic curve that is a quadratic one."""
    (a, b), (x, y), (c, d) = points
    first = (a + 2 * x) / 3, (b + 2 * y) / 3
    return (a, b), first, ((c + 2 * x) / 3, (d + 2 * y) / 3), (c, d)


def _paint(canvas: Any, look: Look) -> dict[str, int]:
    """Set colours and lines; return what is painted."""
    if look.fill:
        canvas.setFillColor(look.fill, look.opacity)
    if look.stroke:
        canvas.setStrokeColor(look.stroke, look.opacity)
        canvas.setLineWidth(look.width)
        canvas.setDash(*([list(look.dashes)] if look.dashes else []))
        canvas.setLineCap(int(look.is_round))
    return {"fill": int(bool(look.fill)), "stroke": int(bool(look.stroke))}


def _draw_text(canvas: Any, text: Text) -> None:
    _paint(canvas, text.look)
    left = text.x
    if text.anchor != "start":
        left -= ANCHORS[text.anchor] * width_of(text.text, text.size, text.is_bold)
    canvas.saveState()
    canvas.setFont(NAMES[text.is_bold], text.size)
    canvas.transform(1, 0, 0, -1, left, text.y)
    canvas.drawString(0, 0, writable(text.text))
    canvas.restoreState()


def _draw_image(canvas: Any, image: Image) -> None:
    from reportlab.lib.utils import ImageReader

    from marienbad.drawing.png import indexed

    source = ImageReader(BytesIO(indexed(image.points, image.colours, image.clear)))
    canvas.saveState()
    canvas.transform(1, 0, 0, -1, image.x, image.y + image.height)
    canvas.drawImage(source, 0, 0, image.width, image.height, mask="auto")
    canvas.restoreState()


@lru_cache(maxsize=1)
def fonts() -> dict[bool, Any]:
    """The plain and the bold font, known to reportlab from now on."""
    try:
        from reportlab.pdfbase.pdfmetrics import registerFont
        from reportlab.pdfbase.ttfonts import TTFont
    except ImportError as problem:
        raise InputError("sheet.no_library", module="reportlab") from problem
    found = {}
    for is_bold, name in NAMES.items():
        found[is_bold] = TTFont(name, f"{name}.ttf")
        registerFont(found[is_bold])
    return found


def writable(text: str) -> str:
    """The text in characters that the fonts have.

    >>> writable("3\\N{NARROW NO-BREAK SPACE}: ≤ é ✂")
    '3\\xa0: ≤ é ?'
    """
    known = fonts()[False].face.charToGlyph
    text = text.replace(NARROW_SPACE, SPACE)
    return "".join(sign if ord(sign) in known else MISSING for sign in text)


def width_of(text: str, size: float, is_bold: bool = False) -> float:
    """How wide a text of this size is, in points.

    >>> width_of("mm", 10) == 2 * width_of("m", 10) > width_of("ii", 10)
    True
    """
    width: float = fonts()[is_bold].stringWidth(text, size)
    return width


def wrapped(text: str, size: float, room: float, is_bold: bool = False) -> list[str]:
    """The lines of a text that fit; a word that is longer than a line is cut.

    >>> wrapped("one two three", 10, 50)
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, size, is_bold) <= room:
            lines[-1] = longer
            continue
        lines += _cut(word, size, room, is_bold)
    return lines


def _cut(word: str, size: float, room: float, is_bold: bool) -> list[str]:
    pieces = [""]
    for sign in word:
        if pieces[-1] and width_of(pieces[-1] + sign, size, is_bold) > room:
            pieces.append("")
        pieces[-1] += sign
    return pieces
