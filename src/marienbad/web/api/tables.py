"""Calls for tables, chances and numbers, and for what the thesis prints."""

import re
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypedDict, cast

from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.heaps import read_heap
from marienbad.study.book.finding import entries_behind
from marienbad.study.chance import chance as chance_that
from marienbad.study.chance import explanation_of
from marienbad.study.numbers import GOLDEN, neighbours, number_told
from marienbad.study.tables import all_kinds
from marienbad.study.thesis import FIGURES, TABLES, tabulated
from marienbad.text.catalogue import template
from marienbad.text.data import json_integer
from marienbad.text.hypertext import Hypertext
from marienbad.text.mathematics import Expression
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell
from marienbad.text.tabular import json_lines, written
from marienbad.web.api.common import (
    WIDTH,
    EntryLink,
    Pair,
    Shown,
    Text,
    texts,
)
from marienbad.web.api.routes import (
    HERE,
    JSON,
    STUDY,
    Field,
    File,
    GameName,
    HeapsText,
    ReaderLanguage,
    ThirdHeap,
    get,
)
from marienbad.web.api.theory import reference
from marienbad.web.sizes import MOST_DIGITS, MOST_HEAPS, bounded_position

MOST_ROWS = 2_000
LONGEST_NUMERAL = 10
LONGEST_SYSTEM = 120
BUILT = re.compile("<m(?:o|sub|sup|frac|sqrt)>")
TYPES = {"json": JSON, "csv": "text/csv"}
Kind = Literal[tuple(all_kinds())]  # type: ignore[valid-type]  # the catalogue says which there are


class Table(TypedDict):
    """A table, row by row; its columns by name, and with their heads as HTML with MathML.

    ``caption`` says as HTML what it shows, ``has_bfile`` whether it can be had as a b-file, and
    ``math`` has cells as MathML, by “row,column” from 0.
    """

    game: str
    kind: str
    columns: list[str]
    caption: str
    has_bfile: bool
    heads: list[str]
    math: dict[str, str]
    theorems: list[EntryLink]
    rows: list[list[Any]]


@get("/api/table", tag="tables", queue=STUDY, model=Table, files=("text/csv", "text/plain"))
def table(
    game: GameName | None = None,
    thesis: Annotated[
        str | None,
        Field(max_length=LONGEST_NUMERAL, description="The number of a table of the thesis."),
    ] = None,
    kind: Kind | None = None,  # type: ignore[valid-type]
    rows: Annotated[int | None, Field(ge=1, le=MOST_ROWS)] = None,
    base: Annotated[int | None, Field(ge=2, le=16, description="2, 4, 8, 10 or 16.")] = None,
    of: HeapsText | None = None,
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
    format: Literal["json", "csv", "latex", "bfile", "text"] = "json",  # noqa: A002 (in addresses)
    lang: ReaderLanguage = "",
) -> File:
    """A table of the game's family: safe pairs, nim-sums, convergents and others; or one of the
    thesis by its number. With a slice, the safe pairs with this third heap.
    """
    numbers = () if of is None else bounded_position(of)
    if thesis is None and game is None:
        raise InputError("server.missing", name="game")
    sheet = tabulated(thesis, game, kind, rows, base, numbers, is_served=True, third=slice)
    if format == "json":
        html = Hypertext(lang)
        body = list(sheet.rows)
        behind = entries_behind(define(sheet.game), sheet.kind)
        lines = json_lines(
            sheet.having(rows=body),
            lang,
            caption=html.sentence(sheet.caption),
            heads=[html.cell(column.head) for column in sheet.columns],
            math=mathematics(body, html),
            has_bfile=sheet.sequence is not None,
            theorems=[reference(entry, lang) for entry in behind],
        )
    else:
        lines = written(sheet, format, lang, WIDTH)
    content = "".join(f"{line}\n" for line in lines).encode("utf-8")
    return File(content, TYPES.get(format, "text/plain"))


def mathematics(rows: Sequence[tuple[Cell, ...]], html: Hypertext) -> dict[str, str]:
    """The cells that text writes badly, as MathML by row and column: sums, powers, fractions."""
    return {
        f"{row},{column}": written
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if isinstance(cell, Expression) and BUILT.search(written := html.cell(cell))
    }


class Chance(Text):
    """How many of the starts are lost for the player who begins; ``least`` is the smallest heap
    that is drawn.
    """

    game: str
    size: Shown
    heaps: int
    lost: Shown
    total: Shown
    numerator: Shown
    denominator: Shown
    method: Literal["formula", "pairs", "count"]
    least: int


@get("/api/chance", tag="tables", queue=STUDY)
def chance(
    game: GameName,
    size: Annotated[str, Field(max_length=MOST_DIGITS)],
    heaps: Annotated[int | None, Field(ge=1, le=MOST_HEAPS)] = None,
    no_empty: Annotated[bool, Field(description="Whether no heap may be empty.")] = False,
    lang: ReaderLanguage = "",
) -> Chance:
    """The chance that a random start is lost for the player who begins."""
    known = Game.named(game)
    definition, edge = known.definition, read_heap(size, "chance.size")
    found = chance_that(definition, edge, heaps, no_empty)
    return {
        "game": definition.name,
        "size": json_integer(found.size),
        "lost": json_integer(found.lost),
        "total": json_integer(found.total),
        "numerator": json_integer(found.fraction.numerator),
        "denominator": json_integer(found.fraction.denominator),
        "heaps": found.heaps,
        "method": found.method,
        "least": found.least,
        **texts(explanation_of(definition, found), lang),
    }


# What the thesis prints


class PrintedTable(TypedDict):
    """A table of the thesis: what to ask ``/api/table`` for."""

    number: str
    title: str
    game: str
    kind: str
    rows: int | None
    of: str | None
    base: int | None


class PrintedFigure(TypedDict):
    """A figure of the thesis: what to ask ``/api/board`` for."""

    number: str
    title: str
    game: str
    size: int
    at: Pair | None
    pairs: int | None


class Printed(TypedDict):
    """The tables and figures of the thesis by number."""

    tables: list[PrintedTable]
    figures: list[PrintedFigure]


@get("/api/thesis", tag="tables", queue=HERE, kept=2**20)
def printed(lang: ReaderLanguage = "") -> Printed:
    """The tables and figures of the thesis by number: what to ask for to have each."""
    return {
        "tables": [
            {
                "number": number,
                "title": template(f"table.thesis.{number.lower()}", lang),
                "game": table.game,
                "kind": table.kind,
                "rows": table.rows,
                "of": ",".join(map(str, table.of)) or None,
                "base": table.base,
            }
            for number, table in TABLES.items()
        ],
        "figures": [
            {
                "number": number,
                "title": template(f"board.thesis.{number}", lang),
                "game": figure.game,
                "size": figure.size,
                "at": figure.at,
                "pairs": figure.pairs,
            }
            for number, figure in FIGURES.items()
        ],
    }


# Numbers


class WrittenNumber(Text):
    """A number in a numeration, the numbers beside it, and the values of its shifts.

    To the ``left`` it has a zero more, to the ``right`` a digit less.
    """

    number: Shown
    system: str
    before: Shown | None
    after: Shown
    left: Shown
    right: Shown


class Neighbours(TypedDict):
    """The numbers beside one."""

    before: Shown | None
    after: Shown
    left: Shown
    right: Shown


@get("/api/number", tag="tables")
def written_number(
    number: Annotated[str, Field(max_length=MOST_DIGITS, description="A whole number.")],
    system: Annotated[
        str,
        Field(
            max_length=LONGEST_SYSTEM,
            description="fibonacci, a base, or a continued fraction.",
            examples=("fibonacci", "2", "[1;2,3]"),
        ),
    ] = GOLDEN,
    lang: ReaderLanguage = "",
) -> WrittenNumber:
    """A number in a numeration: its digits, its shifts and neighbours, and for fibonacci its place
    in the Wythoff array.
    """
    read = read_heap(number, "number.wrong")
    beside = neighbours(read, system)
    named = {name: None if n is None else json_integer(n) for name, n in beside.items()}
    return {
        "number": json_integer(read),
        "system": system,
        **cast(Neighbours, named),
        **texts(number_told(read, system), lang),
    }
