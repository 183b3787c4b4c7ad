"""HTML with MathML: for the page and for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from marienbad.text.mathematics import ATOM, POWER, Expression, Operand
from marienbad.text.notation import GLUE, MARK_SIGNS, PRIMES, Notation
from marienbad.text.plain import CONTROLS
from marienbad.text.sentences import (
    Block,
    Cell,
    Equation,
    Items,
    Link,
    Marked,
    Message,
    Section,
    Table,
)

ESCAPES = CONTROLS | str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
)


class Hypertext(Notation):
    """HTML in which nothing that comes from outside is markup.

    >>> from marienbad.text.mathematics import Symbol
    >>> Hypertext("en").value("<b>"), Hypertext("en").value(Symbol("τ"))
    ('&lt;b&gt;', '<math><mi>τ</mi></math>')
    """

    fraction_level = POWER
    invisible_times = "<mo>\N{INVISIBLE TIMES}</mo>"
    comma = '<mo separator="true">,</mo>'
    space = GLUE
    longest_unbroken = 24
    application = "<mo>\N{FUNCTION APPLICATION}</mo>"

    def prose(self, text: str) -> str:
        return text.translate(ESCAPES)

    def inline(self, expression: Expression) -> str:
        return f"<math>{self.part(expression)}</math>"

    def link(self, link: Link) -> str:
        return f'<a class="unbroken" href="{self.prose(link.address)}">{self.prose(link.text)}</a>'

    def with_mark(self, written: str, mark: str) -> str:
        return f'<span class="mark-{mark}">{self.signed(written, mark)}</span>'

    def signed(self, written: str, mark: str) -> str:
        """Return what was written with the sign of its mark above."""
        return f"{written}<sup>{MARK_SIGNS[mark]}</sup>"

    # Blocks

    def blocks(self, blocks: Sequence[Block]) -> str:
        written = "\n".join(map(self.block, blocks))
        return f'<section class="explanation" lang="{self.lang}">\n{written}\n</section>'

    def block(self, block: Block) -> str:
        if isinstance(block, Table):
            return self.table(block)
        if isinstance(block, Equation):
            return f'<math display="block">{self.part(block.expression)}</math>'
        if isinstance(block, Items):
            element = "ol" if block.is_numbered else "ul"
            entries = "".join(self.keyed("li", entry) for entry in block.entries)
            return f"<{element}>{entries}</{element}>"
        if isinstance(block, Section):
            inside = "\n".join(map(self.block, block.blocks))
            shown = " open" if block.is_open else ""
            return f"<details{shown}>{self.keyed('summary', block.heading)}\n{inside}\n</details>"
        return self.keyed("p", block)

    def keyed(self, element: str, sentence: Message) -> str:
        """Return a sentence as an element that names its key."""
        key, text = self.prose(sentence.key), self.sentence(sentence)
        return f'<{element} data-key="{key}">{text}</{element}>'

    def table(self, table: Table) -> str:
        """Return the table, sums in its foot, followed by the legend of its marks."""
        lines = ["<table>"]
        if table.caption:
            lines.append(self.keyed("caption", table.caption))
        body_rows = len(table.rows) - table.footer_rows
        head = self.table_row(table.columns, 'th scope="col"')
        lines.append(f"<thead>{head}</thead>")
        for element, rows in (("tbody", table.rows[:body_rows]), ("tfoot", table.rows[body_rows:])):
            if rows:
                inside = "".join(self.table_row(row, "td") for row in rows)
                lines.append(f"<{element}>{inside}</{element}>")
        lines.append("</table>")
        if legend := self.word("language.comma").join(self.legend(table)):
            lines.append(f'<p class="legend">{legend}</p>')
        return "\n".join(lines)

    def table_row(self, cells: Sequence[Cell], element: str) -> str:
        """Return a row whose cells are of this element; a mark is a class and a sign."""
        written = []
        for cell in cells:
            attributes, content = "", self.cell(cell)
            if isinstance(cell, Marked):
                attributes = f' class="mark-{cell.mark}"'
                content = self.signed(self.cell(cell.value), cell.mark)
            name = element.partition(" ")[0]
            written.append(f"<{element}{attributes}>{content}</{name}>")
        return f"<tr>{''.join(written)}</tr>"

    # Mathematics

    def figures(self, text: str) -> str:
        return f"<mn>{self.prose(text)}</mn>"

    def identifier(self, name: str) -> str:
        return f"<mi>{self.prose(name)}</mi>"

    def operator(self, sign: str) -> str:
        return f"<mo>{self.prose(sign)}</mo>"

    def prefix(self, sign: str) -> str:
        return f'<mo form="prefix">{self.prose(sign)}</mo>'

    def row(self, parts: Sequence[str]) -> str:
        return f"<mrow>{''.join(parts)}</mrow>"

    def fenced(self, opening: str, inside: str, closing: str) -> str:
        """Only what is taller than a line has taller fences: not every font can stretch them."""
        fixed = "" if "<mfrac>" in inside else ' stretchy="false"'
        return (
            f'<mrow><mo fence="true" form="prefix"{fixed}>{opening}</mo>{inside}'
            f'<mo fence="true" form="postfix"{fixed}>{closing}</mo></mrow>'
        )

    def prime(self, base: Operand, count: int) -> str:
        return f"<msup>{self.part(base, ATOM)}<mo>{PRIMES[count]}</mo></msup>"

    def subscript(self, base: Operand, indices: Sequence[Operand]) -> str:
        return f"<msub>{self.part(base, ATOM)}{self.items(indices)}</msub>"

    def power(self, base: Operand, exponent: Operand) -> str:
        return f"<msup>{self.part(base, ATOM)}{self.part(exponent)}</msup>"

    def fraction(self, numerator: Operand, denominator: Operand) -> str:
        return f"<mfrac>{self.part(numerator)}{self.part(denominator)}</mfrac>"

    def root(self, radicand: Operand) -> str:
        return f"<msqrt>{self.part(radicand)}</msqrt>"

    def with_base(self, written: str, base: int) -> str:
        return f"<msub>{written}<mn>{base}</mn></msub>"
