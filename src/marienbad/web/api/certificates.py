"""The call for the certificates of proved games: whoever doubts a proof checks it himself."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.text.sentences import say
from marienbad.web.api.declared import GameName, errors
from marienbad.web.http.answers import JSON
from marienbad.web.http.call import Call
from marienbad.web.services import services_of
from marienbad.web.thoughts.certificates import certificate_of
from marienbad.web.workers.lanes import PROOF

router = APIRouter(tags=["positions"], route_class=Call)


@router.get(
    "/api/certificate",
    response_class=Response,
    responses={
        **errors(),
        200: {
            "description": "A certificate, as docs/certificates.md describes it.",
            "content": {JSON: {"schema": {"type": "object"}}},
        },
    },
)
async def certificate(request: Request, game: GameName) -> Response:
    """The certificate of a game that is proved, as a file for any checker."""
    services = services_of(request)
    (content,) = await services.lanes.ask(
        request,
        services.lanes.proof,
        certificate_of,
        game,
        reproach=say("server.certificate_slow", seconds=int(PROOF.seconds)),
    )
    headers = {"Content-Disposition": 'attachment; filename="certificate.json"'}
    return Response(content, headers=headers, media_type=JSON)
