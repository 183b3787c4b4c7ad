"""The proofs of 3.3.3 and 3.4.3, which differ in a alone: the pairs as integer parts."""

from collections.abc import Iterator
from fractions import Fraction

from marienbad.numeration.beatty import Beatty, fraenkel_condition
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.study.book.proofs.families import Family, least_missing, of_remainder
from marienbad.study.book.proofs.pairs import is_to_leave
from marienbad.study.book.steps import Step, decimals, step
from marienbad.text.mathematics import Call, Symbol
from marienbad.text.sentences import Table
from marienbad.values import Record

SEARCHED = 64
"""Positions up to this are also given to the search."""
ALPHA = Symbol("α")


class Lines(Record):
    """The two lines of a family, nα + γ and nβ + δ.

    >>> lines = Lines(Family.of(1, 4, 1))
    >>> [(lines.small(n), lines.large(n)) for n in range(4)]
    [(0, 1), (1, 6), (2, 11), (4, 17)]
    """

    family: Family

    @property
    def alpha(self) -> Surd:
        return ContinuedFraction((self.family.k,)).alpha

    @property
    def beta(self) -> Surd:
        return self.alpha + self.family.k

    @property
    def gamma(self) -> Surd:
        return self.alpha * Fraction(self.family.r, self.family.k) + _shift(self.family)

    @property
    def delta(self) -> Surd:
        return self.gamma + self.family.r

    @property
    def lower(self) -> Beatty:
        return Beatty(self.alpha, self.gamma)

    @property
    def upper(self) -> Beatty:
        return Beatty(self.beta, self.delta)

    def small(self, n: int) -> int:
        return plain(self.lower.term(n))

    def large(self, n: int) -> int:
        return plain(self.upper.term(n))


@of_remainder
def slopes(family: Family, n: int) -> Iterator[Step]:
    lines, k = Lines(family), family.k
    alpha, beta, gamma, delta = map(decimals, (lines.alpha, lines.beta, lines.gamma, lines.delta))
    yield step("1", k=k, r=family.r, alpha=alpha, beta=beta, gamma=gamma, delta=delta)
    slope = lines.alpha
    theta = slope - 1
    is_so = slope * slope + slope * (k - 2) - k == slope * 0 and theta == (theta + k).reciprocal()
    yield step("2", holds=is_so)
    numbers = range(n + 1)
    small, large = [lines.small(m) for m in numbers], [lines.large(m) for m in numbers]
    phi, psi = (Call(f"{letter}ᵣ", ("n",)) for letter in "φψ")
    table = Table(("n", *numbers), ((phi, *small), (psi, *large)))
    is_so = all(v - u == k * m + family.r for m, u, v in zip(numbers, small, large, strict=True))
    yield step("3", table, holds=is_so)


@of_remainder
def fraenkel(family: Family, z: int) -> Iterator[Step]:
    """Fraenkel's theorem, worked out for the lines φ of a family and ψ of its opposite."""
    lines, opposite, first = Lines(family), Lines(family.opposite), family.first
    start = lines.small(first)
    u = (z - lines.gamma) * lines.alpha.reciprocal()
    v = (z - opposite.delta) * lines.beta.reciprocal()
    below = [max(0, -plain((-number).floor()) - first) for number in (u, v)]
    counted = [
        sum(term(n) < z for n in range(first, first + z + 1))
        for term in (lines.small, opposite.large)
    ]
    yield step(
        "1",
        holds=below == counted,
        r=family.r,
        s=family.s,
        first=first,
        start=start,
        alpha=decimals(lines.alpha),
        beta=decimals(lines.beta),
        gamma=decimals(lines.gamma),
        delta=decimals(opposite.delta),
        u=decimals(u),
        v=decimals(v),
    )
    yield step("2", holds=sum(counted) == z - start, one=below[0], other=below[1], total=z - start)
    total = z - start + 2 * first - 1
    yield step("3", holds=u + v == u * 0 + total, sum=total)
    yield step("4", holds=fraenkel_condition(lines.lower, opposite.upper, first))


@of_remainder
def conditions(family: Family, x: int) -> Iterator[Step]:
    lines, opposite, k = Lines(family), Lines(family.opposite), family.k
    alpha, beta, first = lines.alpha, lines.beta, family.first
    one = alpha * 0 + 1
    yield step("1", holds=one < alpha < one + 1 and not alpha.is_rational, radicand=k * k + 4)
    yield step("2", holds=alpha.reciprocal() + beta.reciprocal() == one)
    is_so = opposite.delta == alpha * Fraction(family.s, k) + family.s + _shift(family.opposite)
    yield step("3", holds=is_so)
    sides = lines.gamma * alpha.reciprocal() + opposite.delta * beta.reciprocal()
    is_equal = sides == one * (lines.small(first) - 2 * first + 1)
    yield step("4", holds=bool(family.r) or is_equal)
    yield step("5", holds=not family.r or (is_equal and lines.small(0) == 0))
    x = max(x, first)
    terms = range(first, x + 1)
    small = [n for n in terms if lines.small(n) == x]
    large = [n for n in terms if opposite.large(n) == x]
    (n,) = small + large
    where = "small" if small else "large"
    is_so = fraenkel_condition(lines.lower, opposite.upper, first)
    yield step(f"6_{where}", holds=is_so, r=family.r, s=family.s, x=x, n=n)


def _shift(family: Family) -> Fraction:
    """What γ has besides its multiple of α."""
    return Fraction(family.a - 1, family.a) if family.r else Fraction(0)


@of_remainder
def algebra(family: Family, n: int) -> Iterator[Step]:
    yield from _integer_parts(family, n)


@of_remainder
def algebra_with_b(family: Family, n: int) -> Iterator[Step]:
    yield from _integer_parts(family, n)
    first = Lines(Family(1, family.b, 0))
    missing = (0, 0) not in {(first.small(m), first.large(m)) for m in range(1, n + 1)}
    yield step("5", holds=missing)


def _integer_parts(family: Family, n: int) -> Iterator[Step]:
    lines, opposite = Lines(family), Lines(family.opposite)
    small, large = lines.small(n), lines.large(n)
    holds = large == small + family.k * n + family.r and lines.small(0) == 0
    yield step("1", holds=holds, r=family.r, n=n, small=small, step=family.k, large=large)
    used = {number for m in range(n) for number in (lines.small(m), opposite.large(m))}
    least = least_missing(used)
    yield step("2", holds=least == family.small(n), least=least)
    yield step("3", holds=(small, large) == family.pair(n))
    is_so = large > SEARCHED or is_to_leave(family.game, (small, large))
    yield step("4", holds=is_so, pair=(small, large))


@of_remainder
def place(family: Family, x: int) -> Iterator[Step]:
    lines, opposite = Lines(family), Lines(family.opposite)
    quotient = (x - lines.gamma) * lines.alpha.reciprocal()
    n = plain(quotient.floor()) + 1
    value = lines.small(n)
    is_so = lines.small(n - 1) < x <= value
    yield step("1", quotient=decimals(quotient), holds=is_so, r=family.r, n=n, value=value)
    m = x - n + family.first
    before = [opposite.large(i) for i in range(family.first, m)]
    yield step("2", holds=value == x or opposite.large(m) == x > max(before, default=0))
    if value == x:
        pair, number, where = family.pair(n), n, "small"
    else:
        pair, number, where = family.opposite.pair(m), m, "large"
    is_so = family.place(x) == (where, number) and x in pair
    yield step(f"3_{where}", holds=is_so, pair=pair, n=number, r=family.r, s=family.s)
