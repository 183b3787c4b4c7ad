"""A task of a sheet, and what every form of exercise can do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from marienbad.analysis import Game
from marienbad.drawing.shapes import Drawing
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.school.sheet.pen import Pen
from marienbad.text.problems import InputError
from marienbad.text.sentences import Count, Listing, Message, Value, say
from marienbad.theories.wording import describe_move
from marienbad.values import Record

PAGE_WIDTH, PAGE_HEIGHT = 595.28, 841.89
"""A4, in points of 1/72 inch."""
WIDTH = 495.0
"""What of the width of a page is used."""
GUTTER = 27.0
HALF = (WIDTH - GUTTER) / 2
"""What each of two columns has."""
MOST_MOVES = 6
"""The most winning moves that an answer lists."""


class Task(Record):
    """A position of a game, and the form of the exercise that it is made into."""

    form: str
    game: str
    position: Position
    lines: int = 0
    """How many lines a table of pairs has."""
    given: tuple[int, ...] = ()
    """Those of them that are filled in already."""

    @property
    def definition(self) -> Definition:
        return Game.named(self.game).definition

    @property
    def is_to_leave(self) -> bool:
        """Whether whoever is to play loses."""
        return Game.named(self.game).analyse(self.position).outcome == "P"


class Form(ABC):
    """A form of exercises: what is drawn of a task, and what of its answer.

    Its instruction is the text ``sheet.form.NAME``. A block is never parted between two pages.
    """

    name: ClassVar[str]
    has_answer: ClassVar[bool] = True
    shows_order: ClassVar[bool] = True
    """Whether the heaps in another order make another exercise."""
    wants_one: ClassVar[bool] = False
    """Whether a sheet has one such exercise, unless more are asked for."""

    def check(self, task: Task) -> None:
        """Refuse a position that cannot be made into such an exercise."""
        if task.definition.ruleset.memory.has_states:
            raise InputError("sheet.memory", game=task.game)

    @abstractmethod
    def room(self, task: Task) -> float:
        """How wide the exercise is at least."""

    @abstractmethod
    def blocks(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        """The exercise, to be written on."""

    @abstractmethod
    def answer(self, task: Task, number: int, pen: Pen, room: float) -> list[Drawing]:
        """What is right."""

    def shows_queen(self, task: Task) -> bool:
        """Whether the position is shown as a queen on a chessboard."""
        return False

    def answer_room(self, task: Task) -> float:
        """How wide the answer is at least."""
        return WIDTH


def told_answer(pen: Pen, number: int, answer: Value, room: float) -> list[Drawing]:
    """An answer in words."""
    written = pen.text(answer, True)
    return [pen.paragraph(say("sheet.answer", number=number, answer=written), room)]


def winning(task: Task) -> Message:
    """Every move that wins, or the first of them; or that none does."""
    analysis = Game.named(task.game).analyse(task.position)
    if analysis.outcome == "P":
        return say("sheet.answer.none")
    definition, moves = task.definition, analysis.good_moves
    told: list[Value] = [
        say(
            "words.move.leaving",
            move=describe_move(definition, move),
            position=definition.after(task.position, move),
        )
        for move in moves[:MOST_MOVES]
    ]
    if len(moves) > MOST_MOVES:
        told.append(say("sheet.answer.more", count=Count(len(moves), "winning_move")))
    return say("sheet.answer.moves", moves=Listing(told, ";"))
