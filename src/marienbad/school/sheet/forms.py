"""The forms of exercises: find a move, judge a position, cut rows, tables, boards, pieces."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import islice
from operator import xor

from marienbad.drawing.shapes import Box, Drawing, Shape, beside, stacked
from marienbad.numeration.bases import packets
from marienbad.school.sheet.boards import BoardForm, LabelForm, PiecesForm
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.pictures import (
    heading,
    is_piece,
    move_to_write,
    picture,
    room_needed,
    rows,
)
from marienbad.school.sheet.task import Form, Task, told_answer, winning
from marienbad.study.tables import ordered_pairs
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Listing, Value, say

COLUMN, LINE = 21.0, 20.0
LABEL = 34.0
WIDE = 54.0
"""A column for numbers of several digits."""
LARGEST = 255
"""The largest heap of a table of binary columns."""


def check_nim(task: Task) -> None:
    """Refuse what is not played with rows of matches from which any number is taken."""
    if task.definition.family.name != "nim":
        raise InputError("sheet.nim_only", form=task.form, game=task.game)


def table_line(pen: Pen, cells: Sequence[Value | None], widths: Sequence[float]) -> Drawing:
    """A line of a table; what is ``None`` is to be filled in."""
    shapes: list[Shape] = []
    left = 0.0
    for cell, width in zip(cells, widths, strict=True):
        shapes.append(Box(left, 0, width, LINE))
        if cell is not None:
            word = pen.words(cell)
            shapes += word.at(left + (width - word.width) / 2, 3.5)
        left += width
    return Drawing(left, LINE, tuple(shapes))


class ColumnsForm(Form):
    """Write each row in binary, and see which columns are odd."""

    name = "table"

    def check(self, task: Task) -> None:
        super().check(task)
        check_nim(task)
        if max(task.position) > LARGEST:
            raise OutOfReach("sheet.large", position=task.position, most=LARGEST)

    def room(self, task: Task) -> float:
        return sum(_widths(task))

    def answer_room(self, task: Task) -> float:
        return self.room(task)

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return self._drawn(task, number, pen, False)

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return self._drawn(task, number, pen, True)

    def _drawn(self, task: Task, number: int, pen: Pen, is_solved: bool) -> list[Drawing]:
        powers, widths = _powers(task), _widths(task)
        lines = [table_line(pen, ["", *powers], widths)]
        for heap in task.position:
            digits = [int(bool(heap & power)) if is_solved else None for power in powers]
            lines.append(table_line(pen, [heap, *digits], widths))
        ones = [sum(bool(heap & power) for heap in task.position) for power in powers]
        signs = [say("sheet.table.odd" if n % 2 else "sheet.table.even") for n in ones]
        foot: list[Value | None] = [*signs] if is_solved else [None] * len(powers)
        lines.append(table_line(pen, [say("sheet.table.foot"), *foot], widths))
        parts = [heading(pen, number, task.position), stacked(lines), Drawing(0, 18)]
        return [stacked(parts, 4)]


def _powers(task: Task) -> list[int]:
    """The powers of 2 at the heads of the columns."""
    return [1 << place for place in range(max(3, max(task.position).bit_length()))][::-1]


def _widths(task: Task) -> list[float]:
    return [LABEL, *[COLUMN + (6 if power > 99 else 0) for power in _powers(task)]]


class PairsForm(Form):
    """Fill in the table of the pairs to leave, of which some are given."""

    name = "pairs"
    wants_one = True

    def check(self, task: Task) -> None:
        super().check(task)
        if task.definition.ruleset.heaps != 2:
            raise InputError("sheet.two_heaps", form=self.name, game=task.game)

    def room(self, task: Task) -> float:
        return LABEL + 2 * WIDE

    def answer_room(self, task: Task) -> float:
        return self.room(task)

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return self._drawn(task, number, pen, False)

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return self._drawn(task, number, pen, True)

    def _drawn(self, task: Task, number: int, pen: Pen, is_solved: bool) -> list[Drawing]:
        widths = (LABEL, WIDE, WIDE)
        lines = [table_line(pen, ["n", "x", "y"], widths)]
        for index, (x, y) in enumerate(islice(ordered_pairs(task.definition), task.lines)):
            cells = (x, y) if is_solved or index in task.given else (None, None)
            lines.append(table_line(pen, [index, *cells], widths))
        parts = [heading(pen, number, ()), stacked(lines), Drawing(0, 18)]
        return [stacked(parts, 4)]


BELOW = 14.0
"""What is free below an exercise."""


class MoveForm(Form):
    """Find a move that wins."""

    name = "move"

    def room(self, task: Task) -> float:
        return room_needed(task.definition, task.position)

    def shows_queen(self, task: Task) -> bool:
        return is_piece(task.definition, task.position)

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        parts = [
            heading(pen, number, task.position),
            picture(pen, task.definition, task.position, room),
            move_to_write(pen, room),
            Drawing(0, BELOW),
        ]
        return [stacked(parts, 2)]

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        return told_answer(pen, number, winning(task), room)


class JudgeForm(MoveForm):
    """Say whether a position is one to leave."""

    name = "judge"

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        ticks = [pen.to_tick(say(f"sheet.judge.{answer}")) for answer in ("leave", "not")]
        parts = [
            heading(pen, number, task.position),
            picture(pen, task.definition, task.position, room),
            Drawing(0, 2),
            beside(ticks, 24) if beside(ticks, 24).width <= room else stacked(ticks),
            pen.to_write(say("sheet.judge.move"), room),
            Drawing(0, BELOW),
        ]
        return [stacked(parts, 2)]

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        if task.is_to_leave:
            return told_answer(pen, number, say("sheet.judge.leave"), room)
        answer = say("sheet.judge.answer", moves=winning(task))
        return told_answer(pen, number, answer, room)


class CutForm(Form):
    """Cut each row into packets."""

    name = "cut"

    def check(self, task: Task) -> None:
        super().check(task)
        check_nim(task)

    def room(self, task: Task) -> float:
        return room_needed(task.definition, task.position, True)

    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        parts = [
            heading(pen, number, task.position),
            rows(pen, task.definition, task.position, room, True),
            pen.to_write(say("sheet.cut.alone"), room),
            Drawing(0, BELOW),
        ]
        return [stacked(parts, 2)]

    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        cut: list[Value] = [
            say("sheet.cut.row", heap=heap, packets=" + ".join(map(str, packets(heap))) or "0")
            for heap in task.position
        ]
        alone = packets(reduce(xor, task.position, 0))
        left: Value = Listing(alone, "and") if alone else say("sheet.cut.none")
        answer = say("sheet.cut.answer", rows=Listing(cut, ";"), alone=left)
        return told_answer(pen, number, answer, room)


FORMS: dict[str, Form] = {
    form.name: form
    for form in (
        MoveForm(),
        JudgeForm(),
        CutForm(),
        ColumnsForm(),
        PairsForm(),
        BoardForm(),
        LabelForm(),
        PiecesForm(),
    )
}


def form_of(name: str) -> Form:
    """The form of that name."""
    known = FORMS.get(name)
    if known is None:
        raise InputError("sheet.form_unknown", name=name, known=Listing((*FORMS,), "or"))
    return known
