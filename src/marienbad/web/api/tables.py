"""The calls for tables and for the chance of a random start."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.study.construction import LARGEST_SIZE as LARGEST_CONSTRUCTION
from marienbad.study.numbers import GOLDEN
from marienbad.study.tables import KINDS
from marienbad.study.thesis import FIGURES, TABLES
from marienbad.text.catalogue import template
from marienbad.web.api.declared import READERS, GameName, HeapsText, ReaderLanguage, errors
from marienbad.web.api.models.positions import Chance, Printed, Table
from marienbad.web.api.models.studies import Board, Stages, WrittenNumber
from marienbad.web.http.answers import JSON, answer
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, short
from marienbad.web.sizes import MOST_DIGITS, MOST_HEAPS
from marienbad.web.thoughts.studies import board_of, number_of, stages_of
from marienbad.web.thoughts.tables import chance_of, sheet_of

MOST_ROWS = 2_000
LARGEST_BOARD = 16
LONGEST_SYSTEM = 120
LONGEST_NUMERAL = 10
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
    game: GameName | None = None,
    thesis: Annotated[
        str | None,
        Query(max_length=LONGEST_NUMERAL, description="The number of a table of the thesis."),
    ] = None,
    kind: Kind | None = None,  # type: ignore[valid-type]
    rows: Annotated[int | None, Query(ge=1, le=MOST_ROWS)] = None,
    base: Annotated[int | None, Query(ge=2, le=16, description="2, 4, 8, 10 or 16.")] = None,
    of: HeapsText | None = None,
    format: Literal["json", "csv", "latex", "bfile", "text"] = "json",  # noqa: A002 (in addresses)
    lang: ReaderLanguage = READERS,
) -> Response:
    """A table of the game's family: pairs to leave, nim-sums, convergents and others; or one of the
    thesis by its number.
    """
    asked = (thesis, game, kind, rows, base, of, format, lang)
    services = services_of(request)
    content = await services.think(request, services.lanes.study, sheet_of, *asked)
    return Response(content, media_type=TYPES.get(format, "text/plain"))


@router.get("/api/thesis", response_model=Printed, responses=errors())
async def printed(lang: ReaderLanguage = READERS) -> Response:
    """The tables and figures of the thesis by number: what to ask for to have each."""
    return answer(
        {
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
    )


@router.get("/api/chance", response_model=Chance, responses=errors())
async def lost_starts(
    request: Request,
    game: GameName,
    size: Annotated[str, Query(max_length=MOST_DIGITS)],
    heaps: Annotated[int | None, Query(ge=1, le=MOST_HEAPS)] = None,
    no_empty: Annotated[bool, Query(description="Whether no heap may be empty.")] = False,
    lang: ReaderLanguage = READERS,
) -> Response:
    """The chance that a random start is lost for the player who begins."""
    asked = (game, size, heaps, no_empty, lang)
    services = services_of(request)
    content = await services.think(request, services.lanes.study, chance_of, *asked)
    return Response(content, media_type=JSON)


@router.get("/api/number", response_model=WrittenNumber, responses=errors())
async def written_number(
    request: Request,
    number: Annotated[str, Query(max_length=MOST_DIGITS, description="A whole number.")],
    system: Annotated[
        str,
        Query(
            max_length=LONGEST_SYSTEM,
            description="fibonacci, a base, or a continued fraction.",
            examples=["fibonacci", "2", "[1;2,3]"],
        ),
    ] = GOLDEN,
    lang: ReaderLanguage = READERS,
) -> Response:
    """A number in a numeration: its digits, its shifts and neighbours, and for fibonacci its place
    in the Wythoff array.
    """
    return await short(request, number_of, number, system, lang)


@router.get("/api/construction", response_model=Stages, responses=errors())
async def stages(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=2, le=LARGEST_CONSTRUCTION)] = 8,
    lang: ReaderLanguage = READERS,
) -> Response:
    """How the squares to leave of a board are found from the rules alone, step by step."""
    services = services_of(request)
    asked = (game, size, lang)
    content = await services.think(request, services.lanes.study, stages_of, *asked)
    return Response(content, media_type=JSON)


@router.get("/api/board", response_model=Board, responses=errors())
async def board(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=2, le=LARGEST_BOARD)] = 8,
    at: HeapsText | None = None,
    pairs: Annotated[int | None, Query(ge=1, le=LARGEST_BOARD)] = None,
    lang: ReaderLanguage = READERS,
) -> Response:
    """The squares to leave on a board; with a piece where it can go, with a number of pairs what
    these exclude.
    """
    services = services_of(request)
    asked = (game, size, at, pairs, lang)
    content = await services.think(request, services.lanes.study, board_of, *asked)
    return Response(content, media_type=JSON)
