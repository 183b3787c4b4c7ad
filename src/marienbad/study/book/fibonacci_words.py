"""Numbers by their digits in the Fibonacci numeration, for the proofs of 3.1.4."""

from marienbad.numeration.continued_fraction import FIBONACCI, Representation, zeckendorf
from marienbad.numeration.integers import plain
from marienbad.text.mathematics import DigitString


def value(word: Representation) -> int:
    return plain(FIBONACCI.p_value(word))


def shifted(x: int) -> int:
    """I(R′(x)): a zero appended."""
    return value(zeckendorf(x).left_shift())


def dropped(x: int) -> int:
    """I(R″(x)): the last digit dropped."""
    return value(zeckendorf(x).right_shift())


def zeros(x: int) -> int:
    return zeckendorf(x).trailing_zeros


def is_even(x: int) -> bool:
    """Whether a number ends with an even number of zeros; 0 counts as even."""
    return zeros(x) % 2 == 0


def word(x: int) -> DigitString:
    return DigitString(tuple(zeckendorf(x)))


def weight(i: int) -> int:
    """F^i = F_{i+2}."""
    return plain(FIBONACCI.p(i))


def places(x: int) -> list[int]:
    """The places of the ones, the highest first."""
    digits = tuple(zeckendorf(x))
    return [len(digits) - 1 - i for i, digit in enumerate(digits) if digit]
