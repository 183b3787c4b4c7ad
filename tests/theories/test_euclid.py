"""Euclid: the golden ratio against the search, at every size, and its Grundy values."""

import pytest

import marienbad
from marienbad.games.euclid import EuclidRules
from marienbad.text.language import LANGUAGES

ENDINGS = ("euclid", "euclid:misere")
SIZE = 40
WRITTEN = "heaps 2; take n from x where n % y == 0; take n from y where n % x == 0"


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
