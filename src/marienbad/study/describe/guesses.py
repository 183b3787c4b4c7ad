"""A simple number in a small interval: a rational, or a root of a quadratic equation.

A guess and no more. How simple a number is, is measured by |A| + |B| + |C| of its equation
As² + Bs + C = 0 in lowest terms (A = 0: a rational). The simplest number of the interval is offered
only if an interval eleven times as wide holds no other that is as simple.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from math import gcd, isqrt

from marienbad.numeration.surds import Surd, squarefree

MOST_COMPLEX = 24
WIDENED = 5

Equation = tuple[int, int, int]


def simplest(low: Fraction, high: Fraction) -> Surd | None:
    """Return the simple number that stands out between two bounds, or ``None``.

    >>> print(simplest(Fraction(1617, 1000), Fraction(1620, 1000)))
    (1 + √5)/2
    >>> print(simplest(Fraction(1499, 1000), Fraction(1501, 1000)))
    3/2
    >>> print(simplest(Fraction(31415, 10000), Fraction(31416, 10000)))
    None
    """
    margin = WIDENED * (high - low)
    near: set[Surd] = set()
    for complexity in range(2, MOST_COMPLEX + 1):
        for equation in equations(complexity):
            near.update(roots(equation, low - margin, high + margin))
        inside = [number for number in near if low <= number <= high]
        if inside:
            return inside[0] if len(near) == 1 else None
    return None


@lru_cache(maxsize=MOST_COMPLEX)
def equations(complexity: int) -> tuple[Equation, ...]:
    """Return the equations As² + Bs + C = 0 of this complexity that do not fall into factors."""
    return tuple(
        (a, b, c)
        for a in range(complexity + 1)
        for rest in range(complexity - a + 1)
        for b in {rest, -rest}
        for c in {complexity - a - rest, a + rest - complexity}
        if gcd(a, b, c) == 1 and (a > 0 or b > 0) and not _is_reducible(a, b, c)
    )


def _is_reducible(a: int, b: int, c: int) -> bool:
    """Whether the equation is of the second degree with rational roots."""
    discriminant = b * b - 4 * a * c
    return a > 0 and discriminant >= 0 and isqrt(discriminant) ** 2 == discriminant


def roots(equation: Equation, low: Fraction, high: Fraction) -> Iterator[Surd]:
    """Return the solution between two bounds, where the sign of the equation changes.

    >>> print(*roots((1, -1, -1), Fraction(1), Fraction(2)))
    (1 + √5)/2
    """
    a, b, c = equation
    signs = [
        a * p * p + b * p * q + c * q * q
        for p, q in ((end.numerator, end.denominator) for end in (low, high))
    ]
    if signs[0] * signs[1] > 0:
        return
    if a == 0:
        yield Surd(-c, 0, b, 2)
        return
    discriminant = b * b - 4 * a * c
    radicand = squarefree(discriminant)
    factor = isqrt(discriminant // radicand)
    for sign in (1, -1):
        root = Surd(-b, sign * factor, 2 * a, radicand)
        if low <= root <= high:
            yield root
