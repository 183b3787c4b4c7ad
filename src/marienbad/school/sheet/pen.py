"""Drawings of words, of lines to write on and of boxes to tick, in a language."""

from __future__ import annotations

from typing import Literal, TypeAlias

from marienbad.drawing.pdf import SPACE, width_of, wrapped, writable
from marienbad.drawing.shapes import (
    GREY,
    INK,
    Box,
    Drawing,
    Line,
    Look,
    Shape,
    Text,
    beside,
    stacked,
)
from marienbad.text.notation import GLUE
from marienbad.text.plain import Plain
from marienbad.text.sentences import Value

Tone: TypeAlias = Literal["ink", "grey"]
LOOKS: dict[Tone, Look] = {"ink": Look(fill=INK), "grey": Look(fill=GREY)}
TICKED = Look(stroke=INK, width=1.5)
SIZE = 10.0
LEADING = 1.4
WRITING = 24.0
"""The height of a line to write on."""
TICK = 10.0
LONGEST = 400
"""Characters of a text; what a rule of one's own has beyond is left out."""


class Pen:
    """Writes in a language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._plain = Plain(lang)

    def text(self, value: Value, is_sentence: bool = False) -> str:
        """The value as one line of text."""
        written = self._plain.value(value)
        if is_sentence:
            written = written[:1].upper() + written[1:]
        if len(written) > LONGEST:
            written = f"{written[: LONGEST - 1]}…"
        return writable(written.replace(GLUE, SPACE))

    def words(
        self, value: Value, size: float = SIZE, is_bold: bool = False, tone: Tone = "ink"
    ) -> Drawing:
        """A line of words."""
        return self._line(self.text(value), size, is_bold, tone)

    def paragraph(
        self, value: Value, room: float, size: float = SIZE, is_bold: bool = False
    ) -> Drawing:
        """A sentence in as many lines as it needs."""
        lines = wrapped(self.text(value, True), size, room, is_bold)
        return stacked([self._line(line, size, is_bold, "ink") for line in lines])

    def _line(self, text: str, size: float, is_bold: bool, tone: Tone) -> Drawing:
        width = width_of(text, size, is_bold)
        shape = Text(0, size, text, size, width, LOOKS[tone], is_bold=is_bold)
        return Drawing(width, size * LEADING, (shape,) if text else ())

    def to_write(self, value: Value, room: float) -> Drawing:
        """A word, and a line behind it to write on; where there is no room, below it."""
        word = self.words(value)
        base = WRITING - 5
        start = word.width + 5
        if start > room / 2:
            top = self.paragraph(value, room)
            return stacked([top, Drawing(room, WRITING, (Line(0, base, room, base),))])
        return Drawing(room, WRITING, (*word.at(0, base - SIZE), Line(start, base, room, base)))

    def to_tick(self, value: Value, is_ticked: bool = False) -> Drawing:
        """A box to tick, and what it means."""
        shapes: list[Shape] = [Box(0, 1, TICK, TICK)]
        if is_ticked:
            shapes += [Line(2, 6, 5, 9, TICKED), Line(5, 9, 9, 2, TICKED)]
        return beside([Drawing(TICK, TICK + 4, tuple(shapes)), self.words(value)], 5)
