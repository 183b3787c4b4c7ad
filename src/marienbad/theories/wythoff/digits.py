"""The digits of a number tell whether it is the smaller of its pair, and its partner.

The numbers are written with the numerators p_i of the convergents of α = [1; k, k, k, …]; for
Wythoff's game these are the Fibonacci numbers. In the family of residue 0 a number is a small
member when its representation ends with an even number of zeros, and its partner has the same
digits shifted by one place (thesis 3.1.4, 3.2.4). In the other families, and in misère play, the
last digits are compared with a pattern of two alternating digits (thesis 3.3.4, 3.4.4, 4.1.4).

Why: with θ = α − 1 the digits δ of x give S = αΣδ_j q_j − x = Σ δ_j (−1)^j θ^{j+1}, a number in
(−θ, 1) that grows with the digits in the alternating order of :meth:`Pattern.compare`;
x = ⌊nα + γ⌋ for some n exactly when S is not in [1 − γ, α − γ), and 1 − γ is what the pattern
writes.
"""

from functools import cached_property
from typing import NamedTuple

from marienbad.numeration.continued_fraction import ContinuedFraction, Representation
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs


class Pattern(NamedTuple):
    """The digits even, odd, even, odd, … from the right, without end."""

    even: int
    odd: int

    @classmethod
    def of(cls, rules: PairRules, family: PairFamily) -> "Pattern":
        even = 1 if rules.is_misere else family.b - family.residue
        return cls(even, family.residue)

    def compare(self, representation: Representation, start: int = 0) -> int:
        """Return 1 if the digits from index ``start`` on are above the pattern, −1 if below.

        The first difference from the right decides; at odd indices the order is reversed.

        >>> (
        ...     Pattern(2, 1).compare(Representation((1, 2))),
        ...     Pattern(2, 1).compare(Representation((3,))),
        ... )
        (-1, 1)
        """
        index = self.first_difference(representation, start)
        is_larger = representation.from_right(index) > self[index % 2]
        return 1 if is_larger == (index % 2 == 0) else -1

    def first_difference(self, representation: Representation, start: int = 0) -> int:
        """The first index, from the right, at which a digit is not that of the pattern."""
        index = start
        while representation.from_right(index) == self[index % 2]:
            index += 1
        return index

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
    >>> pairs.pair_with(26, 0), pairs.pair(22)
    (Pair(residue=0, rank=19, small=26, large=64), Pair(residue=0, rank=11, small=15, large=37))
    """

    @cached_property
    def numeration(self) -> ContinuedFraction:
        return ContinuedFraction((self.rules.step,))

    def nth(self, family: PairFamily, index: int) -> int:
        if index == 0:
            return 0
        representation = self.numeration.q_representation(index)
        value = self.numeration.p_value(representation)
        if family.residue == 0:
            return value - representation.trailing_zeros % 2
        return value + (Pattern.of(self.rules, family).compare(representation) > 0)

    def find(self, family: PairFamily, number: int) -> Pair:
        representation = self.numeration.p_representation(number)
        is_small = is_small_member(self.rules, family, representation)
        digits = partner_digits(self.rules, family, representation, is_small)
        partner = self.numeration.p_value(digits)
        if is_small:
            return _pair(family, number, partner)
        return _pair(self.rules.family(family.opposite), partner, number)


def is_small_member(rules: PairRules, family: PairFamily, representation: Representation) -> bool:
    """Whether a number is a small member of the family, by its last digits."""
    if family.residue == 0:
        return representation.trailing_zeros % 2 == 0
    return Pattern.of(rules, family).is_small(representation)


def partner_digits(
    rules: PairRules, family: PairFamily, representation: Representation, is_small: bool
) -> Representation:
    """The digits of the partner of a small or of a large member."""
    if family.residue == 0:
        return representation.left_shift() if is_small else representation.right_shift()
    pattern = Pattern.of(rules, family)
    return pattern.large(representation) if is_small else pattern.small(representation)


def _pair(family: PairFamily, small: int, large: int) -> Pair:
    return Pair(family.residue, (large - small - family.residue) // family.step, small, large)
