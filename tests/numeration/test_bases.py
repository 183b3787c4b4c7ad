"""Digits in a base, packets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration import digits, packets, value


@pytest.mark.slow
@given(st.integers(0, 10**60), st.integers(2, 40))
def test_digits_and_value_are_inverse(n: int, base: int) -> None:
    written = digits(n, base)
    assert value(written, base) == n
    assert all(0 <= digit < base for digit in written)
    assert written == (0,) or written[0] != 0


@given(st.integers(0, 10**60), st.sampled_from([2, 4, 8, 16]))
def test_leading_zeros_do_not_change_the_value(n: int, base: int) -> None:
    assert value((0, 0, *digits(n, base)), base) == n


@pytest.mark.parametrize("base", [2, 4, 8, 16, 32])
def test_powers_of_two_are_quick_on_huge_numbers(base: int) -> None:
    n = 3**200_000
    written = digits(n, base)
    assert value(written, base) == n


def test_digits_of_a_worked_example() -> None:
    # erratum 20: 27 is 123 in base 4, not 122
    assert digits(27, 4) == (1, 2, 3)
    assert digits(26, 4) == (1, 2, 2)
    assert digits(0, 2) == (0,)


@given(st.integers(0, 10**40))
def test_packets_are_distinct_powers_of_two_in_decreasing_order(n: int) -> None:
    parts = packets(n)
    assert sum(parts) == n
    assert all(part & (part - 1) == 0 for part in parts)
    assert list(parts) == sorted(set(parts), reverse=True)


def test_bad_input_is_named() -> None:
    with pytest.raises(ValueError, match="base >= 2, got 1"):
        digits(5, 1)
    with pytest.raises(ValueError, match="negative"):
        digits(-1, 2)
    with pytest.raises(ValueError, match="digits from 0 to 3, got 4"):
        value((1, 4), 4)
    with pytest.raises(ValueError, match="base >= 2, got 0"):
        value((0,), 0)
