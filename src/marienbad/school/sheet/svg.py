"""A page of a sheet as SVG, one picture for each page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from marienbad.school.sheet.fonts import FAMILY
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

STICK, HEAD = 0.1, 0.17
"""How thick a match and its head are, of its length."""
BORDER = 0.6


def svg(page: Page) -> str:
    """The page as a document of its own."""
    inside = "".join(_written(page.marks))
    width, height = _n(PAGE_WIDTH), _n(PAGE_HEIGHT)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="210mm" '
        f'height="297mm" xml:lang="{page.lang}" font-family="{FAMILY}">'
        f"<title>{escape(page.title)}</title>"
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>{inside}</svg>\n'
    )


def _written(marks: Iterable[Mark]) -> Iterator[str]:
    """The marks, those of the same look that follow each other as one path."""
    for (kind, look), alike in groupby(marks, key=lambda mark: (type(mark), _look(mark))):
        if kind is Text:
            yield from (_text(mark) for mark in alike if isinstance(mark, Text))
        elif kind is Match:
            yield _matches([mark for mark in alike if isinstance(mark, Match)])
        else:
            yield f'<path d="{"".join(map(_path, alike))}" {look}/>'


def _look(mark: Mark) -> str:
    if isinstance(mark, Line):
        dashes = ' stroke-dasharray="4 3"' if mark.is_dashed else ""
        return f'stroke="{TONES["ink"]}" stroke-width="{_n(mark.width)}" fill="none"{dashes}'
    if isinstance(mark, Box):
        fill = TONES[mark.fill] if mark.fill else "none"
        return f'stroke="{TONES["ink"]}" stroke-width="{_n(BORDER)}" fill="{fill}"'
    if isinstance(mark, Disc):
        fill = TONES["ink"] if mark.is_filled else "none"
        return f'stroke="{TONES["ink"]}" fill="{fill}"'
    if isinstance(mark, Shape):
        return f'fill="{TONES["ink"]}"'
    return str(mark.length) if isinstance(mark, Match) else ""


def _path(mark: Mark) -> str:
    if isinstance(mark, Line):
        return f"M{_n(mark.x)} {_n(mark.y)}L{_n(mark.to_x)} {_n(mark.to_y)}"
    if isinstance(mark, Box):
        across, down = _n(mark.width), _n(mark.height)
        return f"M{_n(mark.x)} {_n(mark.y)}h{across}v{down}h-{across}z"
    if isinstance(mark, Disc):
        r, d = _n(mark.radius), _n(2 * mark.radius)
        half = f"a{r} {r} 0 1 0 "
        return f"M{_n(mark.x - mark.radius)} {_n(mark.y)}{half}{d} 0{half}-{d} 0z"
    assert isinstance(mark, Shape)
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in mark.points) + "z"


def _matches(matches: list[Match]) -> str:
    """Matches of one length: their sticks, and their heads, which are points with round ends."""
    length = matches[0].length
    sticks = "".join(f"M{_n(match.x)} {_n(match.y)}v{_n(length)}" for match in matches)
    heads = "".join(f"M{_n(match.x)} {_n(match.y)}h.01" for match in matches)
    return (
        f'<path d="{sticks}" stroke="{TONES["grey"]}" stroke-width="{_n(length * STICK)}"/>'
        f'<path d="{heads}" stroke="{TONES["ink"]}" stroke-width="{_n(length * HEAD)}" '
        'stroke-linecap="round"/>'
    )


def _text(text: Text) -> str:
    weight = ' font-weight="bold"' if text.is_bold else ""
    colour = f' fill="{TONES[text.tone]}"' if text.tone != "ink" else ""
    return (
        f'<text x="{_n(text.x)}" y="{_n(text.y)}" font-size="{_n(text.size)}" '
        f'textLength="{_n(text.width)}" lengthAdjust="spacingAndGlyphs"{weight}{colour}>'
        f"{escape(text.text)}</text>"
    )


def _n(number: float) -> str:
    """A number with at most two decimals.

    >>> _n(3.0), _n(10.256)
    ('3', '10.26')
    """
    return f"{number:.2f}".rstrip("0").rstrip(".")
