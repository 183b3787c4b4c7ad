"""Lessons: a handful of positions to play and win, and where further ones come from.

Each lesson of the path is a file of :data:`FOLDER`, and its texts stand in the catalogue
``lesson``; a teacher's file carries its texts itself (:mod:`marienbad.school.reading`).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Literal

from marienbad.analysis import Game
from marienbad.heaps import Position, ascending
from marienbad.numeration.bases import packets
from marienbad.school.kinds import Wanted, drawn
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, Wording, say
from marienbad.values import Record

FOLDER = Path(__file__).parent / "lessons"
EXAMPLE = Path(__file__).parent / "example.json"
"""A lesson as a teacher writes one, to begin with."""
PATH = (
    "mirror",
    "nothing",
    "race",
    "last",
    "longer",
    "cut",
    "partners",
    "restore",
    "balance",
    "marienbad",
    "columns",
    "nim",
    "queen",
    "pairs",
    "differences",
    "golden",
    "fibonacci",
    "families",
    "values",
)
"""The lessons in the order in which they are walked."""
Exercise = Literal["play", "choose", "judge", "cut"]
"""What is to be done with a position: win it; choose who begins and win it; say whether it is one
to leave; cut its rows into packets."""
EXERCISES: tuple[Exercise, ...] = ("play", "choose", "judge", "cut")
TEXTS = ("title", "aim", "help", "learned")
ALONE = 3
"""After so many in a row without help or wrong move a lesson ends."""
FURTHER = 24
"""How many further tasks follow one another before the first comes again."""
DRAWS = 12 * FURTHER


class Task(Record):
    """A position of a game, and what is to be done with it.

    >>> Task("play", "nim", (3, 3)).begins, Task("cut", "nim", (5, 6)).packets
    ('machine', ((4, 1), (4, 2)))
    """

    exercise: Exercise
    game: str
    position: Position

    @cached_property
    def is_to_leave(self) -> bool:
        """Whether whoever is to play loses."""
        return Game.named(self.game).analyse(self.position).outcome == "P"

    @property
    def begins(self) -> Literal["pupil", "machine"]:
        """Who has to begin so that the pupil can win; to cut rows nobody plays."""
        return "machine" if self.exercise != "cut" and self.is_to_leave else "pupil"

    @property
    def packets(self) -> tuple[tuple[int, ...], ...] | None:
        """How the rows are cut, where that is asked for."""
        return tuple(map(packets, self.position)) if self.exercise == "cut" else None


class More(Record):
    """Where further tasks come from: a kind of positions, a difficulty, what is to be done."""

    kind: str
    difficulty: int
    exercise: Exercise = "play"

    def task(self, seed: int, number: int) -> Task:
        """The further task of a number, from 0 on; none comes again soon.

        >>> More("mirror", 1).task(seed=1961, number=3)
        Task(exercise='play', game='nim', position=(1, 4))
        """
        found = _further(self, seed)
        return found[number % len(found)]


@lru_cache(maxsize=64)
def _further(more: More, seed: int) -> tuple[Task, ...]:
    """Tasks by lot, each once, whatever the order of its heaps."""
    random = Random(seed)
    found: dict[Position, Task] = {}
    for number in range(DRAWS):
        one = drawn(more.kind, more.difficulty, random, _wanted(more.exercise, number))
        found.setdefault(ascending(one.position), Task(more.exercise, one.game, one.position))
        if len(found) == FURTHER:
            break
    return tuple(found.values())


def _wanted(exercise: Exercise, number: int) -> Wanted:
    """Every other position to judge is one to leave, of those to play every fourth."""
    if exercise == "cut":
        return "any"
    rhythm = 4 if exercise == "play" else 2
    return "winnable" if (number + 1) % rhythm else "to leave"


class Lesson(Record):
    """One idea: what it wants, its tasks, the help that it gives, and what was learned."""

    name: str
    game: str
    tasks: tuple[Task, ...]
    texts: tuple[tuple[str, Message | Wording], ...]
    theory: str | None = None
    """By which the last help explains; ``None`` for the game's first, and in a lesson of the path
    for none: it says what is learned."""
    more: More | None = None
    alone: int = ALONE

    def said(self, part: str) -> Message | Wording:
        """Its title, its aim, its help, or what was learned."""
        return dict(self.texts)[part]


def lesson(name: str) -> Lesson:
    """The lesson of the path that bears this name.

    >>> lesson("mirror").tasks[0]
    Task(exercise='play', game='nim', position=(2, 3))
    """
    if name not in PATH:
        raise InputError("lesson.unknown", name=name, known=Listing(PATH, "or"))
    return _kept(name)


@lru_cache(maxsize=len(PATH))
def _kept(name: str) -> Lesson:
    from marienbad.school.reading import read_lesson

    text = (FOLDER / f"{name}.json").read_text("utf-8")
    return read_lesson(text, {part: say(f"lesson.{name}.{part}") for part in TEXTS})
