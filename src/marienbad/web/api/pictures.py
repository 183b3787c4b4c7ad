"""The call that draws a position for those who pass its link on."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.web.api.declared import GameName, errors
from marienbad.web.http.call import Call
from marienbad.web.keeping import Kept
from marienbad.web.services import services_of
from marienbad.web.site.assets import FIRST_GAME
from marienbad.web.sizes import LONGEST_POSITION
from marienbad.web.thoughts.pictures import drawn

PNG = "image/png"
KEPT_BYTES = 4 * 1024**2
CACHE = {"Cache-Control": "public, max-age=86400"}

Drawn = Kept[tuple[str, str | None], bytes]
router = APIRouter(tags=["boards"], route_class=Call)
_drawn: Drawn = Kept(KEPT_BYTES)


@router.head("/og.png", include_in_schema=False)
@router.get(
    "/og.png",
    response_class=Response,
    responses={**errors(), 200: {"description": "The picture.", "content": {PNG: {}}}},
)
async def picture(
    request: Request,
    game: GameName = FIRST_GAME,
    position: Annotated[str | None, Query(max_length=LONGEST_POSITION)] = None,
) -> Response:
    """A position, drawn as matches or tokens, 1200 by 630; without one, the start of the game."""
    found = _drawn.get((game, position))
    if found is None:
        services = services_of(request)
        found = await services.think(request, services.lanes.short, drawn, game, position)
        _drawn.put((game, position), found, len(found) + len(game) + len(position or ""))
    return Response(found, media_type=PNG, headers=CACHE)
