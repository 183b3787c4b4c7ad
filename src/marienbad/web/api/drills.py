"""The calls of drills: the kinds of positions, a question, and what an answer is worth."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.school.kinds import EASIEST, HARDEST
from marienbad.web.api.declared import READERS, ReaderLanguage, errors
from marienbad.web.api.models.drills import Judgement, Kinds, Question
from marienbad.web.http.call import Call
from marienbad.web.services import short
from marienbad.web.thoughts import drills

LONGEST_NAME, LONGEST_HEAPS, LONGEST_WITHOUT = 32, 32, 3000

KindName = Annotated[
    str,
    Query(max_length=LONGEST_NAME, description="One of `/api/kinds`.", examples=["nim"]),
]
FormName = Literal["move", "judge", "value", "pair"]
Difficulty = Annotated[int, Query(ge=EASIEST, le=HARDEST)]

router = APIRouter(tags=["school"], route_class=Call)


@router.get("/api/kinds", response_model=Kinds, responses=errors())
async def kinds(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """The kinds of positions to practise on, what is asked of them, and when what returns."""
    return await short(request, drills.kinds, lang)


@router.get("/api/drill", response_model=Question, responses=errors())
async def question(
    request: Request,
    kind: KindName,
    difficulty: Difficulty,
    form: FormName = "move",
    seed: Annotated[int, Query(ge=0, le=2**53 - 1)] = 0,
    number: Annotated[int, Query(ge=0, le=10**9)] = 0,
    without: Annotated[
        str,
        Query(
            max_length=LONGEST_WITHOUT,
            description="Positions not to ask of, the latest last, separated by semicolons.",
            examples=["1,2;3,5"],
        ),
    ] = "",
    position: Annotated[
        str | None,
        Query(max_length=LONGEST_HEAPS, description="What to ask of, where it is not drawn."),
    ] = None,
    lang: ReaderLanguage = READERS,
) -> Response:
    """A question drawn by lot, or of a position that is given; the same address asks the same.

    Where there is no other, the oldest of those in `without` may be asked again.
    """
    if position is not None:
        return await short(request, drills.returning, kind, difficulty, form, position, lang)
    return await short(
        request, drills.question, kind, difficulty, form, seed, number, without, lang
    )


@router.get("/api/drill/answer", response_model=Judgement, responses=errors())
async def answer(
    request: Request,
    kind: KindName,
    difficulty: Difficulty,
    form: FormName,
    position: Annotated[str, Query(max_length=LONGEST_HEAPS, examples=["1,3,5"])],
    answer: Annotated[
        str,
        Query(
            max_length=2 * LONGEST_HEAPS,
            description="A move as `/api/check` reads it, `yes` or `no`, or a number.",
            examples=["0,2,1"],
        ),
    ],
    lang: ReaderLanguage = READERS,
) -> Response:
    """Whether an answer is right, and what is said and shown."""
    return await short(request, drills.judged, kind, difficulty, form, position, answer, lang)
