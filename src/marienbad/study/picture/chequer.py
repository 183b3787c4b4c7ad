"""A chessboard with marks, as text and as a picture: (0, 0) is at the bottom left.

The picture is paper and ink with one red; it follows the reader's light or dark scheme, says in
words what it shows, and every mark has its own shape, so that it is readable without colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from marienbad.text.hypertext import Hypertext
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
    piece: Literal["rook", "queen"]
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
        return Picture(self, lang).written()


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
STYLE = """\
.paper { fill: #fdfbf5 } .light { fill: #f8f3e6 } .dark { fill: #ebe2cd }
.edge { fill: none; stroke: #3a332a }
.ink { fill: #2b251e } .line { fill: none; stroke: #2b251e; stroke-linecap: round }
.red { fill: #a92b22 } .glow { fill: #a92b22; fill-opacity: .13 }
.ring { fill: none; stroke: #a92b22 } .faint { fill: none; stroke: #2b251e; stroke-opacity: .4 }
.cut { fill: #fdfbf5 }
text { fill: #2b251e; font-family: "Iowan Old Style", Palatino, Georgia, serif }
.title { font-style: italic; font-size: 1.2em }
.number { fill-opacity: .62 }
@media (prefers-color-scheme: dark) {
.paper { fill: #15120e } .light { fill: #2a251e } .dark { fill: #1e1a15 }
.edge { stroke: #b9ad97 } .ink, text { fill: #ece4d3 } .line, .faint { stroke: #ece4d3 }
.red, .glow { fill: #e2604f } .glow { fill-opacity: .22 } .ring { stroke: #e2604f }
.cut { fill: #15120e }
}"""
STAR = "M0 -15 4 -5 15 -5 6 2 9 12 0 6 -9 12 -6 2 -15 -5 -4 -5Z"
QUEEN = (
    "M-13 12-21-9-10 0-10-14-3-1 0-17 3-1 10-14 10 0 21-9 13 12ZM-15 15H15V21H-15Z"
    "M-24-12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M-13-17a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
    "M-3-20a3 3 0 1 0 6 0a3 3 0 1 0-6 0M7-17a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
    "M18-12a3 3 0 1 0 6 0a3 3 0 1 0-6 0"
)
ROOK = (
    "M-17-20H-10V-14H-4V-20H4V-14H10V-20H17V-9L11-4V10H-11V-4L-17-9Z"
    "M-15 12H15V15H-15ZM-19 16H19V22H-19Z"
)
PIECES = {"queen": QUEEN, "rook": ROOK}


class Picture:
    """The SVG of a board."""

    def __init__(self, board: Chequer, lang: str) -> None:
        self.board, self.lang = board, lang
        self.edge = board.size * UNIT
        self.font = max(20, self.edge // 36)
        self.radius = RADIUS if board.size <= LARGEST_CHEQUERED else UNIT // 2
        self.left, self.top = self.font * 5 // 2, self.font * 3

    def written(self) -> str:
        board, font = self.board, self.font
        title, description = (self.say(part) for part in (board.title, board.description))
        labels = [Plain(self.lang).line(board.meaning(sign)) for sign in board.legend]
        widest = max(map(display_width, labels), default=0) + 3
        heading = Plain(self.lang).line(board.title)
        width = max(
            self.left + self.edge + font * 3 // 2,
            self.left + font * widest // 2 + font,
            self.left + font * 6 // 10 * display_width(heading) + font,
        )
        height = self.top + self.edge + font * 3 + len(labels) * font * 8 // 5
        shown = min(width, 840)
        frame = f'viewBox="0 0 {width} {height}" width="{shown}" height="{shown * height // width}"'
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {frame}',
            f'font-size="{font * 9 // 10}" lang="{self.lang}"',
            'role="img" aria-labelledby="title description">',
            f'<title id="title">{title}</title>',
            f'<desc id="description">{description}</desc>',
            f"<style>{STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            f'<text class="title" x="{self.left}" y="{font * 7 // 4}">{title}</text>',
            *self.chequers(),
            *self.signs(),
            *self.numbers(),
            *self.legend(),
            "</svg>",
        ]
        return "\n".join(parts) + "\n"

    def say(self, message: Message) -> str:
        return Hypertext(self.lang).prose(Plain(self.lang).line(message))

    def centre(self, square: Square) -> tuple[int, int]:
        x, y = square
        return self.left + x * UNIT + UNIT // 2, self.top + self.edge - y * UNIT - UNIT // 2

    def chequers(self) -> Iterable[str]:
        """Return the squares; the corner (0, 0) is dark, as on every chessboard."""
        x, y, edge, two = self.left, self.top, self.edge, 2 * UNIT
        # Counted from the bottom, so that the pattern is the same for odd and even sizes.
        start = y + edge - two * ((self.board.size + 1) // 2)
        yield (
            f'<pattern id="chequers" x="{x}" y="{start}" width="{two}" height="{two}" '
            f'patternUnits="userSpaceOnUse"><rect class="light" width="{two}" height="{two}"/>'
            f'<path class="dark" d="M0 {UNIT}h{UNIT}v{UNIT}h-{UNIT}zM{UNIT} 0h{UNIT}v{UNIT}'
            f'h-{UNIT}z"/></pattern>'
        )
        square = f'x="{x}" y="{y}" width="{edge}" height="{edge}"'
        fill = 'class="light"' if self.board.size > LARGEST_CHEQUERED else 'fill="url(#chequers)"'
        yield f"<rect {square} {fill}/>"
        yield f'<rect {square} class="edge" stroke-width="{max(2, self.font // 12)}"/>'

    def signs(self) -> Iterable[str]:
        """Return the marks, all of a kind in one path, then the corner's star and the piece."""
        marks = sorted(self.board.marks.items())
        for sign in ORDER:
            if centres := [self.centre(square) for square, found in marks if found == sign]:
                yield from mark(sign, centres, self.radius)
        if self.board.is_end and self.board.at != (0, 0):
            yield star(self.centre((0, 0)), on_red=self.board.corner == "corner")
        if self.board.at is not None:
            yield piece(self.board.piece, self.centre(self.board.at))

    def numbers(self) -> Iterable[str]:
        """Return the numbers along the left and the lower edge."""
        step = label_step(self.board.size, 16)
        yield '<g class="number">'
        for number in range(0, self.board.size, step):
            x, y = self.centre((number, number))
            beside, below = self.left - self.font * 6 // 10, self.top + self.edge + self.font
            yield f'<text x="{beside}" y="{y}" dy=".34em" text-anchor="end">{number}</text>'
            yield f'<text x="{x}" y="{below}" dy=".2em" text-anchor="middle">{number}</text>'
        yield "</g>"

    def legend(self) -> Iterable[str]:
        """Return a line for each mark: its shape and what it means."""
        y = self.top + self.edge + self.font * 3
        scale = self.font / 42
        for sign in self.board.legend:
            x = self.left + self.font * 6 // 10
            label = self.say(self.board.meaning(sign))
            yield f'<g transform="translate({x} {y}) scale({scale:.3g})">'
            yield from self.sample(sign)
            yield f'</g><text x="{x + self.font * 6 // 5}" y="{y}" dy=".34em">{label}</text>'
            y += self.font * 8 // 5

    def sample(self, sign: str) -> Iterable[str]:
        """Return a mark around the origin."""
        if sign in ("corner", "end"):
            yield from mark("leave", [(0, 0)] if sign == "corner" else [])
            yield star((0, 0), on_red=sign == "corner")
        elif sign in PIECES:
            yield piece(sign, (0, 0))
        else:
            yield from mark(sign, [(0, 0)])


def mark(sign: str, centres: list[tuple[int, int]], radius: int = RADIUS) -> Iterable[str]:
    """Return a mark at every one of these places; a disc has this radius."""
    half = UNIT // 2
    if sign in ("reach", "target"):
        lit = "".join(f"M{x - half} {y - half}h{UNIT}v{UNIT}h-{UNIT}z" for x, y in centres)
        yield f'<path class="glow" d="{lit}"/>'
    if sign in ("leave", "target"):
        yield f'<path class="red" d="{circles(centres, radius)}"/>'
    if sign == "target":
        yield f'<path class="line" stroke-width="3" d="{circles(centres, 24)}"/>'
    if sign == "next":
        yield f'<path class="ring" stroke-width="6" d="{circles(centres, 15)}"/>'
    if sign == "reach":
        yield f'<path class="ink" d="{circles(centres, 5)}"/>'
    if sign == "excluded":
        crosses = "".join(f"M{x - 8} {y - 8}l16 16m0-16l-16 16" for x, y in centres)
        yield f'<path class="faint" stroke-width="3" d="{crosses}"/>'


def circles(centres: list[tuple[int, int]], radius: int) -> str:
    """Return circles as the outline of a path."""
    arc = f"a{radius} {radius} 0 1 0"
    there, back = f"{arc} {2 * radius} 0", f"{arc}-{2 * radius} 0"
    return "".join(f"M{x - radius} {y}{there}{back}z" for x, y in centres)


def star(centre: tuple[int, int], on_red: bool) -> str:
    """Return the star of the corner where the game ends, cut out of a mark that lies under it."""
    x, y = centre
    form, scale = ("cut", " scale(.72)") if on_red else ("ink", "")
    return f'<path class="{form}" transform="translate({x} {y}){scale}" d="{STAR}"/>'


def piece(name: str, centre: tuple[int, int]) -> str:
    x, y = centre
    return f'<path class="ink" transform="translate({x} {y}) scale(1.1)" d="{PIECES[name]}"/>'
