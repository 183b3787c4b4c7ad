"""p- and q-representations: the tables of Deslongchamps 3.0.2 and 3.0.3, and huge numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration import (
    FIBONACCI,
    ContinuedFraction,
    Representation,
    conversion,
    fibonacci,
    zeckendorf,
)
from tests.numeration.greedy import greedy_p_representation

SILVER = ContinuedFraction((2,))
PERIODS = [(1,), (2,), (1, 2), (2, 1), (3, 1, 4), (7,), (1, 300), (10**60,)]
fractions = st.sampled_from([ContinuedFraction(period) for period in PERIODS])
naturals = st.integers(0, 1000) | st.integers(0, 10**40) | st.integers(0, 10**400)

TABLE_XI = {"p": [1, 1, 3, 7, 17, 41, 99, 239, 577], "q": [0, 1, 2, 5, 12, 29, 70, 169, 408]}
TABLE_XIII = {
    "p": [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144],
    "q": [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89],
}
TABLE_XII_P = {40: (2, 0, 2, 0), 96: (2, 0, 2, 0, 0), 16: (2, 0, 2), 50: (1, 0, 1, 0, 2)}
TABLE_XII_Q = {40: (1, 0, 2, 0, 1), 96: (1, 0, 2, 0, 1, 0), 50: (1, 1, 1, 2, 0)}
TABLE_XIV = {40: "10001001", 50: "10100100", 33: "1010101"}


@pytest.mark.parametrize(("fraction", "table"), [(SILVER, TABLE_XI), (FIBONACCI, TABLE_XIII)])
def test_tables_of_convergents(fraction: ContinuedFraction, table: dict[str, list[int]]) -> None:
    rows = fraction.convergents(len(table["p"]))
    assert rows == list(zip(range(-1, len(rows) - 1), table["p"], table["q"], strict=True))
    assert [fraction.p(i) for i, _, _ in rows] == table["p"]
    assert [fraction.q(i) for i, _, _ in rows] == table["q"]
    assert [len(fraction.convergents(count)) for count in (-1, 0, 1, 2, 3)] == [0, 0, 1, 2, 3]


def test_table_of_representations() -> None:
    for n, digits in TABLE_XII_P.items():
        assert tuple(SILVER.p_representation(n)) == digits
        assert SILVER.p_value(Representation(digits)) == n
    for n, digits in TABLE_XII_Q.items():
        assert tuple(SILVER.q_representation(n)) == digits
        assert SILVER.q_value(Representation(digits)) == n
    assert SILVER.q_value(SILVER.q_representation(50).left_shift()) == 121


def test_erratum_22_representation_of_121() -> None:
    # erratum 22: (1, 0, 1, 0, 2, 0) is R_p(122), printed as R_p(121)
    assert str(SILVER.p_representation(122)) == "(1, 0, 1, 0, 2, 0)"
    assert str(SILVER.p_representation(121)) == "(1, 0, 1, 0, 1, 2)"


def test_table_of_fibonacci_representations() -> None:
    for n, digits in TABLE_XIV.items():
        assert "".join(map(str, zeckendorf(n))) == digits


def test_erratum_3_the_last_digit_stays_below_the_first_quotient() -> None:
    # erratum 3: with the printed t_0 <= a_1, 1 = q_0 = q_1 (a_1 = 1) and 2 = 2q_0 = q_1 (a_1 = 2)
    assert FIBONACCI.q_sum(Representation((1,))) == FIBONACCI.q_sum(Representation((1, 0))) == 1
    assert SILVER.q_sum(Representation((2,))) == SILVER.q_sum(Representation((1, 0))) == 2
    assert str(FIBONACCI.q_representation(1)) == str(SILVER.q_representation(2)) == "(1, 0)"
    with pytest.raises(ValueError, match="last digit below 2"):
        SILVER.q_value(Representation((2,)))


def test_erratum_4_zeckendorf_starts_at_the_second_one() -> None:
    # erratum 4: with F_1 = F_2 = 1 both allowed, 1 has two representations
    assert fibonacci(1) == fibonacci(2) == 1
    assert all(FIBONACCI.p(i) == fibonacci(i + 2) for i in range(-1, 50))
    assert str(zeckendorf(1)) == "(1)"


def test_erratum_33_signs_of_the_differences() -> None:
    # erratum 33: D_i = αq_i − p_i is negative for odd i, printed as positive
    for fraction in (SILVER, FIBONACCI, ContinuedFraction((3, 1, 4))):
        differences = [fraction.alpha * fraction.q(i) - fraction.p(i) for i in range(-1, 30)]
        signs = [difference.sign() for difference in differences]
        assert signs == [(-1) ** i for i in range(1, 32)]
        squares = [difference * difference for difference in differences]
        assert all(squares[i + 2] < squares[i] for i in range(29))


def greedy_q_digits(fraction: ContinuedFraction, n: int) -> tuple[int, ...]:
    """The largest denominator first; q_1 before q_0 where they are equal."""
    denominators = [1]
    while denominators[-1] <= n:
        denominators.append(fraction.q(len(denominators)))
    digits = []
    for q in reversed(denominators):
        digit, n = divmod(n, q)
        digits.append(digit)
    return tuple(digits)


@pytest.mark.parametrize("period", PERIODS)
def test_every_small_integer_has_one_representation_of_each_kind(period: tuple[int, ...]) -> None:
    fraction = ContinuedFraction(period)
    for n in range(300):
        of_p, of_q = fraction.p_representation(n), fraction.q_representation(n)
        assert of_p == greedy_p_representation(fraction, n)
        assert of_q == Representation(greedy_q_digits(fraction, n))
        assert fraction.is_admissible(of_p)
        assert fraction.is_admissible(of_q)
        assert fraction.p_value(of_p) == fraction.q_value(of_q) == n


@given(fractions, naturals)
def test_divide_and_conquer_is_greedy(fraction: ContinuedFraction, n: int) -> None:
    representation = fraction.p_representation(n)
    assert representation == greedy_p_representation(fraction, n)
    assert fraction.p_value(representation) == n


@pytest.mark.slow
@given(fractions, naturals)
def test_q_representations_are_greedy(fraction: ContinuedFraction, n: int) -> None:
    representation = fraction.q_representation(n)
    assert representation == Representation(greedy_q_digits(fraction, n))
    assert fraction.q_value(representation) == n


@pytest.mark.slow
@pytest.mark.parametrize("period", PERIODS)
def test_neighbours_of_convergents(period: tuple[int, ...]) -> None:
    fraction = ContinuedFraction(period)
    for chosen in (50, 88, 89, 90, 176, 177, 178, 1000, 2001):
        index = chosen if max(period) < 10**9 else chosen // 20
        for offset in (-2, -1, 0, 1, 2):
            n = fraction.p(index) + offset
            assert fraction.p_representation(n) == greedy_p_representation(fraction, n), index
            n = fraction.q(index) + offset
            assert fraction.q_value(fraction.q_representation(n)) == n, index


@given(fractions, st.integers(-1, 60))
def test_convergents_by_doubling_are_those_of_the_recurrence(
    fraction: ContinuedFraction, i: int
) -> None:
    assert fraction.convergents(i + 2)[-1] == (i, fraction.p(i), fraction.q(i))


@given(fractions, st.lists(st.integers(0, 400), max_size=300))
def test_values_are_sums_for_any_digits(fraction: ContinuedFraction, digits: list[int]) -> None:
    rows = fraction.convergents(len(digits) + 1)[1:]
    weighted = list(zip(reversed(digits), rows, strict=True))
    representation = Representation(digits)
    assert fraction.p_value(representation) == sum(d * p for d, (_, p, _) in weighted)
    assert fraction.q_sum(representation) == sum(d * q for d, (_, _, q) in weighted)


@pytest.mark.slow
@pytest.mark.parametrize("period", [(1,), (2,), (3, 1, 4), (255,)])
@pytest.mark.parametrize("gmpy2", ["0", "1"])
def test_one_batch_for_all_leaves_changes_nothing(
    period: tuple[int, ...], gmpy2: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numpy")
    monkeypatch.setenv("MARIENBAD_GMPY2", gmpy2)
    n = 7**5000
    results = []
    for leaves in (1, 10**9):
        monkeypatch.setattr(conversion, "_FEW_LEAVES", leaves)
        fraction = ContinuedFraction(period)
        representation = fraction.p_representation(n)
        assert fraction.p_value(representation) == n
        sums = []
        for digits in (period * 2000, (255,) * 2000):  # the latter too large for a machine word
            written = Representation(digits)
            sums += [fraction.p_value(written), fraction.q_sum(written)]
        results.append((representation, sums))
    assert results[0] == results[1]
    assert results[0][0] == greedy_p_representation(ContinuedFraction(period), n)


def test_alpha_is_the_limit_of_its_convergents() -> None:
    for period in PERIODS:
        fraction = ContinuedFraction(period)
        i = 20
        assert fraction.alpha * fraction.q(i) > fraction.p(i)
        assert fraction.alpha * fraction.q(i + 1) < fraction.p(i + 1)
    assert str(FIBONACCI.alpha) == "(1 + √5)/2"
    assert str(ContinuedFraction((3,)).alpha) == "(−1 + √13)/2"


def test_admissible_digits() -> None:
    fraction = ContinuedFraction((1, 2))  # δ_0 <= 1, δ_1 <= 2, δ_2 <= 1, …
    assert fraction.is_admissible(Representation((1, 0, 1)))
    assert fraction.is_admissible(Representation((1, 1)))
    assert fraction.is_admissible(Representation((2, 0)))
    assert not fraction.is_admissible(Representation((2, 1)))
    assert not fraction.is_admissible(Representation((2,)))
    assert not fraction.is_admissible(Representation((1, 1, 0)))


def test_bad_input_is_named() -> None:
    for period in ((), (0,), (1, -2)):
        with pytest.raises(ValueError, match="period of integers >= 1"):
            ContinuedFraction(period)
    with pytest.raises(ValueError, match="index >= 1, got 0"):
        FIBONACCI.quotient(0)
    with pytest.raises(ValueError, match="index >= -1, got -2"):
        FIBONACCI.p(-2)
    with pytest.raises(ValueError, match="index >= 0, got -1"):
        fibonacci(-1)
    for represent in (FIBONACCI.p_representation, FIBONACCI.q_representation):
        with pytest.raises(ValueError, match="negative"):
            represent(-1)
