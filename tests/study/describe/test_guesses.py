"""Simple numbers recognised in an interval."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.numeration.surds import Surd
from marienbad.study.describe.guesses import equations, simplest


@pytest.mark.parametrize(
    "number", [Surd(1, 1, 2, 5), Surd(1, 1, 1, 2), Surd(0, 1, 1, 3), Surd(3, 0, 2, 2)]
)
def test_a_simple_number_is_recognised(number: Surd) -> None:
    middle = Fraction(int(number.scaled(6)), 10**6)
    assert simplest(middle - Fraction(1, 1000), middle + Fraction(1, 1000)) == number


def test_a_wide_interval_gives_no_guess() -> None:
    assert simplest(Fraction(16, 10), Fraction(17, 10)) is None


@pytest.mark.slow
@settings(max_examples=30, deadline=None)
@given(st.integers(10**6, 3 * 10**6))
def test_a_guess_lies_in_its_interval(scaled: int) -> None:
    low, high = Fraction(scaled, 10**6), Fraction(scaled + 700, 10**6)
    guess = simplest(low, high)
    assert guess is None or low <= guess <= high


def test_equations_are_in_lowest_terms_and_irreducible() -> None:
    assert sorted(equations(2)) == [(0, 1, -1), (0, 1, 1), (1, 0, 1)]
    assert (2, 2, 2) not in equations(6)
    assert (1, -3, 2) not in equations(6)
