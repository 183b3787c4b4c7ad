"""The calls of the lab that look for a strategy, and step through what was found."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.web.api.declared import READERS, ReaderLanguage, errors
from marienbad.web.api.models.discoveries import (
    DiscoveryQuestion,
    Steps,
    StepsQuestion,
)
from marienbad.web.http.answers import Lines
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, short
from marienbad.web.thoughts.discoveries import stepped

router = APIRouter(tags=["lab"], route_class=Call)


@router.post(
    "/api/lab/discover",
    response_class=Response,
    responses={
        **errors(413),
        200: {
            "description": "Lines of JSON, as docs/lab.md describes them.",
            "content": {Lines.media_type: {"schema": {"type": "string"}}},
        },
    },
)
async def discover(
    request: Request, wish: DiscoveryQuestion, lang: ReaderLanguage = READERS
) -> Response:
    """Look for a strategy and prove it: a line of JSON for every stage, and for what was found."""
    return Lines(await services_of(request).discoveries.follow(request, wish.rules, lang))


@router.post("/api/lab/steps", response_model=Steps, responses=errors(413))
async def steps(request: Request, wish: StepsQuestion) -> Response:
    """How an automaton reads a position, state by state, and the moves into what it accepts."""
    return await short(request, stepped, wish.rules, wish.automaton, wish.position)
