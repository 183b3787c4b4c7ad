"""What is kept of drills between two days: results, and what is to come back; a file of JSON.

The page keeps the same in the browser, and its file is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from marienbad.school.drill import GAPS, MOST_RETURNING, Return, Tally
from marienbad.school.kinds import EASIEST, HARDEST, KINDS
from marienbad.school.questions import Question, forms_of, question_of
from marienbad.text.problems import InputError
from marienbad.values import Record

FORMAT, VERSION = "marienbad drills", 1
MOST_SESSIONS = 200
MOST_NUMBER = 10**9
LONGEST_FILE = 200_000


class Session(Record):
    """The result of a drill on a day; its difficulty is ``None`` where it followed the answers."""

    date: str
    kind: str
    form: str
    difficulty: int | None
    tally: Tally


class Progress(Record):
    """How many questions were answered in all, what is to come back, and the results in order."""

    number: int = 0
    returning: tuple[Return, ...] = ()
    sessions: tuple[Session, ...] = ()


def written(progress: Progress) -> str:
    """The text of the file.

    >>> read(written(Progress(3)), "drills.json")
    Progress(number=3, returning=(), sessions=())
    """
    data = {
        "format": FORMAT,
        "version": VERSION,
        "number": progress.number,
        "returning": [
            {**_asked(one.question), "due": one.due, "step": one.step} for one in progress.returning
        ],
        "sessions": [
            {
                "date": one.date,
                "kind": one.kind,
                "form": one.form,
                "difficulty": one.difficulty,
                "asked": one.tally.asked,
                "right": one.tally.right,
                "milliseconds": one.tally.milliseconds,
            }
            for one in progress.sessions[-MOST_SESSIONS:]
        ],
    }
    return json.dumps(data, indent=1) + "\n"


def read(text: str, name: str) -> Progress:
    """Read the text of the file of that name; whatever is not as it should be is named."""
    if len(text) > LONGEST_FILE:
        raise InputError("practice.file.long", name=name, most=LONGEST_FILE)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("practice.file.json", name=name) from None
    is_ours = isinstance(data, dict) and data.get("format") == FORMAT
    if not is_ours or data.get("version") != VERSION:
        raise InputError("practice.file.format", name=name, version=VERSION)
    fields = Fields(data, name, "")
    return Progress(
        fields.whole("number", 0, MOST_NUMBER),
        tuple(map(_return, fields.entries("returning", MOST_RETURNING))),
        tuple(map(_session, fields.entries("sessions", MOST_SESSIONS))),
    )


class Fields:
    """The fields of an object of a file, each checked as it is read."""

    def __init__(self, data: dict[str, Any], file: str, place: str) -> None:
        self.data, self.file, self.place = data, file, place

    def one(self, name: str, is_right: Callable[[Any], bool]) -> Any:
        value = self.data.get(name)
        if not is_right(value):
            raise self.refused(name)
        return value

    def refused(self, name: str) -> InputError:
        return InputError("practice.file.field", name=self.file, place=f"{self.place}{name}")

    def whole(self, name: str, least: int, most: int) -> int:
        found: int = self.one(name, lambda value: _is_whole(value, least, most))
        return found

    def whole_or_none(self, name: str, least: int, most: int) -> int | None:
        return None if self.data.get(name, 0) is None else self.whole(name, least, most)

    def text(self, name: str, is_right: Callable[[str], bool]) -> str:
        found: str = self.one(name, lambda value: isinstance(value, str) and is_right(value))
        return found

    def entries(self, name: str, most: int) -> list[Fields]:
        found = self.one(name, lambda value: isinstance(value, list) and len(value) <= most)
        entries = []
        for index, entry in enumerate(found):
            place = f"{name}[{index}]"
            if not isinstance(entry, dict):
                raise self.refused(place)
            entries.append(Fields(entry, self.file, f"{place}."))
        return entries


def _return(fields: Fields) -> Return:
    kind = fields.text("kind", lambda name: name in KINDS)
    form = fields.text("form", lambda value: value in forms_of(kind))
    difficulty = fields.whole("difficulty", EASIEST, HARDEST)
    heaps = fields.one("position", _is_heaps)
    try:
        question = question_of(kind, difficulty, form, tuple(heaps))
    except InputError:
        raise fields.refused("position") from None
    return Return(
        question,
        fields.whole("due", 0, 2 * MOST_NUMBER),
        fields.whole("step", 0, len(GAPS) - 1),
    )


def _session(fields: Fields) -> Session:
    kind = fields.text("kind", lambda name: name in KINDS)
    asked = fields.whole("asked", 1, MOST_NUMBER)
    return Session(
        fields.text("date", _is_date),
        kind,
        fields.text("form", lambda value: value in forms_of(kind)),
        fields.whole_or_none("difficulty", EASIEST, HARDEST),
        Tally(
            asked,
            fields.whole("right", 0, asked),
            fields.whole_or_none("milliseconds", 0, MOST_NUMBER),
        ),
    )


def _asked(question: Question) -> dict[str, Any]:
    return {
        "kind": question.kind,
        "form": question.form,
        "difficulty": question.difficulty,
        "position": list(question.position),
    }


def _is_whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _is_heaps(value: Any) -> bool:
    return isinstance(value, list) and all(_is_whole(heap, 0, MOST_NUMBER) for heap in value)


def _is_date(text: str) -> bool:
    parts = text.split("-")
    return [*map(len, parts)] == [4, 2, 2] and all(p.isascii() and p.isdigit() for p in parts)
