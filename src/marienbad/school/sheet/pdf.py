"""Pages of sheets as PDF, with their fonts in it."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from marienbad.school.sheet.fonts import NAMES, fonts
from marienbad.school.sheet.marks import (
    PAGE_HEIGHT,
    PAGE_WIDTH,
    TONES,
    Box,
    Disc,
    Line,
    Mark,
    Match,
    Page,
    Shape,
    Text,
)
from marienbad.school.sheet.svg import BORDER, HEAD, STICK


def pdf(pages: Sequence[Page]) -> bytes:
    """The pages as one document; the same pages give the same octets."""
    fonts()
    from reportlab.pdfgen.canvas import Canvas

    written = BytesIO()
    canvas = Canvas(
        written,
        (PAGE_WIDTH, PAGE_HEIGHT),
        invariant=True,
        lang=pages[0].lang,
        initialFontName=NAMES[False],  # else a font would be named that is not in the file
    )
    canvas.setTitle(pages[0].title)
    canvas.setCreator("marienbad")
    for page in pages:
        for mark in page.marks:
            _draw(canvas, mark)
        canvas.showPage()
    canvas.save()
    return written.getvalue()


def _draw(canvas: Any, mark: Mark) -> None:
    if isinstance(mark, Text):
        canvas.setFillColor(TONES[mark.tone])
        canvas.setFont(NAMES[mark.is_bold], mark.size)
        canvas.drawString(mark.x, _up(mark.y), mark.text)
    elif isinstance(mark, Match):
        _draw_match(canvas, mark)
    elif isinstance(mark, Line):
        canvas.setStrokeColor(TONES["ink"])
        canvas.setLineWidth(mark.width)
        canvas.setDash(*([4, 3] if mark.is_dashed else []))
        canvas.line(mark.x, _up(mark.y), mark.to_x, _up(mark.to_y))
        canvas.setDash()
    else:
        _draw_area(canvas, mark)


def _draw_match(canvas: Any, match: Match) -> None:
    canvas.setStrokeColor(TONES["grey"])
    canvas.setLineWidth(match.length * STICK)
    canvas.line(match.x, _up(match.y), match.x, _up(match.y + match.length))
    canvas.setFillColor(TONES["ink"])
    canvas.circle(match.x, _up(match.y), match.length * HEAD / 2, stroke=0, fill=1)


def _draw_area(canvas: Any, mark: Box | Disc | Shape) -> None:
    canvas.setStrokeColor(TONES["ink"])
    canvas.setFillColor(TONES["ink"])
    if isinstance(mark, Box):
        canvas.setLineWidth(BORDER)
        canvas.setFillColor(TONES[mark.fill or "ink"])
        top = _up(mark.y + mark.height)
        canvas.rect(mark.x, top, mark.width, mark.height, fill=int(mark.fill is not None))
    elif isinstance(mark, Disc):
        canvas.setLineWidth(1)
        canvas.circle(mark.x, _up(mark.y), mark.radius, fill=int(mark.is_filled))
    else:
        path = canvas.beginPath()
        (x, y), *others = mark.points
        path.moveTo(x, _up(y))
        for x, y in others:
            path.lineTo(x, _up(y))
        path.close()
        canvas.drawPath(path, stroke=0, fill=1)


def _up(y: float) -> float:
    """The height above the lower edge, from which PDF counts."""
    return PAGE_HEIGHT - y
