"""The proofs of 3.3.3 and 3.4.3, which differ in a alone: the pairs as integer parts."""

from collections.abc import Iterator
from fractions import Fraction

from marienbad.numeration.beatty import Beatty, fraenkel_condition
from marienbad.numeration.continued_fraction import ContinuedFraction
from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.study.book.entry import Step
from marienbad.study.book.family import is_to_leave
from marienbad.study.book.remainders import Family, least_missing
from marienbad.study.book.steps import decimals, equation
from marienbad.text.mathematics import Call, Number, Operand, SquareRoot, Symbol
from marienbad.text.sentences import Equation, Table, say
from marienbad.values import Record

SEARCHED = 64
"""Positions up to this are also given to the search."""
ALPHA, BETA = Symbol("α"), Symbol("β")


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


def slopes(key: str, family: Family, n: int) -> Iterator[Step]:
    lines, k = Lines(family), family.k
    root = SquareRoot(Number(k) ** 2 + 4)
    gamma, delta = (Call(name, (family.r,)) for name in "γδ")
    shown = (
        equation(ALPHA, (Number(2) - k + root) / 2, decimals(lines.alpha)),
        _equal(BETA, lines.beta),
        _equal(gamma, lines.gamma),
        _equal(delta, lines.delta),
    )
    yield Step(say(f"{key}.1", k=k, r=family.r), shown)
    alpha = lines.alpha
    theta = alpha - 1
    yield Step(
        say(f"{key}.2"),
        holds=alpha * alpha + alpha * (k - 2) - k == alpha * 0
        and theta == (theta + k).reciprocal(),
    )
    numbers = range(n + 1)
    small, large = [lines.small(m) for m in numbers], [lines.large(m) for m in numbers]
    phi, psi = (Call(f"{letter}ᵣ", ("n",)) for letter in "φψ")
    table = Table(("n", *numbers), ((phi, *small), (psi, *large)))
    yield Step(
        say(f"{key}.3"),
        (table,),
        holds=all(v - u == k * m + family.r for m, u, v in zip(numbers, small, large, strict=True)),
    )


def _equal(name: Operand, value: Surd) -> Equation:
    return equation(name, decimals(value))


def fraenkel(key: str, family: Family, z: int) -> Iterator[Step]:
    """Fraenkel's theorem, worked out for the lines φ of a family and ψ of its opposite."""
    lines, opposite, first = Lines(family), Lines(family.opposite), family.first
    start = lines.small(first)
    u = (z - lines.gamma) * lines.alpha.reciprocal()
    v = (z - opposite.delta) * lines.beta.reciprocal()
    below = [max(0, -plain((-number).floor()) - first) for number in (u, v)]
    shown = (
        _equal(ALPHA, lines.alpha),
        _equal(BETA, lines.beta),
        _equal("γ", lines.gamma),
        _equal("δ", opposite.delta),
        _equal("u", u),
        _equal("v", v),
    )
    counted = [
        sum(term(n) < z for n in range(first, first + z + 1))
        for term in (lines.small, opposite.large)
    ]
    values = {"r": family.r, "s": family.s, "first": first, "start": start, "z": z}
    yield Step(say(f"{key}.1", **values), shown, holds=below == counted)
    yield Step(
        say(f"{key}.2", one=below[0], other=below[1], total=z - start),
        holds=sum(counted) == z - start,
    )
    total = z - start + 2 * first - 1
    yield Step(say(f"{key}.3", sum=total), holds=u + v == u * 0 + total)
    yield Step(say(f"{key}.4"), holds=fraenkel_condition(lines.lower, opposite.upper, first))
    yield Step(say(f"{key}.5"))
    yield Step(say(f"{key}.6"))


def conditions(key: str, family: Family, x: int) -> Iterator[Step]:
    lines, opposite, k = Lines(family), Lines(family.opposite), family.k
    alpha, beta, first = lines.alpha, lines.beta, family.first
    one = alpha * 0 + 1
    yield Step(
        say(f"{key}.1", radicand=k * k + 4), holds=one < alpha < one + 1 and not alpha.is_rational
    )
    yield Step(say(f"{key}.2"), holds=alpha.reciprocal() + beta.reciprocal() == one)
    yield Step(
        say(f"{key}.3"),
        holds=opposite.delta == alpha * Fraction(family.s, k) + family.s + _shift(family.opposite),
    )
    sides = lines.gamma * alpha.reciprocal() + opposite.delta * beta.reciprocal()
    is_equal = sides == one * (lines.small(first) - 2 * first + 1)
    yield Step(say(f"{key}.4"), holds=bool(family.r) or is_equal)
    yield Step(say(f"{key}.5"), holds=not family.r or (is_equal and lines.small(0) == 0))
    x = max(x, first)
    terms = range(first, x + 1)
    small = [n for n in terms if lines.small(n) == x]
    large = [n for n in terms if opposite.large(n) == x]
    (n,) = small + large
    where = "small" if small else "large"
    yield Step(
        say(f"{key}.6_{where}", r=family.r, s=family.s, x=x, n=n),
        holds=fraenkel_condition(lines.lower, opposite.upper, first),
    )


def _shift(family: Family) -> Fraction:
    """What γ has besides its multiple of α."""
    return Fraction(family.a - 1, family.a) if family.r else Fraction(0)


def algebra(key: str, family: Family, n: int) -> Iterator[Step]:
    lines, opposite = Lines(family), Lines(family.opposite)
    small, large = lines.small(n), lines.large(n)
    yield Step(
        say(f"{key}.1", r=family.r, n=n, small=small, step=family.k, large=large),
        holds=large == small + family.k * n + family.r and lines.small(0) == 0,
    )
    used = {number for m in range(n) for number in (lines.small(m), opposite.large(m))}
    least = least_missing(used)
    yield Step(say(f"{key}.2", least=least), holds=least == family.small(n))
    yield Step(say(f"{key}.3"), holds=(small, large) == family.pair(n))
    is_so = large > SEARCHED or is_to_leave(family.game, (small, large))
    yield Step(say(f"{key}.4", pair=(small, large)), holds=is_so)


def place(key: str, family: Family, x: int) -> Iterator[Step]:
    lines, opposite = Lines(family), Lines(family.opposite)
    quotient = (x - lines.gamma) * lines.alpha.reciprocal()
    n = plain(quotient.floor()) + 1
    value = lines.small(n)
    yield Step(
        say(f"{key}.1", r=family.r, x=x, n=n, value=value),
        (_equal((Number(x) - Call("γ", (family.r,))) / ALPHA, quotient),),
        holds=lines.small(n - 1) < x <= value,
    )
    m = x - n + family.first
    before = [opposite.large(i) for i in range(family.first, m)]
    yield Step(say(f"{key}.2"), holds=value == x or opposite.large(m) == x > max(before, default=0))
    if value == x:
        pair, number, where = family.pair(n), n, "small"
    else:
        pair, number, where = family.opposite.pair(m), m, "large"
    yield Step(
        say(f"{key}.3_{where}", x=x, pair=pair, n=number, r=family.r, s=family.s),
        holds=family.place(x) == (where, number) and x in pair,
    )
