"""The call that lays out the graph of a game."""

from typing import Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.web.api.declared import READERS, GameName, HeapsText, ReaderLanguage, errors
from marienbad.web.api.models.graphs import GameGraph
from marienbad.web.http.call import Call
from marienbad.web.services import studied
from marienbad.web.thoughts.graphs import laid_out

router = APIRouter(tags=["school"], route_class=Call)


@router.get("/api/graph", response_model=GameGraph, responses=errors())
async def graph(
    request: Request,
    game: GameName,
    position: HeapsText,
    by: Literal["total", "moves"] = "total",
    colours: Literal["true", "false"] = "false",
    lang: ReaderLanguage = READERS,
) -> Response:
    """All that can follow a start, at most 600 situations up to order, laid out in layers.

    What situations are worth is said only with `colours=true`.
    """
    asked = (game, position, by, colours == "true", lang)
    return await studied(request, laid_out, *asked)
