"""Positions as pictures: rows of matches, heaps of tokens, a piece on a chessboard."""

from __future__ import annotations

from collections.abc import Collection

from marienbad.drawing.pieces import matches, piece, star
from marienbad.drawing.shapes import (
    INK,
    PALE,
    Box,
    Disc,
    Drawing,
    Line,
    Look,
    Shape,
    beside,
    stacked,
)
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.task import GUTTER, HALF
from marienbad.text.sentences import say

LABEL = 26.0
"""The room for the number of a heap, left of what it holds."""
TIGHT, LOOSE = 7.0, 11.0
"""From one match to the next: where there is little room, and where there is enough."""
MOST_DRAWN = 40
"""Where a heap is larger, all are only written as numbers."""
LARGEST_PIECE = 15
"""The largest heap of a position that is shown as a piece on a chessboard."""
SMALLEST_SQUARE, USUAL_SQUARE, LARGEST_SQUARE = 10.7, 14.0, 19.0
TALLEST_BOARD = 180.0
"""How tall boards may be, so that two stand below each other on a page, unless their squares
would be too small."""
TALLEST_ROWS = 100.0
"""How tall rows may be, so that three exercises stand below each other on a page..."""
LOWEST_ROW = 16.0
"""... unless the rows would be lower than that."""
AXIS = 18.0
TAIL = 92.0
"""The room behind a row for what is to be written of it."""

BLACK = Look(fill=INK)
LIGHT, DARK = Look(stroke=INK, width=0.6), Look(fill=PALE, stroke=INK, width=0.6)


def is_piece(game: Definition, position: Position) -> bool:
    """Whether the position is shown as a queen on a chessboard."""
    two = game.ruleset.heaps == 2 and game.family.piece == "queen"
    return two and game.nouns[1] == "token" and max(position) <= LARGEST_PIECE


def room_needed(game: Definition, position: Position, has_tails: bool = False) -> float:
    """How wide the picture of a position is at least."""
    if not has_tails and is_piece(game, position):
        return board_room(max(position) + 1)
    return LABEL + max(_longest(position), 4) * TIGHT + (TAIL if has_tails else 0)


def picture(pen: Pen, game: Definition, position: Position, room: float) -> Drawing:
    """The position as the game is played: on a chessboard, or as rows of what is taken."""
    if is_piece(game, position):
        return board(pen, game, max(6, max(position) + 1), room, at=position)
    return rows(pen, game, position, room)


def rows(
    pen: Pen, game: Definition, position: Position, room: float, has_tails: bool = False
) -> Drawing:
    """The heaps one below the other, each behind its number, with a line to write on or without."""
    longest = max(_longest(position), 4)
    pitch = min(LOOSE, (room - LABEL - (TAIL if has_tails else 0)) / longest)
    is_drawn, is_match = max(position) <= MOST_DRAWN, game.nouns[1] == "match"
    tallest = 31.0 if is_match and is_drawn else 19.0
    height = min(tallest, max(LOWEST_ROW, TALLEST_ROWS / len(position)))
    shapes: list[Shape] = []
    for number, heap in enumerate(position):
        top = number * height
        middle = top + height / 2 + 3.5
        label = pen.words(heap, tone="grey" if is_drawn else "ink")
        shapes += label.at(LABEL - 8 - label.width if is_drawn else 12, middle - 10)
        if is_drawn:
            shapes += _objects(heap, LABEL + pitch / 2, top, pitch, height, is_match)
        if has_tails:
            start = LABEL + longest * pitch + 6
            shapes += [*pen.words("=").at(start, middle - 10)]
            shapes.append(Line(start + 12, middle + 1, room, middle + 1))
    return Drawing(room, len(position) * height, tuple(shapes))


def _longest(position: Position) -> int:
    """The most objects that are drawn in a row."""
    return max(position) if max(position) <= MOST_DRAWN else 0


def _objects(
    heap: int, left: float, top: float, pitch: float, height: float, is_match: bool
) -> list[Shape]:
    if is_match:
        return matches([(left + i * pitch, top + 5) for i in range(heap)], height - 9)
    radius = min(5.0, pitch * 0.44)
    return [Disc(left + i * pitch, top + height / 2, radius) for i in range(heap)]


def board_room(size: int) -> float:
    """How wide a board is at least."""
    return AXIS + size * SMALLEST_SQUARE


def board(
    pen: Pen,
    game: Definition,
    size: int,
    room: float,
    at: Position | None = None,
    to_leave: Collection[tuple[int, int]] = (),
) -> Drawing:
    """A chessboard with (0, 0) at the lower left, the piece of the game, and marked squares."""
    tall = max(SMALLEST_SQUARE if room <= HALF else USUAL_SQUARE, TALLEST_BOARD / size)
    square = min(LARGEST_SQUARE, tall, (room - AXIS) / size)
    shapes: list[Shape] = []
    squares = [(x, y) for x in range(size) for y in range(size)]
    for x, y in sorted(squares, key=lambda square: sum(square) % 2):  # those of a colour together
        left, top = AXIS + x * square, (size - 1 - y) * square
        shapes.append(Box(left, top, square, square, LIGHT if (x + y) % 2 else DARK))
    for x, y in sorted(to_leave):
        centre = _centre(x, y, size, square)
        is_here = (x, y) == at
        look = Look(stroke=INK) if is_here else Look(fill=INK)
        shapes.append(Disc(*centre, square * (0.44 if is_here else 0.28), look))
    if (0, 0) not in to_leave:
        shapes.append(star(*_centre(0, 0, size, square), square * 0.22, BLACK))
    if at is not None:
        shapes += piece(game.family.piece, *_centre(at[0], at[1], size, square), square / 60, BLACK)
    for number in range(size):
        label = pen.words(number, size=min(8, square * 0.7), tone="grey")
        middle = number * square + square / 2
        shapes += label.at(AXIS - 4 - label.width, size * square - middle - 6)
        shapes += label.at(AXIS + middle - label.width / 2, size * square + 3)
    return Drawing(AXIS + size * square, size * square + 16, tuple(shapes))


def _centre(x: int, y: int, size: int, square: float) -> tuple[float, float]:
    return AXIS + (x + 0.5) * square, (size - y - 0.5) * square


def heading(pen: Pen, number: int, position: Position) -> Drawing:
    """The number of an exercise, and its position in digits."""
    told = pen.words(position, tone="grey") if position else pen.words("")
    return beside([pen.words(say("sheet.number", number=number), 11, True), told], 8)


def move_to_write(pen: Pen, room: float) -> Drawing:
    """Where a move is written: what is taken and what is left, side by side if there is room."""
    is_wide = room > HALF
    lines = [
        pen.to_write(say(key), HALF if is_wide else room) for key in ("sheet.take", "sheet.leave")
    ]
    return beside(lines, GUTTER) if is_wide else stacked(lines, 2)
