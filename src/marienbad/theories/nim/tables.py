"""The table of nim-sums (tables I and II of the thesis)."""

from marienbad.games.definition import Definition
from marienbad.text.mathematics import DigitString, Symbol
from marienbad.text.sentences import Cell, say
from marienbad.text.tabular import Column, Sheet


def nim_sums(definition: Definition, rows: int, base: int = 10) -> Sheet:
    """Return the table of x ⊕ y (tables I and II); its sequence runs along the antidiagonals.

    >>> from marienbad.games.catalogue import define
    >>> sheet = nim_sums(define("nim"), 4)
    >>> list(sheet.rows)[2], list(sheet.sequence)
    ((2, 2, 3, 0, 1), [0, 1, 1, 2, 0, 2, 3, 3, 3, 3])
    """
    places = (rows - 1).bit_length() or 1

    def cell(number: int) -> Cell:
        if base == 10:
            return number
        return DigitString(tuple(number >> place & 1 for place in reversed(range(places))))

    heads = (Column(str(y), cell(y)) for y in range(rows))
    return Sheet(
        definition.name,
        "nim-sum",
        say("nim.table.caption"),
        (Column("x", Symbol("⊕")), *heads),
        ((cell(x), *(cell(x ^ y) for y in range(rows))) for x in range(rows)),
        (x ^ (total - x) for total in range(rows) for x in range(total + 1)),
    )
