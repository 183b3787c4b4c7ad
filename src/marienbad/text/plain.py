"""Plain text: for terminals, for JSON and for everything that is read aloud."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from marienbad.text.mathematics import Expression
from marienbad.text.notation import GLUE, Notation, Pieces
from marienbad.text.sentences import (
    Block,
    Equation,
    Items,
    Marked,
    Message,
    Section,
    Table,
    Value,
)

LONGEST_UNBROKEN = 16
"""A longer expression may be broken into lines."""
SHORT_SUM = re.compile(r"(?<=\d) ([+=]) (?=\d)")
SHORT_GROUP = re.compile(r"\([^()]{1,24}\)")
"""A position or the like within a longer expression, which is not broken into lines."""
_TERM = r"(?:\{\w+\}|[\w′″…]{1,3})"
WRITTEN_POSITION = re.compile(rf"\({_TERM}(?:(?:, | [+−] ){_TERM})+\)")
"""A position in a text of the catalogues, such as (0, {a} + r)."""
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
            written = self.part(expression)
            if len(written) <= LONGEST_UNBROKEN:
                written = written.replace(" ", GLUE)
            else:
                written = SHORT_GROUP.sub(glued, written)
            known[self._remembered] = written
        return written

    def pieces(self, name: str, text: str) -> Pieces:
        """Return the pieces of a text; neither a sum such as 11 = 8 + 2 + 1 nor a position such as
        (0, n + 1) is broken into lines.
        """
        text = WRITTEN_POSITION.sub(glued, SHORT_SUM.sub(rf"{GLUE}\1{GLUE}", text))
        return super().pieces(name, text)

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
        if isinstance(block, Items):
            return self.items_of(block, width)
        if isinstance(block, Section):
            inside = self.blocks(block.blocks, width - len(TABLE_INDENT))
            heading = wrapped(self.sentence(block.heading), width)
            return "\n".join([heading, *hanging(inside, TABLE_INDENT, TABLE_INDENT)])
        return wrapped(self.sentence(block), width)

    def items_of(self, items: Items, width: int) -> str:
        """Return the entries below each other, each behind its number or a dash."""
        lines: list[str] = []
        for number, entry in enumerate(items.entries, 1):
            mark = f"{TABLE_INDENT}{number}. " if items.is_numbered else f"{TABLE_INDENT}– "
            text = wrapped(self.sentence(entry), width - len(mark))
            lines += hanging(text, mark, " " * len(mark))
        return "\n".join(lines)

    def table(self, table: Table, width: int) -> str:
        """Return the table with its columns aligned, its caption above and its legend below."""
        rows = (table.columns, *table.rows)
        grid = [[self.cell(cell).replace(GLUE, " ") for cell in row] for row in rows]
        numeric = []
        for i, (head, *column) in enumerate(zip(table.columns, *table.rows, strict=True)):
            numeric.append(i in table.right or is_numeric(column))
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


def glued(found: re.Match[str]) -> str:
    """Return what was found, its spaces such that no line breaks at them."""
    return found[0].replace(" ", GLUE)


def hanging(text: str, first: str, others: str) -> list[str]:
    """Return the lines of a text behind these margins; empty lines stay empty."""
    lines = text.split("\n")
    return [
        f"{others if index else first}{line}" if line else "" for index, line in enumerate(lines)
    ]


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
