"""Wythoff's family by arithmetic: the digits of a heap tell its partner.

The numbers are written with the numerators p_i of the convergents of α = [1; k, k, k, …]; for
Wythoff's game these are the Fibonacci numbers. In the family of residue 0 a number is a small member
when its representation ends with an even number of zeros, and its partner has the same digits
shifted by one place (thesis 3.1.4, 3.2.4). In the other families, and in misère play, the last
digits are compared with a pattern of two alternating digits (thesis 3.3.4, 3.4.4, 4.1.4).

Why: with θ = α − 1 a representation γ of x has αΣγ_j q_j − x = Σ γ_j (−1)^j θ^{j+1}, a number in (−θ, 1)
that grows with the digits in the alternating order of :meth:`Pattern.compare`; x = ⌊nα + γ⌋ for some
n exactly when this number is not in [1 − γ, α − γ), and 1 − γ is written by the pattern.
"""

from functools import cached_property
from typing import NamedTuple

from marienbad.heaps import Position
from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.text.explanation import Block
from marienbad.theories.theory import Verdict
from marienbad.theories.wythoff.pairs import Family, Pair, PairRules, Pairs, PairTheory


class Pattern(NamedTuple):
    """The digits even, odd, even, odd, … from the right, without end."""

    even: int
    odd: int

    @classmethod
    def of(cls, rules: PairRules, family: Family) -> "Pattern":
        even = 1 if rules.is_misere else family.b - family.residue
        return cls(even, family.residue)

    def compare(self, representation: Representation, start: int = 0) -> int:
        """Return 1 if the digits from index ``start`` on are above the pattern, −1 if below.

        The first difference from the right decides; at odd indices the order is reversed.

        >>> Pattern(2, 1).compare(Representation((1, 2))), Pattern(2, 1).compare(Representation((3,)))
        (-1, 1)
        """
        index = start
        while True:
            digit, expected = representation.from_right(index), self[index % 2]
            if digit != expected:
                return 1 if (digit > expected) == (index % 2 == 0) else -1
            index += 1

    def is_small(self, representation: Representation) -> bool:
        """Whether the number is a small member of the family of the pattern."""
        last = representation.last
        if last == self.even:
            return self.compare(representation) < 0
        return last != self.even + 1 or self.compare(representation, start=1) > 0

    def large(self, representation: Representation) -> Representation:
        """The representation of the partner of a small member: one digit is appended."""
        digits = tuple(representation)
        if representation.last <= self.even:
            return Representation((*digits, self.odd))
        return Representation((*digits[:-1], digits[-1] - 1, self.odd + 1))

    def small(self, representation: Representation) -> Representation:
        """The representation of the partner of a large member: the last digit is dropped."""
        digits = tuple(representation.right_shift())
        if representation.last == self.even:
            return Representation(digits)
        return Representation((*digits[:-1], digits[-1] + 1))


class ArithmeticPairs(Pairs):
    """The pairs by p- and q-representations.

    >>> pairs = ArithmeticPairs(PairRules(2, 1, False))
    >>> pairs.pair_with(26, 0), pairs.pair(23 // 2 * 2)
    (Pair(residue=0, rank=19, small=26, large=64), Pair(residue=0, rank=11, small=15, large=37))
    """

    @cached_property
    def numeration(self) -> ContinuedFraction:
        return ContinuedFraction((self.rules.step,))

    def nth(self, family: Family, index: int) -> int:
        if index == 0:
            return 0
        representation = self.numeration.q_representation(index)
        value = self.numeration.p_value(representation)
        if family.residue == 0:
            return value - representation.trailing_zeros % 2
        return value + (Pattern.of(self.rules, family).compare(representation) > 0)

    def find(self, family: Family, number: int) -> Pair:
        representation = self.numeration.p_representation(number)
        opposite = self.rules.family(family.opposite)
        if is_small_member(self.rules, family, representation):
            large = self.numeration.p_value(large_partner(self.rules, family, representation))
            return _pair(family, number, large)
        small = self.numeration.p_value(small_partner(self.rules, family, representation))
        return _pair(opposite, small, number)


def is_small_member(rules: PairRules, family: Family, representation: Representation) -> bool:
    """Whether a number is a small member of the family, by its last digits."""
    if family.residue == 0:
        return representation.trailing_zeros % 2 == 0
    return Pattern.of(rules, family).is_small(representation)


def large_partner(
    rules: PairRules, family: Family, representation: Representation
) -> Representation:
    """The digits of the partner of a small member."""
    if family.residue == 0:
        return representation.left_shift()
    return Pattern.of(rules, family).large(representation)


def small_partner(
    rules: PairRules, family: Family, representation: Representation
) -> Representation:
    """The digits of the partner of a large member."""
    if family.residue == 0:
        return representation.right_shift()
    return Pattern.of(rules, family).small(representation)


def _pair(family: Family, small: int, large: int) -> Pair:
    return Pair(family.residue, (large - small - family.residue) // family.step, small, large)


class Arithmetic(PairTheory):
    """The theory of Fibonacci digits and of continued fractions."""

    name = "arithmetic"
    citation = "Fraenkel 1982, 1984; Deslongchamps 1999, 3.1.4, 3.2.4, 3.3.4, 3.4.4, 4.1.4"

    def pairs(self, position: Position) -> Pairs:
        return ArithmeticPairs(self.rules)

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        return []
