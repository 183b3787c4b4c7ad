"""Nim by digits in base 4, 8 or 16: split every column into minimal sets of nim-sum zero.

A set of digits with nim-sum zero is minimal if no part of it has nim-sum zero: {0}, pairs {d, d},
and sets of different digits, 5 in base 4, 22 in base 8 and 324 in base 16. A column of digits has
nim-sum zero exactly when it can be split into them. All columns count, that of the units too.

D. P. McIntyre, A new system for playing the game of Nim, American Mathematical Monthly 49 (1942),
44-46, doi:10.1080/00029890.1942.11991183; thesis, 2.1.5.
"""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

from marienbad.games.bibliography import in_short
from marienbad.heaps import Position
from marienbad.numeration.bases import digits, packets, value
from marienbad.text.mathematics import (
    DigitString,
    Expression,
    Number,
    Operand,
    Product,
    Symbol,
    signed_sum,
)
from marienbad.text.notation import DIGITS
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import SetOf, eq
from marienbad.text.sentences import Block, Cell, Listing, Message, Table, Value, say
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.nim.common import SHOWN_CHANGES, NimTheory, instead, is_showable, row_table
from marienbad.theories.theory import Change

Digits = tuple[int, ...]
Partition = tuple[Digits, ...]


@lru_cache(maxsize=8)
def minimal_zero_sets(base: int) -> tuple[Digits, ...]:
    """The minimal sets of digits (with repetition) whose nim-sum is zero, the smallest first.

    >>> minimal_zero_sets(4)
    ((0,), (1, 1), (2, 2), (3, 3), (1, 2, 3))
    >>> [len(minimal_zero_sets(base)) for base in (4, 8, 16)]
    [5, 22, 324]
    """
    found: list[Digits] = [(0,), *((digit, digit) for digit in range(1, base))]
    distinct: list[frozenset[int]] = []
    for size in range(3, base.bit_length() + 1):
        for candidate in combinations(range(1, base), size):
            members = frozenset(candidate)
            if not nim_sum(*candidate) and not any(smaller < members for smaller in distinct):
                distinct.append(members)
                found.append(candidate)
    return tuple(found)


def part_column(column: Digits, base: int) -> tuple[Partition, Digits]:
    """Part a column into minimal zero sets as far as it goes; return the sets and what is over.

    Equal digits are paired first; of the different digits that are over, minimal zero sets are
    taken out as long as there is one. Nothing is over exactly when the nim-sum is zero.

    >>> part_column((2, 2, 3, 2, 1), 4)
    (((2, 2), (1, 2, 3)), ())
    >>> part_column((2, 1, 0, 0, 0), 4)
    (((0,), (0,), (0,)), (1, 2))
    """
    sets: list[Digits] = []
    over: set[int] = set()
    for digit in column:
        if digit == 0:
            sets.append((0,))
        elif digit in over:
            over.remove(digit)
            sets.append((digit, digit))
        else:
            over.add(digit)
    more, left_over = _part_different(frozenset(over), base)
    return (*sets, *more), left_over


@lru_cache(maxsize=1 << 15)
def _part_different(over: frozenset[int], base: int) -> tuple[Partition, Digits]:
    """The same for different digits, remembered: a huge heap has few kinds of columns."""
    sets: list[Digits] = []
    for candidate in minimal_zero_sets(base)[base:]:
        if over.issuperset(candidate):
            over = over.difference(candidate)
            sets.append(candidate)
    return tuple(sets), tuple(sorted(over))


CELLS = 5_000_000
"""The largest number of digits that is taken apart column by column."""


def written_out(number: int, base: int) -> Expression:
    """A number as the sum of what its digits count, and as they are written.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(written_out(90, 8))
    '90 = 64 + 3 × 8 + 2 = 132₈'
    """
    written = digits(number, base)
    weights = (base**place for place in reversed(range(len(written))))
    terms = [
        Number(digit * weight) if 1 in (digit, weight) else Product((digit, weight), "×")
        for digit, weight in zip(written, weights, strict=True)
        if digit
    ]
    return eq(number, signed_sum(terms), DigitString(written, base))


class BaseDigits(NimTheory):
    """McIntyre's theory in a base that is a power of two."""

    base: int
    repeated_bits = 2_000_000
    even_case, odd_case = "nim.bases.rule.even", "nim.bases.rule.odd"
    counts_parts = False
    """Whether the parts 8, 4, 2, 1 of the digits are counted, for want of a short list of sets."""
    why = "nim.bases.why"
    normal_citation = f"{in_short('mcintyre', 'deslongchamps')}, 2.1.5"
    misere_citation = in_short("mcintyre", "bouton")

    def check_reach(self, position: Position) -> None:
        """Digits are taken apart one by one, which bounds how many there can be.

        >>> from marienbad.games.catalogue import define
        >>> Base4(define("nim")).check_reach((10**6, 10**6))
        """
        super().check_reach(position)
        cells = self._width(position) * len(position)
        if cells > CELLS:
            raise OutOfReach("errors.too_many_digits", theory=self.name, bound=CELLS, count=cells)

    def _width(self, position: Position) -> int:
        """At most how many columns there are."""
        return max(position, default=0).bit_length() // (self.base.bit_length() - 1) + 1

    def columns(self, position: Position) -> list[Digits]:
        """The digits by columns, the leftmost column first."""
        rows = [digits(heap, self.base) for heap in position]
        width = max(map(len, rows), default=0)
        return list(zip(*((0,) * (width - len(row)) + row for row in rows), strict=True))

    def changes(self, position: Position) -> list[Change]:
        columns = self.columns(position)
        missing = [nim_sum(*part_column(column, self.base)[1]) for column in columns]
        first = next((index for index, digit in enumerate(missing) if digit), None)
        if first is None:
            return []
        changes = []
        for heap in range(len(position)):
            row = [column[heap] for column in columns]
            new = [nim_sum(digit, lack) for digit, lack in zip(row, missing, strict=True)]
            if new[first] < row[first]:
                changes.append(Change(heap, value(tuple(new), self.base)))
        return changes

    def rule(self) -> tuple[Message, ...]:
        base = self.base
        return (
            say("nim.bases.rule.write", base=base, third=base**2, example=written_out(90, base)),
            self.sets(),
            say(self.even_case),
            say(self.odd_case),
            say("nim.bases.rule.digits"),
        )

    @abstractmethod
    def sets(self) -> Message:
        """The minimal zero sets of this base, or how they are recognised."""

    def notes(self) -> tuple[Message, ...]:
        parts = Listing(packets(self.base - 1), "or")
        splits = [eq(digit, sum_of_parts(digit)) for digit in range(self.base) if digit & digit - 1]
        return (say("nim.bases.rule.sum", parts=parts, splits=Listing(splits, "")),)

    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        columns = self.columns(position)
        showable = is_showable(position, len(columns))
        blocks: list[Block] = []
        if showable:
            if changes:
                blocks.append(say("nim.bases.picture"))
            blocks += [self._digit_table(position, columns, changes), self._parted(columns)]
        if not changes:
            return [*blocks, say("nim.bases.all_parted"), say("nim.bases.every_move_breaks")]
        if showable:
            row = changes[0].heap
            blocks += self._rejected(columns, row)
            blocks += [say("nim.bases.cover", row=row + 1), self._repaired(columns, row)]
        steps = [self._change_step(position, c, showable) for c in changes[:SHOWN_CHANGES]]
        return [*blocks, *steps[:1], *instead(steps[1:], len(changes))]

    def gist_of_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Message]:
        if not changes:
            return [say("nim.bases.all_parted")]
        showable = is_showable(position, self._width(position))
        return [say("nim.bases.not_parted"), self._change_step(position, changes[0], showable)]

    def _change_step(self, position: Position, change: Change, showable: bool) -> Message:
        size, left = position[change.heap], change.left
        values = {"row": change.heap + 1, "size": size, "left": left}
        if not showable:
            return say("nim.bases.change_huge", **values)
        written = zip(*self.columns((*position, left)), strict=True)
        rows = [DigitString(row, self.base) for row in written]
        before, becomes = rows[change.heap], rows[-1]
        return say("nim.bases.change", before=before, after=becomes, **values)

    def _digit_table(
        self, position: Position, columns: list[Digits], changes: tuple[Change, ...]
    ) -> Table:
        """The digits of every row; asterisks stand over those that the advised move sets right."""

        def cells(size: int) -> list[Cell]:
            written = digits(size, self.base)
            return [*map(sign, (0,) * (len(columns) - len(written)) + written)]

        signs = [Symbol("*") if part_column(c, self.base)[1] else None for c in columns]
        heads = (self._weight(columns, index) for index in range(len(columns)))
        return row_table(position, heads, cells, (changes[0], signs) if changes else None)

    def _weight(self, columns: list[Digits], index: int) -> Expression:
        return Number(self.base ** (len(columns) - 1 - index))

    def _parted(self, columns: list[Digits]) -> Table:
        """What is struck out of each column, and what is over."""
        rows: list[tuple[Cell, ...]] = []
        for index, column in enumerate(columns):
            sets, over = part_column(column, self.base)
            struck = _listed([signs_of(one) for one in sets if one != (0,)])
            found: tuple[Cell, ...] = (struck, _listed([*map(sign, over)]))
            if self.counts_parts:
                found += (sum_of_parts(nim_sum(*over)) if over else "–",)
            rows.append((self._weight(columns, index), *found))
        parts = ("parts",) if self.counts_parts else ()
        return _table(("column", "struck", "over", *parts), rows)

    def _repaired(self, columns: list[Digits], row: int) -> Table:
        """For each column that fails: a row's digit, what the others leave over, the new digit."""
        rows: list[tuple[Cell, ...]] = []
        for index, column in enumerate(columns):
            if not part_column(column, self.base)[1]:
                continue
            over = part_column((*column[:row], *column[row + 1 :]), self.base)[1]
            new = nim_sum(*over)
            others, covered = _listed([*map(sign, over)]), sign(column[row])
            weight = self._weight(columns, index)
            if self.counts_parts:
                odd: Cell = sum_of_parts(new) if new else "–"
                rows.append((weight, covered, others, odd, sign(new)))
            else:
                completed = signs_of(sorted((*over, new)))
                rows.append((weight, covered, others, sign(new), completed))
        last = ("parts", "digit") if self.counts_parts else ("digit", "set")
        return _table(("column", "covered", "others", *last), rows)

    def _rejected(self, columns: list[Digits], chosen: int) -> list[Message]:
        """The rows before the chosen one that have a digit to try, and why they fail."""
        index = next(index for index, column in enumerate(columns) if nim_sum(*column))
        column, lack = columns[index], nim_sum(*columns[index])
        tried = [row for row in range(chosen) if column[row]][:SHOWN_CHANGES]
        rows = [
            say(
                "nim.bases.rejected_row",
                row=row + 1,
                digit=sign(column[row]),
                new=sign(column[row] ^ lack),
            )
            for row in tried
        ]
        weight = self._weight(columns, index)
        return [say("nim.bases.rejected", column=weight, rows=Listing(rows))] if rows else []


def sign(digit: int) -> Operand:
    """A digit as it is written: from ten on a letter."""
    return digit if digit < 10 else Symbol(DIGITS[digit])


def signs_of(members: Iterable[int]) -> SetOf:
    """A set of digits as they are written."""
    return SetOf([*map(sign, members)])


def sum_of_parts(digit: int) -> Expression:
    """A digit as the sum of its parts 8, 4, 2 and 1.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(sum_of_parts(13))
    '8 + 4 + 1'
    """
    return signed_sum([*map(Number, packets(digit))])


def _listed(values: Sequence[Value]) -> Value:
    return Listing(values, "") if values else "–"


def _table(heads: Iterable[str], rows: Iterable[tuple[Cell, ...]]) -> Table:
    return Table(tuple(say(f"nim.table.{head}") for head in heads), tuple(rows))


class Base4(BaseDigits):
    """Base 4: five minimal zero sets."""

    name = "base4"
    base = 4
    normal_statement = "base_four"

    def sets(self) -> Message:
        return say("nim.bases.rule.sets", sets=Listing([*map(SetOf, minimal_zero_sets(4))], ""))


class Base8(BaseDigits):
    """Base 8: 22 minimal zero sets."""

    name = "base8"
    base = 8
    normal_statement = "base_eight"

    def sets(self) -> Message:
        more = Listing([*map(DigitString, minimal_zero_sets(8)[8:])], "")
        return say("nim.bases.rule.sets_8", zero=SetOf((0,)), more=more, example=SetOf((1, 2, 3)))


class Base16(BaseDigits):
    """Base 16: 324 minimal zero sets."""

    name = "base16"
    base = 16
    normal_statement = "sum_by_columns"
    even_case, odd_case = "nim.bases.rule.even_16", "nim.bases.rule.odd_16"
    counts_parts = True

    def sets(self) -> Message:
        return say("nim.bases.rule.sets_16", example=signs_of((5, 9, 12)))

    def notes(self) -> tuple[Message, ...]:
        return ()  # the parts are counted in the steps themselves


BASES: dict[str, type[BaseDigits]] = {theory.name: theory for theory in (Base4, Base8, Base16)}
