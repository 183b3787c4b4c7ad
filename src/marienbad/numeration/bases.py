"""Integers written in a base, and as sums of distinct powers of two."""

from collections.abc import Sequence

from marienbad.numeration.integers import evaluate, plain

_FORMATS = {2: "b", 8: "o", 16: "x"}
_CHARACTERS = b"0123456789abcdef"
_DIGIT_OF_CHARACTER = bytes(max(_CHARACTERS.find(c), 0) for c in range(256))
_CHARACTER_OF_DIGIT = _CHARACTERS.ljust(256, b"0")


def digits(n: int, base: int) -> tuple[int, ...]:
    """The digits of n, most significant first; zero is written with one digit.

    >>> digits(27, 2), digits(27, 4), digits(0, 8)
    ((1, 1, 0, 1, 1), (1, 2, 3), (0,))
    """
    if base < 2:
        raise ValueError(f"expected a base >= 2, got {base}")
    if n < 0:
        raise ValueError(f"expected an integer >= 0 to write in base {base}, got a negative one")
    n = plain(n)
    if base in _FORMATS:
        return tuple(format(n, _FORMATS[base]).encode().translate(_DIGIT_OF_CHARACTER))
    if base == 4:
        pairs = [pair for digit in digits(n, 16) for pair in divmod(digit, 4)]
        return tuple(pairs[1:] if pairs[0] == 0 else pairs)
    powers = [base]
    while powers[-1] <= n:
        powers.append(powers[-1] * powers[-1])
    written: list[int] = [n]
    # Halving keeps every step on numbers of equal size; a loop on the last digit is quadratic.
    for power in reversed(powers[:-1]):
        shift = power.bit_length() - 1
        if power == 1 << shift:
            written = [part for m in written for part in (m >> shift, m & (power - 1))]
        else:
            written = [part for m in written for part in divmod(m, power)]
    start = next((i for i, digit in enumerate(written) if digit), len(written) - 1)
    return tuple(written[start:])


def value(digits: Sequence[int], base: int) -> int:
    """The integer with these digits, most significant first.

    >>> value((1, 2, 3), 4), value((), 2)
    (27, 0)
    """
    if base < 2:
        raise ValueError(f"expected a base >= 2, got {base}")
    wrong = next((digit for digit in digits if not 0 <= digit < base), None)
    if wrong is not None:
        raise ValueError(f"expected digits from 0 to {base - 1}, got {wrong}")
    if base in (2, 4, 8, 16):  # which Python reads in linear time
        return int(bytes(digits).translate(_CHARACTER_OF_DIGIT) or b"0", base)
    return plain(evaluate(digits, base))


def packets(n: int) -> tuple[int, ...]:
    """The distinct powers of two that add up to n, largest first.

    >>> packets(7), packets(0)
    ((4, 2, 1), ())
    """
    bits = digits(n, 2)
    return tuple(1 << len(bits) - 1 - i for i, bit in enumerate(bits) if bit)
