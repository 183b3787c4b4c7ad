"""Tables to fill in: the binary columns of a position, and the pairs to leave."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from marienbad.school.sheet.marks import Box, Drawing, Mark, stacked
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.pictures import heading
from marienbad.school.sheet.task import Form, Task
from marienbad.study.tables import ordered_pairs
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Value, say

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
    marks: list[Mark] = []
    left = 0.0
    for cell, width in zip(cells, widths, strict=True):
        marks.append(Box(left, 0, width, LINE))
        if cell is not None:
            word = pen.words(cell)
            marks += word.at(left + (width - word.width) / 2, 3.5)
        left += width
    return Drawing(left, LINE, tuple(marks))


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
