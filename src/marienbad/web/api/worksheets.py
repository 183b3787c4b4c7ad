"""The calls of worksheets: what can be chosen, the pages, and the same as PDF."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.school.kinds import EASIEST, HARDEST
from marienbad.school.sheet.sheets import (
    LARGEST_SEED,
    MOST_TASKS,
    MOST_VARIANTS,
    USUAL_SEED,
    Answers,
)
from marienbad.web.api.declared import READERS, ReaderLanguage, errors
from marienbad.web.api.models.worksheets import SheetChoices, SheetPages
from marienbad.web.http.call import Call
from marienbad.web.services import services_of, short, studied
from marienbad.web.sizes import LONGEST_GAME
from marienbad.web.thoughts import worksheets

PDF = "application/pdf"
LONGEST_NAME = 40
LONGEST_LIST = 4_000
FILE = {"Content-Disposition": 'attachment; filename="marienbad.pdf"'}

Name = Annotated[str | None, Query(max_length=LONGEST_NAME)]
Game = Annotated[str | None, Query(max_length=LONGEST_GAME, examples=["nim"])]
Positions = Annotated[
    str | None,
    Query(
        max_length=LONGEST_LIST,
        description="Positions of the game, separated by semicolons; else its usual start.",
        examples=["1,3,5,7;2,2"],
    ),
]
Difficulty = Annotated[int | None, Query(ge=EASIEST, le=HARDEST)]
ExerciseCount = Annotated[
    int | None, Query(ge=1, le=MOST_TASKS, description="Exercises, or lines of a table of pairs.")
]
Variants = Annotated[int, Query(ge=1, le=MOST_VARIANTS)]
Seed = Annotated[int, Query(ge=0, le=LARGEST_SEED)]
IN_PDF: dict[int | str, Any] = {
    **errors(),
    200: {
        "description": "The pages, A4, with their fonts.",
        "content": {PDF: {"schema": {"type": "string", "format": "binary"}}},
    },
}

router = APIRouter(tags=["school"], route_class=Call)


@router.get("/api/worksheet/choices", response_model=SheetChoices, responses=errors())
async def choices(request: Request, lang: ReaderLanguage = READERS) -> Response:
    """The lessons, kinds and forms of exercises that sheets are made of."""
    return await short(request, worksheets.offered, lang)


@router.get("/api/worksheet", response_model=SheetPages, responses=errors())
async def worksheet(
    request: Request,
    lesson: Name = None,
    kind: Name = None,
    difficulty: Difficulty = None,
    game: Game = None,
    positions: Positions = None,
    form: Name = None,
    count: ExerciseCount = None,
    variants: Variants = 1,
    seed: Seed = USUAL_SEED,
    answers: Answers = "yes",
    lang: ReaderLanguage = READERS,
) -> Response:
    """Sheets of a lesson, of a kind of positions, or of a game with positions, as SVG pages."""
    wish = (lesson, kind, difficulty, game, positions, form)
    return await studied(request, worksheets.shown, wish, count, variants, seed, answers, lang)


@router.get("/api/worksheet.pdf", response_class=Response, responses=IN_PDF)
async def worksheet_file(
    request: Request,
    lesson: Name = None,
    kind: Name = None,
    difficulty: Difficulty = None,
    game: Game = None,
    positions: Positions = None,
    form: Name = None,
    count: ExerciseCount = None,
    variants: Variants = 1,
    seed: Seed = USUAL_SEED,
    answers: Answers = "yes",
    lang: ReaderLanguage = READERS,
) -> Response:
    """The same as a file to print."""
    wish = (lesson, kind, difficulty, game, positions, form)
    services = services_of(request)
    asked = (wish, count, variants, seed, answers, lang)
    content = await services.think(request, services.lanes.study, worksheets.written, *asked)
    return Response(content, media_type=PDF, headers=FILE)
