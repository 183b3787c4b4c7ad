"""Sheets for a class: each variant has other tasks, and all follow from one seed."""

from __future__ import annotations

from random import Random
from typing import Literal, TypeAlias

from marienbad.school.sheet.forms import form_of
from marienbad.school.sheet.marks import Page
from marienbad.school.sheet.sources import Source
from marienbad.school.sheet.task import Task
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Message, Wording
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


def pages(order: Order, lang: str, most: int = MOST_PAGES) -> tuple[Page, ...]:
    """The pages of all sheets, and then those of the answers, as they were asked for."""
    from marienbad.school.sheet.layout import answer_pages, sheet_pages

    made = sheets(order)
    found: list[Page] = []
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
