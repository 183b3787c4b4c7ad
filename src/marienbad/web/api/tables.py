"""The calls for tables and for the chance of a random start."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.analysis import Game
from marienbad.heaps import Position, read_heap
from marienbad.study.chance import chance, explanation_of, formula_of
from marienbad.study.tables import KINDS, tabulate
from marienbad.text.data import json_integers
from marienbad.text.tabular import written
from marienbad.web.api.declared import GameName, HeapsText, Language, errors
from marienbad.web.api.models.positions import Chance, Table
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import MOST_DIGITS, MOST_HEAPS, bounded_position
from marienbad.web.services import services_of
from marienbad.web.workers.reach import is_heavy

MOST_ROWS = 2_000
WIDTH = 100
Kind = Literal[tuple(KINDS)]  # type: ignore[valid-type]  # the catalogue says which there are

TYPES = {"json": JSON, "csv": "text/csv"}

router = APIRouter(tags=["tables"], route_class=Call)


@router.get(
    "/api/table",
    response_model=Table,
    responses={
        **errors(),
        200: {
            "description": "The table, in the form asked for.",
            "content": {
                "text/csv": {"schema": {"type": "string"}},
                "text/plain": {"schema": {"type": "string"}},
            },
        },
    },
)
async def table(
    request: Request,
    game: GameName,
    kind: Kind | None = None,  # type: ignore[valid-type]
    rows: Annotated[int | None, Query(ge=1, le=MOST_ROWS)] = None,
    base: Annotated[int, Query(ge=2, le=10, description="2 or 10.")] = 10,
    of: HeapsText | None = None,
    format: Literal["json", "csv", "latex", "bfile", "text"] = "json",  # noqa: A002 (in addresses)
    lang: Language = None,
) -> Response:
    """A table of the game's family: pairs to leave, nim-sums, convergents and others."""
    known = Game.named(game)
    numbers = () if of is None else bounded_position(of)
    language = lang or reader_language(request)
    content = await services_of(request).think(
        known, sheet_of, known, kind, rows, base, numbers, format, language
    )
    return Response(content, media_type=TYPES.get(format, "text/plain"))


@router.get("/api/chance", response_model=Chance, responses=errors())
async def lost_starts(
    request: Request,
    game: GameName,
    size: Annotated[str, Query(max_length=MOST_DIGITS)],
    heaps: Annotated[int | None, Query(ge=1, le=MOST_HEAPS)] = None,
    lang: Language = None,
) -> Response:
    """The chance that a random start is lost for the player who begins."""
    known = Game.named(game)
    language = lang or reader_language(request)
    edge = read_heap(size, "chance.size")
    think = services_of(request).think
    number = known.heaps or heaps or 1
    theory = None if formula_of(known.definition) else "table"
    heavy = is_heavy(known.definition, (max(edge - 1, 0),) * number, theory)
    return answer(await think(known, chance_of, known, edge, heaps, language, is_heavy=heavy))


def sheet_of(
    game: Game,
    kind: str | None,
    rows: int | None,
    base: int,
    numbers: Position,
    form: str,
    lang: str,
) -> bytes:
    """A table written in a form."""
    sheet = tabulate(game.definition, kind, rows, base, numbers, is_served=True)
    return "".join(f"{line}\n" for line in written(sheet, form, lang, WIDTH)).encode("utf-8")


def chance_of(game: Game, size: int, heaps: int | None, lang: str) -> dict[str, Any]:
    """The chance as data and in words."""
    definition = game.definition
    found = chance(definition, size, heaps)
    fraction = found.fraction
    names = ("size", "lost", "total", "numerator", "denominator")
    numbers = (found.size, found.lost, found.total, fraction.numerator, fraction.denominator)
    return {
        "game": definition.name,
        **dict(zip(names, json_integers(numbers), strict=True)),
        "heaps": found.heaps,
        "method": found.method,
        "text": explanation_of(definition, found).render(lang, WIDTH),
    }
