"""Wythoff's family by algebra: the n-th pair is (⌊nα + γ⌋, ⌊nβ + δ⌋).

α = (2 − k + √(k² + 4))/2 with k = ab, β = α + k, and γ, δ depend on the family (thesis 3.1.3, 3.2.3,
3.3.3, 3.4.3; misère 4.1.3). For Wythoff's game α is the golden ratio. Everything is decided with
integers: ⌊(u + v√D)/w⌋ is found from one product of v with the digits of √D. Multiples of √D add up
like vectors, so that the two products for the two heaps serve for all candidates.
"""

from functools import cached_property

from marienbad.heaps import Position
from marienbad.numeration.integers import fast
from marienbad.numeration.surds import RootMultiple, root
from marienbad.text.explanation import Block
from marienbad.theories.theory import Verdict
from marienbad.theories.wythoff.pairs import Family, Pair, PairRules, Pairs, PairTheory


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
    def _known(self) -> dict[int, RootMultiple]:
        return {}

    def _product(self, number: int) -> RootMultiple:
        if number not in self._known:
            self._known[number] = self.root.multiple(number)
        return self._known[number]

    def multiple(self, number: int) -> RootMultiple:
        """number · √D, from the products for the heaps where that is cheaper."""
        x, y = self.x, self.y
        bases = ((0, 0), (1, 0), (0, 1), (-1, 1))
        p, q = min(bases, key=lambda base: abs(number - base[0] * x - base[1] * y).bit_length())
        near = self.root.multiple(number - p * x - q * y)
        if p:
            near = near + self._product(x) * p
        if q:
            near = near + self._product(y) * q
        return near

    def nth(self, family: Family, index: int) -> int:
        """⌊nα + γ⌋ = ⌊(N(2 − k) + 2b·shift + N√D)/2k⌋, where N = nk + residue."""
        k = family.step
        difference = index * k + family.residue
        rational = difference * (2 - k) + 2 * family.b * family.shift
        return self.multiple(difference).floor(rational, 2 * k)

    def count_below(self, family: Family, number: int) -> int:
        """⌊(number − γ)/α⌋, one less than the index of the first term above the number.

        With m = a·number − shift it is ⌊(m(k − 2) − 2a·residue + m√D)/2ka⌋.
        """
        a, k = family.a, family.step
        m = a * number - family.shift
        multiple = self.multiple(number) * a - self.root.multiple(family.shift)
        return multiple.floor(m * (k - 2) - 2 * a * family.residue, 2 * k * a)

    def find(self, family: Family, number: int) -> Pair:
        index = self.count_below(family, number) + 1
        if self.count_below(family, number + 1) >= index:
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

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        return []
