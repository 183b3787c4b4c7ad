"""The p- and q-systems of a periodic continued fraction, and numbers written in them.

Deslongchamps, 3.0.2 and 3.0.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle

from marienbad.numeration import conversion
from marienbad.numeration.integers import Integer, digits_of, fast
from marienbad.numeration.surds import Surd, root


@dataclass(frozen=True)
class Representation:
    """Digits (δ_m, …, δ_1, δ_0), most significant first, without leading zeros; (0,) for zero.

    Small digits are kept as bytes: a number of a million digits has millions of them.

    >>> shifted = Representation((0, 1, 0, 2)).left_shift()
    >>> print(shifted, shifted.trailing_zeros, shifted.from_right(1), shifted.padded(6))
    (1, 0, 2, 0) 1 2 (0, 0, 1, 0, 2, 0)

    Deslongchamps, section 3.0.2, definitions (a) and (b).
    """

    digits: Sequence[int]

    def __post_init__(self) -> None:
        try:
            digits: bytes | tuple[int, ...] = bytes(self.digits).lstrip(b"\0") or b"\0"
        except ValueError as error:
            if min(self.digits) < 0:
                raise ValueError(f"expected digits >= 0, got {min(self.digits)}") from error
            start = next(i for i, digit in enumerate(self.digits) if digit)
            digits = tuple(self.digits[start:])
        object.__setattr__(self, "digits", digits)

    def __len__(self) -> int:
        return len(self.digits)

    def __getitem__(self, index: int) -> int:
        return self.digits[index]

    def __iter__(self) -> Iterator[int]:
        return iter(self.digits)

    def __str__(self) -> str:
        write = str if isinstance(self.digits, bytes) else digits_of  # a digit may be huge itself
        return "(" + ", ".join(map(write, self.digits)) + ")"

    @property
    def is_zero(self) -> bool:
        """Whether this is the representation of zero."""
        return self.digits[0] == 0

    @property
    def last(self) -> int:
        """The digit δ_0."""
        return self.digits[-1]

    @property
    def trailing_zeros(self) -> int:
        """How many zeros end the representation; 0 for zero itself, so that it counts as even."""
        if self.is_zero:
            return 0
        if isinstance(self.digits, bytes):
            return len(self.digits) - len(self.digits.rstrip(b"\0"))
        return next(i for i, digit in enumerate(reversed(self.digits)) if digit)

    def left_shift(self) -> Representation:
        """R′: a zero appended (zero stays zero)."""
        if isinstance(self.digits, bytes):
            return Representation(self.digits + b"\0")
        return Representation((*self.digits, 0))

    def right_shift(self) -> Representation:
        """R″: the last digit dropped."""
        return Representation(self.digits[:-1] or (0,))

    def from_right(self, j: int) -> int:
        """The digit δ_j, zero beyond the leading digit."""
        return self.digits[-1 - j] if j < len(self.digits) else 0

    def padded(self, length: int) -> tuple[int, ...]:
        """The digits with zeros before them up to this length."""
        return (0,) * (length - len(self.digits)) + tuple(self.digits)


__all__ = ["FIBONACCI", "ContinuedFraction", "Representation", "fibonacci", "zeckendorf"]


@dataclass(frozen=True)
class ContinuedFraction:
    """α = [1; a_1, a_2, …] whose quotients after the leading 1 repeat a period.

    Its convergents p_i/q_i begin with p_{−1}/q_{−1} = 1/0 and p_0/q_0 = 1/1. Every n >= 0 is
    Σ δ_i p_i in one way with 0 <= δ_i <= a_{i+1} and δ_{i+1} = a_{i+2} ⇒ δ_i = 0, and Σ δ_i q_i in
    one way if moreover δ_0 < a_1 (théorème 5, whose printed δ_0 <= a_1 allows 1 = q_0 = q_1).

    >>> silver = ContinuedFraction((2,))
    >>> print(silver.alpha, silver.p_representation(50), silver.q_representation(50))
    √8/2 (1, 0, 1, 0, 2) (1, 1, 1, 2, 0)
    """

    period: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.period or min(self.period) < 1:
            raise ValueError(f"expected a period of integers >= 1, got {self.period}")

    def quotient(self, i: int) -> int:
        """The quotient a_i, i >= 1.

        >>> [ContinuedFraction((1, 2)).quotient(i) for i in (1, 2, 3)]
        [1, 2, 1]
        """
        if i < 1:
            raise ValueError(f"expected an index >= 1, got {i}")
        return self.period[(i - 1) % len(self.period)]

    @cached_property
    def alpha(self) -> Surd:
        """α, from the quadratic equation of its periodic part.

        >>> print(FIBONACCI.alpha)
        (1 + √5)/2
        """
        (a, b), (c, d) = self._period_matrix
        # x = [a_1; a_2, …] = (ax + b)/(cx + d), hence 1/x = (d − a + √((a − d)² + 4bc))/(2b)
        return Surd(2 * b + d - a, 1, 2 * b, (a - d) ** 2 + 4 * b * c)

    @cached_property
    def _period_matrix(self) -> tuple[tuple[int, int], tuple[int, int]]:
        a, b, c, d = 1, 0, 0, 1
        for quotient in self.period:
            a, b, c, d = a * quotient + b, a, c * quotient + d, c
        return (a, b), (c, d)

    @cached_property
    def _system(self) -> conversion.System:
        return conversion.System(self.period, self.alpha.reciprocal())

    def p(self, i: int) -> Integer:
        """The numerator p_i, i >= −1.

        >>> [ContinuedFraction((2,)).p(i) for i in range(-1, 5)]
        [1, 1, 3, 7, 17, 41]
        """
        return self._convergent(i)[0]

    def q(self, i: int) -> Integer:
        """The denominator q_i, i >= −1.

        >>> [ContinuedFraction((2,)).q(i) for i in range(-1, 5)]
        [0, 1, 2, 5, 12, 29]
        """
        return self._convergent(i)[1]

    def _convergent(self, i: int) -> tuple[Integer, Integer]:
        if i < -1:
            raise ValueError(f"expected an index >= -1, got {i}")
        if i == -1:
            return 1, 0
        periods, more = divmod(i, len(self.period))
        shift = conversion.shift_of_periods(self.period, periods)
        p_before, q_before, p, q = 1, 0, 1, 1
        for a in self.period[:more]:
            p_before, q_before, p, q = p, q, a * p + p_before, a * q + q_before
        return shift.apply(p, q)

    def convergents(self, count: int) -> list[tuple[int, int, int]]:
        """The first rows (i, p_i, q_i), from i = −1.

        >>> FIBONACCI.convergents(4)
        [(-1, 1, 0), (0, 1, 1), (1, 2, 1), (2, 3, 2)]
        """
        rows = [(-1, 1, 0), (0, 1, 1)]
        for i in range(1, count - 1):
            (_, p_before, q_before), (_, p, q) = rows[-2:]
            a = self.quotient(i)
            rows.append((i, a * p + p_before, a * q + q_before))
        return rows[: max(count, 0)]

    def p_representation(self, n: int) -> Representation:
        """R_p(n), the digits of n over the numerators.

        >>> print(FIBONACCI.p_representation(33))
        (1, 0, 1, 0, 1, 0, 1)
        """
        _require_natural(n)
        return Representation(self._system.digits(fast(n)))

    def q_representation(self, n: int) -> Representation:
        """R_q(n), the digits of n over the denominators, the last below a_1.

        With m = ⌊nα⌋ the digits of R_p(m) have Σ δ_i q_i = ⌊(m + 1)/α⌋ = n. If they end below a_1
        they are R_q(n); if they end with a_1, the carry a_1·q_0 = q_1 keeps the sum.

        >>> print(FIBONACCI.q_representation(4))
        (1, 0, 1, 0)
        """
        _require_natural(n)
        alpha, n = self.alpha, fast(n)
        below = root(alpha.radicand).multiple(alpha.v * n).floor(alpha.u * n, alpha.w)
        representation = self.p_representation(below)
        if representation.last < self.period[0]:
            return representation
        return self._successor_of_full(representation)

    def _successor_of_full(self, representation: Representation) -> Representation:
        """R_p(m + 1) from an R_p(m) that ends with a_1: a_{i+1}p_i + p_{i−1} = p_{i+1} carries."""
        small = max(self.period) < 256
        digits: bytearray | list[int] = (
            bytearray(2) + bytes(representation.digits) if small else [0, 0, *representation]
        )
        i = 0
        while digits[-1 - i] == self.quotient(i + 1):
            digits[-1 - i] = 0
            if i:
                digits[-i] = 0
            digits[-2 - i] += 1
            i += 2
        return Representation(digits)

    def p_value(self, representation: Representation) -> Integer:
        """I_p, the sum Σ δ_i p_i, for any digits.

        >>> ContinuedFraction((2,)).p_value(Representation((1, 0, 1, 0, 2, 0)))
        122
        """
        return self._system.values(representation.digits, p=True)

    def q_value(self, representation: Representation) -> Integer:
        """I_q, the sum Σ δ_i q_i, defined when δ_0 < a_1.

        >>> ContinuedFraction((2,)).q_value(Representation((1, 0, 2, 0, 1)))
        40
        """
        if representation.last >= self.period[0]:
            raise ValueError(
                f"expected a last digit below {self.period[0]} for a q-interpretation, "
                f"got {representation.last}"
            )
        return self.q_sum(representation)

    def q_sum(self, representation: Representation) -> Integer:
        """The sum Σ δ_i q_i, for any digits."""
        return self._system.values(representation.digits, p=False)

    def is_admissible(self, representation: Representation) -> bool:
        """Whether 0 <= δ_i <= a_{i+1} and δ_{i+1} = a_{i+2} ⇒ δ_i = 0.

        >>> FIBONACCI.is_admissible(Representation((1, 1)))
        False
        """
        first = (len(representation) - 1) % len(self.period)
        quotients = cycle(self.period[first::-1] + self.period[:first:-1])
        full = False
        for digit, quotient in zip(representation, quotients, strict=False):
            if digit > quotient or (full and digit):
                return False
            full = digit == quotient
        return True


def _require_natural(n: int) -> None:
    if n < 0:
        raise ValueError("expected an integer >= 0 to represent, got a negative one")


FIBONACCI = ContinuedFraction((1,))
"""The golden ratio: its numerators are the Fibonacci numbers p_i = F_{i+2}."""


def zeckendorf(n: int) -> Representation:
    """n as a sum of Fibonacci numbers F_2, F_3, …, no two consecutive (théorème 8).

    >>> print(zeckendorf(50))
    (1, 0, 1, 0, 0, 1, 0, 0)
    """
    return FIBONACCI.p_representation(n)


def fibonacci(i: int) -> Integer:
    """The Fibonacci number F_i, F_0 = 0, F_1 = F_2 = 1.

    >>> [fibonacci(i) for i in range(8)]
    [0, 1, 1, 2, 3, 5, 8, 13]
    """
    if i < 0:
        raise ValueError(f"expected an index >= 0, got {i}")
    return FIBONACCI.q(i - 1)
