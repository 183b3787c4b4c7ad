"""Plain text: for terminals, for JSON and for everything that is read aloud."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
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
SHORT_GROUP = r"\([^()]{1,24}\)"
"""A position or the like within a longer expression, which is not broken into lines."""
_TERM = r"(?:\{\w+\}|[\w′″…]{1,3})"
WRITTEN_POSITION = re.compile(rf"\({_TERM}(?:(?:, | [+−] ){_TERM})+\)")
"""A position in a text of the catalogues, such as (0, {a} + r)."""
RULE = "─"
INDENT = "    "
TABLE_INDENT = "  "
READABLE, NARROWEST = 24, 12
"""The columns of words that the widest cells keep, as long as there is room, and then all cells."""
CONNECTIVE = r" (?=[∧∨⇒⇔])"
"""Where a long formula is broken."""

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
        self.remembered_data = f"_data_{lang}"

    def line(self, value: Value) -> str:
        """Return the value as text that is not broken into lines."""
        return self.value(value).replace(GLUE, " ")

    def prose(self, text: str) -> str:
        return text if text.isprintable() else text.translate(CONTROLS)

    def with_mark(self, written: str, mark: str) -> str:
        """Return what was written and its sign, which stands apart from a word.

        >>> Plain("en").with_mark("10", "chosen"), Plain("en").with_mark("away", "decisive")
        ('10←', 'away ←')
        """
        gap = " " if written[-1:].isalpha() else ""
        return super().with_mark(written + gap, mark)

    def inline(self, expression: Expression) -> str:
        known = vars(expression)  # the heads of tables are written again and again
        written: str | None = known.get(self._remembered)
        if written is None:
            written = self.part(expression)
            if len(written) <= LONGEST_UNBROKEN:
                written = written.replace(" ", GLUE)
            else:
                written = re.sub(SHORT_GROUP, glued, written)
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
        room = width - len(TABLE_INDENT)
        lines = [*self.rows(table, room), *self.legend_lines(table, room)]
        lines = [TABLE_INDENT + line for line in lines]
        if table.caption:
            lines.insert(0, wrapped(self.sentence(table.caption), width))
        return "\n".join(lines)

    def rows(self, table: Table, room: int) -> Iterator[str]:
        """Return the head, the rows and the rules between them."""
        grid = [[self.cell(cell) for cell in row] for row in (table.columns, *table.rows)]
        numeric = []
        for i, (head, *column) in enumerate(zip(table.columns, *table.rows, strict=True)):
            numeric.append(i in table.right or is_numeric(column))
            marked = [isinstance(cell, Marked) for cell in (head, *column)]
            if numeric[i] and any(marked):
                for line, is_marked in zip(grid, marked, strict=True):
                    line[i] += "" if is_marked else " "
        widths = [max(map(display_width, column)) for column in zip(*grid, strict=True)]
        gap = "  " if across(widths, "  ") <= room else " "
        is_wide = across(widths, gap) > room
        if is_wide:
            gap = narrow(grid, widths, numeric, room)
        rule = RULE * across(widths, gap)
        for number, row in enumerate(grid):
            if number == len(grid) - table.footer_rows:
                yield rule
            lines = (cell.split("\n") for cell in row)
            for cells in zip_longest(*lines, fillvalue="") if is_wide else (row,):
                written = gap.join(map(aligned, cells, widths, numeric))
                yield written.replace(GLUE, " ").rstrip()
            if number == 0:
                yield rule

    def legend_lines(self, table: Table, room: int) -> list[str]:
        """Return the legend on a line, or line after line where there is no room."""
        legend = self.legend(table)
        together = "   ".join(legend)
        if display_width(together) <= room:
            return [together] if legend else []
        return [line for entry in legend for line in wrapped(entry, room, "  ").split("\n")]


def across(widths: Sequence[int], gap: str) -> int:
    """Return the columns of the screen that a table with columns of these widths needs."""
    return sum(widths) + len(gap) * (len(widths) - 1)


def narrow(grid: list[list[str]], widths: list[int], numeric: Sequence[bool], room: int) -> str:
    """Break the cells of the widest columns of words into lines, and return what then stands
    between columns; numbers stay whole, and so does every word.
    """
    words = [i for i, holds_numbers in enumerate(numeric) if not holds_numbers]
    words.sort(key=lambda i: -widths[i])
    least = {i: broadest(wrapped(row[i], 0, TABLE_INDENT) for row in grid) for i in words}
    spare = sum(max(0, widths[i] - max(READABLE, least[i])) for i in words)
    gap = "  " if across(widths, "  ") - spare <= room else " "
    excess = across(widths, gap) - room
    for fair in (READABLE, NARROWEST):
        for i in words:
            taken = max(0, min(excess, widths[i] - max(fair, least[i])))
            widths[i] -= taken
            excess -= taken
    for i in words:
        for row in grid:
            if display_width(row[i]) > widths[i]:
                row[i] = wrapped(row[i], widths[i], TABLE_INDENT)
        widths[i] = broadest(row[i] for row in grid)
    return gap


def broadest(cells: Iterable[str]) -> int:
    """Return the columns of the screen that the longest line of these cells needs."""
    return max(display_width(line) for cell in cells for line in cell.split("\n"))


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
    return len(text) if text.isascii() else sum(map(_sign_width, text))


@lru_cache(maxsize=4096)
def _sign_width(sign: str) -> int:
    from unicodedata import combining, east_asian_width

    return 0 if combining(sign) else 2 if east_asian_width(sign) in "WF" else 1


def broken(formula: str, width: int) -> str:
    r"""Return the formula of a statement broken before its connectives, all in a margin.

    >>> print(broken("∀x, y: x = y ∨ x < y ∨ y < x", 20))
        ∀x, y: x = y
          ∨ x < y
          ∨ y < x
    """
    parts = re.sub(CONNECTIVE, "\n", formula).replace(" ", GLUE).replace("\n", " ")
    return INDENT + wrapped(parts, width - len(INDENT), TABLE_INDENT).replace("\n", f"\n{INDENT}")


def wrapped(text: str, width: int, margin: str = "") -> str:
    r"""Return the text broken at spaces into lines of at most this width where it can be.

    >>> wrapped("whoever must play loses", 12), wrapped("whoever must play loses", 12, "  ")
    ('whoever must\nplay loses', 'whoever must\n  play loses')
    """
    lines: list[str] = []
    filled = 0
    for word in text.split(" "):
        room = display_width(word)
        if lines and filled + 1 + room <= width:
            lines[-1] += " " + word
            filled += 1 + room
        else:
            filled = display_width(margin) + room if lines else room
            lines.append(margin + word if lines else word)
    return "\n".join(lines).replace(GLUE, " ")
