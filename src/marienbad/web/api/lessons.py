"""Calls for lessons: the lessons and their tasks, and the answer to a move."""

from collections.abc import Sequence
from random import SystemRandom
from typing import Annotated, Literal, TypedDict, cast

from marienbad.school import questions, reading
from marienbad.school.lesson import PATH, TEXTS
from marienbad.school.lesson import Lesson as KnownLesson
from marienbad.school.lesson import Task as KnownTask
from marienbad.school.lesson import lesson as lesson_of
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.api.common import (
    AtPosition,
    Leave,
    Taken,
    at_position,
    leave_data,
    subject,
    taken,
)
from marienbad.web.api.positions import judged_move
from marienbad.web.api.routes import (
    JSON,
    LARGEST,
    STUDY,
    Field,
    GameName,
    HeapsText,
    ReaderLanguage,
    Sent,
    get,
    post,
)

Seed = Annotated[int, Field(ge=0, le=LARGEST, description="Which further tasks there are.")]
Number = Annotated[int, Field(ge=0, le=10**6, description="Which of them, from 0 on.")]
WrittenLesson = Annotated[bytes, Sent((JSON, "text/plain"), reading.LONGEST)]
"""A lesson is read by one reader, which says what is wrong and where."""


class Ending(Leave):
    """What a move leaves, and whether it was the last.

    ``over`` says whether no move is left after it, ``plays_on`` whether the same player plays
    again, ``won`` whether he has won then.
    """

    over: bool | None
    plays_on: bool | None
    won: bool | None


class AnsweringMove(Taken, Ending):
    """The other player's move, and what it leaves."""


class Answer(Ending):
    """What a move is worth, and the reply to it, which refutes it where it does not win.

    Where it is not legal, ``reason`` says why, and the rest is ``null``; so is ``reply`` at the
    end and where the same player plays again.
    """

    legal: bool
    reason: str | None
    wins: bool | None
    reply: AnsweringMove | None


@get("/api/answer", tag="school")
def answer(
    game: GameName, position: HeapsText, take: HeapsText, lang: ReaderLanguage = ""
) -> Answer:
    """Whether a move wins, and the reply to it.

    A move that does not win is answered by one that refutes it, the one that leaves least; a
    winning one by any move, by lot.
    """
    known, named = subject(game, position)
    heaps = known.definition.ruleset.memory.begun(named)
    move, against = judged_move(known, heaps, take)
    if against is not None:
        return {
            "legal": False,
            "reason": Plain(lang).line(against),
            "wins": None,
            "leave": None,
            "over": None,
            "plays_on": None,
            "won": None,
            "reply": None,
        }
    found = questions.answered(known, heaps, move, SystemRandom())
    reply: AnsweringMove | None = None
    if found.reply is not None:
        reply = {**taken(found.reply.move), **_ending(found.reply)}
    return {"legal": True, "reason": None, "wins": found.wins, **_ending(found), "reply": reply}


def _ending(moved: questions.Answer | questions.Reply) -> Ending:
    return {
        **leave_data(moved.left),
        "over": moved.has_won is not None,
        "plays_on": moved.plays_on,
        "won": moved.has_won,
    }


# Lessons


class LessonSummary(TypedDict):
    """A lesson of the path, and how many tasks it has."""

    name: str
    title: str
    aim: str
    game: str
    tasks: int


class Path(TypedDict):
    """The lessons in the order in which they are walked."""

    lessons: list[LessonSummary]


As = TypedDict("As", {"as": Literal["play", "choose", "judge", "cut"]})


class Task(AtPosition, As):
    """A position, and what is to be done with it: win it, choose who begins and win it, say
    whether it is safe, or cut its rows into packets.

    ``begins`` is who has to begin so that the pupil can win: the machine where the position is
    safe. ``answer`` is how the rows are cut.
    """

    game: str
    begins: Literal["pupil", "machine"]
    answer: Sequence[Sequence[int]] | None


class LessonTexts(TypedDict):
    """The sentences of a lesson."""

    title: str
    aim: str
    help: str
    learned: str


class Lesson(LessonTexts):
    """A lesson; ``alone`` is how many in a row without help end it, ``more`` whether there are
    further tasks.
    """

    name: str
    game: str
    theory: str | None
    alone: int
    tasks: list[Task]
    more: bool


@get("/api/lessons", tag="school")
def path(lang: ReaderLanguage = "") -> Path:
    """The lessons, in the order of the path."""
    line, lessons = Plain(lang).line, map(lesson_of, PATH)
    return {
        "lessons": [
            {
                "name": one.name,
                "title": line(one.said("title")),
                "aim": line(one.said("aim")),
                "game": one.game,
                "tasks": len(one.tasks),
            }
            for one in lessons
        ]
    }


@get("/api/lessons/{name}", tag="school", errors=(404,))
def lesson(name: str, lang: ReaderLanguage = "") -> Lesson:
    """A lesson of the path with its tasks."""
    return _lesson(lesson_of(name), lang)


@get("/api/lessons/{name}/task", tag="school", errors=(404,))
def task(name: str, seed: Seed, number: Number = 0) -> Task:
    """A further task of a lesson of the path; none comes again soon."""
    return _further(lesson_of(name), seed, number)


@post("/api/lessons/check", tag="school", queue=STUDY)
def check_lesson(body: WrittenLesson, lang: ReaderLanguage = "") -> Lesson:
    """A lesson that a teacher has written, or what is wrong with it and where."""
    return _lesson(_read(body), lang)


@post("/api/lessons/task", tag="school", queue=STUDY)
def further_task(body: WrittenLesson, seed: Seed, number: Number = 0) -> Task:
    """A further task of a lesson that a teacher has written."""
    return _further(_read(body), seed, number)


def _read(body: bytes) -> KnownLesson:
    """A lesson whose answers are checked."""
    found = reading.read_lesson(reading.decoded(body))
    reading.check_tasks(found)
    return found


def _further(found: KnownLesson, seed: int, number: int) -> Task:
    if found.more is None:
        raise InputError("lesson.no_more", name=found.name)
    return _task(found.more.task(seed, number))


def _lesson(found: KnownLesson, lang: str) -> Lesson:
    plain = Plain(lang)
    said = {part: plain.line(found.said(part)) for part in TEXTS}
    return {
        "name": found.name,
        **cast(LessonTexts, said),
        "game": found.game,
        "theory": found.theory,
        "alone": found.alone,
        "tasks": [*map(_task, found.tasks)],
        "more": found.more is not None,
    }


def _task(task: KnownTask) -> Task:
    return {
        "as": task.exercise,
        "game": task.game,
        **at_position(task.position),
        "begins": task.begins,
        "answer": task.packets,
    }
