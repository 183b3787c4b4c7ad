"""The calls for tables and for the chance of a random start."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.study.tables import KINDS
from marienbad.web.api.declared import (
    READERS,
    GameName,
    HeapsText,
    ReaderLanguage,
    ThirdHeap,
    errors,
)
from marienbad.web.api.models.positions import Chance, Table
from marienbad.web.http.answers import JSON
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, studied
from marienbad.web.sizes import MOST_DIGITS, MOST_HEAPS
from marienbad.web.thoughts.tables import chance_of, sheet_of

MOST_ROWS = 2_000
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
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
    format: Literal["json", "csv", "latex", "bfile", "text"] = "json",  # noqa: A002 (in addresses)
    lang: ReaderLanguage = READERS,
) -> Response:
    """A table of the game's family: pairs to leave, nim-sums, convergents and others; or one of the
    thesis by its number. With a slice, the pairs to leave with this third heap.
    """
    asked = (thesis, game, kind, rows, base, of, format, lang, slice)
    services = services_of(request)
    content = await services.think(request, services.lanes.study, sheet_of, *asked)
    return Response(content, media_type=TYPES.get(format, "text/plain"))


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
    return await studied(request, chance_of, game, size, heaps, no_empty, lang)
