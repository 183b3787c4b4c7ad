"""Beatty sequences: the families of Deslongchamps 3.3.3, 3.4.3 and 4.1.3."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration import Beatty, Surd, are_complementary, fraenkel_condition

GOLDEN = Surd(1, 1, 2, 5)


def slope(k: int) -> Surd:
    return Surd(2 - k, 1, 2, k * k + 4)


def third_generalisation(a: int, b: int, i: int) -> tuple[Beatty, Beatty]:
    """The sequences φ_i and ψ_{εb−i}; the second generalisation is a = 1 (3.4.3 and 3.3.3)."""
    alpha = slope(a * b)

    def gamma(j: int) -> Surd:
        return (alpha * j + (b * (a - 1) if i else 0)) * Fraction(1, a * b)

    j = b - i if i else 0
    return Beatty(alpha, gamma(i)), Beatty(alpha + a * b, gamma(j) + j)


@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 2), (1, 5), (2, 1), (4, 1), (2, 3), (3, 2)])
def test_families_of_the_generalisations_are_complementary(a: int, b: int) -> None:
    for i in range(b):
        first, second = third_generalisation(a, b, i)
        start = 0 if i else 1
        assert fraenkel_condition(first, second, start)
        assert are_complementary(first, second, 500, n0=start)


@pytest.mark.parametrize("a", [2, 3, 7])
def test_misere_family_is_complementary(a: int) -> None:
    alpha = slope(a)
    gamma = alpha.reciprocal()
    first, second = Beatty(alpha, gamma), Beatty(alpha + a, gamma + 1)
    assert fraenkel_condition(first, second, 0)
    assert are_complementary(first, second, 500, n0=0)


intercepts = st.builds(Surd, st.integers(-6, 6), st.integers(-2, 2), st.just(2), st.just(5))


@pytest.mark.slow
@given(intercepts, intercepts, st.integers(-2, 3))
def test_fraenkel_s_theorem_predicts_the_finite_check(gamma: Surd, delta: Surd, start: int) -> None:
    first, second = Beatty(GOLDEN, gamma), Beatty(GOLDEN + 1, delta)
    # 400 integers suffice to tell intercepts as simple as these apart
    assert fraenkel_condition(first, second, start) == are_complementary(
        first, second, first.term(start) + 400, n0=start
    )


def test_each_condition_can_fail_alone() -> None:
    lower, upper = Beatty(GOLDEN), Beatty(GOLDEN + 1)
    assert fraenkel_condition(lower, upper, 1)
    assert not fraenkel_condition(upper, lower, 1), "φ_N > ψ_N"
    assert not fraenkel_condition(lower, Beatty(GOLDEN + 2), 1), "(a)"
    assert not fraenkel_condition(lower, upper, 0), "(b)"
    # −2, 0, 1, 3, … and 0, 2, 5, …: 0 is met twice and −1 never
    assert not fraenkel_condition(Beatty(GOLDEN, -GOLDEN), upper, 0), "(c)"


@given(intercepts, st.integers(-(10**80), 10**80))
def test_index_inverts_term(gamma: Surd, n: int) -> None:
    sequence = Beatty(GOLDEN, gamma)
    x = sequence.term(n)
    assert sequence.index(x) == n
    for near in (x - 1, x + 1):
        index = sequence.index(near)
        assert sequence.contains(near) == (index is not None)
        assert (near in (sequence.term(n - 1), sequence.term(n + 1))) == (index is not None)


def test_intercepts_may_be_integers() -> None:
    shifted = Beatty(GOLDEN, 7)
    assert [shifted.term(n) for n in (-1, 0, 1, 2)] == [5, 7, 8, 10]
    assert shifted.index(8) == 1
    assert not shifted.contains(9)


def test_slopes_are_positive_and_irrational() -> None:
    with pytest.raises(ValueError, match="positive irrational slope"):
        Beatty(Surd(3, 0, 2, 5))
    with pytest.raises(ValueError, match="positive irrational slope"):
        Beatty(-GOLDEN)
    with pytest.raises(ValueError, match="got √2"):
        Beatty(GOLDEN, Surd(0, 1, 1, 2))
