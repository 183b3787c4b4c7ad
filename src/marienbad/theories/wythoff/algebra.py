"""Wythoff's family by algebra: the n-th pair is (⌊nα + γ⌋, ⌊nβ + δ⌋).

α = (2 − k + √(k² + 4))/2 with k = ab, β = α + k, and γ, δ depend on the family (thesis 3.1.3,
3.2.3, 3.3.3, 3.4.3; misère 4.1.3). For Wythoff's game α is the golden ratio.

Everything is decided with integers: ⌊(u + v√D)/w⌋ is found from one product of v with the digits of
√D. Multiples of √D add up like vectors, so that the two products for the two heaps serve for all
candidates.
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
    Subscript,
    Symbol,
)
from marienbad.text.relations import Relation, eq
from marienbad.text.sentences import Block, Equation, Items, Message, Table, say
from marienbad.theories.wythoff.common import PairTheory, Working
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs, intercept, slope
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


class AlgebraicPairs(Pairs):
    """The pairs by exact floors of quadratic irrationals.

    >>> pairs = AlgebraicPairs(PairRules(1, 1, False), 27, 46)
    >>> pairs.pair(17), pairs.pair_with(36, 0)
    (Pair(residue=0, rank=17, small=27, large=44), Pair(residue=0, rank=14, small=22, large=36))
    """

    def __init__(self, rules: PairRules, x: int, y: int) -> None:
        super().__init__(rules)
        self.root = root(rules.step**2 + 4)
        x, y = fast(x), fast(y)
        difference = y - x
        # what each heap is multiplied by √D for
        self._of_x = _coefficient(rules.family(difference), x)
        self._of_y = _coefficient(rules.family(-difference), y)
        self._needs_both = not _is_near(difference, y) and rules.are_close(x, y)

    @cached_property
    def _both(self) -> list[RootMultiple]:
        return self.root.multiples(self._of_x, self._of_y)

    @cached_property
    def _product_of_x(self) -> RootMultiple:
        return self._both[0] if self._needs_both else self.root.multiple(self._of_x)

    @cached_property
    def _product_of_y(self) -> RootMultiple:
        return self._both[1] if self._needs_both else self.root.multiple(self._of_y)

    @cached_property
    def _product_of_difference(self) -> RootMultiple:
        return self._product_of_y - self._product_of_x

    def multiple(self, coefficient: int) -> RootMultiple:
        """The multiple of √D, from the products for the heaps where that is cheaper."""
        # Every sum copies huge numbers: few are made, and none to add nothing.
        x, y = self._of_x, self._of_y
        if _is_near(rest := coefficient - x, coefficient):
            near = self._product_of_x
        elif _is_near(rest := coefficient - y, coefficient):
            near = self._product_of_y
        elif self._needs_both and _is_near(rest := rest + x, coefficient):
            near = self._product_of_difference
        else:
            return self.root.multiple(coefficient)
        return near + self.root.multiple(rest) if rest else near

    def nth(self, family: PairFamily, index: int) -> int:
        """⌊nα + γ⌋ = ⌊(N(2 − k) + 2b·shift + N√D)/2k⌋, where N = nk + residue."""
        a, k = family.a, family.step
        difference = index * k + family.residue
        rational = difference * (2 - k) + 2 * family.b * family.shift
        return self.multiple(a * difference).floor(a * rational, 2 * k * a)

    def _fraction(self, family: PairFamily, number: int) -> tuple[RootMultiple, int, int]:
        """(number − γ)/α as (m√D + rational)/divisor, where m = a·number − shift."""
        a, k = family.a, family.step
        m = _coefficient(family, number)
        return self.multiple(m), m * (k - 2) - 2 * a * family.residue, 2 * k * a

    def count_below(self, family: PairFamily, number: int) -> int:
        """⌊(number − γ)/α⌋, one less than the index of the first term not below the number."""
        multiple, rational, divisor = self._fraction(family, number)
        return multiple.floor(rational, divisor)

    def find(self, family: PairFamily, number: int) -> Pair:
        """The number is a term if more terms are below the next number."""
        a, k = family.a, family.step
        multiple, rational, divisor = self._fraction(family, number)
        below, rest = multiple.divmod(rational, divisor)
        index = below + 1
        if rest + a * (k - 2) + multiple.growth(a) >= divisor:
            return family.pair(index, number)
        opposite = self.rules.family(family.opposite)
        index = number - index + 1 - family.epsilon
        return opposite.pair(index, number - index * family.step - opposite.residue)


def _coefficient(family: PairFamily, number: int) -> int:
    """a·number − shift; a huge number is not copied for nothing."""
    return family.a * number - family.shift if family.a > 1 else number


def _is_near(rest: int, number: int) -> bool:
    """Whether the product of the rest is far cheaper than that of the number."""
    return 2 * rest.bit_length() <= number.bit_length()


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
    return (say("wythoff.algebra.rule.golden_small"), say("wythoff.algebra.rule.golden_large"))


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
