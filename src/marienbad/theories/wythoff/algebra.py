"""Wythoff's family by algebra: the n-th pair is (⌊nα + γ⌋, ⌊nβ + δ⌋).

α = (2 − k + √(k² + 4))/2 with k = ab, β = α + k, and γ, δ depend on the family (thesis 3.1.3,
3.2.3, 3.3.3, 3.4.3; misère 4.1.3). For Wythoff's game α is the golden ratio. Everything is decided
with integers: ⌊(u + v√D)/w⌋ is found from one product of v with the digits of √D. Multiples of √D
add up like vectors, so that the two products for the two heaps serve for all candidates.
"""

from fractions import Fraction as Rational
from functools import cached_property
from typing import Literal

from marienbad.heaps import Position
from marienbad.numeration.integers import fast
from marienbad.numeration.surds import RootMultiple, Surd, root
from marienbad.text.mathematics import (
    Approximation,
    Expression,
    Floor,
    Fraction,
    FractionalPart,
    Number,
    Operand,
    Prime,
    Product,
    SquareRoot,
    Sum,
    Symbol,
    Tuple,
)
from marienbad.text.relations import Relation, eq
from marienbad.text.sentences import Block, Equation, say
from marienbad.theories.wythoff.common import LONG, PairTheory, Working, large_member, small_member
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs

GAMMA = Symbol("γ")
PLACES = 6
"""How many decimals are shown; none of them decides anything."""


class AlgebraicPairs(Pairs):
    """The pairs by exact floors of quadratic irrationals.

    >>> pairs = AlgebraicPairs(PairRules(1, 1, False), 27, 46)
    >>> pairs.pair(17), pairs.pair_with(36, 0)
    (Pair(residue=0, rank=17, small=27, large=44), Pair(residue=0, rank=14, small=22, large=36))
    """

    def __init__(self, rules: PairRules, x: int, y: int) -> None:
        super().__init__(rules)
        self.root = root(rules.step**2 + 4)
        self.x, self.y = fast(x), fast(y)

    @cached_property
    def _product_of_x(self) -> RootMultiple:
        return self.root.multiple(self.rules.a * self.x)

    @cached_property
    def _product_of_y(self) -> RootMultiple:
        return self.root.multiple(self.rules.a * self.y)

    @cached_property
    def _product_of_difference(self) -> RootMultiple:
        return self._product_of_y - self._product_of_x

    def multiple(self, number: int) -> RootMultiple:
        """a · number · √D, from the products for the heaps where that is cheaper."""
        # Every sum copies huge numbers: few are made, and none to add nothing.
        x, y, half = self.x, self.y, number.bit_length() // 2
        if (rest := number - x).bit_length() <= half:
            near = self._product_of_x
        elif (rest := number - y).bit_length() <= half:
            near = self._product_of_y
        elif 4 * half >= y.bit_length() and (rest := rest + x).bit_length() <= half:
            near = self._product_of_difference
        else:
            return self.root.multiple(self.rules.a * number)
        return near + self.root.multiple(self.rules.a * rest) if rest else near

    def nth(self, family: PairFamily, index: int) -> int:
        """⌊nα + γ⌋ = ⌊(N(2 − k) + 2b·shift + N√D)/2k⌋, where N = nk + residue."""
        a, k = family.a, family.step
        difference = index * k + family.residue
        rational = difference * (2 - k) + 2 * family.b * family.shift
        return self.multiple(difference).floor(a * rational, 2 * k * a)

    def _fraction(self, family: PairFamily, number: int) -> tuple[RootMultiple, int, int]:
        """(number − γ)/α as (m√D + rational)/divisor, where m = a·number − shift."""
        a, k = family.a, family.step
        multiple = self.multiple(number)
        if family.shift:
            multiple -= self.root.multiple(family.shift)
        rational = (a * number - family.shift) * (k - 2) - 2 * a * family.residue
        return multiple, rational, 2 * k * a

    def count_below(self, family: PairFamily, number: int) -> int:
        """⌊(number − γ)/α⌋, one less than the index of the first term not below the number."""
        multiple, rational, divisor = self._fraction(family, number)
        return multiple.floor(rational, divisor)

    def find(self, family: PairFamily, number: int) -> Pair:
        """The number is a term if more terms are below the next number."""
        a, k = family.a, family.step
        multiple, rational, divisor = self._fraction(family, number)
        index = multiple.floor(rational, divisor) + 1
        following = multiple + self.root.multiple(a)
        if following.reaches(rational + a * (k - 2), divisor, index):
            return family.pair(index, number)
        opposite = self.rules.family(family.opposite)
        index = number - index + 1 - family.epsilon
        return opposite.pair(index, number - index * family.step - opposite.residue)


class Algebra(PairTheory):
    """The theory of the golden ratio and its kin."""

    name = "algebra"
    citation = "Wythoff 1907; Fraenkel 1982; Deslongchamps 1999, 3.1.3, 3.2.3, 3.3.3, 3.4.3, 4.1.3"

    def pairs(self, position: Position) -> Pairs:
        return AlgebraicPairs(self.rules, *sorted(position))

    def introduce(self, pairs: Pairs, residue: int) -> list[Block]:
        rules, k = self.rules, self.rules.step
        n, tau = Symbol("n"), Symbol("τ")
        if k == 1:
            golden = _about(eq(tau, (1 + SquareRoot(5)) / 2), _slope(1))
            pair = Tuple((Floor(n * tau), Floor(n * tau**2)))
            return [say("wythoff.algebra.golden"), Equation(golden), Equation(pair)]
        family = rules.family(residue)
        slope = _slope(k)
        root = SquareRoot(Number(k) ** 2 + 4)
        alpha = eq(Symbol("α"), (Number(2) - k + root) / 2, _shown(slope))
        blocks: list[Block] = [say("wythoff.algebra.slopes", k=k), Equation(_about(alpha, slope))]
        blocks.append(Equation(eq(Symbol("β"), Symbol("α") + k)))
        if family.residue:
            gamma = _intercept(family)
            formula = eq(Symbol("γ"), _shown(gamma))
            blocks += [say("wythoff.algebra.intercept"), Equation(_about(formula, gamma))]
        small = Floor(_line(family, n))
        large = small + k * n + family.residue if family.residue else Floor(n * Symbol("β"))
        names = (
            eq(small_member(rules, family.residue, "n"), small),
            eq(large_member(rules, family.residue, "n"), large),
        )
        return [*blocks, say("wythoff.algebra.pairs"), *(Equation(name) for name in names)]

    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        if self.rules.step == 1:
            return _golden_member(number, pair)
        pairs = working.pairs
        assert isinstance(pairs, AlgebraicPairs)
        rules, family = self.rules, self.rules.family(residue)
        index = pairs.count_below(family, number) + 1
        quotient = (_slope(family.step).reciprocal()) * (_intercept(family) * -1 + number)
        numerator = number - Symbol("γ") if family.residue else Number(number)
        found = eq("n", Floor(numerator / Symbol("α")) + 1)
        found = eq(found, Floor(_decimal(quotient)) + 1) if number < LONG else found
        term = _term(family, index, pairs.nth(family, index))
        blocks: list[Block] = [
            say("wythoff.algebra.first_term", number=number),
            Equation(eq(found, index)),
            Equation(term),
        ]
        if pair.small == number:
            member = large_member(rules, pair.residue, pair.rank)
            large = eq(member, _sum(number, family, pair.rank), pair.large)
            return [*blocks, say("wythoff.algebra.small_member", number=number), Equation(large)]
        opposite = rules.family(pair.residue)
        member = large_member(rules, pair.residue, "n")
        count = number - Number(index)
        rank = eq("n", count if family.epsilon else count + 1, pair.rank)
        return [
            *blocks,
            say("wythoff.algebra.large_member", number=number, member=member),
            Equation(rank),
            *_other_intercept(opposite, family),
            Equation(_term(opposite, pair.rank, pair.small, _gamma(opposite, family))),
            Equation(eq(_sum(pair.small, opposite, pair.rank), pair.large)),
        ]

    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        family = self.rules.family(pair.residue)
        if self.rules.step == 1:
            multiple = Symbol("τ") if pair.rank == 1 else pair.rank * Symbol("τ")
            shown: list[Operand] = [Floor(multiple), pair.small]
            if pair.rank < LONG:
                shown.insert(1, Floor(_decimal(_slope(1).times(pair.rank))))
            large = eq(Number(pair.small) + pair.rank, pair.large)
            return [Equation(eq(*shown)), Equation(large)]
        difference = eq(pair.difference, _sum(None, family, pair.rank))
        return [
            Equation(difference),
            Equation(_term(family, pair.rank, pair.small)),
            Equation(eq(_sum(pair.small, family, pair.rank), pair.large)),
        ]


def _golden_member(number: int, pair: Pair) -> list[Block]:
    """The thesis's own test for Wythoff's game: the fractional part of xτ against 1/τ²."""
    tau = Symbol("τ")
    product = _slope(1).times(number)
    whole = product.floor()
    sign: Literal["<", ">"] = ">" if pair.small == number else "<"
    bound = Fraction(1, tau**2)
    multiple = tau if number == 1 else number * tau
    part = FractionalPart(multiple)
    if number < LONG:
        decimals = Approximation(product.scaled(PLACES) - whole * 10**PLACES, PLACES)
        compared: Expression = Relation(sign, Relation("=", part, decimals), bound)
        golden = Approximation((_slope(1) * -1 + 2).scaled(PLACES), PLACES)
        compared = Relation("=", compared, golden)
    else:
        compared = Relation(sign, part, bound)
    blocks: list[Block] = [Equation(compared)]
    if pair.small == number:
        equation = eq(Floor(multiple) + 1, Number(whole) + 1, pair.large)
        return [*blocks, say("wythoff.algebra.golden_small", number=number), Equation(equation)]
    equation = eq(Floor(multiple) - number, Number(whole) - number, pair.small)
    return [*blocks, say("wythoff.algebra.golden_large", number=number), Equation(equation)]


def _slope(k: int) -> Surd:
    return Surd(2 - k, 1, 2, k * k + 4)


def _intercept(family: PairFamily) -> Surd:
    """γ = (shift + residue·α/b)/a."""
    return _slope(family.step) * Rational(family.residue, family.step) + Rational(
        family.shift, family.a
    )


def _gamma(family: PairFamily, reference: PairFamily) -> Expression:
    """γ, or γ′ for a family that is not the one spoken of."""
    return Symbol("γ") if family == reference else Prime("γ")


def _other_intercept(family: PairFamily, reference: PairFamily) -> list[Block]:
    if family == reference:
        return []
    gamma = _intercept(family)
    return [Equation(_about(eq(Prime("γ"), _shown(gamma)), gamma))]


def _line(family: PairFamily, n: Operand, gamma: Expression = GAMMA) -> Expression:
    product = Symbol("α") if n == 1 else Product((n, Symbol("α")))
    return product + gamma if family.residue else product


def _term(family: PairFamily, rank: int, small: int, gamma: Expression = GAMMA) -> Expression:
    """⌊nα + γ⌋ with its numbers put in."""
    value = _slope(family.step).times(rank) + _intercept(family)
    shown = [Floor(_decimal(value))] if rank < LONG else []
    return eq(Floor(_line(family, rank, gamma)), *shown, small)


def _sum(small: int | None, family: PairFamily, rank: int) -> Expression:
    """small + rank·k + residue, written out."""
    product = Product((rank, family.step), "×")
    terms: list[Operand] = [product] if small is None else [small, product]
    return Sum((*terms, family.residue)) if family.residue else Sum(terms)


def _shown(surd: Surd) -> Expression:
    """(u + v√D)/w."""
    root = SquareRoot(surd.radicand)
    product = root if surd.v == 1 else Product((surd.v, root))
    numerator = Sum((surd.u, product)) if surd.u else product
    return numerator / surd.w if surd.w > 1 else numerator


def _decimal(surd: Surd) -> Expression:
    return Approximation(surd.scaled(PLACES), PLACES)


def _about(formula: Expression, surd: Surd) -> Expression:
    return Relation("=", formula, _decimal(surd)) if surd.radicand < LONG else formula
