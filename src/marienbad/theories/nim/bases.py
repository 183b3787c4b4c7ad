"""Nim by digits in base 4, 8 or 16: part every column into minimal sets of nim-sum zero.

A column of digits has nim-sum zero exactly when it can be parted into *minimal zero sets*: {0},
pairs {d, d}, and sets of different digits of which no part has nim-sum zero. There are 5 of them in
base 4, 22 in base 8 and 324 in base 16. All columns count, that of the units too.

D. P. McIntyre, A new system for playing the game of Nim, American Mathematical Monthly 49 (1942),
44-46, doi:10.1080/00029890.1942.11991183; thesis, 2.1.5.
"""

from functools import lru_cache
from itertools import combinations

from marienbad.heaps import Position
from marienbad.numeration.bases import digits, value
from marienbad.text.mathematics import DigitString, Number
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import SetOf, Union, eq
from marienbad.text.sentences import Block, Equation, Listing, Marked, Table, say
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.nim.common import NimTheory, is_showable
from marienbad.theories.theory import Change

COLUMN, ZERO_SET, DIGIT = 1_500, 60, 450
"""Nanoseconds to part a column: to begin, for each minimal zero set, for each digit."""
CELLS = 5_000_000
"""The largest number of digits that is taken apart column by column."""

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


class BaseDigits(NimTheory):
    """McIntyre's theory in a base that is a power of two."""

    base: int
    citation = "McIntyre 1942; Deslongchamps 1999, 2.1.5"

    def check_reach(self, position: Position) -> None:
        """Digits are taken apart one by one, which bounds how many there can be.

        >>> from marienbad.games.catalogue import define
        >>> Base4(define("nim")).check_reach((10**6, 10**6))
        """
        super().check_reach(position)
        cells = self._width(position) * len(position)
        if cells > CELLS:
            raise OutOfReach("errors.too_many_digits", theory=self.name, bound=CELLS, count=cells)

    def cost(self, position: Position) -> int:
        column = COLUMN + ZERO_SET * len(minimal_zero_sets(self.base)) + DIGIT * len(position)
        return super().cost(position) + self._width(position) * column

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

    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        blocks: list[Block] = [say("nim.bases.write", base=self.base)]
        showable = is_showable(position, len(self.columns(position)))
        if showable:
            blocks.append(self.digit_table(position))
            count = len(minimal_zero_sets(self.base))
            blocks.append(say("nim.bases.part", zero=SetOf((0,)), count=count))
            blocks += self._explain_partitions(position)
        if not changes:
            return [*blocks, say("nim.bases.all_parted"), say("nim.bases.every_move_breaks")]
        blocks.append(say("nim.bases.not_parted"))
        for change in changes[:4]:
            size, left = position[change.heap], change.left
            values = {"row": change.heap + 1, "size": size, "left": left}
            if not showable:
                blocks.append(say("nim.bases.change_huge", **values))
                continue
            before, after = (DigitString(digits(n, self.base), self.base) for n in (size, left))
            blocks.append(say("nim.bases.change", before=before, after=after, **values))
        if showable:
            after_move = list(position)
            after_move[changes[0].heap] = changes[0].left
            blocks.append(say("nim.bases.after", row=changes[0].heap + 1))
            blocks += self._explain_partitions(tuple(after_move))
        return [*blocks, say("nim.bases.why")]

    def digit_table(self, position: Position) -> Table:
        """The digits of every row; the columns that cannot be parted are marked."""
        columns = self.columns(position)
        failing = [bool(part_column(column, self.base)[1]) for column in columns]
        heads = [Number(self.base) ** index for index in reversed(range(len(columns)))]
        rows = tuple(
            (
                heap + 1,
                size,
                *(
                    Marked(column[heap], "failing") if fails else column[heap]
                    for column, fails in zip(columns, failing, strict=True)
                ),
            )
            for heap, size in enumerate(position)
        )
        return Table((say("nim.table.row"), say("nim.table.matches"), *heads), rows)

    def _explain_partitions(self, position: Position) -> list[Block]:
        blocks: list[Block] = []
        columns = self.columns(position)
        for index, column in enumerate(columns):
            if not any(column):
                continue  # zeros alone: there is nothing to show
            sets, over = part_column(column, self.base)
            column_name = Number(self.base) ** (len(columns) - 1 - index)
            if over:
                left_over = Listing(tuple(over))
                blocks.append(say("nim.bases.left_over", column=column_name, digits=left_over))
            else:
                blocks.append(say("nim.bases.column", column=column_name))
                blocks.append(Equation(eq(SetOf(column), Union([*map(SetOf, sets)]))))
        return blocks


class Base4(BaseDigits):
    """Base 4: five minimal zero sets."""

    name = "base4"
    base = 4


class Base8(BaseDigits):
    """Base 8: 22 minimal zero sets."""

    name = "base8"
    base = 8


class Base16(BaseDigits):
    """Base 16: 324 minimal zero sets."""

    name = "base16"
    base = 16
