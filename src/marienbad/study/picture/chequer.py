"""A chessboard with marks, as text and as a picture: (0, 0) is at the bottom left.

The picture is paper and ink with one red; it follows the reader's light or dark scheme, says in
words what it shows, and every mark has its own shape, so that it is readable without colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from marienbad.drawing.pieces import Piece, piece, star
from marienbad.drawing.shapes import (
    SERIF,
    Box,
    Disc,
    Drawing,
    Line,
    Look,
    Shape,
    Text,
    scaled,
)
from marienbad.drawing.svg import svg
from marienbad.study.picture.palette import (
    DARK_INK,
    DARK_LEAVE,
    EDGE,
    GROUND,
    RED,
    WORDS,
)
from marienbad.text.plain import Plain, display_width, wrapped
from marienbad.text.sentences import Message, say
from marienbad.values import Record

Square: TypeAlias = tuple[int, int]
Sign: TypeAlias = Literal["leave", "next", "excluded", "reach", "target"]

CHARACTERS = {
    "leave": "●", "next": "◆", "excluded": "×", "reach": "○", "target": "◉",
    "corner": "★", "end": "☆", "rook": "♜", "queen": "♛", "empty": "·",
}  # fmt: skip
ORDER = ("leave", "next", "target", "reach", "excluded")
"""The marks in the order in which a legend explains them."""


class Chequer(Record):
    """A board: its marks, the piece that stands on it, and what it is called."""

    size: int
    marks: Mapping[Square, Sign]
    piece: Piece
    at: Square | None
    title: Message
    description: Message
    is_end: bool = True
    """Whether nothing is left on the square (0, 0), so that a star stands there."""
    excludes_finished: bool = False
    """Whether squares without a move are excluded too, as in misère play."""

    def meaning(self, sign: str) -> Message:
        """What the legend says of a mark."""
        excludes_finished = sign == "excluded" and self.excludes_finished
        return say("board.excluded_finished" if excludes_finished else f"board.{sign}")

    @property
    def corner(self) -> str:
        """The star of the square (0, 0): a square to leave, or merely the end of the game."""
        return "end" if self.marks.get((0, 0)) in (None, "excluded", "reach") else "corner"

    @property
    def legend(self) -> list[str]:
        """What there is to explain, in the order of the legend."""
        present = {sign for square, sign in self.marks.items() if square != (0, 0)}
        sign = self.marks.get((0, 0))
        if sign in ("reach", "target") or (sign and not self.is_end):
            present.add(sign)
        marks = [sign for sign in ORDER if sign in present]
        star = [self.corner] if self.is_end and self.at != (0, 0) else []
        return [*marks, *star, *([self.piece] if self.at else [])]

    def text(self, lang: str, width: int = 80) -> str:
        """Return the board as lines of signs with a legend."""
        plain = Plain(lang)
        board = list(self._lines())
        legend = [
            f"{CHARACTERS[sign]} {plain.line(self.meaning(sign))}"
            for sign in self.legend
            if any(CHARACTERS[sign] in line for line in board)
        ]
        return "\n".join([wrapped(plain.sentence(self.title), width), "", *board, "", *legend])

    def _lines(self) -> Iterable[str]:
        margin = len(str(self.size - 1))
        for y in reversed(range(self.size)):
            signs = " ".join(self._character((x, y)) for x in range(self.size))
            yield f"{y:>{margin}}  {signs}"
        labels = [" "] * (2 * self.size + margin)
        for x in range(0, self.size, label_step(self.size, 10)):
            labels[2 * x : 2 * x + len(str(x))] = str(x)
        yield " " * (margin + 2) + "".join(labels).rstrip()

    def _character(self, square: Square) -> str:
        if square == self.at:
            return CHARACTERS[self.piece]
        sign = self.marks.get(square)
        if square == (0, 0) and self.is_end and sign not in ("reach", "target"):
            return CHARACTERS[self.corner]
        return CHARACTERS[sign or "empty"]

    def svg(self, lang: str) -> str:
        """Return the board as an SVG picture that stands alone."""
        return svg(Picture(self, lang).drawing())


def label_step(size: int, most: int) -> int:
    """Return the distance of the numbers along an edge, of which at most ``most`` have room.

    >>> [label_step(size, 10) for size in (8, 11, 60, 200, 512)]
    [1, 5, 10, 20, 100]
    """
    return next((step for step in (1, 5, 10, 20, 50) if size <= step * most), 100)


# The picture; a square is 60 units wide, so that every coordinate is a whole number

UNIT = 60
RADIUS = 17
LARGEST_CHEQUERED = 64
"""On a larger board squares would only flicker, and marks fill theirs."""
SHIFT = 0.34
"""How far below a middle a text stands, of its size, whose middle is there."""
LIGHT = Look(fill="#f8f3e6", name="light", dark="#2a251e")
DARK = Look(stroke="#ebe2cd", width=UNIT, dashes=(UNIT, UNIT), name="dark", dark="#1e1a15")
FAINT = Look(stroke=WORDS.fill, width=3, opacity=0.4, name="faint", dark=DARK_INK)
LINE = Look(stroke=WORDS.fill, width=3, is_round=True, name="line", dark=DARK_INK)
RING = Look(stroke=RED.fill, width=6, name="ring", dark=DARK_LEAVE)
GLOW = Look(fill=RED.fill, opacity=0.13, name="glow", dark=DARK_LEAVE, dark_opacity=0.22)
NUMBER = Look(fill=WORDS.fill, opacity=0.62, name="number", dark=DARK_INK)


class Picture:
    """The drawing of a board."""

    def __init__(self, board: Chequer, lang: str) -> None:
        self.board, self.lang = board, lang
        self.edge = board.size * UNIT
        self.font = max(20, self.edge // 36)
        self.radius = RADIUS if board.size <= LARGEST_CHEQUERED else UNIT // 2
        self.left, self.top = self.font * 5 // 2, self.font * 3

    def drawing(self) -> Drawing:
        board, font, plain = self.board, self.font, Plain(self.lang)
        title, description = plain.line(board.title), plain.line(board.description)
        labels = [plain.line(board.meaning(sign)) for sign in board.legend]
        widest = max(map(display_width, labels), default=0) + 3
        width = max(
            self.left + self.edge + font * 3 // 2,
            self.left + font * widest // 2 + font,
            self.left + font * 6 // 10 * display_width(title) + font,
        )
        height = self.top + self.edge + font * 3 + len(labels) * font * 8 // 5
        shown = min(width, 840)
        shapes = (
            Box(0, 0, width, height, GROUND),
            Text(self.left, font * 7 // 4, title, font * 1.08, look=WORDS, is_italic=True),
            *self.squares(),
            *self.signs(),
            *self.numbers(),
            *self.legend(),
        )
        size = (str(shown), str(shown * height // width))
        return Drawing(width, height, shapes, title, description, self.lang, SERIF, size)

    def centre(self, square: Square) -> tuple[int, int]:
        x, y = square
        return self.left + x * UNIT + UNIT // 2, self.top + self.edge - y * UNIT - UNIT // 2

    def squares(self) -> Iterator[Shape]:
        """The squares; the corner (0, 0) is dark, as on every chessboard."""
        yield Box(self.left, self.top, self.edge, self.edge, LIGHT)
        if self.board.size <= LARGEST_CHEQUERED:
            right = self.left + self.edge
            for row in range(self.board.size):
                left, y = self.left + row % 2 * UNIT, self.centre((0, row))[1]
                if left < right:
                    yield Line(left, y, right, y, DARK)
        border = EDGE.having(width=max(2, self.font // 12))
        yield Box(self.left, self.top, self.edge, self.edge, border)

    def signs(self) -> Iterator[Shape]:
        """The marks, those of a kind together, then the corner's star and the piece."""
        marks = sorted(self.board.marks.items())
        for sign in ORDER:
            if centres := [self.centre(square) for square, found in marks if found == sign]:
                yield from mark(sign, centres, self.radius)
        if self.board.is_end and self.board.at != (0, 0):
            yield corner_star(self.centre((0, 0)), on_red=self.board.corner == "corner")
        if self.board.at is not None:
            yield from piece(self.board.piece, *self.centre(self.board.at), 1.1, WORDS)

    def numbers(self) -> Iterator[Text]:
        """The numbers along the left and the lower edge."""
        step, size = label_step(self.board.size, 16), self.font * 0.9
        for number in range(0, self.board.size, step):
            x, y = self.centre((number, number))
            beside, below = self.left - self.font * 6 // 10, self.top + self.edge + self.font
            at_left, label = y + SHIFT * size, str(number)
            yield Text(beside, at_left, label, size, look=NUMBER, anchor="end")
            yield Text(x, below + 0.2 * size, label, size, look=NUMBER, anchor="middle")

    def legend(self) -> Iterator[Shape]:
        """A line for each mark: its shape and what it means."""
        y = self.top + self.edge + self.font * 3
        x, size = self.left + self.font * 6 // 10, self.font * 0.9
        for sign in self.board.legend:
            for shape in sample(self.board, sign):
                yield scaled(shape, self.font / 42).moved(x, y)
            text = Plain(self.lang).line(self.board.meaning(sign))
            beside = x + self.font * 6 // 5
            yield Text(beside, y + SHIFT * size, text, size, look=WORDS)
            y += self.font * 8 // 5


def sample(board: Chequer, sign: str) -> Iterator[Shape]:
    """A mark around the origin, as the legend shows it."""
    if sign in ("corner", "end"):
        yield from mark("leave", [(0, 0)] if sign == "corner" else [])
        yield corner_star((0, 0), on_red=sign == "corner")
    elif sign == board.piece:
        yield from piece(board.piece, 0, 0, 1.1, WORDS)
    else:
        yield from mark(sign, [(0, 0)])


def mark(sign: str, centres: list[tuple[int, int]], radius: int = RADIUS) -> Iterator[Shape]:
    """A mark at every one of these places; a disc has this radius."""
    half = UNIT // 2
    if sign in ("reach", "target"):
        yield from (Box(x - half, y - half, UNIT, UNIT, GLOW) for x, y in centres)
    if sign in ("leave", "target"):
        yield from (Disc(x, y, radius, RED) for x, y in centres)
    if sign == "target":
        yield from (Disc(x, y, 24, LINE) for x, y in centres)
    if sign == "next":
        yield from (Disc(x, y, 15, RING) for x, y in centres)
    if sign == "reach":
        yield from (Disc(x, y, 5, WORDS) for x, y in centres)
    if sign == "excluded":
        for x, y in centres:
            yield Line(x - 8, y - 8, x + 8, y + 8, FAINT)
            yield Line(x + 8, y - 8, x - 8, y + 8, FAINT)


def corner_star(centre: tuple[int, int], on_red: bool) -> Shape:
    """The star of the corner where the game ends, cut out of a mark that lies under it."""
    look = GROUND.having(name="cut") if on_red else WORDS
    return star(*centre, 15 * (0.72 if on_red else 1), look)
