"""Numeration systems of Pisot numbers of any degree.

A *Pisot number* is an algebraic integer above 1 whose conjugates are all smaller than 1 in absolute
value. The greedy expansion of 1 in a base γ of this kind is finite or ends with a period; it gives
the digit language, and the numbers of words its weights (A. Bertrand-Mathis; W. Parry). If the
expansion is as short as the degree of γ, the weights obey the recurrence of γ itself, and the
conditions of :mod:`~marienbad.prover.automata.atoms` have few states. Where this fails for a
number, it may hold for a power of it: for the plastic number θ³ = θ + 1 it does for θ³.

Whether the language is right does not rest on this: :meth:`System.check` decides it by counting.

>>> plastic = power_system((0, 1, 1), 3)
>>> plastic.name, plastic.weights(8), plastic.language
('U(n) = 3 U(n-1) - 2 U(n-2) + U(n-3)', (1, 3, 7, 16, 37, 86, 200, 465), ((0, 0, 1), (2,), (0, 2)))
>>> power_system((0, 1, 1), 1) is None
True
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product

from marienbad.numeration.surds import squarefree
from marienbad.prover.systems.linear import System

Polynomial = tuple[int, ...]
"""The coefficients c of x^r = c_1 x^(r−1) + … + c_r, all of them integers."""

PRECISION = 96
"""Binary digits after the point of the enclosure of a root."""
LONGEST = 12
"""Digits of the expansion of 1 that are looked at."""
LARGEST_COEFFICIENT = 3
"""Of the cubic numbers that are tried, and of the combinations of their powers."""


def root(polynomial: Polynomial) -> Fraction:
    """A fraction just below the largest real root, which must be above 1."""

    def is_below(value: Fraction) -> bool:
        rest = Fraction(1)
        for coefficient in polynomial:
            rest = rest * value - coefficient
        return rest < 0

    low, high = Fraction(1), Fraction(1 + max(map(abs, polynomial)))
    for _ in range(PRECISION + high.numerator.bit_length()):
        middle = (low + high) / 2
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return low


def power(polynomial: Polynomial, exponent: int) -> Polynomial:
    """The polynomial of a power of the root, by the powers' traces (Newton).

    >>> power((1, 1), 2), power((0, 1, 1), 3)
    ((3, -1), (3, -2, 1))
    """
    order = len(polynomial)
    sums: list[int] = [order]
    for n in range(1, order * exponent + 1):
        known = sum(polynomial[j - 1] * sums[n - j] for j in range(1, min(n - 1, order) + 1))
        sums.append(known + (n * polynomial[n - 1] if n <= order else 0))
    traces = sums[::exponent]
    found: list[int] = []
    for n in range(1, order + 1):
        rest = traces[n] - sum(found[j - 1] * traces[n - j] for j in range(1, n))
        found.append(rest // n)
    return tuple(found)


def expansion(polynomial: Polynomial) -> tuple[Polynomial, int] | None:
    """The greedy digits of 1 in base γ, and where the period begins; ``None`` where it is long.

    A finite expansion t_1 … t_m is given as the period t_1 … (t_m − 1), which writes 1 as well.

    >>> expansion((1, 1)), expansion((3, -1)), expansion((3, -2, 1))
    (((1, 0), 0), ((2, 1), 1), ((2, 0, 1), 2))
    """
    gamma = root(polynomial)
    powers = [gamma**exponent for exponent in range(len(polynomial))]
    rest: Polynomial = (1,) + (0,) * (len(polynomial) - 1)
    seen: dict[Polynomial, int] = {}
    digits: list[int] = []
    while rest not in seen:
        if len(digits) == LONGEST:
            return None
        seen[rest] = len(digits)
        lead = rest[-1]
        shifted = [below + lead * c for below, c in zip((0, *rest), polynomial[::-1], strict=False)]
        value = sum(part * p for part, p in zip(shifted, powers, strict=True))
        # the enclosure is far closer than any two such values that are looked at
        digit = int(value + Fraction(1, 1 << (PRECISION // 2)))
        digits.append(digit)
        rest = (shifted[0] - digit, *shifted[1:])
        if not any(rest):
            return (*digits[:-1], digit - 1), 0
    return tuple(digits), seen[rest]


@lru_cache(maxsize=64)
def power_system(polynomial: Polynomial, exponent: int = 1) -> System | None:
    """The system in a power of the root of a polynomial, where it has this recurrence."""
    recurrence = power(polynomial, exponent)
    found = expansion(recurrence)
    if found is None or len(found[0]) != len(recurrence):
        return None
    digits, begin = found
    after = [*range(1, len(digits)), begin]
    language = tuple((0,) * digit + (target,) for digit, target in zip(digits, after, strict=True))
    counts, first = [1] * len(digits), []
    for _ in recurrence:
        first.append(counts[0])
        counts = [sum(counts[target] for target in targets) for targets in language]
    try:
        return System(_name(recurrence), (recurrence,), tuple(first), language, (0,)).check()
    except ValueError:
        return None


def _name(recurrence: Polynomial) -> str:
    words = ""
    for back, coefficient in enumerate(recurrence, 1):
        if coefficient:
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
            words += f"{' - ' if coefficient < 0 else ' + '}{size}U(n-{back})"
    return "U(n) = " + words.removeprefix(" + ")


@lru_cache(maxsize=1)
def cubic_units() -> tuple[Polynomial, ...]:
    """Cubic Pisot numbers whose product with the conjugates is ±1, the simplest first.

    >>> cubic_units()[:3]
    ((0, 1, 1), (1, 0, 1), (1, 1, 1))
    """
    sizes = range(-LARGEST_COEFFICIENT, LARGEST_COEFFICIENT + 1)
    every = (polynomial for polynomial in product(sizes, sizes, (-1, 1)))
    return tuple(sorted(filter(_is_pisot, every), key=lambda p: (sum(map(abs, p)), root(p))))


def discriminant(polynomial: Polynomial) -> int:
    """The discriminant of a cubic polynomial.

    >>> discriminant((0, 1, 1)), discriminant((2, -1, 1))
    (-23, -23)
    """
    a, b, c = polynomial
    return a * a * b * b + 4 * b**3 - 4 * a**3 * c - 27 * c * c - 18 * a * b * c


def _is_pisot(polynomial: Polynomial) -> bool:
    """Whether one real root of a cubic polynomial is above 1 and the others are below 1."""
    a, b, c = polynomial

    def sign(x: Fraction) -> int:
        value = x**3 - a * x**2 - b * x - c
        return (value > 0) - (value < 0)

    if sign(Fraction(1)) >= 0 or sign(Fraction(-1)) == 0:
        return False
    if discriminant(polynomial) < 0:
        return True  # the other two are conjugate, and their product is 1/γ
    steps = [sign(Fraction(n, 64)) for n in range(-64, 65)]
    return steps[0] < 0 and max(steps) > 0


def cubic_systems(low: Fraction, high: Fraction) -> list[tuple[int, int, System]]:
    """Systems of cubic fields with a simple number between two bounds, and how simple they are.

    The first number is the sum of the coefficients of the number, the second that of the cubic's.

    >>> height, size, system = cubic_systems(Fraction("1.32471"), Fraction("1.32472"))[0]
    >>> height, size, system.name
    (1, 2, 'U(n) = 3 U(n-1) - 2 U(n-2) + U(n-3)')
    """
    sizes = range(-LARGEST_COEFFICIENT, LARGEST_COEFFICIENT + 1)
    found: list[tuple[int, int, System]] = []
    fields: set[int] = set()
    for polynomial in cubic_units():
        field = squarefree(discriminant(polynomial))
        if field in fields:  # most likely the same numbers, less simply
            continue
        gamma = root(polynomial)
        heights = [
            abs(p) + abs(q) + abs(r)
            for p, q, r in product(sizes, repeat=3)
            if (q or r) and low <= p + q * gamma + r * gamma**2 <= high
        ]
        powers = (power_system(polynomial, exponent) for exponent in range(1, 5))
        system = next(filter(None, powers), None) if heights else None
        if system is not None:
            fields.add(field)
            found.append((min(heights), sum(map(abs, polynomial)), system))
    return found


QUARTIC_COEFFICIENT = 2
"""The largest coefficient of the quartic numbers that are tried, and of what is made of them."""


@lru_cache(maxsize=1)
def quartic_units() -> tuple[Polynomial, ...]:
    """Quartic Pisot numbers whose product with the conjugates is ±1, the simplest first.

    >>> quartic_units()[:2]
    ((1, 0, 0, 1), (2, 0, 0, 1))
    """
    sizes = range(-QUARTIC_COEFFICIENT, QUARTIC_COEFFICIENT + 1)
    every = filter(_seems_pisot, product(sizes, sizes, sizes, (-1, 1)))
    return tuple(sorted(every, key=lambda p: (sum(map(abs, p)), root(p))))


def _seems_pisot(polynomial: Polynomial) -> bool:
    """Whether one root of a polynomial seems to be above 1 and the others below, by floats.

    What is wrongly taken for one gives conditions with too many states, and nothing false.
    """
    import numpy as np

    roots = np.roots([1, *(-c for c in polynomial)])
    is_large = abs(roots) > 1 - 1e-9
    return int(is_large.sum()) == 1 and bool((roots[is_large].real > 1).all())


def quartic_systems(low: Fraction, high: Fraction) -> list[tuple[int, int, System]]:
    """Systems of quartic fields with a simple number between two bounds, as for cubic ones.

    >>> height, size, system = quartic_systems(Fraction("1.380277"), Fraction("1.380278"))[0]
    >>> height, size, system.name
    (1, 2, 'U(n) = U(n-1) + U(n-4)')
    """
    sizes = range(-QUARTIC_COEFFICIENT, QUARTIC_COEFFICIENT + 1)
    one = 1 << PRECISION
    least, most = int(low * one), int(high * one) + 1
    found: list[tuple[int, int, System]] = []
    for polynomial in quartic_units():
        powers = [int(root(polynomial) ** exponent * one) for exponent in range(4)]
        heights = [
            abs(p) + abs(q) + abs(r) + abs(s)
            for p, q, r, s in product(sizes, repeat=4)
            if (q or r or s)
            and least <= p * one + q * powers[1] + r * powers[2] + s * powers[3] <= most
        ]
        systems = (power_system(polynomial, exponent) for exponent in range(1, 5))
        system = next(filter(None, systems), None) if heights else None
        if system is not None and all(system != other for _, _, other in found):
            found.append((min(heights), sum(map(abs, polynomial)), system))
    return found
