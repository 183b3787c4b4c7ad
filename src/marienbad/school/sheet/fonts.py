"""The fonts of a sheet: Bitstream Vera, which reportlab brings along; widths are its own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from marienbad.text.problems import InputError

NAMES = {False: "Vera", True: "VeraBd"}
FAMILY = "Bitstream Vera Sans, DejaVu Sans, Verdana, sans-serif"
"""Where the font itself is missing, DejaVu has the same widths."""
NARROW_SPACE, SPACE = "\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}"
MISSING = "?"
"""What stands for a character that the fonts do not have."""


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
