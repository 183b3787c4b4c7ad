"""The forms of exercises: find a move, judge a position, cut rows, tables, boards, pieces."""

from __future__ import annotations

from functools import reduce
from operator import xor

from marienbad.numeration.bases import packets
from marienbad.school.sheet.boards import BoardForm, LabelForm, PiecesForm
from marienbad.school.sheet.marks import Drawing, beside, stacked
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.pictures import (
    heading,
    is_piece,
    move_to_write,
    picture,
    room_needed,
    rows,
)
from marienbad.school.sheet.tables import ColumnsForm, PairsForm, check_nim
from marienbad.school.sheet.task import Form, Task, told_answer, winning
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Value, say

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
