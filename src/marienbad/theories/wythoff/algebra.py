"""Wythoff's family by algebra: the n-th pair is (⌊nα + γ⌋, ⌊nβ + δ⌋).

α = (2 − k + √(k² + 4))/2 with k = ab, β = α + k, and γ, δ depend on the family (thesis 3.1.3,
3.2.3, 3.3.3, 3.4.3; misère 4.1.3). For Wythoff's game α is the golden ratio.
"""

from fractions import Fraction as Rational
from typing import Literal

from marienbad.heaps import Position
from marienbad.numeration.surds import Surd
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
    Subscript,
    Symbol,
)
from marienbad.text.relations import Relation, eq
from marienbad.text.sentences import Block, Equation, Items, Message, Table, say
from marienbad.theories.wythoff.algebraic_pairs import AlgebraicPairs
from marienbad.theories.wythoff.common import PairTheory, Working
from marienbad.theories.wythoff.pairs import Lookup, Pair, PairFamily, PairRules, Pairs
from marienbad.theories.wythoff.slopes import intercept, slope
from marienbad.theories.wythoff.steps import (
    OPPOSITE,
    N,
    R,
    difference,
    known_pairs,
    large_member,
    larger_member,
    small_member,
)

ALPHA, GAMMA = Symbol("α"), Symbol("γ")
LONG = 10**15
"""Numbers from here on are not put into decimals."""
PLACES, TABLE_PLACES = 6, 4
"""How many decimals are shown, in a line and in a table; none of them decides anything."""
SHOWN_FAMILIES = 9
"""The most families whose γ are shown in a table."""


class Algebra(PairTheory):
    """The theory of the golden ratio and its kin."""

    name = "algebra"
    part = 3
    normal_statements = (
        "wythoff_by_algebra",
        "algebra_with_a",
        "algebra_with_b",
        "algebra_with_ab",
    )
    misere_statement = "misere_algebra"
    plain_work = "yaglom"

    def pairs(self, position: Position) -> Pairs:
        return AlgebraicPairs(self.rules, *sorted(position))

    def lookup_rules(self) -> list[Block]:
        rules, k = self.rules, self.rules.step
        if k == 1:
            part = FractionalPart(Product((Symbol("z"), Symbol("τ"))))
            golden = say("wythoff.algebra.golden", tau=_golden(), part=part)
            return [*known_pairs(rules), golden, Items(_golden_rules())]
        formula = eq(ALPHA, (Number(2) - k + SquareRoot(Number(k) ** 2 + 4)) / 2)
        blocks: list[Block] = [say("wythoff.algebra.slope", alpha=_about(formula, slope(k)))]
        small, large = small_member(rules, R, N), large_member(rules, R, N)
        shift = _symbolic_gamma(rules)
        nth = eq(small, Floor(_line(shift, N)))
        law = eq(large, small + difference(rules))
        blocks.append(say("wythoff.algebra.nth", small=nth, large=law))
        if shift is not None:
            key, gamma = "intercept", _general_gamma(rules)
            if rules.is_misere:
                key, gamma = "intercept_misere", _about(gamma, intercept(rules.family(1)))
            blocks.append(say(f"wythoff.algebra.{key}", gamma=gamma))
        return [*blocks, _count_rule(rules), Items(_member_rules(rules)), *_multiples(rules)]

    def lookup_cases(self) -> tuple[str, ...]:
        members = _golden_rules() if self.rules.step == 1 else _member_rules(self.rules)
        return tuple(rule.key for rule in members)

    def case_of(self, found: Lookup) -> str | None:
        if found.heap is None:
            return None
        small, large = self.lookup_cases()
        return small if found.heap == found.pair.small else large

    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        if self.rules.step == 1:
            return _golden_member(number, pair)
        pairs = working.pairs
        assert isinstance(pairs, AlgebraicPairs)
        family = self.rules.family(residue)
        index = pairs.count_below(family, number) + 1
        quotient = slope(family.step).reciprocal() * (number - intercept(family))
        gamma = _gamma(family)
        numerator = Number(number) if gamma is None else number - gamma
        found = eq("m", Floor(numerator / ALPHA) + 1)
        found = eq(found, Floor(_decimal(quotient)) + 1) if number < LONG else found
        blocks: list[Block] = [
            Equation(eq(found, index)),
            Equation(_term(family, index, pairs.nth(family, index))),
        ]
        if pair.small == number:
            partner = larger_member(pair, family.step)
            values = {"number": number, "rank": pair.rank}
            return [*blocks, say("wythoff.algebra.small_member", partner=partner, **values)]
        opposite = self.rules.family(pair.residue)
        count = number - Number(index)
        rank = eq(count if family.epsilon else count + 1, pair.rank)
        product = Product((family.step, pair.rank), "×")
        rest = number - product - opposite.residue if opposite.residue else number - product
        key = "large_member_residue" if self.rules.b > 1 else "large_member"
        partner = eq(rest, pair.small)
        sentence = say(
            f"wythoff.algebra.{key}",
            number=number,
            rank=rank,
            partner=partner,
            residue=pair.residue,
        )
        return [*blocks, sentence]

    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        family = self.rules.family(pair.residue)
        large = Equation(larger_member(pair, family.step))
        if self.rules.step > 1:
            return [Equation(_term(family, pair.rank, pair.small)), large]
        multiple = Symbol("τ") if pair.rank == 1 else pair.rank * Symbol("τ")
        shown: list[Operand] = [Floor(multiple), pair.small]
        if pair.rank < LONG:
            shown.insert(1, Floor(_decimal(slope(1).times(pair.rank))))
        return [Equation(eq(*shown)), large]


def _golden() -> Expression:
    return _about(eq(Symbol("τ"), (1 + SquareRoot(5)) / 2), slope(1))


def _golden_rules() -> tuple[Message, ...]:
    return (
        say("wythoff.algebra.rule.golden_small"),
        say("wythoff.algebra.rule.golden_large"),
    )


def _symbolic_gamma(rules: PairRules) -> Expression | None:
    """γ in the rule: one for each r, one in misère play, none in the games that need none."""
    if rules.b > 1:
        return Subscript("γ", "r")
    return GAMMA if rules.is_misere else None


def _general_gamma(rules: PairRules) -> Expression:
    """γ_r = (a − 1)/a + rα/k for every r but 0; in misère play γ = (a − 2)/a + α/a."""
    family = rules.family(1)
    multiple = Fraction(ALPHA if rules.b == 1 else Product((R, ALPHA)), rules.step)
    shift = Rational(family.shift, family.a)
    if not shift:
        return multiple
    return Fraction(shift.numerator, shift.denominator) + multiple


def _count_rule(rules: PairRules) -> Message:
    """How the pair of a number z is looked for."""
    gamma, z = _symbolic_gamma(rules), Symbol("z")
    quotient = Floor((z if gamma is None else z - gamma) / ALPHA)
    line = Floor(_line(gamma, Symbol("m")))
    key = "wythoff.algebra.count_residue" if rules.b > 1 else "wythoff.algebra.count"
    return say(key, count=eq("m", quotient + 1), quotient=quotient, line=line)


def _member_rules(rules: PairRules) -> tuple[Message, ...]:
    """What the count says: z is a smaller member, or it is skipped and is a larger one."""
    z, m, other = Symbol("z"), Symbol("m"), Prime("m")
    less: Expression = z - Product((rules.step, other))
    if rules.b > 1:
        less = less - OPPOSITE
    elif rules.is_misere:
        less = less - 1
    form = "_residue" if rules.b > 1 else "_misere" if rules.is_misere else ""
    return (
        say("wythoff.algebra.rule.small", partner=z + difference(rules, m)),
        say(f"wythoff.algebra.rule.large{form}", partner=less),
    )


def _multiples(rules: PairRules) -> list[Block]:
    """The first multiples of α, and γ for each r, where they can be written."""
    alpha = slope(rules.step)
    if alpha.radicand >= LONG:
        return []
    multiples = [_cell(alpha.times(n)) for n in range(1, 10)]
    caption = say("wythoff.algebra.multiples", places=TABLE_PLACES)
    blocks: list[Block] = [Table((N, *range(1, 10)), ((Product((N, ALPHA)), *multiples),), caption)]
    if 1 < rules.b <= SHOWN_FAMILIES:
        cells = [_cell(intercept(rules.family(r))) for r in range(1, rules.b)]
        gammas = (Subscript("γ", "r"), *cells)
        caption = say("wythoff.algebra.gammas")
        blocks.append(Table((R, *range(1, rules.b)), (gammas,), caption))
    return blocks


def _cell(surd: Surd) -> Expression:
    return Approximation(surd.scaled(TABLE_PLACES), TABLE_PLACES, False)


def _golden_member(number: int, pair: Pair) -> list[Block]:
    """The thesis's own test for Wythoff's game: the fractional part of xτ against 1/τ²."""
    tau = Symbol("τ")
    product = slope(1).times(number)
    whole = product.floor()
    sign: Literal["<", ">"] = ">" if pair.small == number else "<"
    bound = Fraction(1, tau**2)
    multiple = tau if number == 1 else number * tau
    part = FractionalPart(multiple)
    if number < LONG:
        decimals = Approximation(product.scaled(PLACES) - whole * 10**PLACES, PLACES)
        compared: Expression = Relation(sign, Relation("=", part, decimals), bound)
        golden = Approximation((2 - slope(1)).scaled(PLACES), PLACES)
        compared = Relation("=", compared, golden)
        blocks: list[Block] = [Equation(eq(multiple, _decimal(product))), Equation(compared)]
    else:
        blocks = [Equation(Relation(sign, part, bound))]
    if pair.small == number:
        partner = eq(Floor(multiple) + 1, Number(whole) + 1, pair.large)
        return [*blocks, say("wythoff.algebra.golden_small", number=number, partner=partner)]
    partner = eq(Floor(multiple) - number, Number(whole) - number, pair.small)
    return [*blocks, say("wythoff.algebra.golden_large", number=number, partner=partner)]


def _gamma(family: PairFamily) -> Expression | None:
    """The sign of γ where the multiples of α are moved by one: γᵣ where there are several."""
    if not family.residue:
        return None
    return Subscript("γ", family.residue) if family.b > 1 else GAMMA


def _line(gamma: Expression | None, n: Operand) -> Expression:
    product = ALPHA if n == 1 else Product((n, ALPHA))
    return product if gamma is None else product + gamma


def _term(family: PairFamily, rank: int, small: int) -> Expression:
    """⌊nα + γ⌋ with its numbers put in."""
    value = slope(family.step).times(rank) + intercept(family)
    shown = [Floor(_decimal(value))] if rank < LONG else []
    return eq(Floor(_line(_gamma(family), rank)), *shown, small)


def _decimal(surd: Surd) -> Expression:
    return Approximation(surd.scaled(PLACES), PLACES)


def _about(formula: Expression, surd: Surd) -> Expression:
    return Relation("=", formula, _decimal(surd)) if surd.radicand < LONG else formula
