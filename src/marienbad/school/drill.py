"""A drill: question after question of one kind; what went wrong comes back.

What was answered wrongly is asked again after 1 other question; answered rightly then, after 3,
after 9 and after 27 others, and then it counts as known. A wrong answer begins that anew. Such a
ladder of growing distances is what S. Leitner did with boxes of cards (So lernt man lernen, 1972).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from marienbad.school.kinds import EASIEST, HARDEST, check_difficulty, kind_of
from marienbad.school.questions import Question, asked, check_form
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
