"""Splits of many numbers at once are those of each number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration import ContinuedFraction
from marienbad.numeration.conversion import Level, System
from marienbad.numeration.packing import spread
from tests.numeration.greedy import greedy_p_representation

PERIODS = [(1,), (2,), (6,), (200,), (1, 2), (100, 1), (1, 100), (3, 1, 4), (10**60,)]


def worth(level: Level, high: int) -> int:
    """H(P) by its definition: the whole part of (P + 1)/α exactly."""
    return high * level.shift.pp + level.inverse_alpha.times(high + 1).floor() * level.shift.pq


def packed(numbers: list[int], width: int) -> int:
    return sum(number << width * place for place, number in enumerate(numbers))


@given(st.sampled_from(PERIODS), st.integers(0, 6), st.lists(st.integers(0, 10**300), max_size=9))
def test_all_are_split_as_one(period: tuple[int, ...], s: int, numbers: list[int]) -> None:
    fraction = ContinuedFraction(period)
    system = System(period, fraction.alpha.reciprocal())
    level, bound = system.level(s), system.level(s + 1).shift.p
    # the last number with a high part, and the first with the next
    highs = [number % level.shift.p for number in numbers]
    edges = [worth(level, high) - less for high in highs for less in (0, 1)]
    chosen = [0, 1, bound - 1, *(number % bound for number in numbers)]
    chosen += [number for number in edges if 0 <= number < bound]
    found = level.packed.split(packed(chosen, level.width), len(chosen))
    for place, number in enumerate(chosen):
        both = (found >> level.width * place) % (1 << level.width)
        high, rest = divmod(both, 1 << level.width // 2)
        assert worth(level, high) <= number < worth(level, high + 1)
        assert rest == number - worth(level, high)
        assert level.split(number) == (high, rest)


@pytest.mark.parametrize("period", PERIODS)
def test_neighbours_of_convergents_are_greedy(period: tuple[int, ...]) -> None:
    fraction = ContinuedFraction(period)
    index = 4000 * len(period) // fraction.p(len(period)).bit_length()
    convergent = fraction.p(index)
    for number in (convergent - 1, convergent, convergent + 1, 2 * convergent - fraction.q(index)):
        found = fraction.p_representation(number)
        assert found == greedy_p_representation(fraction, int(number))
        assert fraction.p_value(found) == number


def test_every_slot_is_filled() -> None:
    for count in (1, 2, 3, 7, 8, 100):
        assert spread(3, 5, count) == packed([3] * count, 5)
