"""The calls of lessons, drills and investigations: what a move is worth, and the lessons."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.school.reading import LONGEST
from marienbad.web.api.declared import READERS, GameName, HeapsText, ReaderLanguage, errors
from marienbad.web.api.models.lessons import Answer, Lesson, Path, Task
from marienbad.web.http import limits
from marienbad.web.http.call import Call
from marienbad.web.services import short, studied
from marienbad.web.thoughts import lessons

Seed = Annotated[int, Query(ge=0, le=2**53 - 1, description="Which further tasks there are.")]
Number = Annotated[int, Query(ge=0, le=10**6, description="Which of them, from 0 on.")]
WRITTEN: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            kind: {"schema": {"type": "string"}} for kind in ("application/json", "text/plain")
        },
    }
}
"""A lesson is read by one reader, which says what is wrong and where."""

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
    winning one by any move, by lot.
    """
    return await short(request, lessons.answer_to, game, position, take, lang)


@router.get("/api/lessons", response_model=Path, responses=errors())
async def path(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """The lessons, in the order of the path."""
    return await short(request, lessons.path, lang)


@router.get("/api/lessons/{name}", response_model=Lesson, responses=errors(404))
async def lesson(name: str, request: Request, lang: ReaderLanguage = READERS) -> Response:
    """A lesson of the path with its tasks."""
    return await short(request, lessons.shown, name, lang)


@router.get("/api/lessons/{name}/task", response_model=Task, responses=errors(404))
async def task(name: str, request: Request, seed: Seed, number: Number = 0) -> Response:
    """A further task of a lesson of the path; none comes again soon."""
    return await short(request, lessons.further, name, seed, number)


@router.post(
    "/api/lessons/check", response_model=Lesson, responses=errors(413), openapi_extra=WRITTEN
)
async def check(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """A lesson that a teacher has written, or what is wrong with it and where."""
    body = await limits.read_body(request, LONGEST)
    return await studied(request, lessons.taught, body, lang)


@router.post("/api/lessons/task", response_model=Task, responses=errors(413), openapi_extra=WRITTEN)
async def further(request: Request, seed: Seed, number: Number = 0) -> Response:
    """A further task of a lesson that a teacher has written."""
    body = await limits.read_body(request, LONGEST)
    return await studied(request, lessons.taught_further, body, seed, number)
