"""The pairs of misère play with b > 1, for every a: a law of our own (docs/theories/misere.md).

Family r begins with (0, b + r) and (1, 1 + r); from n = 2 on the n-th pair is made of the least
number that has not appeared in class r and of that number plus b(a(n − 1) + 1) + r. A pair of
family r puts its smaller member into class r and its larger one into class −r (mod b).

With a = 1 the pairs of any size are those of normal play, but for chains of exceptions: from n = 2
on, A_{r,n} differs from the a_{r,n} of normal play by −1, 0 or 1, and where it does is
known (docs/theories/misere.md): a few first places, and then each exception in one list gives one
in the opposite list, about β − 1 times as far. So there are few below any bound.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from itertools import count, takewhile
from operator import add

from marienbad.games.definition import Definition
from marienbad.numeration.integers import plain
from marienbad.text.problems import OutOfReach
from marienbad.theories.wythoff.algebra import AlgebraicPairs
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs, TwoHeaps
from marienbad.theories.wythoff.recurrence import LEAST, RecurrentPairs, Sequences

FIRST = 2
"""The pairs of a family that are given: (0, b + r) and (1, 1 + r)."""
WIDEST = 1 << 15
"""How many numbers are looked at together for a list in order."""
LARGEST_COUNT = 10_000_000
"""The most numbers, in all families together, among which lost starts are counted."""


class MisereFamily(PairFamily):
    """One family of pairs of misère play with b > 1."""

    @property
    def first(self) -> tuple[Pair, ...]:
        return self.pair(0, 0), self.pair(1, 1)

    @property
    def lead(self) -> int:
        return self.residue + self.b - self.step

    def difference(self, index: int) -> int:
        if index < FIRST:
            return self.residue + self.b * (1 - index)
        return super().difference(index)


class MisereRules(PairRules):
    """The families of misère play with b > 1.

    >>> rules = MisereRules(1, 2, True)
    >>> rules.family(1).first
    (Pair(residue=1, rank=0, small=0, large=3), Pair(residue=1, rank=1, small=1, large=2))
    """

    @property
    def exceptions(self) -> tuple[Pair, ...]:
        return ()

    def family(self, residue: int) -> MisereFamily:
        residue %= self.b
        return MisereFamily(self.a, self.b, residue, 0, -residue % self.b)

    def index_of(self, quotient: int) -> int:
        """The number of the pair whose difference is the largest with a quotient up to this one.

        The quotients of the differences by b are 1, 0, a + 1, 2a + 1, …

        >>> [MisereRules(2, 3, True).index_of(quotient) for quotient in range(7)]
        [1, 0, 0, 2, 2, 3, 3]
        """
        nearest = (quotient - 1) // self.a
        return nearest + 1 if nearest > 0 else int(quotient == 0)

    def quotient(self, index: int) -> int:
        """The whole part of the difference of a pair divided by b."""
        return self.family(0).difference(index) // self.b

    def family_of_difference(self, difference: int) -> tuple[PairFamily, int] | None:
        quotient = difference // self.b
        index = self.index_of(quotient)
        return (self.family(difference), index) if self.quotient(index) == quotient else None

    def within_reach(self, difference: int) -> Iterator[tuple[PairFamily, int, bool]]:
        """The pairs whose difference a move from both heaps can leave: at most five.

        >>> reached = MisereRules(5, 2, True).within_reach(4)
        >>> [(family.residue, index, is_ahead) for family, index, is_ahead in reached]
        [(0, 1, True), (0, 0, True), (0, 2, True), (0, 0, False)]
        """
        ahead, behind = self.family(difference), self.family(-difference)
        quotient = difference // self.b
        nearest = self.index_of(quotient)
        for index in sorted({1, 0, nearest, max(nearest, 1) + 1}, key=self.quotient):
            if abs(self.quotient(index) - quotient) < self.a:
                yield ahead, index, True
        # behind: the quotients −1 and −2, or for r = 0 the only one −1
        for index in (1, 0) if behind.residue else (0,):
            if quotient + self.quotient(index) + bool(behind.residue) < self.a:
                yield behind, index, False


class MiserePairs(RecurrentPairs):
    """The pairs as far as they are built."""

    def find(self, family: PairFamily, number: int) -> Pair | None:
        for pair in self.rules.family(family.opposite).first:
            if number == pair.large:
                return pair
        return super().find(family, number)


class _Families:
    """The sequences of all families, built as far as they are asked for."""

    def __init__(self, rules: MisereRules) -> None:
        self.rules = rules
        self._sequences: dict[int, Sequences] = {}

    def small(self, residue: int, bound: int) -> array[int]:
        """The small members of a family, up to a bound and perhaps beyond."""
        key = max(residue, -residue % self.rules.b)
        if key not in self._sequences:
            self._sequences[key] = Sequences(self.rules, key)
        self._sequences[key].extend(bound)
        return self._sequences[key].small[residue]

    def nth(self, residue: int, index: int) -> int:
        """The small member of the pair of that index."""
        if index < FIRST:
            return index
        bound = 1 << (2 * index).bit_length()  # a_n ≤ 2n
        return self.small(residue, bound)[index]

    def between(self, low: int, high: int) -> list[TwoHeaps]:
        """The pairs after the first ones whose small member is in range, in order."""
        found: list[TwoHeaps] = []
        for residue in range(self.rules.b):
            small, family = self.small(residue, high), self.rules.family(residue)
            first, last = (bisect_left(small, edge, FIRST) for edge in (low, high))
            found += ((small[n], small[n] + family.difference(n)) for n in range(first, last))
        return sorted(found)


def pairs_by_number(game: Definition) -> Iterator[TwoHeaps]:
    """Return the pairs by their number n and then by r, without end.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(pairs_by_number(define("wythoff:b=2,misere")), 6))
    [(0, 2), (0, 3), (1, 1), (1, 2), (3, 7), (4, 9)]
    """
    rules = MisereRules.of(game)
    families = _Families(rules)
    for index in count():
        for residue in range(rules.b):
            yield rules.family(residue).pair(index, families.nth(residue, index)).members


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[TwoHeaps]:
    """Return the pairs x ≤ y ordered by x, then y, without end or with y below a bound.

    >>> from marienbad.games.catalogue import define
    >>> list(ordered_pairs(define("wythoff:a=2,b=2,misere"), 12))
    [(0, 2), (0, 3), (1, 1), (1, 2), (3, 9), (4, 11)]
    """
    rules = MisereRules.of(game)
    for x, first in ((0, rules.b), (1, 1)):
        last = first + rules.b if below is None else min(first + rules.b, below)
        yield from ((x, y) for y in range(first, last))
    # all later differences are at least b(a + 1)
    end = None if below is None else below - rules.b * (rules.a + 1)
    families, low = _Families(rules), FIRST
    while end is None or low < end:
        high = low + min(max(low, LEAST), WIDEST)
        pairs = families.between(low, high)
        yield from (pair for pair in pairs if below is None or pair[1] < below)
        low = high


def lost_starts(game: Definition, size: int) -> int:
    """Count the pairs to leave below the size, each in both orders, along the list.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("wythoff:b=2,misere"), 20)
    23
    """
    rules = MisereRules.of(game)
    b = rules.b
    lost = 2 * min(max(size - b, 0), b) + 2 * min(max(size - 1, 0), b) - (size > 1)
    if size <= FIRST + b * (rules.a + 1):
        return lost
    if b * size > LARGEST_COUNT:
        raise OutOfReach("chance.too_far", game=game.name, bound=LARGEST_COUNT // b)
    families = _Families(rules)
    for residue in range(b):
        small = families.small(residue, size)
        larges = map(add, small[FIRST:], map(rules.family(residue).difference, count(FIRST)))
        lost += 2 * sum(1 for _ in takewhile(size.__gt__, larges))
    return lost


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
