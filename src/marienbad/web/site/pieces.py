"""Matches, tokens and digits for pictures in points, as the board of the page draws them."""

from collections.abc import Sequence

from marienbad.web.site.canvas import Canvas, Colour, Points, colour, ellipse, placed, rectangle

PAPER, INK = colour("#faf7f0"), colour("#2b2622")
WOOD, GRAIN = colour("#dcbd8f"), colour("#c7a473")
HEAD, GLEAM = colour("#b3261e"), colour("#cc6660")
IVORY, EDGE = colour("#f6efdf"), colour("#8d8168")

MATCH_WIDTH, MATCH_HEIGHT = 24, 104
TOKEN_SIZE = 44
MATCH: Sequence[tuple[Points, Colour]] = (
    (rectangle(-2.7, 14, 5.4, 84), WOOD),
    (rectangle(0.9, 16, 1.5, 81), GRAIN),
    (ellipse(0, 14.5, 4.6, 8.2), HEAD),
    (ellipse(-1.5, 11, 1.1, 2.6), GLEAM),
)
TOKEN: Sequence[tuple[Points, Colour]] = tuple(
    (ellipse(0, 0, radius, radius), EDGE if number % 2 == 0 else IVORY)
    for number, radius in enumerate((18.0, 16.8, 14.0, 13.2, 8.5, 7.7))
)
TURNS = (-2.0, 1.4, -0.7, 2.2, 0.3)
"""By how many degrees one match after another lies askew."""
DIGITS = {
    "0": (14, 17, 17, 17, 17, 17, 14),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 2, 4, 8, 31),
    "3": (31, 2, 4, 2, 1, 17, 14),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (6, 8, 16, 30, 17, 17, 14),
    "7": (31, 1, 2, 4, 8, 8, 8),
    "8": (14, 17, 17, 14, 17, 17, 14),
    "9": (14, 17, 17, 15, 1, 2, 12),
    "·": (0, 0, 0, 4, 0, 0, 0),
    "…": (0, 0, 0, 0, 0, 0, 21),
}
"""Each character as rows of five points."""
DIGIT_WIDTH, DIGIT_HEIGHT = 6, 7


def draw_match(
    canvas: Canvas, x: float, y: float, scale: float, turn: float, head: Colour = HEAD
) -> None:
    """A match whose middle is at x, its top at y."""
    for points, ink in MATCH:
        shade = head if ink == HEAD else ink
        if ink != GLEAM or head == HEAD:
            canvas.fill(placed(points, scale, x, y, turn, MATCH_HEIGHT / 2), shade)


def match_cells(scale: float, width: int) -> list[Canvas]:
    """Matches to lay side by side, each a little askew."""
    height = round(MATCH_HEIGHT * scale)
    cells = []
    for turn in TURNS:
        cell = Canvas(width, height, PAPER)
        draw_match(cell, width / 2, 0, scale, turn)
        cells.append(cell)
    return cells


def token_cell(scale: float) -> Canvas:
    """A token to lay side by side with others."""
    size = round(TOKEN_SIZE * scale)
    cell = Canvas(size, size, PAPER)
    for points, ink in TOKEN:
        cell.fill(placed(points, scale, size / 2, size / 2), ink)
    return cell


def draw_text(canvas: Canvas, text: str, left: int, top: int, size: int) -> None:
    """Digits, dots between them and dots instead of them."""
    for place, character in enumerate(text):
        for down, row in enumerate(DIGITS[character]):
            for across in range(5):
                if row >> (4 - across) & 1:
                    x = left + (place * DIGIT_WIDTH + across) * size
                    canvas.fill(rectangle(x, top + down * size, size, size), INK)
