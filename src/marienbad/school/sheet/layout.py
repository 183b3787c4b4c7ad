"""Sheets on pages of A4: a head, exercises in one column or two, a foot; and the answers."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import groupby
from typing import TypeAlias

from marienbad.school.sheet.forms import form_of
from marienbad.school.sheet.marks import (
    PAGE_HEIGHT,
    PAGE_WIDTH,
    Drawing,
    Line,
    Mark,
    Page,
    beside,
    stacked,
)
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.sheets import Order, Sheet
from marienbad.school.sheet.task import GUTTER, HALF, WIDTH, Form, Task
from marienbad.text.sentences import say

LEFT, TOP, BOTTOM = (PAGE_WIDTH - WIDTH) / 2, 44.0, 50.0
FOOT = PAGE_HEIGHT - 30
HEIGHT = PAGE_HEIGHT - TOP - BOTTOM
Numbered: TypeAlias = tuple[int, Task]


def sheet_pages(sheet: Sheet, order: Order, lang: str) -> list[Page]:
    """The pages of one sheet."""
    pen = Pen(lang)
    parts = [*_head(sheet, pen)]
    told: set[str] = set()
    for group in _groups(sheet.tasks):
        _, task = group[0]
        intro = [*_rules(task, told, pen), *_instruction(group, pen)]
        told.add(task.game)
        exercises = [*_arranged(group, pen, is_solved=False)]
        parts += [stacked([*intro, exercises[0]]), *exercises[1:]]
    return _paged(parts, _name(sheet, order, pen), lang, pen)


def answer_pages(sheets: Sequence[Sheet], order: Order, lang: str) -> list[Page]:
    """The answers to all sheets, one after the other."""
    pen = Pen(lang)
    title = pen.text(say("sheet.answers.title", title=sheets[0].title))
    parts = [pen.paragraph(title, WIDTH, 16, True), Drawing(0, 8)]
    for sheet in sheets:
        groups = [group for group in _groups(sheet.tasks) if _form(group).has_answer]
        answers = [part for group in groups for part in _arranged(group, pen, is_solved=True)]
        if len(sheets) > 1 and answers:
            name = pen.words(say("sheet.variant", number=sheet.number), 11, True)
            answers[0] = stacked([name, answers[0]], 2)
        parts += [*answers, Drawing(0, 10)]
    if not any(_form(group).has_answer for group in _groups(sheets[0].tasks)):
        parts.append(pen.paragraph(say("sheet.answers.none"), WIDTH))
    foot = pen.text(say("sheet.answers.foot", title=sheets[0].title, seed=str(order.seed)))
    return _paged(parts, foot, lang, pen)


def _name(sheet: Sheet, order: Order, pen: Pen) -> str:
    """What stands at the foot of a sheet: by it its answers are found again."""
    key = "sheet.foot" if order.variants > 1 else "sheet.foot.alone"
    seed = str(order.seed)
    return pen.text(say(key, title=sheet.title, number=sheet.number, seed=seed))


def _groups(tasks: Sequence[Task]) -> list[list[Numbered]]:
    """The tasks with their numbers, those of the same game and form together."""
    numbered = enumerate(tasks, 1)
    return [[*group] for _, group in groupby(numbered, lambda one: (one[1].game, one[1].form))]


def _form(group: Sequence[Numbered]) -> Form:
    return form_of(group[0][1].form)


def _head(sheet: Sheet, pen: Pen) -> Iterator[Drawing]:
    """Lines for name and date, and the title."""
    fields = [("sheet.name", 250.0), ("sheet.class", 100.0), ("sheet.date", 125.0)]
    yield beside([pen.to_write(say(key), room) for key, room in fields], 10)
    yield Drawing(0, 10)
    yield pen.paragraph(pen.text(sheet.title), WIDTH, 18, True)


def _rules(task: Task, told: Container[str], pen: Pen) -> Iterator[Drawing]:
    """The rules of a game that was not on the sheet before."""
    game = task.definition
    if task.game not in told:
        yield pen.paragraph(say("sheet.rule", title=game.title, rule=game.rule), WIDTH)


def _instruction(group: Sequence[Numbered], pen: Pen) -> Iterator[Drawing]:
    """What is to be done, and what a queen on a board stands for."""
    form = _form(group)
    if any(form.shows_queen(task) for _, task in group):
        yield pen.paragraph(say("sheet.piece"), WIDTH)
    yield Drawing(0, 6)
    yield pen.paragraph(say(f"sheet.form.{form.name}"), WIDTH, is_bold=True)
    yield Drawing(WIDTH, 16, (Line(0, 6, WIDTH, 6),))


def _arranged(group: Sequence[Numbered], pen: Pen, is_solved: bool) -> Iterator[Drawing]:
    """Exercises or answers in two columns where all are narrow enough, else below each other."""
    form = _form(group)
    room = form.answer_room if is_solved else form.room
    is_narrow = len(group) > 1 and all(room(task) <= HALF for _, task in group)
    width = HALF if is_narrow else WIDTH
    drawn = [
        (form.answer if is_solved else form.blocks)(task, number, pen, width)
        for number, task in group
    ]
    if not is_narrow:
        for parts in drawn:
            yield from parts
        return
    columns = [stacked(parts) for parts in drawn]
    for first in range(0, len(columns), 2):
        yield beside(columns[first : first + 2], pitch=HALF + GUTTER)


def _paged(parts: Sequence[Drawing], title: str, lang: str, pen: Pen) -> list[Page]:
    """The drawings one below the other, on as many pages as they need."""
    filled: list[list[Mark]] = [[]]
    used = 0.0
    for part in parts:
        if part.height > HEIGHT - used and filled[-1] and part.marks:
            filled.append([])
            used = 0.0
        filled[-1] += part.at(LEFT, TOP + used)
        used += part.height
    return [
        Page(title, lang, (*marks, *_foot(title, number, len(filled), pen)))
        for number, marks in enumerate(filled, 1)
    ]


def _foot(title: str, number: int, count: int, pen: Pen) -> Iterator[Mark]:
    name = pen.words(title, 8, tone="grey")
    place = pen.words(say("sheet.page", number=number, count=count), 8, tone="grey")
    yield from name.at(LEFT, FOOT)
    yield from place.at(LEFT + WIDTH - place.width, FOOT)
