"""Wythoff's family by recurrence: each pair begins with the least number not used yet.

a_{i,n} is the least number that is none of a_{i,0}, …, a_{i,n−1} and of the large members
b_{j,0}, …, b_{j,n−1} of the opposite family, and b_{i,n} = a_{i,n} + nk + i.

Thesis 3.1.2, 3.2.2, 3.3.2, 3.4.2; misère 4.1.2.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain, compress

from marienbad.heaps import Position
from marienbad.text.mathematics import Expression, Symbol
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Mark, Marked, Message, Table, say
from marienbad.theories.theory import Verdict
from marienbad.theories.wythoff.common import PairTheory, Working
from marienbad.theories.wythoff.pairs import Pair, PairFamily, PairRules, Pairs
from marienbad.theories.wythoff.steps import (
    OPPOSITE,
    N,
    R,
    difference,
    in_order,
    label,
    large_member,
    small_member,
)

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


MOST_BUILT = 2_000_000
"""The most pairs of other families that are built for an explanation."""


class Recurrence(PairTheory):
    """The theory that builds the pairs one after another."""

    name = "recurrence"
    part = 2
    normal_statements = (
        "wythoff_by_recurrence",
        "positions_with_a",
        "positions_with_b",
        "positions_with_ab",
    )
    misere_statement = "misere_pairs"

    def check_reach(self, position: Position) -> None:
        if min(position) > REACH:
            raise OutOfReach(
                "errors.out_of_reach", theory=self.name, bound=REACH, position=position
            )

    def repeatable(self, position: Position, most: int) -> int:
        """With b > 1 what follows may be of another family, whose pairs are built first."""
        known = super().repeatable(position, most)
        return known if self.rules.b == 1 else min(known, max(1, MOST_BUILT // (min(position) + 1)))

    def pairs(self, position: Position) -> Pairs:
        return RecurrentPairs(self.rules, min(position))

    def lookup_rules(self) -> list[Block]:
        rules = self.rules
        if rules.exceptions:
            return [say("wythoff.recurrence.rule_plain"), say("wythoff.recurrence.read")]
        small, large = small_member(rules, R, N), large_member(rules, R, N)
        law = eq(large, small + difference(rules))
        if rules.b == 1:
            # the first number that is taken: B₀ = 1 in misère play, otherwise b₁ = k + 1
            rank = 1 if rules.is_misere else rules.step + 1
            example = {"number": rank, "next": rank + 1, "taken": rank}
            return [
                say("wythoff.recurrence.rule", small=small, law=law, **example),
                say("wythoff.recurrence.read"),
            ]
        others = large_member(rules, OPPOSITE, N)
        # family 1 skips b_{b−1,0} = b − 1
        last = rules.b - 1
        values = {
            "small": small,
            "own": small,
            "opposite": others,
            "law": law,
            "example": eq(small_member(rules, 1, last), rules.b),
            "taken": eq(large_member(rules, last, 0), last),
        }
        return [
            say("wythoff.recurrence.rule_residue", **values),
            say("wythoff.recurrence.read_residue", small=small, large=others, other=large),
        ]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        """A table is left out where the pair that was looked up stands in an earlier one."""
        blocks: list[Block] = []
        earlier: list[Table] = []
        for block in super().explain(position, verdict):
            if isinstance(block, Table):
                if _marked_rows(block) <= set().union(*map(_rows, earlier)):
                    continue
                earlier.append(block)
            blocks.append(block)
        return blocks

    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        found, partner = self.named(pair, number)
        table = self._table(working, pair)
        return [table, say("wythoff.recurrence.member", found=found, partner=partner)]

    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        small, large = self.named(pair, pair.small)
        sentence = say("wythoff.recurrence.pair", rank=pair.rank, small=small, large=large)
        return [self._table(working, pair), sentence]

    def named(self, pair: Pair, number: int) -> tuple[Expression, Expression]:
        """A member of the pair and its partner, each with its name."""
        small = eq(small_member(self.rules, pair.residue, pair.rank), pair.small)
        large = eq(large_member(self.rules, pair.residue, pair.rank), pair.large)
        return (small, large) if pair.small == number else (large, small)

    def _table(self, working: Working, pair: Pair) -> Table:
        """The pairs around the one looked up; the one that the suggested move leaves is chosen."""
        rules = self.rules
        marks: dict[Pair, Mark] = {pair: "looked_up"}
        if working.chosen:
            marks[working.chosen] = "chosen"
        residues = _side_by_side(rules, pair.residue)
        ranks = in_order(rules, _ranks_around(pair))
        rows = pair_rows(working.pairs, residues, ranks, marks)
        if ranks[0] > 1:
            rows.insert(0, (Symbol("…"), *(None for _ in rows[0][1:])))
        return Table(pair_heads(rules, residues), tuple(rows), _law(rules, pair.residue))


@lru_cache(maxsize=1024)
def _law(rules: PairRules, residue: int) -> Message | None:
    """The law of a family, above its table, where there are several."""
    if rules.b == 1:
        return None
    residues = _side_by_side(rules, residue)
    law, *other = (
        eq(large_member(rules, r, N), small_member(rules, r, N) + difference(rules, N, r))
        for r in residues
    )
    if not other:
        return say("wythoff.recurrence.family", residue=residue, law=law)
    first, second = residues
    values = {"residue": first, "opposite": second}
    return say("wythoff.recurrence.families", law=law, other=other[0], **values)


def _side_by_side(rules: PairRules, residue: int) -> tuple[int, ...]:
    """A family and its opposite, the same for both."""
    return tuple(sorted({residue, rules.family(residue).opposite}))


def _rows(table: Table) -> set[tuple[Cell, ...]]:
    """The rows of a table without their marks, each with the family that it is of."""
    return {(table.columns[1], *map(_unmarked, row)) for row in table.rows}


def _marked_rows(table: Table) -> set[tuple[Cell, ...]]:
    """Those of the rows that are marked."""
    marked = (row for row in table.rows if any(isinstance(cell, Marked) for cell in row))
    return {(table.columns[1], *map(_unmarked, row)) for row in marked}


def _unmarked(cell: Cell) -> Cell:
    return cell.value if isinstance(cell, Marked) else cell


def _ranks_around(pair: Pair) -> range:
    """The ranks of the pairs around one, the first of them too where they are near."""
    return range(pair.rank - 3 if pair.rank > 6 else 0, pair.rank + 3)


@lru_cache(maxsize=1024)
def pair_heads(rules: PairRules, residues: tuple[int, ...]) -> tuple[Cell, ...]:
    """The heads of a table of pairs, kept: what is kept is written only once."""
    members = ((small_member(rules, r, "n"), large_member(rules, r, "n")) for r in residues)
    return Symbol("n"), *chain.from_iterable(members)


def pair_rows(
    pairs: Pairs, residues: Iterable[int], ranks: Iterable[int], marks: Mapping[Pair, Mark]
) -> list[tuple[Cell, ...]]:
    """A row for each rank at which one of the families has a pair, some of them marked."""
    families = [pairs.rules.family(residue) for residue in residues]
    rows: list[tuple[Cell, ...]] = []
    for rank in ranks:
        found = [pairs.pair_at(family, rank) for family in families]
        if any(found):
            cells = chain.from_iterable(_cells(pair, marks) for pair in found)
            rows.append((label(pairs.rules, rank), *cells))
    return rows


def _cells(pair: Pair | None, marks: Mapping[Pair, Mark]) -> tuple[Cell, Cell]:
    """A pair in its row; nothing where it is above both heaps."""
    if pair is None:
        return None, None
    small, large = pair.members
    return small, Marked(large, marks[pair]) if pair in marks else large
