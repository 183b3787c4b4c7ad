"""Explanations and tables as data for JSON: exact integers, texts, marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from marienbad.numeration.integers import digits_of
from marienbad.text.notation import GLUE, MARK_SIGNS
from marienbad.text.plain import Plain
from marienbad.text.sentences import Block, Cell, Equation, Items, Marked, Message, Section

LARGEST_JSON_INTEGER = 2**53 - 1


def json_integers(numbers: Iterable[int]) -> list[int | str]:
    """Return numbers that every JSON reader keeps exactly: beyond 2⁵³ − 1 as decimal strings.

    >>> json_integers((7, 2**60))
    [7, '1152921504606846976']
    """
    return [n if abs(n) <= LARGEST_JSON_INTEGER else digits_of(n) for n in numbers]


def json_integer(number: int) -> int | str:
    """Return one such number."""
    return number if abs(number) <= LARGEST_JSON_INTEGER else digits_of(number)


def json_safe(data: Any) -> Any:
    """Return data with every integer in it as such a number, those of other libraries too.

    >>> json_safe({"take": [(2**60, True)]})
    {'take': [['1152921504606846976', True]]}
    """
    if data is None or isinstance(data, (str, bool, float)):
        return data
    if isinstance(data, dict):
        return {key: json_safe(value) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [json_safe(value) for value in data]
    return json_integer(int(data))


def block_data(block: Block, plain: Plain) -> dict[str, Any]:
    """Return the key of the block, its text, and the cells, entries or blocks that it has.

    A block remembers what was written: the rule of a theory is told with every position.
    """
    known, name = vars(block), plain.remembered_data
    data: dict[str, Any] | None = known.get(name)
    if data is None:
        data = known[name] = _block_data(block, plain)
    return data


def _block_data(block: Block, plain: Plain) -> dict[str, Any]:
    if isinstance(block, Message):
        return {"key": block.key, "text": plain.sentence(block).replace(GLUE, " ")}
    if isinstance(block, Equation):
        return {"key": "equation", "text": plain.line(block.expression)}
    if isinstance(block, Items):
        entries = [block_data(entry, plain) for entry in block.entries]
        text = "\n".join(entry["text"] for entry in entries)
        return {"key": "steps" if block.is_numbered else "list", "text": text, "entries": entries}
    if isinstance(block, Section):
        inside = [block_data(one, plain) for one in block.blocks]
        return {**block_data(block.heading, plain), "blocks": inside}
    (head, columns), *rows = [row_data(row, plain) for row in (block.columns, *block.rows)]
    return {
        "key": block.caption.key if block.caption else "table",
        "text": "\n".join([head, *(line for line, _ in rows)]),
        "columns": columns,
        "rows": [cells for _, cells in rows],
    }


def row_data(row: Sequence[Cell], plain: Plain) -> tuple[str, list[Any]]:
    """Return a row as a line of text, and its cells ready for JSON."""
    texts: list[str] = []
    cells: list[Any] = []
    for cell in row:
        if type(cell) is int and 0 <= cell < 10_000:  # by far the most frequent
            texts.append(str(cell))
            cells.append(cell)
        elif cell is None:
            texts.append("")
            cells.append(None)
        else:
            text = plain.line(cell)
            texts.append(text)
            cells.append(cell_data(cell, plain, text))
    return "  ".join(texts), cells


def cell_data(cell: Cell, plain: Plain, text: str | None = None) -> Any:
    """Return an integer as itself, exactly; a marked cell with its mark; the rest as text.

    The text of the cell need not be written again where it is known.
    """
    if isinstance(cell, Marked):
        known = text and text.removesuffix(MARK_SIGNS[cell.mark]).rstrip()
        return {"value": cell_data(cell.value, plain, known), "mark": cell.mark}
    if cell is None:
        return None
    if isinstance(cell, int):
        return json_integer(cell)
    return plain.line(cell) if text is None else text
