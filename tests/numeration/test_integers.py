"""Integers of any size, with and without gmpy2."""

import math
import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration.integers import (
    HUGE_BITS,
    _newton_isqrt,
    digits_of,
    evaluate,
    fast,
    isqrt,
    parse,
    plain,
)


@pytest.fixture(params=["0", "1"], ids=["python", "gmpy2"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    setting: str = request.param
    monkeypatch.setenv("MARIENBAD_GMPY2", setting)
    return setting


def huge(digits: int) -> int:
    return random.Random(digits).randrange(10 ** (digits - 1), 10**digits)


def test_small_numbers_stay_python_integers(engine: str) -> None:
    assert type(fast((1 << (HUGE_BITS - 1)) - 1)) is int


def test_gmpy2_can_be_switched_off(engine: str) -> None:
    number = 1 << 2 * HUGE_BITS
    if engine == "0":
        assert type(fast(number)) is int
    else:
        pytest.importorskip("gmpy2")
        assert type(fast(number)) is not int
    assert type(plain(fast(number))) is int
    assert plain(fast(-number)) == -number


@pytest.mark.parametrize("digits", [1, 4, 511, 512, 513, 1000, 1025, 4301, 20_000])
def test_decimal_digits_round_trip(engine: str, digits: int) -> None:
    limit = sys.get_int_max_str_digits()
    for number in (huge(digits), 10 ** (digits - 1), 10**digits - 1):
        text = digits_of(number)
        assert len(text) == digits
        assert parse(text) == number
        assert parse("000" + text) == number
        assert digits_of(fast(number)) == text
        assert digits_of(-number) == "-" + text
    assert sys.get_int_max_str_digits() == limit


def test_zero(engine: str) -> None:
    assert (parse("0"), digits_of(0), isqrt(0), evaluate((), 10)) == (0, "0", 0, 0)
    assert parse("0" * 5000) == 0


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1_0", "1.0", "٣", "²", "0x1", "12\n"])
def test_only_ascii_digits_are_read(text: str) -> None:
    with pytest.raises(ValueError, match="expected decimal digits"):
        parse(text)


def test_a_long_bad_input_is_shortened_in_the_message() -> None:
    with pytest.raises(ValueError, match="…") as caught:
        parse("1" * 100_000 + "x")
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize("bits", [10, 3322, 6643, 6645, 59_999, 60_001, 130_000])
def test_square_roots_at_squares_and_beside_them(engine: str, bits: int) -> None:
    side = random.Random(bits).getrandbits(bits // 2) | 1 << (bits // 2 - 1)
    assert [isqrt(side * side + e) for e in (-1, 0, 1, 2 * side, 2 * side + 1)] == [
        side - 1,
        side,
        side,
        side,
        side + 1,
    ]


@given(st.integers(min_value=1 << 2000), st.integers(0, 3000))
def test_newton_agrees_with_the_standard_library(n: int, shift: int) -> None:
    assert _newton_isqrt(n << shift) == math.isqrt(n << shift)


def test_a_negative_number_has_no_root(engine: str) -> None:
    for number in (-1, -(1 << 9000)):
        with pytest.raises(ValueError, match=r"negative|nonnegative"):
            isqrt(number)


@given(st.lists(st.integers(0, 6)), st.integers(7, 10**30))
def test_evaluation_is_horner_s(digits: list[int], base: int) -> None:
    expected = 0
    for digit in digits:
        expected = expected * base + digit
    assert evaluate(digits, base) == expected
