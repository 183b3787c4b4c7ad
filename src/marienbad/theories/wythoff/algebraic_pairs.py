"""The pairs by exact whole parts: the n-th pair of a family is (⌊nα + γ⌋, ⌊nα + γ⌋ + nk + residue).

Everything is decided with integers: ⌊(u + v√D)/w⌋ is found from one product of v with the digits of
√D. Multiples of √D add up like vectors, so that the two products for the two heaps serve for all
candidates.
"""

from functools import cached_property

from marienbad.numeration.integers import fast
from marienbad.numeration.surds import RootMultiple, root
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs


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
