"""The path: what each lesson teaches wins its tasks, and every wrong move is rightly refuted."""

from collections.abc import Iterator
from functools import cache, partial
from random import Random

import pytest

from marienbad.analysis import Game
from marienbad.heaps import Position, ascending
from marienbad.school.lesson import FOLDER, FURTHER, PATH, TEXTS, Lesson, Task, lesson
from marienbad.school.questions import Answer, answered
from marienbad.school.reading import check_tasks
from marienbad.solver.reachable import Reachable
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from tests.school.pupils import PUPILS, Pupil, balance, cut
from tests.support import sample

DRAWN = 20


def tasks_of(found: Lesson) -> list[Task]:
    """The tasks of a lesson, and further ones."""
    more = found.more
    drawn = [] if more is None else [more.task(1961, number) for number in range(DRAWN)]
    return [*found.tasks, *sample(drawn, 3, found.name)]


class Play:
    """A pupil plays against every answer that the rules allow."""

    def __init__(self, game: Game, pupil: Pupil) -> None:
        self.game = game
        self.rules = game.definition
        self.pupil = pupil
        self.met: set[tuple[Position, Position | None]] = set()
        """The positions from which the pupil has played, and what he had left before."""

    def from_(self, position: Position) -> None:
        """Begin where the pupil says that he can win, else let the other begin."""
        if self.pupil(self.game, position, None) is None:
            self._win([(answer, position) for answer in self._answers(position)])
        else:
            self._win([(position, None)])

    def _win(self, waiting: list[tuple[Position, Position | None]]) -> None:
        while waiting:
            position, before = waiting.pop()
            if len(position) > 2 and self.pupil is not balance:
                # of many rows in another order nothing new is met, unless he looks back
                position, before = ascending(position), None
            if (position, before) not in self.met:
                self.met.add((position, before))
                left = self._move(position, before)
                waiting += [(answer, left) for answer in self._answers(left)]

    def _move(self, position: Position, before: Position | None) -> Position:
        left = self.pupil(self.game, position, before)
        assert left is not None, f"{position} should not be to leave"
        assert left in map(partial(self.rules.after, position), self.rules.moves(position))
        assert self.rules.has_won(position, left) is not False
        return left

    def _answers(self, left: Position) -> Iterator[Position]:
        """Every answer after which the game goes on; by one that ends it the pupil has won."""
        for move in self.rules.moves(left):
            after = self.rules.after(left, move)
            has_won = self.rules.has_won(left, after)
            assert not has_won, f"{left} lets the other win"
            if has_won is None:
                yield after


def test_the_path_is_complete() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(PATH)
    assert {*PUPILS, "cut"} == set(PATH)
    assert 12 <= len(PATH) <= 20


@pytest.mark.parametrize("name", PATH)
def test_a_lesson_is_right(name: str) -> None:
    """Its file bears its name, its tasks can be done, and it says everything in every language."""
    found = lesson(name)
    assert found.name == name
    check_tasks(found)
    assert 4 <= len(found.tasks) <= 6
    for lang in LANGUAGES:
        texts = {part: Plain(lang).line(found.said(part)) for part in TEXTS}
        assert len(set(texts.values())) == len(TEXTS)
        assert all(0 < len(text) <= 480 for text in texts.values()), texts
        assert "gagnante" not in " ".join(texts.values())


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize("name", PUPILS)
def test_what_a_lesson_teaches_wins_all_its_tasks(name: str) -> None:
    """Against every answer, not only the good ones."""
    plays: dict[str, Play] = {}
    for task in tasks_of(lesson(name)):
        game = Game.named(task.game)
        is_to_leave = Reachable(game.definition).is_p(task.position)
        assert task.begins == ("machine" if is_to_leave else "pupil")
        assert (PUPILS[name](game, task.position, None) is None) == is_to_leave
        if task.exercise in ("play", "choose"):
            plays.setdefault(task.game, Play(game, PUPILS[name])).from_(task.position)
        else:
            assert task.exercise == "judge"


@pytest.mark.sample
def test_rows_are_cut_as_the_lesson_says() -> None:
    for task in tasks_of(lesson("cut")):
        assert task.exercise == "cut"
        assert task.packets is not None
        assert [*map(list, task.packets)] == [*map(cut, task.position)]


def positions_of(name: str) -> dict[str, set[Position]]:
    """By game all that a pupil meets in the tasks of a lesson, whatever the order of many heaps."""
    found: dict[str, set[Position]] = {}
    for task in lesson(name).tasks:
        met = found.setdefault(task.game, set())
        met.add(task.position)
        if task.exercise in ("play", "choose"):
            play = Play(Game.named(task.game), PUPILS[name])
            play.from_(task.position)
            met.update(position for position, _ in play.met)
    return found


@pytest.mark.slow
@pytest.mark.sample
@pytest.mark.parametrize("name", PUPILS)
def test_every_wrong_move_is_refuted(name: str) -> None:
    """By a winning move, the one that leaves least: as the search says that knows only the rules.

    So every answer to what is judged wrongly is right as well.
    """
    for written, positions in positions_of(name).items():
        game = Game.named(written)
        search = Reachable(game.definition)

        @cache
        def winning(left: Position) -> set[Position]:
            """What the winning moves leave."""
            moves = game.definition.winning_moves(left, search.is_p)  # noqa: B023 (used at once)
            return {game.after(left, move) for move in moves}  # noqa: B023

        for position in sample(sorted(positions), 40, f"{name} {written}"):
            for move in game.moves(position):
                found = answered(game, position, move, Random(1))
                assert found.left == game.after(position, move)
                check_answer(game, found, search.is_p(found.left), winning(found.left))


def check_answer(game: Game, found: Answer, is_p: bool, winning: set[Position]) -> None:
    """The answer to a move that leaves such a position, from which such ones win."""
    assert found.wins == is_p
    if found.reply is None:
        assert game.is_over(found.left)
        assert found.has_won == is_p
        return
    reply = found.reply
    assert reply.left == game.after(found.left, reply.move)
    assert is_p == (not winning)
    if winning:
        assert reply.left in winning
        assert sum(reply.left) == min(map(sum, winning))


@pytest.mark.parametrize("name", [name for name in PATH if lesson(name).more])
def test_further_tasks_are_each_another(name: str) -> None:
    """Whatever the order of their heaps; the same seed gives the same tasks."""
    more = lesson(name).more
    assert more is not None
    tasks = [more.task(7, number) for number in range(FURTHER)]
    heaps = [tuple(sorted(task.position)) for task in tasks]
    near = [heaps[number + 1 : number + 5] for number in range(FURTHER - 5)]
    assert not [one for one, others in zip(heaps, near, strict=False) if one in others]
    assert tasks == [more.task(7, number) for number in range(FURTHER)]
    assert tasks != [more.task(8, number) for number in range(FURTHER)]
