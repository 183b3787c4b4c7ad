"""Wythoff's family by recurrence: each pair begins with the least number not used yet.

a_{i,n} is the least number that is none of a_{i,0}, …, a_{i,n−1} and of the large members
b_{j,0}, …, b_{j,n−1} of the opposite family, and b_{i,n} = a_{i,n} + nk + i (thesis 3.1.2, 3.2.2,
3.3.2, 3.4.2; misère 4.1.2).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from functools import lru_cache
from itertools import compress

from marienbad.heaps import Position
from marienbad.text.mathematics import Symbol
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Equation, Mark, Marked, Table, Value, say
from marienbad.theories.wythoff.common import PairTheory, Working, large_member, small_member
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs

LEAST, BUILT = 64, 120
"""As far as pairs are always built, and the nanoseconds for each number that is looked at."""
REACH = 100_000
"""The largest smaller heap for which the recurrence answers."""


class Growth:
    """A family while its sequence grows: its small members, and the numbers that are still free."""

    def __init__(self, family: PairFamily, first: tuple[int, ...], bound: int) -> None:
        self.small = array("q", first)
        self.free = bytearray(b"\1") * (bound + 1)
        self.looked_at = max(first) + 1
        # a step or a residue of a thousand digits is not added: what exceeds the bound exceeds it
        self.step, self.residue = min(family.step, bound + 1), min(family.residue, bound + 1)
        self._marked = 0

    @property
    def next_large(self) -> int:
        """At most the first large member that is not marked, since a_n ≥ n."""
        return len(self.small) * (1 + self.step) + self.residue

    def take(self, end: int) -> None:
        """Let all numbers below the end that are free be small members."""
        end = min(end, len(self.free))
        numbers = range(self.looked_at, end)
        self.small.extend(compress(numbers, self.free[self.looked_at : end]))
        self.looked_at = max(self.looked_at, end)

    def mark(self, free: bytearray) -> None:
        """Let the large members be free no more in the opposite family."""
        for n in range(self._marked, len(self.small)):
            large = self.small[n] + n * self.step + self.residue
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
        first = tuple(pair.small for pair in self.rules.exceptions) or (0,)
        grown = {f.residue: Growth(f, first, self.bound) for f in self.families}
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


class Recurrence(PairTheory):
    """The theory that builds the pairs one after another."""

    name = "recurrence"
    citation = "Wythoff 1907; Deslongchamps 1999, 3.1.2, 3.2.2, 3.3.2, 3.4.2, 4.1.2"

    def check_reach(self, position: Position) -> None:
        if min(position) > REACH:
            raise OutOfReach(
                "errors.out_of_reach", theory=self.name, bound=REACH, position=position
            )

    def cost(self, position: Position) -> int:
        """The pairs are built ahead; with b > 1 up to three families are looked at."""
        return super().cost(position) + (1 if self.rules.b == 1 else 3) * self._building(position)

    def next_cost(self, position: Position) -> int:
        """With b > 1 what follows may be of another family."""
        return super().cost(position) + (0 if self.rules.b == 1 else self._building(position))

    def _building(self, position: Position) -> int:
        return BUILT * min(max(2 * min(position), LEAST), REACH)

    def pairs(self, position: Position) -> Pairs:
        return RecurrentPairs(self.rules, min(position))

    def introduce(self, pairs: Pairs, residue: int) -> list[Block]:
        rules = self.rules
        family = rules.family(residue)
        i, j = family.residue, family.opposite
        multiple = family.step * Symbol("n") if family.step > 1 else Symbol("n")
        term = small_member(rules, i, "n") + multiple
        equation = eq(large_member(rules, i, "n"), term + i if i else term)
        if rules.b == 1:
            return [say("wythoff.recurrence.rule"), Equation(equation)]
        step = say(
            "wythoff.recurrence.rule_residue",
            small=small_member(rules, i, "n"),
            own=small_member(rules, i, "m"),
            opposite=large_member(rules, j, "m"),
        )
        return [step, Equation(equation)]

    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        is_small = pair.small == number
        small = eq(small_member(self.rules, pair.residue, pair.rank), pair.small)
        large = eq(large_member(self.rules, pair.residue, pair.rank), pair.large)
        found, partner = (small, large) if is_small else (large, small)
        table = self._table(working, pair)
        return [table, say("wythoff.recurrence.member", found=found, partner=partner)]

    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        small = eq(small_member(self.rules, pair.residue, pair.rank), pair.small)
        large = eq(large_member(self.rules, pair.residue, pair.rank), pair.large)
        sentence = say("wythoff.recurrence.pair", rank=pair.rank, small=small, large=large)
        if pair != working.chosen or self._is_in_first_table(working, pair):
            return [sentence]
        return [self._table(working, pair), sentence]

    def _is_in_first_table(self, working: Working, pair: Pair) -> bool:
        """Whether the pair stands in the table in which the smaller heap was looked up."""
        held = working.held.pair
        if held in self.rules.exceptions or held.residue != pair.residue:
            return False
        return pair.rank in _ranks_around(held)

    def _table(self, working: Working, pair: Pair) -> Table:
        """The pairs around the one looked up; the one that the suggested move leaves is chosen."""
        family = self.rules.family(pair.residue)
        step, residue = family.step, family.residue
        marks: dict[int, Mark] = {pair.rank: "looked_up"}
        if working.chosen and working.chosen.residue == pair.residue:
            marks[working.chosen.rank] = "chosen"
        rows = []
        for rank in _ranks_around(pair):
            small = working.pairs.nth(family, rank)
            if small is None:
                break
            row: tuple[Value, ...] = (rank, small, small + rank * step + residue)
            rows.append(tuple(Marked(cell, marks[rank]) for cell in row) if rank in marks else row)
        return Table(_heads(self.rules, pair.residue), tuple(rows))


def _ranks_around(pair: Pair) -> range:
    """The ranks of the pairs around one, the first of them too where they are near."""
    return range(pair.rank - 3 if pair.rank > 6 else 0, pair.rank + 3)


@lru_cache(maxsize=1024)
def _heads(rules: PairRules, residue: int) -> tuple[Cell, ...]:
    """The heads of a table of pairs, kept: what is kept is written only once."""
    return Symbol("n"), small_member(rules, residue, "n"), large_member(rules, residue, "n")
