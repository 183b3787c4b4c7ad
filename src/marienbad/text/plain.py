"""Plain text: for terminals, for JSON and for everything that is read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from marienbad.text.mathematics import Expression
from marienbad.text.notation import GLUE, Notation
from marienbad.text.sentences import Block, Equation, Marked, Message, Table, Value

RULE = "─"
INDENT = "    "
TABLE_INDENT = "  "

# A terminal obeys control characters and XML forbids them: a user's text must not contain any.
CONTROLS = dict.fromkeys(
    [*range(9), *range(11, 32), *range(127, 160), 0xFFFE, 0xFFFF], "\N{REPLACEMENT CHARACTER}"
)


class Plain(Notation):
    """Unicode text.

    >>> from marienbad.text.sentences import Count, say
    >>> Plain("fr").line(say("words.move.each", count=Count(2, "token")))
    '2 jetons dans chaque tas'
    """

    space = GLUE
    comma = f",{GLUE}"

    def __init__(self, lang: str) -> None:
        super().__init__(lang)
        self._remembered = f"_written_{lang}"

    def line(self, value: Value) -> str:
        """Return the value as text that is not broken into lines."""
        return self.value(value).replace(GLUE, " ")

    def prose(self, text: str) -> str:
        return text if text.isprintable() else text.translate(CONTROLS)

    def inline(self, expression: Expression) -> str:
        known = vars(expression)  # the heads of tables are written again and again
        written: str | None = known.get(self._remembered)
        if written is None:
            written = known[self._remembered] = self.part(expression)
        return written

    # Blocks

    def blocks(self, blocks: Sequence[Block], width: int) -> str:
        """Return the blocks, sentences line after line, tables and equations set apart."""
        written: list[str] = []
        previous: Block | None = None
        for block in blocks:
            if previous is not None:
                both_sentences = isinstance(previous, Message) and isinstance(block, Message)
                written.append("\n" if both_sentences else "\n\n")
            written.append(self.block(block, width))
            previous = block
        return "".join(written)

    def block(self, block: Block, width: int) -> str:
        if isinstance(block, Table):
            return self.table(block, width)
        if isinstance(block, Equation):
            return INDENT + self.line(block.expression)
        return wrapped(self.sentence(block), width)

    def table(self, table: Table, width: int) -> str:
        """Return the table with its columns aligned, its caption above and its legend below."""
        rows = (table.columns, *table.rows)
        grid = [[self.cell(cell).replace(GLUE, " ") for cell in row] for row in rows]
        numeric = []
        for i, (head, *column) in enumerate(zip(table.columns, *table.rows, strict=True)):
            numeric.append(is_numeric(column))
            marked = [isinstance(cell, Marked) for cell in (head, *column)]
            if numeric[i] and any(marked):
                for line, is_marked in zip(grid, marked, strict=True):
                    line[i] += "" if is_marked else " "
        widths = [max(map(display_width, column)) for column in zip(*grid, strict=True)]
        gap = "  " if sum(widths) + 2 * len(widths) <= width else " "
        lines = []
        for line in grid:
            cells = map(aligned, line, widths, numeric)
            lines.append(gap.join(cells).rstrip())
        rule = RULE * (sum(widths) + len(gap) * (len(widths) - 1))
        if table.footer_rows:
            lines.insert(len(lines) - table.footer_rows, rule)
        lines.insert(1, rule)
        lines = [TABLE_INDENT + line for line in lines]
        if table.caption:
            lines.insert(0, wrapped(self.sentence(table.caption), width))
        if legend := self.legend(table):
            lines.append(TABLE_INDENT + "   ".join(legend))
        return "\n".join(lines)


def is_numeric(cells: Any) -> bool:
    """Say whether a column holds numbers, or mathematics, and is to be aligned on the right."""
    contents = (cell.value if isinstance(cell, Marked) else cell for cell in cells)
    return all(content is None or isinstance(content, (int, Expression)) for content in contents)


def aligned(text: str, width: int, right: bool) -> str:
    """Return the text filled up with spaces to this width on the screen."""
    if text.isascii():
        return text.rjust(width) if right else text.ljust(width)
    padding = " " * (width - display_width(text))
    return padding + text if right else text + padding


def display_width(text: str) -> int:
    r"""Return the columns that a terminal needs for the text.

    >>> display_width("rangée"), display_width("日本"), display_width("e\u0301")
    (6, 4, 1)
    """
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(
        0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1 for sign in text
    )


def wrapped(text: str, width: int) -> str:
    r"""Return the text broken at spaces into lines of at most this width where it can be.

    >>> wrapped("whoever must play loses", 12)
    'whoever must\nplay loses'
    """
    lines: list[str] = []
    for word in text.split(" "):
        if lines and display_width(lines[-1]) + 1 + display_width(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "\n".join(lines).replace(GLUE, " ")
