"""What fills a large part of a page: boards to mark, lists to label, pieces to cut out."""

from __future__ import annotations

from marienbad.analysis import Game
from marienbad.drawing.pieces import matches
from marienbad.drawing.shapes import INK, Disc, Drawing, Line, Look, Shape, beside, stacked
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.pictures import board, board_room, heading, move_to_write
from marienbad.school.sheet.task import WIDTH, Form, Task, told_answer, winning
from marienbad.school.situations import Situations
from marienbad.study.board import to_leave
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Value, say

SMALLEST_BOARD, LARGEST_BOARD = 8, 24
MOST_SITUATIONS = 150
MOST_PIECES = 200
CUT_MATCH = (29.0, 108.0)
CUT_TOKEN = (45.0, 45.0)
"""The pieces of paper to cut out."""
BELOW = 14.0
CUT = Look(stroke=INK, width=0.7, dashes=(4, 3))
"""Where scissors go."""


class BoardForm(Form):
    """Shape the squares to leave on a chessboard."""

    name = "board"

    def check(self, task: Task) -> None:
        super().check(task)
        if len(task.position) != 2:
            raise InputError("sheet.two_heaps", form=self.name, game=task.game)
        if max(task.position) >= LARGEST_BOARD:
            raise OutOfReach("sheet.large", position=task.position, most=LARGEST_BOARD - 1)

    def shows_queen(self, task: Task) -> bool:
        return task.definition.family.piece == "queen"

    def room(self, task: Task) -> float:
        return board_room(_size(task))

    def answer_room(self, task: Task) -> float:
        return self.room(task)

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        parts = [
            heading(pen, number, task.position),
            board(pen, task.definition, _size(task), room, task.position),
            move_to_write(pen, room),
            Drawing(0, BELOW),
        ]
        return [stacked(parts, 2)]

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        marked = to_leave(task.definition, _size(task))
        parts = [
            board(pen, task.definition, _size(task), room, task.position, marked),
            *told_answer(pen, number, winning(task), room),
            Drawing(0, BELOW),
        ]
        return [stacked(parts, 2)]


def _size(task: Task) -> int:
    return max(SMALLEST_BOARD, max(task.position) + 1)


class LabelForm(Form):
    """Tick the positions to leave among all that can follow from a start."""

    name = "label"
    shows_order = False
    wants_one = True

    def check(self, task: Task) -> None:
        super().check(task)
        self._situations(task)

    def room(self, task: Task) -> float:
        return WIDTH

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return self._drawn(task, number, pen, room, False)

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return self._drawn(task, number, pen, room, True)

    def _situations(self, task: Task) -> Situations:
        return Situations(Game.named(task.game), task.position, MOST_SITUATIONS)

    def _drawn(
        self, task: Task, number: int, pen: Pen, room: float, is_solved: bool
    ) -> list[Drawing]:
        found = self._situations(task)
        good = found.to_leave if is_solved else frozenset()
        ticks = []
        for position in found.following:
            name: Value = position if any(position) else say("sheet.label.nothing")
            ticks.append(pen.to_tick(name, position in good))
        pitch = max(tick.width for tick in ticks) + 16
        columns = max(1, int((room + 16) // pitch))
        lines = [
            stacked([beside(ticks[first : first + columns], pitch=pitch), Drawing(0, 8)])
            for first in range(0, len(ticks), columns)
        ]
        top = stacked([heading(pen, number, task.position), Drawing(0, 4)])
        return [stacked([top, lines[0]]), *lines[1:], Drawing(0, BELOW)]


class PiecesForm(Form):
    """Matches or tokens to cut out, as many as a position has."""

    name = "pieces"
    shows_order = False
    has_answer = False
    wants_one = True

    def check(self, task: Task) -> None:
        super().check(task)
        if not 0 < sum(task.position) <= MOST_PIECES:
            raise OutOfReach("sheet.pieces", position=task.position, most=MOST_PIECES)

    def room(self, task: Task) -> float:
        return WIDTH

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        is_match = task.definition.nouns[1] == "match"
        width, height = CUT_MATCH if is_match else CUT_TOKEN
        across = int(room // width)
        left = sum(task.position)
        blocks = []
        while left > 0:
            line = [_piece(width, height, is_match)] * min(across, left)
            blocks.append(beside(line))
            left -= across
        top = stacked([heading(pen, number, task.position), Drawing(0, 4)])
        return [stacked([top, blocks[0]]), *blocks[1:], Drawing(0, BELOW)]

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return []


def _piece(width: float, height: float, is_match: bool) -> Drawing:
    """A piece of paper with a match or a token, dashed all around."""
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    shapes: list[Shape] = [
        Line(x, y, to_x, to_y, CUT)
        for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True)
    ]
    if is_match:
        shapes += matches([(width / 2, 14)], height - 24)
    else:
        shapes.append(Disc(width / 2, height / 2, width * 0.4))
    return Drawing(width, height, tuple(shapes))
