"""The calls after a match: its history, and its record."""

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from marienbad.play.notation import write_record
from marienbad.web.api.declared import READERS, Language, ReaderLanguage, errors, text
from marienbad.web.api.matches import keep, today
from marienbad.web.api.models.matches import CreatedMatch, History, NewMatch
from marienbad.web.http import limits
from marienbad.web.http.addresses import client_of
from marienbad.web.http.call import Call
from marienbad.web.matches.committing import LONG
from marienbad.web.services import services_of, studied
from marienbad.web.thoughts.matches import judged_match, reviewed, uploaded

router = APIRouter(tags=["records"], route_class=Call)


@router.get("/api/matches/{key}/history", response_model=History, responses=errors(404))
async def history(key: str, request: Request, lang: ReaderLanguage = READERS) -> Response:
    """Every move judged, and the decisive mistake."""
    match = await services_of(request).matches.read(key, client_of(request))
    return await studied(request, judged_match, match, lang)


@router.post("/api/review", response_model=History, responses=errors(413))
async def review(request: Request, wish: NewMatch, lang: ReaderLanguage = READERS) -> Response:
    """Judge every move of a match that is not kept here, such as one between two machines."""
    asked = (wish.game, wish.start, (*wish.players,), wish.played, lang)
    return await studied(request, reviewed, *asked)


@router.get(
    "/api/matches/{key}/record",
    response_class=Response,
    responses={**errors(404), 200: text("The record.")},
)
async def download(key: str, request: Request) -> Response:
    """The record of the match, as text."""
    services = services_of(request)
    match = await services.matches.read(key, client_of(request))
    if match.ply < LONG:
        record = write_record(match)
    else:
        record = await services.think(request, services.lanes.study, write_record, match)
    name = f'attachment; filename="marienbad-{key}.txt"'
    return PlainTextResponse(record, headers={"Content-Disposition": name})


@router.post(
    "/api/records",
    status_code=201,
    response_model=CreatedMatch,
    responses=errors(413),
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {"text/plain": {"schema": {"type": "string"}}},
        }
    },
)
async def upload(request: Request, lang: Language = None) -> Response:
    """Make a match from its record; it goes on from where the record ends."""
    services = services_of(request)
    body = await limits.read_body(request, limits.LONGEST_RECORD)
    async with services.uploads.turn_of(client_of(request)):
        match = await services.think(request, services.lanes.study, uploaded, body, today())
        return await keep(request, match, lang)
