"""Quadratic irrationals: floors are exact, also beside the convergents."""

from fractions import Fraction
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration import ContinuedFraction, Root, RootMultiple, Surd, root

RADICANDS = [2, 3, 5, 8, 13, 10**60 + 4]
radicands = st.sampled_from(RADICANDS)
integers = st.integers(-(10**200), 10**200)


def exact_floor(u: int, v: int, w: int, radicand: int) -> int:
    """By the classical formula ⌊(u + √B)/w⌋ = (u + ⌊√B⌋)//w, with the sign of v."""
    whole = isqrt(v * v * radicand)
    return (u + (whole if v >= 0 else -whole - 1)) // w


@given(integers, integers, st.integers(1, 10**6), radicands)
def test_floor_is_the_classical_formula(u: int, v: int, w: int, radicand: int) -> None:
    assert root(radicand).multiple(v).floor(u, w) == exact_floor(u, v, w, radicand)
    assert Surd(u, v, w, radicand).floor() == exact_floor(u, v, w, radicand)


@pytest.mark.parametrize("a", [1, 2, 3, 7])
def test_neighbours_of_convergents_are_certified(a: int) -> None:
    radicand = a * a + 4
    fraction = ContinuedFraction((a,))
    certified = 0
    for i in [*range(-1, 40), 200, 201, 702, 703]:
        for factor in (1, 2, 3, a, 2 * a):
            for offset in (-1, 0, 1):
                for v in (fraction.q(i) * factor + offset, -fraction.q(i) * factor - offset):
                    multiple = Root(radicand).multiple(v)
                    for u, w in ((0, 1), (v, 2), (-v, 2 * a), (7, 3)):
                        assert multiple.floor(u, w) == exact_floor(u, v, w, radicand)
                    for more in (1, a, -a):
                        grown = exact_floor(0, v + more, 1, radicand)
                        assert multiple.growth(more) == grown - exact_floor(0, v, 1, radicand)
                    certified += bracket_is_undecided(multiple)
    assert certified > 20, "the inputs no longer reach the comparison of squares"


def test_multiples_found_on_threads_are_certified(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("marienbad.numeration.integers.THREAD_BITS", 1)
    fraction = ContinuedFraction((2,))
    for i in (40, 703, 12_000):
        coefficients = [fraction.q(i), -fraction.q(i + 1), fraction.q(i) + 1, 0]
        multiples = Root(8).multiples(*coefficients)
        for v, multiple in zip(coefficients, multiples, strict=True):
            assert multiple.floor(7, 3) == exact_floor(7, int(v), 3, 8)


def bracket_is_undecided(multiple: RootMultiple) -> bool:
    low, width = multiple._low, multiple._width
    return low >> 64 != (low + width) >> 64


@pytest.mark.slow
@given(integers, integers, integers, radicands)
def test_sums_stay_exact(first: int, second: int, u: int, radicand: int) -> None:
    one, other = root(radicand).multiple(first), root(radicand).multiple(second)
    for combined, v in (
        (one + other, first + second),
        (one - other, first - second),
        (one - other - other + one, 2 * first - 2 * second),
        (one - (other - one) + other, 2 * first),
        (one + other - other - one, 0),
    ):
        assert combined.coefficient == v
        whole = exact_floor(u, v, 5, radicand)
        assert combined.floor(u, 5) == whole
        assert combined.divmod(u, 5) == (whole, exact_floor(u, v, 1, radicand) - 5 * whole)
        for more in (-3, 1, 7):
            after = exact_floor(0, v + more, 1, radicand)
            assert combined.growth(more) == after - exact_floor(0, v, 1, radicand)


@given(st.integers(0, 10**150), radicands)
def test_cancelling_sums_leave_small_multiples_exact(v: int, radicand: int) -> None:
    for small in (-2, -1, 0, 1, 2):
        difference = root(radicand).multiple(v + small) - root(radicand).multiple(v)
        assert difference.floor(0, 1) == exact_floor(0, small, 1, radicand)


def test_precision_grows_and_is_shifted_down() -> None:
    five = Root(5)
    for bits in (0, 10, 5, 700, 64, 3000, 1, 0):
        assert five.scaled(bits) == isqrt(5 << 2 * bits)


@pytest.mark.parametrize("radicand", [0, 1, 4, -5, 10**40])
def test_squares_are_refused(radicand: int) -> None:
    with pytest.raises(ValueError, match="not a square"):
        Root(radicand)


def test_bad_use_is_named() -> None:
    with pytest.raises(ValueError, match="denominator > 0, got 0"):
        root(5).multiple(1).floor(1, 0)
    with pytest.raises(ValueError, match="√5 and √2"):
        root(5).multiple(1) + root(2).multiple(1)
    with pytest.raises(ValueError, match="denominator other than 0"):
        Surd(1, 1, 0, 5)
    with pytest.raises(ValueError, match="got √2"):
        Surd(1, 1, 1, 5) + Surd(1, 1, 1, 2)
    with pytest.raises(ZeroDivisionError):
        Surd(0, 0, 1, 5).reciprocal()


small = st.integers(-50, 50)
surds = st.builds(Surd, small, small, small.filter(bool), st.just(5))


@given(surds, surds, surds)
def test_surds_form_a_field(x: Surd, y: Surd, z: Surd) -> None:
    assert (x + y) * z == x * z + y * z
    assert x + y - y == x
    if x.sign():
        assert x * x.reciprocal() == Surd(1, 0, 1, 5)


@pytest.mark.slow
@given(surds, st.fractions(max_denominator=50), st.integers(-100, 100))
def test_order_agrees_with_floors(x: Surd, fraction: Fraction, n: int) -> None:
    assert (x >= n) == (x.floor() >= n)
    assert (x < n) == (x.floor() < n)
    scaled = x * fraction.denominator
    assert (x >= fraction) == (scaled.floor() >= fraction.numerator)
    assert (x <= fraction) == (not x > fraction)
    assert (n - x).sign() == -(x - n).sign()


def test_surds_are_kept_in_lowest_terms() -> None:
    assert Surd(2, 2, 4, 5) == Surd(1, 1, 2, 5) == Surd(-3, -3, -6, 5)


def test_decimals_of_the_golden_ratio() -> None:
    golden = Surd(1, 1, 2, 5)
    assert golden.scaled(50) == 161803398874989484820458683436563811772030917980576
    assert (-golden).scaled(2) == -162
    # the first n at which the product in double precision has the wrong floor
    assert golden.times(102334155).floor() == 165580140


@pytest.mark.parametrize(
    ("surd", "text"),
    [
        (Surd(1, 1, 2, 5), "(1 + √5)/2"),
        (Surd(-1, -3, 2, 5), "(−1 − 3√5)/2"),
        (Surd(0, 1, 1, 2), "√2"),
        (Surd(0, -1, 2, 8), "−√8/2"),
        (Surd(3, 1, 1, 2), "3 + √2"),
        (Surd(-3, 0, 6, 2), "−1/2"),
        (Surd(4, 0, 1, 2), "4"),
    ],
)
def test_surds_are_written_as_one_would(surd: Surd, text: str) -> None:
    assert str(surd) == text


def test_an_ordinary_question_gets_a_plain_answer_after_a_huge_one() -> None:
    five = Root(5)
    five.multiple(10**5000).floor(0, 1)
    assert type(five.multiple(10).floor(10, 2)) is int
    assert type(five.scaled(100)) is int
