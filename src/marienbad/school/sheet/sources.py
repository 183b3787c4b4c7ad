"""Where the tasks of sheets come from: a kind of positions, a lesson, or a list of positions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from random import Random

from marienbad.analysis import Game
from marienbad.heaps import Position, read_position
from marienbad.school.kinds import Wanted, check_difficulty, drawn, kind_of
from marienbad.school.lesson import Lesson
from marienbad.school.sheet.forms import form_of
from marienbad.school.sheet.task import Task
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Count, Message, Wording
from marienbad.values import Record

TRIES = 200
"""How often another task is drawn where one was there already."""
USUAL_COUNT, USUAL_LINES = 6, 12
MOST_POSITIONS = 40
MOST_HEAPS, LARGEST_HEAP = 12, 9_999
EXERCISES = {"play": "move", "choose": "judge", "judge": "judge", "cut": "cut"}
"""The forms on paper of what a lesson asks for."""


class Source(ABC):
    """What gives the tasks of a sheet by lot."""

    @property
    @abstractmethod
    def title(self) -> Message | Wording:
        """What a sheet is called."""

    @abstractmethod
    def tasks(self, random: Random, count: int | None, is_first: bool) -> list[Task]:
        """So many tasks, no two alike; the first sheet of several keeps the order of the source."""


class KindSource(Record, Source):
    """Positions of a kind and a difficulty."""

    kind: str
    difficulty: int
    form: str = "move"

    @property
    def title(self) -> Message:
        return kind_of(self.kind).title

    def tasks(self, random: Random, count: int | None, is_first: bool) -> list[Task]:
        if self.form == "pairs":
            game = kind_of(self.kind).game_of(check_difficulty(self.difficulty))
            return [pairs_task(game, random, count)]
        wanted = count or _usual(self.form)
        found = distinct(lambda: self.drawn(random), wanted)
        if len(found) < wanted:
            raise _few(found, wanted)
        return found

    def drawn(self, random: Random) -> Task | None:
        """A task by lot; ``None`` where this one is too large for its form."""
        one = drawn(self.kind, self.difficulty, random, _wanted(self.form, random))
        task = Task(self.form, one.game, one.position)
        try:
            form_of(self.form).check(task)
        except OutOfReach:  # another position may have fewer situations
            return None
        return task


class ListSource(Record, Source):
    """The positions of a list, all of one game."""

    game: str
    positions: tuple[Position, ...]
    form: str = "move"

    @property
    def title(self) -> Message:
        return Game.named(self.game).definition.title

    def tasks(self, random: Random, count: int | None, is_first: bool) -> list[Task]:
        if self.form == "pairs":
            return [pairs_task(self.game, random, count)]
        wanted = len(self.positions) if count is None else count
        tasks = [Task(self.form, self.game, position) for position in self.positions]
        if wanted > len(tasks):
            raise _few(tasks, wanted)
        return tasks[:wanted] if is_first else shuffled(tasks, random)[:wanted]


class LessonSource(Record, Source):
    """The tasks of a lesson, and further ones where it says where they come from."""

    called: Message | Wording
    given: tuple[Task, ...]
    more: KindSource | None = None

    @property
    def title(self) -> Message | Wording:
        return self.called

    def tasks(self, random: Random, count: int | None, is_first: bool) -> list[Task]:
        wanted = count or max(_usual(self.given[0].form), len(self.given))
        if count is None and self.more is None:
            wanted = len(self.given)
        mixed = iter(self.given if is_first else shuffled([*self.given], random))

        def one() -> Task | None:
            task = next(mixed, None)
            return self.more.drawn(random) if task is None and self.more else task

        found = distinct(one, wanted)
        if len(found) < wanted:
            raise _few(found, wanted)
        return found


def distinct(one: Callable[[], Task | None], wanted: int) -> list[Task]:
    """So many tasks as wanted, or as can be found, each once."""
    found: dict[Task, None] = {}
    for _ in range(TRIES + 20 * wanted):
        if len(found) == wanted:
            break
        task = one()
        if task is not None:
            found.setdefault(task)
    return [*found]


def _few(found: Sequence[Task], wanted: int) -> InputError:
    return InputError(
        "sheet.few_tasks", found=Count(len(found), "different_exercise"), count=wanted
    )


def shuffled(tasks: list[Task], random: Random) -> list[Task]:
    """The tasks in another order, and their heaps too where their order does not matter."""
    return random.sample([*_turned(tasks, random)], len(tasks))


def _turned(tasks: list[Task], random: Random) -> Iterator[Task]:
    for task in tasks:
        shows_order = form_of(task.form).shows_order
        if task.definition.ruleset.tells_heaps_apart or not shows_order:
            yield task
        else:
            heaps = random.sample(task.position, len(task.position))
            yield task.having(position=tuple(heaps))


def pairs_task(game: str, random: Random, lines: int | None) -> Task:
    """A table of pairs: the first line is given, and a quarter of the others by lot."""
    count = lines or USUAL_LINES
    given = random.sample(range(1, count), max(0, (count - 1) // 4))
    return Task("pairs", game, (), count, (0, *sorted(given)))


def _usual(form: str) -> int:
    return 1 if form_of(form).wants_one else USUAL_COUNT


def _wanted(form: str, random: Random) -> Wanted:
    """Positions to win, except where either may be."""
    if form == "judge":
        return random.choice(("winnable", "to leave"))
    return "any" if form in ("cut", "table", "label", "pieces") else "winnable"


def list_source(game: str, positions: tuple[Position, ...], form: str) -> ListSource:
    """The positions of a list, each checked; without any, the usual start of the game."""
    known = Game.named(game)
    checked = tuple(known.position(p) for p in positions or (known.definition.start,))
    for position in checked:
        if not position or len(position) > MOST_HEAPS or max(position) > LARGEST_HEAP:
            raise InputError(
                "sheet.position", position=position, most=MOST_HEAPS, largest=LARGEST_HEAP
            )
        if known.is_over(position):
            raise InputError("sheet.over", position=position)
    return ListSource(known.name, checked, form)


def lesson_source(lesson: Lesson, form: str | None) -> LessonSource:
    """The tasks of a lesson on paper: in the forms that it asks for, or all in one."""
    given = tuple(
        Task(form or EXERCISES[task.exercise], task.game, task.position) for task in lesson.tasks
    )
    further = lesson.more
    if further is None:
        return LessonSource(lesson.said("title"), given)
    as_form = form or EXERCISES[further.exercise]
    more = KindSource(further.kind, further.difficulty, as_form)
    return LessonSource(lesson.said("title"), given, more)


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
        return list_source(game, (*map(_position, _limited(positions)),), form or USUAL_FORM)
    assert kind is not None
    return KindSource(kind, difficulty or USUAL_DIFFICULTY, form or USUAL_FORM)


def _limited(positions: tuple[str, ...]) -> tuple[str, ...]:
    if len(positions) > MOST_POSITIONS:
        raise InputError("sheet.many_positions", count=len(positions), most=MOST_POSITIONS)
    return positions


def _position(text: str) -> tuple[int, ...]:
    if len(text) > LONGEST_POSITION:
        raise InputError("sheet.long_position", text=text)
    return read_position(text)
