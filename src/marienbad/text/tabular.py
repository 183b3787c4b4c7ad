"""Tables whose rows come one after another, written for readers and for programs.

A table of a million rows is written as it is made; only the forms that align columns keep it whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from types import SimpleNamespace
from typing import Any, Literal, TypeAlias, get_args

from marienbad.numeration.integers import digits_of
from marienbad.text.data import cell_data
from marienbad.text.latex import Latex
from marienbad.text.plain import Plain, is_numeric
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell, Listing, Message, Table
from marienbad.values import Record

Form: TypeAlias = Literal["text", "csv", "json", "latex", "markdown", "bfile"]
FORMS: tuple[str, ...] = get_args(Form)
PAGE_ROWS = 40
LARGEST_WHOLE = 200_000
"""The most rows of a form that aligns its columns, and so must keep the whole table."""


class Column(Record):
    """A column: its name for programs, in plain letters, and its head for readers."""

    name: str
    head: Cell


class Sheet(Record):
    """A table: what it is called, its columns, its rows, and the same numbers one after another."""

    game: str
    kind: str
    caption: Message
    columns: tuple[Column, ...]
    rows: Iterable[tuple[Cell, ...]]
    sequence: Iterable[int] | None = None
    """The numbers of its b-file; ``None`` where they do not make a sequence of integers."""

    def render(self, form: str = "text", lang: str = "en", width: int = 80) -> str:
        return "\n".join(written(self, form, lang, width))


def written(sheet: Sheet, form: str, lang: str, width: int = 80) -> Iterator[str]:
    r"""Return the lines of the sheet in this form.

    >>> from marienbad.text.sentences import say
    >>> columns = (Column("n", "n"), Column("square", "n²"))
    >>> sheet = Sheet("nim", "squares", say("words.yes"), columns, [(7, 49)], [49])
    >>> list(written(sheet, "csv", "en")), list(written(sheet, "bfile", "en"))
    (['n,square', '7,49'], ['0 49'])
    """
    writers = {
        "csv": csv_lines,
        "json": json_lines,
        "latex": latex_lines,
        "markdown": markdown_lines,
    }
    if form == "text":
        heads = tuple(column.head for column in sheet.columns)
        table = Table(heads, whole(sheet, form), sheet.caption)
        return iter(Plain(lang).table(table, width).splitlines())
    if form == "bfile":
        return bfile_lines(sheet)
    if form not in writers:
        raise InputError("table.unknown_format", form=form, known=Listing(FORMS, ""))
    return writers[form](sheet, lang)


def whole(sheet: Sheet, form: str) -> tuple[tuple[Cell, ...], ...]:
    """Return all rows, or refuse when they are too many to be kept."""
    rows = tuple(islice(sheet.rows, LARGEST_WHOLE + 1))
    if len(rows) > LARGEST_WHOLE:
        raise InputError("table.too_long", form=form, bound=LARGEST_WHOLE)
    return rows


def csv_lines(sheet: Sheet, lang: str) -> Iterator[str]:
    """Return comma-separated values under the names of the columns."""
    import csv

    plain, end = Plain(lang), "\r\n"
    # What it hands over to be written, it returns.
    writer = csv.writer(SimpleNamespace(write=str), lineterminator=end)
    yield writer.writerow([column.name for column in sheet.columns]).removesuffix(end)
    for row in sheet.rows:
        yield writer.writerow([exact(cell, plain) for cell in row]).removesuffix(end)


def json_lines(sheet: Sheet, lang: str, **more: Any) -> Iterator[str]:
    """Return one object, each row on its own line; integers above 2⁵³ − 1 are decimal strings.

    What else is known of the table stands before its rows.
    """
    import json

    plain = Plain(lang)
    head = {"game": sheet.game, "kind": sheet.kind, "columns": [c.name for c in sheet.columns]}
    yield json.dumps(head | more, ensure_ascii=False)[:-1] + ', "rows": ['
    separator = ""
    for row in sheet.rows:
        cells = [cell_data(cell, plain) for cell in row]
        if separator:
            yield separator + ","
        separator = json.dumps(cells, ensure_ascii=False)
    if separator:
        yield separator
    yield "]}"


def latex_lines(sheet: Sheet, lang: str) -> Iterator[str]:
    """Return LaTeX for a document with amsmath, and with longtable for more than a page."""
    latex = Latex(lang)
    rows = whole(sheet, "latex")
    long = len(rows) > PAGE_ROWS
    columns = range(len(sheet.columns))
    layout = "".join("r" if is_numeric(row[i] for row in rows) else "l" for i in columns)
    head = [r"\hline", latex.table_row([column.head for column in sheet.columns]), r"\hline"]
    environment = "longtable" if long else "tabular"
    yield rf"% \usepackage{{amsmath{',longtable' if long else ''}}}"
    yield r"\begin{center}"
    yield latex.sentence(sheet.caption) + (r"\end{center}" if long else r"\\[1ex]")
    yield rf"\begin{{{environment}}}{{{layout}}}"
    yield from head
    if long:
        yield r"\endhead"
    for row in rows:
        yield " & ".join(latex_cell(cell, latex) for cell in row) + r" \\"
    yield r"\hline"
    yield rf"\end{{{environment}}}"
    if not long:
        yield r"\end{center}"


def markdown_lines(sheet: Sheet, lang: str) -> Iterator[str]:
    """Return the caption and a table of Markdown; a number keeps all its digits."""
    plain = Plain(lang)
    rows = whole(sheet, "markdown")
    numeric = [is_numeric(row[i] for row in rows) for i in range(len(sheet.columns))]
    yield markdown_text(plain.line(sheet.caption))
    yield ""
    yield _markdown_row(plain.line(column.head or "") for column in sheet.columns)
    yield "|" + "".join("---:|" if right else "---|" for right in numeric)
    for row in rows:
        yield _markdown_row(exact(cell, plain) for cell in row)


def _markdown_row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(map(markdown_text, cells))} |"


def markdown_text(text: str) -> str:
    r"""Return a text of which no sign is a command of Markdown.

    >>> print(markdown_text("a_1 | b*"))
    a\_1 \| b\*
    """
    return re.sub(r"([\\`*_{}\[\]<>#|~$])", r"\\\1", text).replace("\n", " ")


def latex_cell(cell: Cell, latex: Latex) -> str:
    """Return a cell; a number keeps all its digits, which a sentence would shorten."""
    if isinstance(cell, int):
        return f"${exact(cell, Plain(latex.lang))}$"
    return latex.cell(cell)


def bfile_lines(sheet: Sheet) -> Iterator[str]:
    """Return the lines 'index value' of an OEIS b-file, from index 0."""
    if sheet.sequence is None:
        raise InputError("table.no_bfile", kind=sheet.kind, game=sheet.game)
    for index, number in enumerate(sheet.sequence):
        yield f"{index} {digits_of(number)}"


def exact(cell: Cell, plain: Plain) -> str:
    """Return an integer with all its digits and no group marks, anything else as text."""
    if isinstance(cell, int):
        return digits_of(cell)
    return "" if cell is None else plain.line(cell)
