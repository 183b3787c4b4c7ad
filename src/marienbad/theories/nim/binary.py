"""Nim by binary sums: write the rows in base two and count the ones of each column.

A position is *correct* when every column sum is even, that is when the nim-sum of the heaps is
zero; the correct positions are exactly those to leave (Bouton's theorem; Hardy and Wright,
An Introduction to the Theory of Numbers, § 9.8; thesis, theorems 2 and 3).
"""

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING

from marienbad.games.bibliography import in_short
from marienbad.heaps import Position
from marienbad.text.mathematics import Expression, Number, Symbol, signed_sum
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Block, Cell, Equation, Listing, Marked, Message, Table, say
from marienbad.theories.nim.common import (
    SHOWN_CHANGES,
    SHOWN_COLUMNS,
    Changed,
    NimTheory,
    instead,
    is_showable,
    power_of_two,
    row_table,
)
from marienbad.theories.theory import Change

if TYPE_CHECKING:
    from marienbad.theories.theory import Drawing


def nim_sum(*numbers: int) -> int:
    """Add without carrying in base two.

    >>> nim_sum(43, 27, 12)
    60
    >>> nim_sum()
    0
    """
    return reduce(xor, numbers, 0)


def column_sums(position: Position, least: int = 1) -> tuple[int, ...]:
    """The number of ones in each binary column, the leftmost column first; at least so many.

    >>> column_sums((2, 3, 6, 7))
    (2, 4, 2)
    """
    columns = reversed(range(max(max(position, default=0).bit_length(), least)))
    return tuple(sum(heap >> column & 1 for heap in position) for column in columns)


class Binary(NimTheory):
    """Bouton's theory: make every column even."""

    name = "binary"
    even_case, odd_case = "nim.binary.rule.even", "nim.binary.rule.odd"
    why = "nim.binary.why"
    normal_citation = f"{in_short('bouton', 'hardy', 'deslongchamps')}, 2.1.2–2.1.4"
    misere_citation = in_short("bouton", "hardy")
    normal_statement = "any_heaps"

    def changes(self, position: Position) -> list[Change]:
        total = nim_sum(*position)
        return [
            Change(heap, size ^ total) for heap, size in enumerate(position) if size ^ total < size
        ]

    def rule(self) -> tuple[Message, ...]:
        digits = say("nim.binary.rule.digits")
        return (say("nim.binary.rule.write"), say(self.even_case), say(self.odd_case), digits)

    def notes(self) -> tuple[Message, ...]:
        row, total = Symbol("r"), Symbol("s")
        return (say("nim.binary.rule.sum", row=row, total=total, left=NimSum((row, total))),)

    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        total = nim_sum(*position)
        width = max(position, default=0).bit_length()
        blocks: list[Block] = []
        if is_showable(position, width):
            if changes:
                blocks.append(say("nim.binary.picture"))
            blocks.append(_digit_table(position, width, changes))
        if not total:
            return [*blocks, say("nim.binary.all_even"), say("nim.binary.every_move_breaks")]
        blocks.append(_odd_columns(total))
        if 1 < len(position) <= 8:
            blocks.append(Equation(eq(NimSum(position), total)))
        blocks += _explain_change(position, changes[0], total)
        others = [_change_step(position, change) for change in changes[1:SHOWN_CHANGES]]
        blocks += instead(others, len(changes))
        return blocks

    def gist_of_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Message]:
        if not changes:
            return [say("nim.binary.all_even")]
        return [_odd_columns(nim_sum(*position)), _change_step(position, changes[0])]

    def draw_sum(self, position: Position, change: Change | None) -> "Drawing":
        from marienbad.theories.theory import BinaryDrawing

        sums = column_sums(position)
        places = tuple(reversed(range(len(sums))))
        return BinaryDrawing(
            tuple(1 << place for place in places),
            tuple(tuple(heap >> place & 1 for place in places) for heap in position),
            tuple(column for column, total in enumerate(sums) if total % 2),
            change,
        )


def column_table(
    position: Position,
    heads: Iterable[Cell],
    cells: Callable[[int], Sequence[Cell]],
    footer: str,
    changed: Changed | None,
) -> Table:
    """The rows below the powers of two, and how often each occurs; odd numbers are marked."""
    table = row_table(position, heads, cells, changed)
    rows = [*table.rows]
    left = [] if changed is None else [changed[0].applied(position)]
    for name, counted in zip((footer, "nim.table.after"), (position, *left), strict=False):
        # the columns of the longest row are there even where the move has emptied them
        sums = column_sums(counted, max(position).bit_length())
        marked = (Marked(s, "odd") if s % 2 else s for s in sums)
        rows.append((say(name), None, *marked))
    return table.having(rows=tuple(rows), footer_rows=1 + len(left))


def _digit_table(position: Position, width: int, changes: tuple[Change, ...]) -> Table:
    """The rows in base two; asterisks stand over the digits that the advised move changes."""
    total = nim_sum(*position)
    bits = [*reversed(range(width))]
    signs = [Symbol("*") if total >> bit & 1 else None for bit in bits]
    return column_table(
        position,
        map(power_of_two, bits),
        lambda size: [size >> bit & 1 for bit in bits],
        "nim.table.sum",
        (changes[0], signs) if changes else None,
    )


def _odd_columns(total: int) -> Message:
    """Which columns are odd, and the leftmost of them."""
    count = total.bit_count()
    first = power_of_two(total.bit_length() - 1)
    if count == 1:
        return say("nim.binary.odd_column", first=first)
    if count > 8:
        return say("nim.binary.many_odd_columns", count=count, first=first)
    odd = []
    while total:
        odd.append(total.bit_length() - 1)
        total ^= 1 << odd[-1]
    columns = Listing([*map(power_of_two, odd)])
    return say("nim.binary.odd_columns", columns=columns, first=first)


def _change_step(position: Position, change: Change, key: str = "nim.binary.change") -> Message:
    """The digits of a row before and after."""
    size, left = position[change.heap], change.left
    width = size.bit_length()
    values = {"row": change.heap + 1, "size": size, "left": left}
    if width > 64:
        return say("nim.binary.change_huge", **values)
    if size == 1:
        return say("nim.binary.change_single", row=change.heap + 1)
    return say(key, before=f"{size:b}", after=f"{left:0{width}b}", **values)


def _explain_change(position: Position, change: Change, total: int) -> list[Block]:
    """A change of one row, digit by digit where they are few, and what is taken."""
    size, left = position[change.heap], change.left
    width = size.bit_length()
    if width > 64:
        return [_change_step(position, change)]
    terms: list[Expression] = [
        power_of_two(bit) if size >> bit & 1 else -power_of_two(bit)
        for bit in reversed(range(width))
        if total >> bit & 1
    ]
    taken: list[Block] = [Equation(eq(Number(size) - left, signed_sum(terms), size - left))]
    blocks: list[Block] = taken if len(terms) > 1 else []
    if width > SHOWN_COLUMNS:
        return [_change_step(position, change), *blocks]
    steps = [
        say(
            "nim.binary.step_odd" if total >> bit & 1 else "nim.binary.step_even",
            column=power_of_two(bit),
            digit=size >> bit & 1,
            changed=left >> bit & 1,
        )
        for bit in reversed(range(total.bit_length()))
    ]
    told = say("nim.binary.steps", row=change.heap + 1, steps=Listing(steps, ";"))
    if size == 1:  # the same in base two as in base ten: nothing is left to say
        return [told]
    return [told, _change_step(position, change, "nim.binary.changed"), *blocks]
