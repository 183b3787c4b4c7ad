"""The calls that say what can be drawn on the board."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.theories.theory import LARGEST_BOARD
from marienbad.web.api.declared import (
    READERS,
    GameName,
    HeapsText,
    ReaderLanguage,
    TheoryName,
    ThirdHeap,
    errors,
)
from marienbad.web.api.models.positions import Drawing, Squares
from marienbad.web.http.call import Call
from marienbad.web.services import short
from marienbad.web.thoughts import positions

router = APIRouter(tags=["boards"], route_class=Call)


@router.get("/api/drawing", response_model=Drawing, responses=errors())
async def drawing(
    request: Request,
    game: GameName,
    position: HeapsText,
    theory: TheoryName = None,
    lang: ReaderLanguage = READERS,
) -> Response:
    """What of the explanation can be drawn: packets, binary columns, digits or the pairs."""
    asked = (game, position, theory, lang)
    return await short(request, positions.pictured, *asked)


@router.get("/api/map", response_model=Squares, responses=errors())
async def positions_to_leave(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=1, le=LARGEST_BOARD)] = 8,
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
) -> Response:
    """The positions to leave of a square board, of three heaps those of a slice."""
    return await short(request, positions.squares_to_leave, game, size, slice)
