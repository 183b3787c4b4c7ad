"""The slope α and the γ of a family of pairs, exactly, and how such numbers are written."""

from fractions import Fraction as Rational
from math import gcd

from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Expression, Number, Product, SquareRoot, Sum
from marienbad.theories.wythoff.pairs import PairFamily

LARGEST_FACTOR = 30
"""The largest number whose square is looked for under a root."""


def slope(k: int) -> Surd:
    """α = (2 − k + √(k² + 4))/2."""
    return Surd(2 - k, 1, 2, k * k + 4)


def intercept(family: PairFamily) -> Surd:
    """γ = (shift + residue·α/b)/a."""
    multiple = slope(family.step) * Rational(family.residue, family.step)
    return multiple + Rational(family.shift, family.a)


def surd_written(value: Surd | int) -> Expression:
    """(u + v√D)/w, small squares taken out of the root.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(surd_written(Surd(-4, 1, 2, 40)))
    '−2 + √10'
    """
    if isinstance(value, int):
        return Number(value)
    if value.is_rational:
        return Number(value.u) / value.w if value.w > 1 else Number(value.u)
    outside, inside = _without_squares(value.radicand)
    common = gcd(value.u, value.v * outside, value.w)
    u, v, w = value.u // common, value.v * outside // common, value.w // common
    root = SquareRoot(inside)
    product = root if v == 1 else Product((v, root))
    numerator = Sum((u, product)) if u else product
    return numerator / w if w > 1 else numerator


def _without_squares(radicand: int) -> tuple[int, int]:
    """The square root as a number times a root, small square factors taken out.

    >>> _without_squares(40), _without_squares(125)
    ((2, 10), (5, 5))
    """
    outside = 1
    for factor in range(2, LARGEST_FACTOR + 1):
        while radicand % factor**2 == 0:
            outside, radicand = outside * factor, radicand // factor**2
    return outside, radicand
