"""The families of positions that one knows by heart."""

from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.analysis import game
from marienbad.heaps import Position
from marienbad.theories.nim.by_heart import (
    TWO_TO_FIVE,
    even_and_next,
    is_known_by_heart,
    known_parts,
    odd_and_next,
    parts_of_seven,
    union,
)


def is_to_be_left(position: Position, name: str = "nim") -> bool:
    return game(name).analyse(position).outcome == "P"


HUGE = st.integers(min_value=1, max_value=10**200)
KNOWN = st.one_of(
    HUGE.map(even_and_next), st.integers(0, 7).map(parts_of_seven), st.just(TWO_TO_FIVE)
)


@given(KNOWN)
def test_the_families_are_to_be_left(position: Position) -> None:
    assert is_to_be_left(position)
    assert is_to_be_left(position, "marienbad")


@given(st.integers(min_value=0, max_value=10**200))
def test_an_odd_number_and_the_next_are_not(n: int) -> None:
    assert not is_to_be_left(odd_and_next(n))


def test_the_search_agrees() -> None:
    positions = [
        *(even_and_next(n) for n in range(6)),
        *(parts_of_seven(n) for n in range(8)),
        TWO_TO_FIVE,
    ]
    for position in positions:
        assert game("nim").analyse(position, "table").outcome == "P"
    for n in range(6):
        assert game("nim").analyse(odd_and_next(n), "table").outcome == "N"


@given(KNOWN, KNOWN)
def test_the_union_of_two(first: Position, second: Position) -> None:
    assert is_to_be_left(union(first, second))
    assert is_to_be_left(union(first, second), "marienbad")


def test_the_union_in_general() -> None:
    small = [p for n in (1, 2, 3) for p in combinations_with_replacement(range(5), n)]
    to_leave = [p for p in small if is_to_be_left(p)]
    for first in to_leave:
        for second in small:
            assert is_to_be_left(union(first, second)) is is_to_be_left(second)


def test_the_union_in_misere_play() -> None:
    assert is_to_be_left((1,), "marienbad")
    assert not is_to_be_left(union((1,), (1,)), "marienbad")
    assert not is_to_be_left(union((1,), (2, 2)), "marienbad")


def test_known_by_heart() -> None:
    for position in ((0, 1, 1), (1, 12, 13), (2, 5, 7), (0, 7, 7), TWO_TO_FIVE):
        assert all(is_known_by_heart(order) for order in permutations(position))
    for unknown in ((), (7,), (3, 3), (1, 3, 4), (2, 4, 6), (1, 2, 3, 0), (1, 3, 5, 7)):
        assert not is_known_by_heart(unknown)


def test_what_is_known_by_heart_is_to_be_left() -> None:
    for heaps in (3, 4):
        for position in combinations_with_replacement(range(9), heaps):
            assert is_to_be_left(position) or not is_known_by_heart(position)


@pytest.mark.parametrize("n", [-1, 8])
def test_seven_has_few_parts(n: int) -> None:
    with pytest.raises(ValueError, match=f"expected a number from 0 to 7, got {n}"):
        parts_of_seven(n)


@given(st.lists(st.one_of(KNOWN, HUGE.map(lambda n: (n, n))), min_size=1, max_size=3), st.randoms())
def test_what_is_made_of_known_parts_falls_into_such(parts: list[Position], chance: Random) -> None:
    rows = [row for part in parts for row in part]
    chance.shuffle(rows)
    found = known_parts(tuple(rows))
    assert sorted(row for part in found for row in part) == sorted(filter(None, rows))
    assert all(len(part) == 2 or is_known_by_heart(part) for part in found)


def test_known_parts_are_to_be_left_in_both_games() -> None:
    for rows in range(1, 6):
        for position in combinations_with_replacement(range(8), rows):
            if known_parts(position):
                assert is_to_be_left(position)
                assert is_to_be_left(position, "marienbad") is (max(position) > 1)


@pytest.mark.parametrize("position", [(), (0, 0), (7,), (1, 3, 5, 7), (3,) * 14])
def test_what_does_not_fall_into_known_parts(position: Position) -> None:
    assert known_parts(position) == ()


@pytest.mark.parametrize("theory", ["binary", "packets", "base4", "base8", "base16"])
def test_what_is_known_by_heart_is_called_so(theory: str) -> None:
    for name in ("nim", "marienbad"):
        mirror = game(name).analyse((3, 5, 3, 5), theory).explanation.render()
        assert "two equal rows of 5; two equal rows of 3" in mirror
        left = game(name).analyse((1, 4, 9), theory).explanation.render(width=1000)
        known = "known by heart: (1, 4, 5), (1, 2n, 2n + 1) with n = 2."
        assert f"With 5 left in row 3, the position is {known}" in left
