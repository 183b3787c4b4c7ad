"""The calls of lessons, drills and investigations: what a move is worth, and the lessons."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.web.api.declared import READERS, GameName, HeapsText, ReaderLanguage, errors
from marienbad.web.api.models.lessons import Answer
from marienbad.web.http.call import Call
from marienbad.web.services import short
from marienbad.web.thoughts import lessons

router = APIRouter(tags=["school"], route_class=Call)


@router.get("/api/answer", response_model=Answer, responses=errors())
async def answer_to(
    request: Request,
    game: GameName,
    position: HeapsText,
    take: HeapsText,
    lang: ReaderLanguage = READERS,
) -> Response:
    """Whether a move wins, and the reply to it.

    A move that does not win is answered by one that refutes it, the one that leaves least; a
    winning one by what is hardest to answer.
    """
    return await short(request, lessons.answer_to, game, position, take, lang)
