"""Digits over numerators by the greedy way of théorème 5: the reference for the quick one."""

from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.numeration.integers import plain


def greedy_p_representation(fraction: ContinuedFraction, n: int) -> Representation:
    """R_p(n) as théorème 5 finds it, the largest numerator first.

    Walking down by p_{m−2} = p_m − a_m·p_{m−1} keeps two numerators, not all of them.
    """
    before, p, i = 1, 1, 0
    while p <= n:
        i += 1
        before, p = p, fraction.quotient(i) * p + before
    digits = []
    while i > 0:
        before, p = p - fraction.quotient(i) * before, before
        i -= 1
        digit, n = divmod(n, p)
        digits.append(plain(digit))
    return Representation(tuple(digits) or (0,))
