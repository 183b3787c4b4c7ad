"""Wythoff's pairs among themselves: identities, generated pairs, the Wythoff array."""

from itertools import islice
from math import isqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration.continued_fraction import fibonacci
from marienbad.text.problems import OutOfReach
from marienbad.theories.wythoff.identities import (
    IDENTITIES,
    LARGEST_COLUMN,
    LARGEST_ITERATION,
    Identity,
    determinant,
    entry,
    fibonacci_sequence,
    generated_pairs,
    index_of,
    is_primitive,
    iterated_large,
    large,
    locate,
    primitive_pair,
    primitive_pairs,
    small,
)

HUGE = st.integers(min_value=1, max_value=10**300)


def by_exclusion(count: int) -> list[tuple[int, int]]:
    """The first pairs by their definition: the least number not used yet, and n more."""
    pairs: list[tuple[int, int]] = []
    used: set[int] = set()
    for n in range(count):
        least = next(number for number in range(2 * count + 1) if number not in used)
        pairs.append((least, least + n))
        used |= set(pairs[-1])
    return pairs


def test_floors_are_the_pairs_of_the_definition() -> None:
    assert [(small(n), large(n)) for n in range(200)] == by_exclusion(200)


@given(HUGE)
def test_floors_of_huge_numbers(n: int) -> None:
    assert small(n) == (n + isqrt(5 * n * n)) // 2
    assert large(n) == (3 * n + isqrt(5 * n * n)) // 2


@pytest.mark.slow
@pytest.mark.parametrize("identity", IDENTITIES, ids=lambda identity: identity.name)
def test_identities(identity: Identity) -> None:
    assert all(identity.holds(n, r) for n in range(1, 120) for r in range(1, 13))


@pytest.mark.slow
@pytest.mark.parametrize("identity", IDENTITIES, ids=lambda identity: identity.name)
@given(n=HUGE, r=st.integers(1, 40))
def test_identities_of_huge_numbers(identity: Identity, n: int, r: int) -> None:
    assert identity.holds(n, r)


def test_the_ten_identities() -> None:
    assert len(IDENTITIES) == 10
    assert len({identity.name for identity in IDENTITIES}) == 10
    assert len({identity.statement for identity in IDENTITIES}) == 10


def test_an_identity_can_fail() -> None:
    # erratum 34: the proof of (8) prints b^r a_n = b^{r−1} a_n, which fails at n = r = 1
    printed = Identity(
        "printed",
        "b^r a_n = b^{r−1}a_n",
        lambda n, r: (iterated_large(small(n), r), iterated_large(small(n), r - 1)),
    )
    assert not printed.holds(1, 1)
    assert not Identity("wrong", "b_n = aa_n", lambda n, _: (large(n), small(small(n)))).holds(7)


@pytest.mark.parametrize(("n", "r"), [(0, 1), (-3, 1), (1, 0)])
def test_identities_begin_with_1(n: int, r: int) -> None:
    with pytest.raises(ValueError, match="expected an integer >= 1"):
        IDENTITIES[0].holds(n, r)


@given(HUGE)
def test_every_number_is_in_one_pair(number: int) -> None:
    n, is_small = index_of(number)
    assert (small(n) if is_small else large(n)) == number
    assert small(index_of(small(number))[0]) == small(number)


def test_complementary() -> None:
    members = [small(n) for n in range(1, 400)] + [large(n) for n in range(1, 400)]
    assert sorted(member for member in members if member <= 600) == list(range(1, 601))


@given(HUGE)
def test_theorem_10(n: int) -> None:
    previous = n
    for first, second in islice(generated_pairs((small(n), large(n))), 5):
        previous = large(previous)
        assert (first, second) == (small(previous), large(previous))


def test_theorem_11() -> None:
    pairs = by_exclusion(300)[1:]
    generated = {pair for generator in pairs for pair in islice(generated_pairs(generator), 12)}
    primitive = [pair for pair in pairs if pair not in generated]
    assert [pair for n, pair in enumerate(pairs, 1) if is_primitive(n)] == primitive
    assert primitive_pairs(len(primitive)) == primitive


@pytest.mark.slow
@given(HUGE)
def test_corollary_2(k: int) -> None:
    # erratum 35: b_{a_k} is a_k + a_{a_k}
    first, second = primitive_pair(k)
    assert second == small(k) + first
    assert determinant(k) == 2 * first - second == k - 1


def test_the_determinants_of_the_thesis() -> None:
    assert primitive_pairs(5)[1:] == [(4, 7), (6, 10), (9, 15), (12, 20)]
    assert [determinant(k) for k in range(2, 6)] == [1, 2, 3, 4]


A035513 = [  # by antidiagonals
    *(1, 2, 4, 3, 7, 6, 5, 11, 10, 9, 8, 18, 16, 15, 12, 13, 29, 26, 24, 20, 14),
    *(21, 47, 42, 39, 32, 23, 17, 34, 76, 68, 63, 52, 37, 28, 19),
]


def test_the_known_array() -> None:
    places = [(row, d - row + 1) for d in range(1, 9) for row in range(1, d + 1)]
    assert [entry(row, column) for row, column in places] == A035513


def test_rows_are_generated_by_primitive_pairs() -> None:
    for row in range(1, 60):
        terms = list(islice(fibonacci_sequence(*primitive_pair(row)), 30))
        assert [entry(row, column) for column in range(1, 31)] == terms


def test_every_number_stands_in_one_place() -> None:
    places = [locate(number) for number in range(1, 1500)]
    assert len(set(places)) == len(places)
    assert [entry(row, column) for row, column in places] == list(range(1, 1500))


@given(HUGE)
def test_a_huge_number_stands_where_it_is_located(number: int) -> None:
    assert entry(*locate(number)) == number


@given(HUGE, st.integers(1, 1500))
def test_a_huge_entry_is_located(row: int, column: int) -> None:
    assert locate(entry(row, column)) == (row, column)


def test_the_first_row_is_fibonacci() -> None:
    for column in (1, 2, 10, 1000, 5000):
        assert entry(1, column) == fibonacci(column + 1)
        assert locate(fibonacci(column + 1)) == (1, column)


def test_bounds() -> None:
    with pytest.raises(OutOfReach):
        entry(1, LARGEST_COLUMN + 1)
    with pytest.raises(OutOfReach):
        iterated_large(1, LARGEST_ITERATION + 1)
    for place in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="expected an integer >= 1, got 0"):
            entry(*place)
    with pytest.raises(ValueError, match="expected an integer >= 1, got 0"):
        locate(0)
