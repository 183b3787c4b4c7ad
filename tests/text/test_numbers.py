"""Integers and decimals in the reader's format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.text.numbers import decimal_text, integer_text, leading_digits, short_integer_text


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0, "0", "0"),
        (9999, "9999", "9999"),
        (10_000, "10,000", "10\u202f000"),
        (-1_234_567, "−1,234,567", "−1\u202f234\u202f567"),
        (
            10**39,
            "1" + ",000" * 13,
            "1" + "\u202f000" * 13,
        ),
        (
            10**40 + 7,
            "1000000000…0000000007 (41 digits)",
            "1000000000…0000000007 (41 chiffres)",
        ),
        (
            -(12 * 10**41),
            "−1200000000…0000000000 (43 digits)",
            "−1200000000…0000000000 (43 chiffres)",
        ),
    ],
)
def test_integers_are_grouped_and_shortened(number: int, english: str, french: str) -> None:
    assert integer_text(number, "en") == english
    assert integer_text(number, "fr") == french


@pytest.mark.slow
def test_of_a_million_digits_only_the_ends_are_written_out() -> None:
    number = 7 ** (1_183_295 - 1)
    text = integer_text(number, "en")
    assert text.endswith(" (1,000,000 digits)")
    assert text[10] == "…"


@given(st.integers(41, 4000), st.integers(-2, 2))
def test_the_first_digits_next_to_powers_of_ten(exponent: int, difference: int) -> None:
    digits = str(10**exponent + difference)
    assert leading_digits(10**exponent + difference) == (digits[:10], len(digits))


@given(st.integers(10**40, 10**300))
def test_the_first_digits_are_those_of_the_whole_number(number: int) -> None:
    assert leading_digits(number) == (str(number)[:10], len(str(number)))
    assert short_integer_text(number, "en") == f"{str(number)[:10]}…{str(number)[-10:]}"


@pytest.mark.parametrize(
    ("scaled", "places", "english", "french"),
    [
        (43_686918, 6, "43.686918…", "43,686918…"),
        (1, 6, "0.000001…", "0,000001…"),
        (-1_618, 3, "−1.618…", "−1,618…"),
        (12_345_67, 2, "12,345.67…", "12\u202f345,67…"),
        (7, 0, "7…", "7…"),
    ],
)
def test_decimals(scaled: int, places: int, english: str, french: str) -> None:
    assert decimal_text(scaled, places, "en", is_cut=True) == english
    assert decimal_text(scaled, places, "fr", is_cut=True) == french
