"""Reading a lesson that somebody wrote: what is wrong with it is said, with its place."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unicodedata import category

from marienbad.analysis import Game
from marienbad.heaps import Position, read_position
from marienbad.registry import all_theory_names
from marienbad.school.kinds import EASIEST, HARDEST, kind_of
from marienbad.school.lesson import ALONE, EXERCISES, TEXTS, Exercise, Lesson, More, Task
from marienbad.text.blanks import is_seen
from marienbad.text.language import LANGUAGES
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, Wording, say

VERSION = 1
LONGEST = 64 * 1024
"""In octets."""
MOST_TASKS = 40
MOST_ALONE = 10
MOST_HEAPS = 12
LARGEST_HEAP = 999
LONGEST_NAME = 40
LONGEST_GAME = 2_000
LONGEST_TEXT = 600
LONGEST_TITLE = 80
HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""The categories of characters that cannot be seen: marks of direction, ends of lines."""

Found = dict[str, Any]


class LessonError(InputError):
    """What is wrong with a lesson, and where: a line and column, a field, or a task."""

    def __init__(self, message: Message, place: Mapping[str, int | str]) -> None:
        super().__init__(message.key, **message.values)
        self.place = place


def read_lesson(text: str, texts: Mapping[str, Message] | None = None) -> Lesson:
    """Read a lesson; those of the path are given their texts, a teacher's brings its own.

    >>> read_lesson('{"lesson": 1, "name": "own", "game": "nim", "tasks": [{"play": "1,x"}]}', {})
    Traceback (most recent call last):
    marienbad.school.reading.LessonError: In task 1: “x” is not a heap: expected a whole number...
    """
    given = ("title", "aim", "help", "learned") if texts is None else ()
    fields = ("lesson", "name", "game", "tasks")
    with _at(say("lesson.place.whole"), {}):
        data = _object(_parsed(text), (*fields, *given), ("theory", "more", "alone"))
        if data["lesson"] != VERSION or type(data["lesson"]) is not int:
            raise InputError("lesson.version", version=VERSION)
    with _at_field("name"):
        name = _name(data["name"])
    with _at_field("game"):
        game = _game(data["game"])
    with _at_field("theory"):
        theory = _theory(game, data.get("theory"))
    tasks = _tasks(game, data["tasks"])
    with _at_field("more"):
        more = _more(data.get("more"), theory)
    with _at_field("alone"):
        alone = _number(data.get("alone", ALONE), 1, MOST_ALONE)
    words: Mapping[str, Message | Wording] = texts or _texts(data)
    return Lesson(name, game.name, tasks, tuple(words.items()), theory, more, alone)


def decoded(body: bytes) -> str:
    """The text of a lesson that came as octets."""
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        if len(body) > LONGEST:  # it was cut off in the middle of a letter
            raise InputError("lesson.long", most=LONGEST // 1024) from None
        raise InputError("lesson.not_text") from None


def check_tasks(lesson: Lesson) -> None:
    """Refuse a lesson with a task that cannot be done, or not explained by its theory.

    It solves every position, which :func:`read_lesson` does not.
    """
    for number, task in enumerate(lesson.tasks, 1):
        with at_task(number):
            game = Game.named(task.game)
            if game.is_over(task.position):
                raise InputError("lesson.over", position=task.position)
            if task.exercise != "cut":
                game.analyse(task.position, lesson.theory)


@contextmanager
def at_task(number: int) -> Iterator[None]:
    """Name the task in whatever is wrong with it."""
    with _at(say("lesson.place.task", number=number), {"task": number}):
        yield


def _at_field(name: str) -> Any:
    return _at(say("lesson.place.field", name=name), {"field": name})


@contextmanager
def _at(where: Message, place: Mapping[str, int | str]) -> Iterator[None]:
    try:
        yield
    except LessonError:
        raise
    except InputError as problem:
        message = say("lesson.at", place=where, problem=problem.message)
        raise LessonError(message, place) from None


# JSON


def _parsed(text: str) -> Any:
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise InputError("lesson.long", most=LONGEST // 1024)
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except json.JSONDecodeError as problem:
        place = {"line": problem.lineno, "column": problem.colno}
        raise LessonError(say("lesson.json", **place), place) from None
    except InputError:
        raise
    except (ValueError, RecursionError):  # a number of thousands of digits, brackets without end
        raise InputError("lesson.not_json") from None


def _once(pairs: list[tuple[str, Any]]) -> Found:
    found: Found = {}
    for name, value in pairs:
        if name in found:
            raise InputError("lesson.twice", name=name)
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise ValueError(text)


# Parts


def _object(data: Any, needed: Collection[str], free: Collection[str] = ()) -> Found:
    """An object with all the fields that it needs and none that is not known."""
    if not isinstance(data, dict):
        raise InputError("lesson.object", known=Listing((*needed, *free), "and"))
    for name in data:
        if name not in (*needed, *free):
            raise InputError("lesson.field", name=name, known=Listing((*needed, *free), "or"))
    for name in needed:
        if name not in data:
            raise InputError("lesson.missing", name=name)
    return data


def _name(data: Any) -> str:
    if not isinstance(data, str) or not re.fullmatch(r"[a-z][a-z0-9-]*", data, re.ASCII):
        raise InputError("lesson.name", most=LONGEST_NAME)
    return _bounded(data, LONGEST_NAME)


def _game(data: Any) -> Game:
    """A game in which the players move in turn and nothing is called."""
    if not isinstance(data, str):
        raise InputError("lesson.text")
    game = Game.named(_bounded(data, LONGEST_GAME))
    if game.definition.ruleset.memory.kind not in (None, "last"):
        raise InputError("lesson.in_turn", game=game.name)
    return game


def _theory(game: Game, data: Any) -> str | None:
    known = all_theory_names(game.definition)
    if data is not None and data not in known:
        name = str(data)
        raise InputError(
            "errors.unknown_theory", theory=name, game=game.name, known=Listing(known, "")
        )
    return None if data is None else str(data)


def _tasks(game: Game, data: Any) -> tuple[Task, ...]:
    with _at_field("tasks"):
        if not isinstance(data, list) or not 1 <= len(data) <= MOST_TASKS:
            raise InputError("lesson.tasks", most=MOST_TASKS)
    found = []
    for number, task in enumerate(data, 1):
        with at_task(number):
            found.append(_task(game, task))
    return tuple(found)


def _task(game: Game, data: Any) -> Task:
    fields = _object(data, (), (*EXERCISES, "game"))
    named = [name for name in EXERCISES if name in fields]
    if len(named) != 1:
        raise InputError("lesson.exercise", known=Listing(EXERCISES, "or"))
    own = _game(fields["game"]) if "game" in fields else game
    _check_exercise(own, named[0])
    return Task(named[0], own.name, _position(own, fields[named[0]]))


def _check_exercise(game: Game, exercise: Exercise) -> None:
    """Packets say something about rows of Nim, in either ending, and of no other game."""
    if exercise == "cut" and game.definition.family.name != "nim":
        raise InputError("lesson.cut_only", game=game.name)


def _position(game: Game, data: Any) -> Position:
    if not isinstance(data, str):
        raise InputError("lesson.heaps")
    position = read_position(_bounded(data, 100))
    if len(position) > MOST_HEAPS or max(position) > LARGEST_HEAP:
        raise InputError("lesson.sizes", heaps=MOST_HEAPS, most=LARGEST_HEAP)
    return game.position(position)


def _more(data: Any, theory: str | None) -> More | None:
    if data is None:
        return None
    fields = _object(data, ("kind", "difficulty"), ("as",))
    if not isinstance(fields["kind"], str):
        raise InputError("lesson.text")
    kind = kind_of(fields["kind"])
    difficulty = _number(fields["difficulty"], EASIEST, HARDEST)
    exercise: Exercise = fields.get("as", "play")
    if exercise not in EXERCISES:
        raise InputError("lesson.exercise", known=Listing(EXERCISES, "or"))
    game = Game.named(kind.game_of(difficulty))
    _check_exercise(game, exercise)
    _theory(game, theory)
    return More(kind.name, difficulty, exercise)


def _texts(data: Found) -> dict[str, Wording]:
    found = {}
    for part in TEXTS:
        with _at_field(part):
            found[part] = _wording(data[part], LONGEST_TITLE if part == "title" else LONGEST_TEXT)
    return found


def _wording(data: Any, longest: int) -> Wording:
    """A text in one language or more; plain, without characters that cannot be seen."""
    texts = _object(data, (), LANGUAGES)
    if not texts:
        raise InputError("lesson.languages", known=Listing(LANGUAGES, "or"))
    for text in texts.values():
        if not isinstance(text, str) or not any(map(is_seen, text)):
            raise InputError("lesson.text")
        if any(category(sign) in HIDDEN for sign in _bounded(text, longest)):
            raise InputError("lesson.plain")
    return Wording(tuple(texts.items()))


def _number(data: Any, least: int, most: int) -> int:
    if type(data) is not int or not least <= data <= most:
        raise InputError("lesson.number", least=least, most=most)
    return data


def _bounded(text: str, longest: int) -> str:
    if len(text) > longest:
        raise InputError("lesson.too_long", most=longest, count=len(text))
    return text
