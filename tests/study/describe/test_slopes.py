"""Beams, borders, and the simple numbers that their slopes are."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marienbad.games.catalogue import define
from marienbad.numeration.surds import Surd
from marienbad.prover.discovery.strips import hulls, narrowest, width
from marienbad.solver.table import solve
from marienbad.study.describe.slopes import beams_of, borders_of, equations, simplest
from tests.study.describe.support import family, found_in


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


# Strips and beams


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=2, max_size=12))
def test_the_narrowest_strip(points: list[tuple[int, int]]) -> None:
    if len({x for x, _ in points}) < 2:
        return
    strip = narrowest(points, lambda _: Fraction(1, 4))
    upper, lower = hulls(points)

    def spread(slope: Fraction) -> Fraction:
        deviations = [s - slope * x for x, s in points]
        return max(deviations) - min(deviations)

    assert spread(strip.slope) == strip.width == width(upper, lower, strip.slope)
    pairs = [(a, b) for a in points for b in points if a[0] != b[0]]
    assert all(spread(Fraction(b[1] - a[1], b[0] - a[0])) >= strip.width for a, b in pairs)
    assert spread(strip.low) == spread(strip.high) == strip.width + Fraction(1, 4)
    assert strip.low < strip.slope < strip.high


@pytest.mark.parametrize("size", [256, 1024])
@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 1), (1, 2), (3, 1), (2, 2), (1, 5)])
def test_the_slope_of_a_beam_of_wythoffs_family(a: int, b: int, size: int) -> None:
    k = a * b
    (beam,) = beams_of(family(f"wythoff:a={a},b={b}", size), True)
    exact = Surd(k, 1, 2, k * k + 4)
    low, best, high = beam.slopes
    assert exact >= low
    assert exact <= high
    assert low < best < high < low + Fraction(40 * k, size)
    assert beam.is_steady
    assert 0 < beam.inner_spread <= beam.spread
    if size == 1024 and k < 4:
        assert beam.guess is not None
        assert (beam.guess - best) * (size * size) < size
        assert str(beam.guess) == {1: "(1 + √5)/2", 2: "1 + √2", 3: "(3 + √13)/2"}[k]


def test_beams_of_a_lopsided_map_lie_on_both_sides() -> None:
    size = 200
    table = np.zeros((size, size), dtype=bool)
    for n in range(size // 3):
        table[n, 3 * n] = table[2 * n, n] = True
    found = beams_of(table, False)
    assert [(beam.is_exact, beam.slopes[1]) for beam in found] == [
        (True, Fraction(1, 2)),
        (True, 3),
    ]


def test_a_parabola_is_a_beam_that_does_not_keep_its_width() -> None:
    size = 1000
    table = np.zeros((size, size), dtype=bool)
    for x in range(size // 2):
        table[x, 3 * x // 2 + x * x // 20_000] = True
    assert [beam.is_steady for beam in beams_of(table, False)] == [False]


def test_a_dense_or_random_map_has_no_beams() -> None:
    random = np.random.default_rng(1961)
    assert beams_of(random.random((300, 300)) < 0.4, False) == []
    assert beams_of(random.random((300, 300)) < 0.01, False) == []


@pytest.mark.slow
def test_the_borders_of_euclids_game() -> None:
    text = (
        "heaps 2; take n from x where x >= y and n % y == 0;"
        "take n from y where y >= x and n % x == 0"
    )
    (border,) = found_in(text, 60, 60).borders
    assert str(border.guess) == "(1 + √5)/2"
    assert border.low < Fraction(1618034, 1000000) < border.high
    assert not border.is_left_above
    x, y = np.indices((80, 80))
    both = borders_of((y > 3 * x) | (2 * y < x), False)
    assert [(str(b.guess), b.is_left_above) for b in both] == [("1/2", False), ("3", True)]
    assert borders_of(family("wythoff", 100), True) == []
    assert borders_of((x + y) % 3 == 0, True) == []


# The command


@pytest.mark.parametrize("size", range(32, 200, 7))
def test_a_beam_has_no_border(size: int) -> None:
    for name in ("wythoff", "wythoff:a=2", "wythoff:misere"):
        assert not borders_of(solve(define(name), (size, size)).is_p, is_symmetric=True)
