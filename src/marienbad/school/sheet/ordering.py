"""What was asked for, read: a lesson, a kind of positions, or a game with positions."""

from __future__ import annotations

from marienbad.heaps import read_position
from marienbad.school.lesson import Lesson
from marienbad.school.sheet.forms import form_of
from marienbad.school.sheet.sources import (
    MOST_POSITIONS,
    KindSource,
    Source,
    lesson_source,
    list_source,
)
from marienbad.text.problems import InputError

USUAL_DIFFICULTY = 2
USUAL_FORM = "move"
LONGEST_POSITION = 200


def source_of(
    lesson: Lesson | None = None,
    kind: str | None = None,
    difficulty: int | None = None,
    game: str | None = None,
    positions: tuple[str, ...] = (),
    form: str | None = None,
) -> Source:
    """The source of the tasks; exactly one is named.

    >>> source_of(kind="mirror")
    KindSource(kind='mirror', difficulty=2, form='move')
    >>> source_of(game="nim", positions=("1,2", "3,3"), form="judge")
    ListSource(game='nim', positions=((1, 2), (3, 3)), form='judge')
    """
    if [lesson, kind, game].count(None) != 2:
        raise InputError("sheet.which")
    if form is not None:
        form_of(form)
    if lesson is not None:
        return lesson_source(lesson, form)
    if game is not None:
        return list_source(game, (*map(_position, _few(positions)),), form or USUAL_FORM)
    assert kind is not None
    return KindSource(kind, difficulty or USUAL_DIFFICULTY, form or USUAL_FORM)


def _few(positions: tuple[str, ...]) -> tuple[str, ...]:
    if len(positions) > MOST_POSITIONS:
        raise InputError("sheet.many_positions", count=len(positions), most=MOST_POSITIONS)
    return positions


def _position(text: str) -> tuple[int, ...]:
    if len(text) > LONGEST_POSITION:
        raise InputError("sheet.long_position", text=text)
    return read_position(text)
