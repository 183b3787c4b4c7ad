"""Representations as values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from marienbad.numeration import Representation

digits = st.lists(st.integers(0, 3) | st.integers(0, 1000), max_size=30)


@pytest.mark.slow
@given(digits)
def test_shifts_are_inverse(written: list[int]) -> None:
    representation = Representation(written)
    assert representation.left_shift().right_shift() == representation
    assert representation.right_shift().left_shift().right_shift() == representation.right_shift()


@given(digits)
def test_digits_without_leading_zeros(written: list[int]) -> None:
    representation = Representation(written)
    assert representation == Representation((0, 0, *written))
    assert hash(representation) == hash(Representation((0, *written)))
    assert tuple(representation) == (0,) or representation[0] > 0
    assert representation.padded(31)[-len(written) :] == tuple(written) or not written
    assert [representation.from_right(j) for j in range(31)] == list(
        reversed(representation.padded(31))
    )
    assert representation.last == representation[-1] == representation.from_right(0)
    assert str(representation) == f"({', '.join(str(digit) for digit in representation)})"


@given(digits, st.integers(0, 5))
def test_trailing_zeros_are_counted(written: list[int], zeros: int) -> None:
    representation = Representation((*written, 1, *[0] * zeros))
    assert representation.trailing_zeros == zeros
    assert representation.left_shift().trailing_zeros == zeros + 1


def test_zero() -> None:
    zero = Representation(())
    assert zero == Representation((0, 0)) == zero.left_shift() == zero.right_shift()
    assert (len(zero), str(zero), zero.trailing_zeros, zero.is_zero) == (1, "(0)", 0, True)


def test_a_representation_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Representation((1,)).digits = b""  # type: ignore[misc]


def test_negative_digits_are_refused() -> None:
    with pytest.raises(ValueError, match="digits >= 0, got -1"):
        Representation((1, -1))
