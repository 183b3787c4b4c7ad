"""The calls for the book: what the sources say, and why."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.web.api.declared import READERS, ReaderLanguage, errors
from marienbad.web.api.models.theory import Chapter, Theorem
from marienbad.web.http.call import Call
from marienbad.web.services import short
from marienbad.web.thoughts import theory

LONGEST_NAME, LONGEST_NUMBERS = 64, 200

router = APIRouter(tags=["theory"], route_class=Call)


@router.get("/api/theorems", response_model=list[Chapter], responses=errors())
async def theorems(
    request: Request,
    find: Annotated[str, Query(max_length=LONGEST_NAME, examples=["th. 9"])] = "",
    lang: ReaderLanguage = READERS,
) -> Response:
    """The statements of the sources by chapter: all, or those of a number, a section or words."""
    return await short(request, theory.contents, find, lang)


@router.get("/api/theorem", response_model=Theorem, responses=errors())
async def theorem(
    request: Request,
    name: Annotated[str, Query(max_length=LONGEST_NAME, examples=["partition"])],
    numbers: Annotated[str, Query(max_length=LONGEST_NUMBERS, examples=["x=3,y=4"])] = "",
    lang: ReaderLanguage = READERS,
) -> Response:
    """A statement with its proof worked out for numbers of your own."""
    return await short(request, theory.entry_told, name, numbers, lang)
