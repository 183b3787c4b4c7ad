"""Tables of a game, and the chance of a random start."""

from marienbad.analysis import Game
from marienbad.heaps import read_heap
from marienbad.study.chance import chance, explanation_of, formula_of
from marienbad.study.tables import tabulate
from marienbad.text.data import json_integers
from marienbad.text.hypertext import Hypertext
from marienbad.text.tabular import json_lines, written
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_position
from marienbad.web.thoughts.subject import look_for_search

WIDTH = 100


def sheet_of(
    game: str,
    kind: str | None,
    rows: int | None,
    base: int,
    of: str | None,
    form: str,
    lang: str,
) -> bytes:
    """A table written in a form; as JSON with the heads of its columns as HTML too."""
    definition = Game.named(game).definition
    numbers = () if of is None else bounded_position(of)
    sheet = tabulate(definition, kind, rows, base, numbers, is_served=True)
    if form == "json":
        heads = [Hypertext(lang).cell(column.head) for column in sheet.columns]
        lines = json_lines(sheet, lang, heads=heads)
    else:
        lines = written(sheet, form, lang, WIDTH)
    return "".join(f"{line}\n" for line in lines).encode("utf-8")


def chance_of(game: str, size: str, heaps: int | None, lang: str) -> bytes:
    """The chance as data and in words."""
    known = Game.named(game)
    definition, edge = known.definition, read_heap(size, "chance.size")
    number = known.heaps or heaps or 1
    theory = None if formula_of(definition) else "table"
    look_for_search(definition, (max(edge - 1, 0),) * number, theory)
    found = chance(definition, edge, heaps)
    fraction = found.fraction
    names = ("size", "lost", "total", "numerator", "denominator")
    numbers = (found.size, found.lost, found.total, fraction.numerator, fraction.denominator)
    return encoded(
        {
            "game": definition.name,
            **dict(zip(names, json_integers(numbers), strict=True)),
            "heaps": found.heaps,
            "method": found.method,
            "text": explanation_of(definition, found).render(lang, WIDTH),
        }
    )
