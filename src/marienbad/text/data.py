"""Explanations and tables as data for JSON: exact integers, texts, marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from marienbad.numeration.integers import digits_of
from marienbad.text.notation import GLUE, MARK_SIGNS
from marienbad.text.plain import Plain
from marienbad.text.sentences import Block, Cell, Equation, Marked, Message

LARGEST_JSON_INTEGER = 2**53 - 1


def json_integers(numbers: Iterable[int]) -> list[int | str]:
    """Return numbers that every JSON reader keeps exactly: beyond 2⁵³ − 1 as decimal strings.

    >>> json_integers((7, 2**60))
    [7, '1152921504606846976']
    """
    return [*map(json_integer, numbers)]


def json_integer(number: int) -> int | str:
    """Return one such number."""
    return number if abs(number) <= LARGEST_JSON_INTEGER else digits_of(number)


def block_data(block: Block, plain: Plain) -> dict[str, Any]:
    """Return the key of the block, its text, and the cells of a table."""
    if isinstance(block, Message):
        return {"key": block.key, "text": plain.sentence(block).replace(GLUE, " ")}
    if isinstance(block, Equation):
        return {"key": "equation", "text": plain.line(block.expression)}
    lines = [*map(plain.row_texts, (block.columns, *block.rows))]
    return {
        "key": block.caption.key if block.caption else "table",
        "text": "\n".join(map("  ".join, lines)),
        "columns": row_data(block.columns, lines[0], plain),
        "rows": [row_data(*row, plain) for row in zip(block.rows, lines[1:], strict=True)],
    }


def row_data(row: Sequence[Cell], texts: Sequence[str], plain: Plain) -> list[Any]:
    """Return the cells of a row, whose texts are known, ready for JSON."""
    return [
        cell if type(cell) is int and 0 <= cell < 10_000 else cell_data(cell, plain, text)
        for cell, text in zip(row, texts)  # noqa: B905 (of one length, and the check costs)
    ]


def cell_data(cell: Cell, plain: Plain, text: str | None = None) -> Any:
    """Return an integer as itself, exactly; a marked cell with its mark; the rest as text.

    The text of the cell need not be written again where it is known.
    """
    if isinstance(cell, Marked):
        known = text and text.removesuffix(MARK_SIGNS[cell.mark])
        return {"value": cell_data(cell.value, plain, known), "mark": cell.mark}
    if cell is None:
        return None
    if isinstance(cell, int):
        return json_integer(cell)
    return plain.line(cell) if text is None else text
