"""Sheets for a class: each variant has other tasks, and all follow from one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from random import Random
from typing import Literal, TypeAlias

from marienbad.drawing.pdf import FAMILY
from marienbad.drawing.shapes import (
    Drawing,
    Line,
    Shape,
    beside,
    stacked,
)
from marienbad.school.sheet.forms import form_of
from marienbad.school.sheet.pen import Pen
from marienbad.school.sheet.sources import Source
from marienbad.school.sheet.task import GUTTER, PAGE_HEIGHT, PAGE_WIDTH, WIDTH, Form, Task
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Message, Wording, say
from marienbad.values import Record

MOST_TASKS, MOST_VARIANTS, MOST_PAGES = 30, 60, 200
USUAL_SEED, LARGEST_SEED = 1, 999_999_999
TRIES = 40
"""How often a sheet is made anew where there is the same already."""
Answers: TypeAlias = Literal["no", "yes", "only"]
ANSWERS: tuple[Answers, ...] = ("no", "yes", "only")


class Order(Record):
    """What sheets are wanted."""

    source: Source
    count: int | None = None
    """How many exercises, or lines of a table; ``None`` for the usual."""
    variants: int = 1
    seed: int = USUAL_SEED
    answers: Answers = "yes"


class Sheet(Record):
    """The tasks of one pupil."""

    title: Message | Wording
    number: int
    tasks: tuple[Task, ...]


def sheets(order: Order) -> tuple[Sheet, ...]:
    """The sheets, no two alike.

    >>> from marienbad.school.sheet.sources import KindSource
    >>> [sheet.tasks[0].position for sheet in sheets(Order(KindSource("mirror", 2), 1, 3))]
    [(5, 3), (6, 4), (6, 2)]
    """
    _check("sheet.count", order.count or 1, MOST_TASKS)
    _check("sheet.variants", order.variants, MOST_VARIANTS)
    if not 0 <= order.seed <= LARGEST_SEED:
        raise InputError("sheet.seed", number=order.seed, most=LARGEST_SEED)
    found: dict[tuple[Task, ...], Sheet] = {}
    for number in range(1, order.variants + 1):
        for attempt in range(TRIES):
            random = Random(f"{order.seed}/{number}/{attempt}")
            tasks = (*order.source.tasks(random, order.count, number == 1),)
            if tasks not in found:
                break
        else:
            raise InputError(
                "sheet.few_variants",
                found=Count(len(found), "different_sheet"),
                count=order.variants,
            )
        for task in tasks:
            form_of(task.form).check(task)
        found[tasks] = Sheet(order.source.title, number, _together(tasks))
    return (*found.values(),)


def _together(tasks: tuple[Task, ...]) -> tuple[Task, ...]:
    """The tasks, those of the same game and form behind each other."""
    places: dict[tuple[str, str], list[Task]] = {}
    for task in tasks:
        places.setdefault((task.game, task.form), []).append(task)
    return tuple(task for group in places.values() for task in group)


def pages(order: Order, lang: str, most: int = MOST_PAGES) -> tuple[Drawing, ...]:
    """The pages of all sheets, and then those of the answers, as they were asked for."""
    made = sheets(order)
    found: list[Drawing] = []
    if order.answers != "only":
        for sheet in made:
            found += sheet_pages(sheet, order, lang)
            _check("sheet.pages", len(found), most)
    has_answers = any(form_of(task.form).has_answer for task in made[0].tasks)
    if order.answers == "only" or (order.answers == "yes" and has_answers):
        found += answer_pages(made, order, lang)
        _check("sheet.pages", len(found), most)
    return (*found,)


def _check(key: str, number: int, most: int) -> None:
    if not 1 <= number <= most:
        raise InputError(key, number=number, most=most)


LEFT, TOP, BOTTOM = (PAGE_WIDTH - WIDTH) / 2, 44.0, 50.0
FOOT = PAGE_HEIGHT - 30
HEIGHT = PAGE_HEIGHT - TOP - BOTTOM
MOST_COLUMNS = 3
QUEEN = "sheet.piece"
Numbered: TypeAlias = tuple[int, Task]


def sheet_pages(sheet: Sheet, order: Order, lang: str) -> list[Drawing]:
    """The pages of one sheet."""
    pen = Pen(lang)
    name = _name(sheet, order, pen)
    return _fewest(lambda most: _paged(_sheet_parts(sheet, pen, most), name, lang, pen))


def _fewest(made: Callable[[int], list[Drawing]]) -> list[Drawing]:
    """The pages with at most two columns, or with three where that spares paper."""
    wide = made(2)
    return min(wide, made(MOST_COLUMNS), key=len) if len(wide) > 1 else wide


def _sheet_parts(sheet: Sheet, pen: Pen, most: int) -> list[Drawing]:
    """What stands below each other on a sheet with so many columns at most."""
    parts = [*_head(sheet, pen)]
    told: set[str] = set()
    for group in _groups(sheet.tasks):
        intro = [*_rules(group, told, pen), *_instruction(group, pen)]
        exercises = [*_arranged(group, pen, most, is_solved=False)]
        parts += [stacked([*intro, exercises[0]]), *exercises[1:]]
    return parts


def answer_pages(sheets: Sequence[Sheet], order: Order, lang: str) -> list[Drawing]:
    """The answers to all sheets, one after the other."""
    pen = Pen(lang)
    foot = pen.text(say("sheet.answers.foot", title=sheets[0].title, seed=str(order.seed)))
    return _fewest(lambda most: _paged(_answer_parts(sheets, pen, most), foot, lang, pen))


def _answer_parts(sheets: Sequence[Sheet], pen: Pen, most: int) -> list[Drawing]:
    """The title of the answers, and those to each sheet, with so many columns at most."""
    title = pen.text(say("sheet.answers.title", title=sheets[0].title))
    parts = [pen.paragraph(title, WIDTH, 16, True), Drawing(0, 8)]
    for sheet in sheets:
        groups = [group for group in _groups(sheet.tasks) if _form(group).has_answer]
        answers = [part for group in groups for part in _arranged(group, pen, most, is_solved=True)]
        if len(sheets) > 1 and answers:
            name = pen.words(say("sheet.variant", number=sheet.number), 11, True)
            answers[0] = stacked([name, answers[0]], 2)
        parts += [*answers, Drawing(0, 10)]
    if not any(_form(group).has_answer for group in _groups(sheets[0].tasks)):
        parts.append(pen.paragraph(say("sheet.answers.none"), WIDTH))
    return parts


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


def _rules(group: Sequence[Numbered], told: set[str], pen: Pen) -> Iterator[Drawing]:
    """The rules of a game, and what a queen on a board stands for, each once on a sheet."""
    _, first = group[0]
    game = first.definition
    if first.game not in told:
        told.add(first.game)
        yield pen.paragraph(say("sheet.rule", title=game.title, rule=game.rule), WIDTH)
    if QUEEN not in told and any(_form(group).shows_queen(task) for _, task in group):
        told.add(QUEEN)
        yield pen.paragraph(say(QUEEN), WIDTH)


def _instruction(group: Sequence[Numbered], pen: Pen) -> Iterator[Drawing]:
    """What is to be done."""
    yield Drawing(0, 6)
    yield pen.paragraph(say(f"sheet.form.{_form(group).name}"), WIDTH, is_bold=True)
    yield Drawing(WIDTH, 16, (Line(0, 6, WIDTH, 6),))


def _arranged(group: Sequence[Numbered], pen: Pen, most: int, is_solved: bool) -> Iterator[Drawing]:
    """Exercises or answers in as many columns as are allowed and all fit into."""
    for columns in range(min(most, len(group)), 1, -1):
        width = (WIDTH - (columns - 1) * GUTTER) / columns
        drawn = [stacked(parts) for parts in _drawn(group, pen, width, is_solved)]
        if drawn and all(one.width <= width for one in drawn):
            for first in range(0, len(drawn), columns):
                yield beside(drawn[first : first + columns], pitch=width + GUTTER)
            return
    for parts in _drawn(group, pen, WIDTH, is_solved):
        yield from parts


def _drawn(
    group: Sequence[Numbered], pen: Pen, width: float, is_solved: bool
) -> list[list[Drawing]]:
    """The blocks of each exercise or answer in this width; none where one needs more."""
    form = _form(group)
    room = form.answer_room if is_solved else form.room
    if width < WIDTH and any(room(task) > width for _, task in group):
        return []
    draw = form.answer if is_solved else form.blocks
    return [draw(task, number, pen, width) for number, task in group]


def _paged(parts: Sequence[Drawing], title: str, lang: str, pen: Pen) -> list[Drawing]:
    """The drawings one below the other, on as many pages as they need."""
    filled: list[list[Shape]] = [[]]
    used = 0.0
    for part in parts:
        if part.height > HEIGHT - used and filled[-1] and part.shapes:
            filled.append([])
            used = 0.0
        filled[-1] += part.at(LEFT, TOP + used)
        used += part.height
    return [
        Drawing(
            PAGE_WIDTH,
            PAGE_HEIGHT,
            (*shapes, *_foot(title, number, len(filled), pen)),
            title,
            lang=lang,
            font=FAMILY,
            shown=("210mm", "297mm"),
        )
        for number, shapes in enumerate(filled, 1)
    ]


def _foot(title: str, number: int, count: int, pen: Pen) -> Iterator[Shape]:
    name = pen.words(title, 8, tone="grey")
    place = pen.words(say("sheet.page", number=number, count=count), 8, tone="grey")
    yield from name.at(LEFT, FOOT)
    yield from place.at(LEFT + WIDTH - place.width, FOOT)
