"""Misère play with a = 1 and b > 1 at any size: normal play, but for chains of exceptions.

From n = 2 on, A_{r,n} differs from the a_{r,n} of normal play by −1, 0 or 1, and where it does is
known (docs/theories/misere.md): a few first places, and then each exception in one list gives one
in the opposite list, about β − 1 times as far. So there are few below any bound.
"""

from __future__ import annotations

from functools import cache

from marienbad.numeration.integers import plain
from marienbad.theories.wythoff.algebraic_pairs import AlgebraicPairs
from marienbad.theories.wythoff.misere_pairs import FIRST, MisereRules
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs


class NearNormalPairs(Pairs):
    """The pairs whose members do not exceed a bound by much.

    >>> pairs = NearNormalPairs(MisereRules(1, 2, True), 10**40)
    >>> pairs.find(pairs.rules.family(0), 40), pairs.nth(pairs.rules.family(0), 169)
    (Pair(residue=0, rank=29, small=40, large=98), 238)
    """

    def __init__(self, rules: MisereRules, bound: int) -> None:
        super().__init__(rules)
        self.bound = bound
        self.normal_rules = PairRules(1, rules.b, is_misere=False)
        self.normal = AlgebraicPairs(self.normal_rules, bound, bound)
        self.exceptions = cache(self._exceptions)

    def _exceptions(self, residue: int) -> dict[int, int]:
        """By how much the small members of a list differ from normal play, and at which numbers."""
        opposite = -residue % self.rules.b
        found: dict[int, dict[int, int]] = {residue: {}, opposite: {}}
        waiting = [(r, *start) for r in found for start in self._first(r)]
        while waiting:
            r, number, change = waiting.pop()
            found[r][number] = change
            family = self.normal_rules.family(r)
            large = self.normal.nth(family, number) + family.difference(number)
            if large <= self.bound + 1:
                other = self.normal_rules.family(-r)
                follower = self.normal.find(other, large + change)
                waiting.append((other.residue, plain(follower.rank), -change))
        return found[residue]

    def _first(self, r: int) -> list[tuple[int, int]]:
        """The first numbers of a list at which it differs, and by how much."""
        b, s = self.rules.b, -r % self.rules.b
        if r == 0:
            return [(b, 1)]
        found = [(b + s - 1, 1)] + ([(s, -1)] if s >= FIRST else [])
        is_far = self.normal.nth(self.normal_rules.family(s), 1) > 1
        return [*found, (b + s, 1)] if is_far else found

    def nth(self, family: PairFamily, index: int) -> int:
        if index < FIRST:
            return index
        small = self.normal.nth(self.normal_rules.family(family.residue), index)
        return small + self.exceptions(family.residue).get(plain(index), 0)

    def find(self, family: PairFamily, number: int) -> Pair | None:
        if number < FIRST:
            return family.pair(number, number)
        opposite = self.rules.family(family.opposite)
        for first in opposite.first:
            if number == first.large:
                return first
        normal = self.normal_rules.family(family.residue)
        for change in (0, 1, -1):
            pair = self.normal.find(normal, number - change)
            if pair.rank < FIRST or self._change(pair) != change:
                continue
            small = pair.small + change
            is_small = small == number and pair.residue == family.residue
            if is_small or pair.large + change == number:
                return (family if is_small else opposite).pair(pair.rank, small)
        return None

    def _change(self, pair: Pair) -> int:
        return self.exceptions(pair.residue).get(plain(pair.rank), 0)
