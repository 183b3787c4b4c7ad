"""The worked examples on representations of numbers."""

import pytest

from marienbad.numeration.continued_fraction import (
    FIBONACCI,
    ContinuedFraction,
    Representation,
    zeckendorf,
)
from tests.theories.examples.support import numbers

SILVER = ContinuedFraction((2,))


def test_thesis_table_xi() -> None:
    rows = SILVER.convergents(9)
    assert [p for _, p, _ in rows] == numbers("1 1 3 7 17 41 99 239 577")
    assert [q for _, _, q in rows] == numbers("0 1 2 5 12 29 70 169 408")


def test_thesis_table_xii() -> None:
    forty, fifty = SILVER.p_representation(40), SILVER.p_representation(50)
    assert tuple(forty) == (2, 0, 2, 0)
    assert SILVER.p_value(forty.left_shift()) == 96
    assert SILVER.p_value(forty.right_shift()) == 16
    assert tuple(fifty) == (1, 0, 1, 0, 2)
    assert SILVER.p_value(fifty.left_shift()) == 122
    forty, fifty = SILVER.q_representation(40), SILVER.q_representation(50)
    assert tuple(forty) == (1, 0, 2, 0, 1)
    assert SILVER.q_value(forty.left_shift()) == 96
    assert tuple(fifty) == (1, 1, 1, 2, 0)
    assert SILVER.q_value(fifty.left_shift()) == 121


def test_thesis_after_table_xii() -> None:
    # erratum 22: (1, 0, 1, 0, 2, 0) represents 122
    assert tuple(SILVER.p_representation(122)) == (1, 0, 1, 0, 2, 0)
    assert tuple(SILVER.p_representation(121)) == (1, 0, 1, 0, 1, 2)


def test_thesis_theorems_5_and_8() -> None:
    # erratum 3: the last q-digit is below a₁, so that 2 = 1·q₁ and not 2·q₀
    assert tuple(SILVER.q_representation(2)) == (1, 0)
    # erratum 4: Fibonacci representations begin with F₂ = 1, F₃ = 2
    assert tuple(zeckendorf(1)) == (1,)
    assert tuple(zeckendorf(2)) == (1, 0)


def test_thesis_table_xiii() -> None:
    rows = FIBONACCI.convergents(12)
    assert [p for _, p, _ in rows] == numbers("1 1 2 3 5 8 13 21 34 55 89 144")
    assert [q for _, _, q in rows] == numbers("0 1 1 2 3 5 8 13 21 34 55 89")


# erratum 25: the row of 25 is R′(16) − 1, and the columns are F^8, …, F^0
@pytest.mark.parametrize(
    ("number", "representation"),
    [
        (40, "10001001"),
        (50, "10100100"),
        (33, "1010101"),
        (16, "100100"),
        (26, "1001000"),
        (25, "1000101"),
        (27, "1001001"),
        (44, "10010010"),
        (36, "10000010"),
        (22, "1000001"),
        (43, "10010001"),
        (46, "10010101"),
    ],
)
def test_thesis_tables_xiv_and_xvi(number: int, representation: str) -> None:
    assert tuple(zeckendorf(number)) == tuple(map(int, representation))


def test_thesis_table_xvi_shifts() -> None:
    assert FIBONACCI.p_value(zeckendorf(16).left_shift()) == 26
    assert FIBONACCI.p_value(zeckendorf(16).right_shift()) == 10
    assert FIBONACCI.p_value(zeckendorf(27).left_shift()) == 44
    assert FIBONACCI.p_value(zeckendorf(36).right_shift()) == 22
    # erratum 24: it is R(27), R(27) and R(36) whose zeros decide, not R(43)
    assert [zeckendorf(n).trailing_zeros % 2 for n in (27, 36, 43)] == [0, 1, 0]


def test_thesis_table_xviii() -> None:
    assert tuple(SILVER.p_representation(26)) == (1, 1, 0, 2)
    # erratum 26: the partner of 26 is 64
    assert SILVER.p_value(SILVER.p_representation(26).left_shift()) == 64
    assert tuple(SILVER.q_representation(11)) == (2, 0, 1)
    assert SILVER.p_value(Representation((2, 0, 1))) == 15
    assert tuple(SILVER.p_representation(27)) == (1, 1, 1, 0)
    assert SILVER.p_value(SILVER.p_representation(27).right_shift()) == 11
