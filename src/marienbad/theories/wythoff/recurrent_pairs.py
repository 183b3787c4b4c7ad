"""The pairs one after another: each begins with the least number not used yet.

a_{i,n} is the least number that is none of a_{i,0}, …, a_{i,n−1} and of the large members
b_{j,0}, …, b_{j,n−1} of the opposite family, and b_{i,n} = a_{i,n} + nk + i.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import compress

from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs

LEAST = 64
"""As far as pairs are always built."""
REACH = 100_000
"""The largest smaller heap for which the recurrence answers."""


class Growth:
    """A family while its sequence grows: its small members, and the numbers that are still free."""

    def __init__(self, family: PairFamily, first: tuple[Pair, ...], bound: int) -> None:
        self.small = array("q", (pair.small for pair in first))
        self.free = bytearray(b"\1") * (bound + 1)
        self.looked_at = max(self.small) + 1
        # a step or a residue of a thousand digits is not added: what exceeds the bound exceeds it
        self.step = min(family.step, bound + 1)
        self.lead = min(family.step + family.lead, bound + 1) - self.step
        self._first, self._marked = tuple(pair.large for pair in first), 0

    @property
    def next_large(self) -> int:
        """At most the first large member that is not marked, since a_n ≥ n."""
        return len(self.small) * (1 + self.step) + self.lead

    def take(self, end: int) -> None:
        """Let all numbers below the end that are free be small members."""
        end = min(end, len(self.free))
        numbers = range(self.looked_at, end)
        self.small.extend(compress(numbers, self.free[self.looked_at : end]))
        self.looked_at = max(self.looked_at, end)

    def mark(self, free: bytearray) -> None:
        """Let the large members be free no more in the opposite family."""
        while self._marked < len(self._first):
            if self._first[self._marked] < len(free):
                free[self._first[self._marked]] = 0
            self._marked += 1
        for n in range(self._marked, len(self.small)):
            large = self.small[n] + n * self.step + self.lead
            if large >= len(free):
                break
            free[large] = 0
            self._marked = n + 1


class Sequences:
    """The small members of a family and of its opposite, built as far as needed.

    >>> sequences = Sequences(PairRules(a=1, b=1, is_misere=False), 0)
    >>> sequences.extend(20)
    >>> list(sequences.small[0][:10])
    [0, 1, 3, 4, 6, 8, 9, 11, 12, 14]
    """

    def __init__(self, rules: PairRules, residue: int) -> None:
        family = rules.family(residue)
        opposite = rules.family(family.opposite)
        self.rules = rules
        self.families = (family,) if family == opposite else (family, opposite)
        self.small: dict[int, array[int]] = {}
        self.bound = -1

    def extend(self, bound: int) -> None:
        """Build every pair whose small member is at most the bound."""
        if bound <= self.bound:
            return
        self.bound = max(bound, min(2 * self.bound, REACH), LEAST)
        grown = {
            f.residue: Growth(f, self.rules.exceptions or f.first, self.bound)
            for f in self.families
        }
        facing = [(grown[f.residue], grown[f.opposite]) for f in self.families]
        while any(growth.looked_at <= self.bound for growth in grown.values()):
            for growth, opposite in facing:
                growth.mark(opposite.free)
            ends = [opposite.next_large for _, opposite in facing]
            for (growth, _), end in zip(facing, ends, strict=True):
                growth.take(end)
        self.small = {residue: growth.small for residue, growth in grown.items()}


@lru_cache(maxsize=8)
def sequences_of(rules: PairRules, residue: int) -> Sequences:
    """The sequences of a family, kept for the next question."""
    return Sequences(rules, residue)


class RecurrentPairs(Pairs):
    """The pairs whose small member does not exceed the smaller heap."""

    def __init__(self, rules: PairRules, bound: int) -> None:
        super().__init__(rules)
        self.bound = bound
        self._small: dict[int, array[int]] = {}

    def sequence(self, family: PairFamily) -> array[int]:
        """The small members of a family, beyond the smaller heap."""
        residue = family.residue
        if residue not in self._small:
            sequences = sequences_of(self.rules, max(residue, family.opposite))
            sequences.extend(self.bound)
            self._small[residue] = sequences.small[residue]
        return self._small[residue]

    def nth(self, family: PairFamily, index: int) -> int | None:
        small = self.sequence(family)
        return small[index] if index < len(small) else None

    def find(self, family: PairFamily, number: int) -> Pair | None:
        small = self.sequence(family)
        index = bisect_left(small, number)
        if index < len(small) and small[index] == number:
            return family.pair(index, number)
        opposite = self.rules.family(family.opposite)
        small = self.sequence(opposite)
        indices = range(len(small))
        index = bisect_left(indices, number, key=lambda n: opposite.pair(n, small[n]).large)
        pair = opposite.pair(index, small[index]) if index < len(small) else None
        return pair if pair is not None and pair.large == number else None
