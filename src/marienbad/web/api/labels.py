"""The calls of an investigation: situations, labels, and the table of all winning moves."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.web.api.declared import READERS, GameName, HeapsText, ReaderLanguage, errors
from marienbad.web.api.models.labels import AllSituations, Labelled, WinningMoves
from marienbad.web.http.answers import JSON
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, studied
from marienbad.web.sizes import MOST_DIGITS
from marienbad.web.thoughts.labels import label_of, situations_of, table_of

TYPES = {"json": JSON, "csv": "text/csv", "markdown": "text/markdown"}

router = APIRouter(tags=["school"], route_class=Call)


@router.get("/api/situations", response_model=AllSituations, responses=errors())
async def situations(request: Request, game: GameName, position: HeapsText) -> Response:
    """All that can follow a start, up to order, at most 2,000; not what each is worth."""
    return await studied(request, situations_of, game, position)


@router.get("/api/label", response_model=Labelled, responses=errors())
async def label(
    request: Request, game: GameName, position: HeapsText, label: Literal["leave", "not"]
) -> Response:
    """Whether a situation is to leave, or not, as somebody says; if wrong, the moves that show it.

    The empty position is written `0`.
    """
    return await studied(request, label_of, game, position, label)


@router.get(
    "/api/winning",
    response_model=WinningMoves,
    responses={
        **errors(),
        200: {
            "description": "The table, in the form asked for.",
            "content": {
                kind: {"schema": {"type": "string"}}
                for kind in ("text/csv", "text/markdown", "text/plain")
            },
        },
    },
)
async def winning(
    request: Request,
    game: GameName,
    position: HeapsText,
    total: Annotated[
        str | None,
        Query(max_length=MOST_DIGITS, description="Only situations with so many objects."),
    ] = None,
    only: Annotated[
        Literal["leave"] | None, Query(description="Only the situations to leave.")
    ] = None,
    format: Literal["json", "csv", "latex", "markdown", "text"] = "json",  # noqa: A002 (in addresses)
    lang: ReaderLanguage = READERS,
) -> Response:
    """Every situation from a start and all the moves that win from it, up to order."""
    asked = (game, position, total, only == "leave", format, lang)
    services = services_of(request)
    content = await services.think(request, services.lanes.study, table_of, *asked)
    return Response(content, media_type=TYPES.get(format, "text/plain"))
