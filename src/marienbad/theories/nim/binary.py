"""Nim by binary sums: write the rows in base two and count the ones of each column.

A position is *correct* when every column sum is even, that is when the nim-sum of the heaps is
zero; the correct positions are exactly those to leave (Bouton's theorem; Hardy and Wright,
An Introduction to the Theory of Numbers, § 9.8; thesis, theorems 2 and 3).
"""

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from marienbad.heaps import Position
from marienbad.numeration.bases import digits
from marienbad.text.mathematics import Expression, Number, signed_sum
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Block, Cell, Equation, Listing, Marked, Table, say
from marienbad.theories.nim.common import NimTheory, is_showable, power_of_two
from marienbad.theories.theory import Change

if TYPE_CHECKING:
    from marienbad.theories.drawing import Drawing


def nim_sum(*numbers: int) -> int:
    """Add without carrying in base two.

    >>> nim_sum(43, 27, 12)
    60
    >>> nim_sum()
    0
    """
    return reduce(xor, numbers, 0)


def column_sums(position: Position) -> tuple[int, ...]:
    """The number of ones in each binary column, the leftmost column first.

    >>> column_sums((2, 3, 6, 7))
    (2, 4, 2)
    """
    width = max(max(position, default=0).bit_length(), 1)
    return tuple(sum(heap >> column & 1 for heap in position) for column in reversed(range(width)))


class Binary(NimTheory):
    """Bouton's theory: make every column even."""

    name = "binary"
    citation = "Bouton 1902; Hardy & Wright, § 9.8; Deslongchamps 1999, 2.1.2-2.1.4"

    def changes(self, position: Position) -> list[Change]:
        total = nim_sum(*position)
        return [
            Change(heap, size ^ total) for heap, size in enumerate(position) if size ^ total < size
        ]

    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        total = nim_sum(*position)
        width = max(position, default=0).bit_length()
        blocks: list[Block] = [say("nim.binary.write")]
        if is_showable(position, width):
            bits = [*reversed(range(width))]
            cells = ([size >> bit & 1 for bit in bits] for size in position)
            blocks.append(column_table(position, map(power_of_two, bits), cells, "nim.table.sum"))
        if not total:
            return [*blocks, say("nim.binary.all_even"), say("nim.binary.every_move_breaks")]
        # Shifting a huge number once for every column would be quadratic.
        columns_of_total = zip(reversed(range(total.bit_length())), f"{total:b}", strict=True)
        odd = [bit for bit, digit in columns_of_total if digit == "1"]
        first = power_of_two(odd[0])
        if len(odd) <= 8:
            columns = Listing([*map(power_of_two, odd)])
            blocks.append(say("nim.binary.odd_columns", columns=columns, first=first))
        else:
            blocks.append(say("nim.binary.many_odd_columns", count=len(odd), first=first))
        if 1 < len(position) <= 8:
            blocks.append(Equation(eq(NimSum(position), total)))
        for change in changes[:4]:
            blocks += _explain_change(position, change, total)
        return [*blocks, say("nim.binary.why")]

    def draw_sum(self, position: Position, change: Change | None) -> "Drawing":
        from marienbad.theories.drawing import BinaryDrawing

        sums = column_sums(position)
        places = tuple(reversed(range(len(sums))))
        return BinaryDrawing(
            tuple(1 << place for place in places),
            tuple(tuple(heap >> place & 1 for place in places) for heap in position),
            tuple(column for column, total in enumerate(sums) if total % 2),
            change,
        )


def column_table(
    position: Position, heads: Iterable[Cell], cells: Iterable[Sequence[Cell]], footer: str
) -> Table:
    """The rows below the powers of two, and how often each occurs; odd numbers are marked."""
    rows = [
        (row, size, *line) for row, (size, line) in enumerate(zip(position, cells, strict=True), 1)
    ]
    sums = (Marked(s, "odd") if s % 2 else s for s in column_sums(position))
    columns = (say("nim.table.row"), say("nim.table.matches"), *heads)
    return Table(columns, (*rows, (say(footer), None, *sums)), footer_rows=1)


def _explain_change(position: Position, change: Change, total: int) -> list[Block]:
    size, left = position[change.heap], change.left
    width = size.bit_length()
    values = {"row": change.heap + 1, "size": size, "left": left}
    if width > 64:
        return [say("nim.binary.change_huge", **values)]
    before, after = ("".join(map(str, digits(number, 2))) for number in (size, left))
    terms: list[Expression] = [
        power_of_two(bit) if size >> bit & 1 else -power_of_two(bit)
        for bit in reversed(range(width))
        if total >> bit & 1
    ]
    change_step = say("nim.binary.change", before=before, after=after.rjust(width, "0"), **values)
    if len(terms) == 1:
        return [change_step]
    taken = eq(Number(size) - left, signed_sum(terms), size - left)
    return [change_step, Equation(taken)]
