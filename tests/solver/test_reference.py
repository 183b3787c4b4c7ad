"""The search against the bare definition of winning, written once more."""

from functools import lru_cache
from itertools import product

import pytest

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, leave
from marienbad.solver.reference import Search, count_sorted_positions, sorted_positions

TWO_HEAPS = [
    "nim",
    "marienbad",
    "wythoff",
    "wythoff:a=3",
    "wythoff:b=3",
    "wythoff:a=2,b=3",
    "wythoff:misere",
    "wythoff:a=2,misere",
    "wythoff:a=2,b=2,misere",
]


class Naive:
    """Whoever can move to a position lost for the opponent wins; no order of heaps is assumed."""

    def __init__(self, game: Definition) -> None:
        self.game = game
        self.is_won = lru_cache(maxsize=None)(self._is_won)

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        moves = self.game.moves(position)
        return tuple(sorted(move for move in moves if not self.is_won(leave(position, move))))

    def _is_won(self, position: Position) -> bool:
        moves = list(self.game.moves(position))
        if not moves:
            return self.game.is_misere
        return any(not self.is_won(leave(position, move)) for move in moves)


def assert_agreement(game: Definition, corner: Position) -> None:
    search, naive = Search(game), Naive(game)
    for position in product(*(range(heap + 1) for heap in corner)):
        assert search.is_p(position) is not naive.is_won(position), position
        assert search.winning_moves(position) == naive.winning_moves(position), position


@pytest.mark.slow
@pytest.mark.parametrize("name", TWO_HEAPS)
def test_two_heaps(name: str) -> None:
    assert_agreement(define(name), (11, 11))


@pytest.mark.parametrize("name", ["nim", "marienbad"])
@pytest.mark.parametrize("corner", [(), (9,), (4, 4, 4), (2, 3, 4, 1)])
def test_other_numbers_of_heaps(name: str, corner: Position) -> None:
    assert_agreement(define(name), corner)


def test_questions_in_any_order_and_of_any_shape() -> None:
    game = define("wythoff")
    asked_at_once = Search(game)
    asked_at_once.is_p((30, 30))
    growing = Search(game)
    for position in [(3, 20), (25, 4), (0, 0), (12, 12), (2, 30), (30, 30), (29, 7)]:
        assert growing.is_p(position) is asked_at_once.is_p(position)
        assert growing.winning_moves(position) == asked_at_once.winning_moves(position)


def test_a_finished_position() -> None:
    assert Search(define("nim")).is_p((0, 0, 0))
    marienbad = Search(define("marienbad"))
    assert not marienbad.is_p((0, 0, 0))
    assert marienbad.winning_moves((0, 0, 0)) == ()


def naive_sorted_positions(corner: Position) -> set[Position]:
    boxes = product(*(range(heap + 1) for heap in corner))
    return {position for position in boxes if list(position) == sorted(position)}


CORNERS: list[Position] = [(), (0,), (5,), (0, 0), (2, 5), (4, 4), (1, 3, 5), (1, 2, 2, 4)]


@pytest.mark.parametrize("corner", CORNERS)
def test_sorted_positions_are_those_under_the_corner(corner: Position) -> None:
    listed = list(sorted_positions(corner))
    assert len(listed) == len(set(listed)) == count_sorted_positions(corner)
    assert set(listed) == naive_sorted_positions(corner)


@pytest.mark.parametrize("name", ["nim", "wythoff:a=3", "wythoff:a=2,b=2"])
@pytest.mark.parametrize("corner", [(2, 5), (6, 6)])
def test_sorted_positions_come_after_those_they_lead_to(name: str, corner: Position) -> None:
    game = define(name)
    seen: set[Position] = set()
    for position in sorted_positions(corner):
        assert {tuple(sorted(leave(position, move))) for move in game.moves(position)} <= seen
        seen.add(position)


def test_counting_does_not_mind_the_order() -> None:
    assert count_sorted_positions((5, 2)) == count_sorted_positions((2, 5)) == 15
    assert count_sorted_positions((150, 150)) == 151 * 152 // 2
