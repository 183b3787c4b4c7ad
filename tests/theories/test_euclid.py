"""Euclid: the golden ratio against the search, at every size, and its Grundy values."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import marienbad
from marienbad.games.catalogue import define
from marienbad.games.euclid import EuclidRules
from marienbad.heaps import leave
from marienbad.registry import theory_of
from marienbad.solver.reference import p_positions
from marienbad.text.language import LANGUAGES

ENDINGS = ("euclid", "euclid:misere")
SIZE = 40
WRITTEN = "heaps 2; take n from x where n % y == 0; take n from y where n % x == 0"


@pytest.mark.slow
@pytest.mark.parametrize("name", ENDINGS)
def test_every_verdict_and_every_winning_move_is_that_of_the_search(name: str) -> None:
    game = define(name)
    to_leave = set(p_positions(game, (SIZE, SIZE)))
    theory = theory_of(game, "ratio")
    for position in product(range(SIZE), repeat=2):
        verdict = theory.solve(position)
        assert verdict.is_p is theory.is_p(position) is (position in to_leave), position
        winning = [move for move in game.moves(position) if leave(position, move) in to_leave]
        assert verdict.winning_moves == tuple(sorted(winning)), position
        assert len(winning) <= (2 if position[0] == position[1] else 1)


def test_the_rules_are_those_of_the_text() -> None:
    assert EuclidRules().takes == marienbad.rules(WRITTEN).definition.ruleset.takes


def fibonacci(index: int) -> int:
    first, second = 0, 1
    for _ in range(index):
        first, second = second, first + second
    return first


@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.parametrize("index", [5, 6, 50, 51, 1000, 1001])
def test_neighbours_among_the_fibonacci_numbers_decide_by_parity(name: str, index: int) -> None:
    x, y = fibonacci(index), fibonacci(index + 1)
    outcome = "P" if index % 2 else "N"  # F(n + 1)/F(n) is below φ for odd n
    assert marienbad.game(name).analyse((x, y)).outcome == outcome
    assert marienbad.game(name).analyse((y, x)).outcome == outcome


@given(st.integers(1, 10**60), st.integers(1, 10**60), st.sampled_from(ENDINGS))
def test_a_winning_move_leaves_a_position_to_leave(x: int, y: int, name: str) -> None:
    game = define(name)
    theory = theory_of(game, "ratio")
    verdict = theory.solve((x, y))
    assert verdict.is_p is not bool(verdict.winning_moves)
    for move in verdict.winning_moves:
        assert game.is_legal((x, y), move)
        assert theory.is_p(leave((x, y), move))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [10**5, pytest.param(10**6, marks=pytest.mark.verify)])
@pytest.mark.parametrize("name", ENDINGS)
def test_heaps_of_very_many_digits(name: str, digits: int) -> None:
    x = 10**digits + 1
    for y in (x + x // 2, 3 * x + 1):
        analysis = marienbad.game(name).analyse((x, y))
        assert analysis.outcome == ("P" if y < 2 * x else "N")
        assert all(map(analysis.explanation.render, LANGUAGES))


def test_the_first_choice_decides() -> None:
    text = marienbad.game("euclid").analyse((13, 21)).explanation.render("en")
    assert "Since y is less than 2x there is one move only" in text
    assert "The first choice is the other player’s." in text
    text = marienbad.game("euclid").analyse((8, 13)).explanation.render("en")
    assert "The quotient is 1, so there is one move only" in text
    assert "The first choice is yours." in text
