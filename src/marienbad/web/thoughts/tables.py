"""Tables of a game, and the chance of a random start."""

import re
from collections.abc import Sequence

from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.heaps import read_heap
from marienbad.study.book.finding import entries_behind
from marienbad.study.chance import chance, explanation_of, has_formula
from marienbad.study.slices import AHEAD, slice_corner
from marienbad.study.thesis import tabulated
from marienbad.text.data import json_integers
from marienbad.text.hypertext import Hypertext
from marienbad.text.mathematics import Expression
from marienbad.text.problems import InputError
from marienbad.text.sentences import Cell
from marienbad.text.tabular import json_lines, written
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_position
from marienbad.web.thoughts.subject import look_for_search
from marienbad.web.thoughts.theory import reference

WIDTH = 100
BUILT = re.compile("<m(?:o|sub|sup|frac|sqrt)>")


def sheet_of(
    thesis: str | None,
    game: str | None,
    kind: str | None,
    rows: int | None,
    base: int | None,
    of: str | None,
    form: str,
    lang: str,
    third: int | None = None,
) -> bytes:
    """A table written in a form; as JSON with its heads and its mathematics as HTML too."""
    numbers = () if of is None else bounded_position(of)
    if thesis is None and game is None:
        raise InputError("server.missing", name="game")
    look_for_slices(game, third)
    sheet = tabulated(thesis, game, kind, rows, base, numbers, is_served=True, third=third)
    if form == "json":
        html = Hypertext(lang)
        heads = [html.cell(column.head) for column in sheet.columns]
        body = list(sheet.rows)
        behind = entries_behind(define(sheet.game), sheet.kind)
        lines = json_lines(
            sheet.having(rows=body),
            lang,
            caption=html.sentence(sheet.caption),
            heads=heads,
            math=mathematics(body, html),
            has_bfile=sheet.sequence is not None,
            theorems=[reference(entry, lang) for entry in behind],
        )
    else:
        lines = written(sheet, form, lang, WIDTH)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def look_for_slices(game: str | None, third: int | None) -> None:
    """Leave a table of three heaps to the compiled search if no theory makes it."""
    definition = None if game is None else define(game)
    if definition is not None and definition.ruleset.heaps == 3:
        corner = (AHEAD, AHEAD, AHEAD) if third is None else slice_corner(AHEAD, third)
        look_for_search(definition, corner)


def mathematics(rows: Sequence[tuple[Cell, ...]], html: Hypertext) -> dict[str, str]:
    """The cells that text writes badly, as MathML by row and column: sums, powers, fractions."""
    return {
        f"{row},{column}": written
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if isinstance(cell, Expression) and BUILT.search(written := html.cell(cell))
    }


def chance_of(game: str, size: str, heaps: int | None, no_empty: bool, lang: str) -> bytes:
    """The chance as data and in words."""
    known = Game.named(game)
    definition, edge = known.definition, read_heap(size, "chance.size")
    number = known.heaps or heaps or 1
    theory = None if has_formula(definition) else "table"
    look_for_search(definition, (max(edge - 1, 0),) * number, theory)
    found = chance(definition, edge, heaps, no_empty)
    words = explanation_of(definition, found)
    fraction = found.fraction
    names = ("size", "lost", "total", "numerator", "denominator")
    numbers = (found.size, found.lost, found.total, fraction.numerator, fraction.denominator)
    return encoded(
        {
            "game": definition.name,
            **dict(zip(names, json_integers(numbers), strict=True)),
            "heaps": found.heaps,
            "method": found.method,
            "least": found.least,
            "text": words.render(lang, WIDTH),
            "html": words.html(lang),
        }
    )
