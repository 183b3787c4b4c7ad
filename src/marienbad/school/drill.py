"""A drill: question after question of one kind; what went wrong comes back.

What was answered wrongly is asked again after 1 other question; answered rightly then, after 3,
after 9 and after 27 others, and then it counts as known. A wrong answer begins that anew. Such a
ladder of growing distances is what S. Leitner did with boxes of cards (So lernt man lernen, 1972).

What is kept of drills between two days: results, and what is to come back; a file of JSON.

The page keeps the same in the browser, and its file is the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from marienbad.school.kinds import EASIEST, HARDEST, KINDS, check_difficulty, kind_of
from marienbad.school.questions import Question, asked, check_form, forms_of, question_of
from marienbad.text.problems import InputError
from marienbad.values import Record

GAPS = (1, 3, 9, 27)
"""How many other questions stand before one that went wrong, each time it returns."""
MOST_IN_A_ROW = 2
"""After so many that returned something new is asked, so that one never turns in a circle."""
RECENT = 8
"""So many questions are not asked again at once."""
MOST_RETURNING = 60
HARDER_AFTER, EASIER_AFTER = 5, 2
"""How many right or wrong answers in a row change the difficulty, where it is not fixed."""


class Return(Record):
    """A question that went wrong: before which question it is due, and on which step it stands."""

    question: Question
    due: int
    step: int = 0


class Answer(Record):
    """Whether a question was answered rightly, and in how many milliseconds, where it is known."""

    question: Question
    is_right: bool
    milliseconds: int | None = None


class Tally(Record):
    """Right of asked, and the median of the times that are known, in milliseconds."""

    asked: int
    right: int
    milliseconds: int | None

    @classmethod
    def of(cls, answers: Sequence[Answer]) -> Tally:
        """Count answers.

        >>> question = Question("mirror", 1, "move", (2, 1))
        >>> Tally.of([Answer(question, True, 900), Answer(question, False, 2000)])
        Tally(asked=2, right=1, milliseconds=1450)
        """
        times = sorted(one.milliseconds for one in answers if one.milliseconds is not None)
        middle = times[(len(times) - 1) // 2 : len(times) // 2 + 1]
        median = sum(middle) // len(middle) if middle else None
        return cls(len(answers), sum(one.is_right for one in answers), median)


class Drill:
    """Questions of a kind and a form, the same for the same seed and the same answers.

    >>> drill = Drill("mirror", "move", 2, seed=1)
    >>> first = drill.next()
    >>> drill.take(first, is_right=False)
    >>> second = drill.next()
    >>> drill.take(second, is_right=True)
    >>> second == first, drill.next() == first
    (False, True)
    """

    def __init__(
        self,
        kind: str,
        form: str,
        difficulty: int | None = None,
        seed: int = 0,
        returning: Sequence[Return] = (),
        number: int = 0,
    ) -> None:
        self.kind, self.form = kind_of(kind).name, check_form(kind, form)
        self.is_adaptive = difficulty is None
        self.difficulty = EASIEST if difficulty is None else check_difficulty(difficulty)
        self.seed = seed
        self.number = number
        """How many questions were answered, those of earlier days included."""
        self.returning = list(returning)
        """What went wrong, of every kind and form; only this drill's is asked."""
        self.answers: list[Answer] = []
        self._run = self._returned = 0

    @property
    def streak(self) -> int:
        """How many of the last answers were right, one after another."""
        wrong = (n for n, one in enumerate(reversed(self.answers)) if not one.is_right)
        return next(wrong, len(self.answers))

    def next(self) -> Question:
        """What is due, or else a new question; asked twice without an answer it is the same."""
        due = [one for one in self._own if one.due <= self.number]
        if due and self._returned < MOST_IN_A_ROW:
            return min(due, key=lambda one: one.due).question
        without = [one.question for one in self._own]
        without += [one.question for one in self.answers[-RECENT:]]
        random = Random(f"{self.seed} {self.number}")
        return asked(self.kind, self.difficulty, self.form, random, without)

    def take(self, question: Question, is_right: bool, milliseconds: int | None = None) -> None:
        """Count an answer, and put the question where it returns."""
        self.answers.append(Answer(question, is_right, milliseconds))
        known = next((one for one in self.returning if one.question.is_like(question)), None)
        self._returned = 0 if known is None else self._returned + 1
        if known is not None:
            self.returning.remove(known)
        step = 0 if known is None or not is_right else known.step + 1
        if (not is_right or known is not None) and step < len(GAPS):
            self.returning.append(Return(question, self.number + 1 + GAPS[step], step))
            self.returning.sort(key=lambda one: one.due)
            del self.returning[MOST_RETURNING:]
        self.number += 1
        if self.is_adaptive:
            self._adapt(is_right)

    def tens(self) -> list[Tally]:
        """The answers by tens, in order."""
        return [Tally.of(self.answers[at : at + 10]) for at in range(0, len(self.answers), 10)]

    @property
    def _own(self) -> list[Return]:
        return [
            one
            for one in self.returning
            if (one.question.kind, one.question.form) == (self.kind, self.form)
        ]

    def _adapt(self, is_right: bool) -> None:
        self._run = max(self._run, 0) + 1 if is_right else min(self._run, 0) - 1
        if self._run == HARDER_AFTER:
            self.difficulty, self._run = min(self.difficulty + 1, HARDEST), 0
        elif self._run == -EASIER_AFTER:
            self.difficulty, self._run = max(self.difficulty - 1, EASIEST), 0


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
