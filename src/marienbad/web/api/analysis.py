"""The calls that say what is known of a position."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.web.api.declared import (
    READERS,
    GameName,
    HeapsText,
    ReaderLanguage,
    TheoryName,
    errors,
)
from marienbad.web.api.models.positions import Analysis, Check, Moves, Replies, Reply
from marienbad.web.http.call import Call
from marienbad.web.services import short
from marienbad.web.thoughts import matches, positions

router = APIRouter(tags=["positions"], route_class=Call)


@router.get("/api/analysis", response_model=Analysis, responses=errors())
async def analyse(
    request: Request,
    game: GameName,
    position: HeapsText,
    theory: TheoryName = None,
    format: Literal["text", "html"] = "text",  # noqa: A002 (in addresses)
    form: Literal["long", "short"] = "long",
    lang: ReaderLanguage = READERS,
) -> Response:
    """Who wins, every winning move, and why; with `format=html` also as HTML.

    `form=short` says only what to do, without the rule for other positions.
    """
    asked = (game, position, theory, lang, format == "html", form == "short")
    return await short(request, positions.analysed, *asked)


@router.get("/api/replies", response_model=Replies, responses=errors())
async def replies(
    request: Request,
    game: GameName,
    position: HeapsText,
    theory: TheoryName = None,
) -> Response:
    """What to leave from a position, every answer to it, and what to leave then."""
    return await short(request, positions.replied, game, position, theory)


@router.get("/api/moves", response_model=Moves, responses=errors())
async def moves(
    request: Request,
    game: GameName,
    position: HeapsText,
    values: Literal["true", "false"] = "false",
) -> Response:
    """Every legal move, where there are at most 3,000; with `values=true` what each is worth."""
    return await short(request, positions.moves, game, position, values == "true")


@router.get("/api/reply", response_model=Reply, responses=errors())
async def reply(
    request: Request,
    game: GameName,
    position: HeapsText,
    player: Annotated[str, Query(max_length=32, examples=["perfect"])],
) -> Response:
    """What a machine of a level takes from a position; by chance where several are as good."""
    return await short(request, matches.replied, game, position, player)


@router.get("/api/check", response_model=Check, responses=errors())
async def check(
    request: Request,
    game: GameName,
    position: HeapsText,
    take: HeapsText,
    lang: ReaderLanguage = READERS,
) -> Response:
    """Whether a move may be played from a position, and if not, why."""
    return await short(request, positions.checked, game, position, take, lang)
