"""The calls for numbers and boards, and for what the thesis prints."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.study.board import LARGEST_CONSTRUCTION
from marienbad.study.numbers import GOLDEN
from marienbad.study.thesis import FIGURES, TABLES
from marienbad.text.catalogue import template
from marienbad.web.api.declared import (
    READERS,
    GameName,
    HeapsText,
    ReaderLanguage,
    ThirdHeap,
    errors,
)
from marienbad.web.api.models.studies import Board, Printed, Stages, WrittenNumber
from marienbad.web.http.answers import answer
from marienbad.web.http.call import Call
from marienbad.web.services import short, studied
from marienbad.web.sizes import MOST_DIGITS
from marienbad.web.thoughts.studies import board_of, number_of, stages_of

LARGEST_BOARD = 16
LONGEST_SYSTEM = 120

router = APIRouter(tags=["tables"], route_class=Call)


@router.get("/api/thesis", response_model=Printed, responses=errors())
async def printed(lang: ReaderLanguage = READERS) -> Response:
    """The tables and figures of the thesis by number: what to ask for to have each."""
    return answer(
        {
            "tables": [
                {
                    "number": number,
                    "title": template(f"table.thesis.{number.lower()}", lang),
                    "game": table.game,
                    "kind": table.kind,
                    "rows": table.rows,
                    "of": ",".join(map(str, table.of)) or None,
                    "base": table.base,
                }
                for number, table in TABLES.items()
            ],
            "figures": [
                {
                    "number": number,
                    "title": template(f"board.thesis.{number}", lang),
                    "game": figure.game,
                    "size": figure.size,
                    "at": figure.at,
                    "pairs": figure.pairs,
                }
                for number, figure in FIGURES.items()
            ],
        }
    )


@router.get("/api/number", response_model=WrittenNumber, responses=errors())
async def written_number(
    request: Request,
    number: Annotated[str, Query(max_length=MOST_DIGITS, description="A whole number.")],
    system: Annotated[
        str,
        Query(
            max_length=LONGEST_SYSTEM,
            description="fibonacci, a base, or a continued fraction.",
            examples=["fibonacci", "2", "[1;2,3]"],
        ),
    ] = GOLDEN,
    lang: ReaderLanguage = READERS,
) -> Response:
    """A number in a numeration: its digits, its shifts and neighbours, and for fibonacci its place
    in the Wythoff array.
    """
    return await short(request, number_of, number, system, lang)


@router.get("/api/construction", response_model=Stages, responses=errors())
async def stages(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=2, le=LARGEST_CONSTRUCTION)] = 8,
    lang: ReaderLanguage = READERS,
) -> Response:
    """How the squares to leave of a board are found from the rules alone, step by step."""
    return await studied(request, stages_of, game, size, lang)


@router.get("/api/board", response_model=Board, responses=errors())
async def board(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=2, le=LARGEST_BOARD)] = 8,
    at: HeapsText | None = None,
    pairs: Annotated[int | None, Query(ge=1, le=LARGEST_BOARD)] = None,
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
    lang: ReaderLanguage = READERS,
) -> Response:
    """The squares to leave on a board; with a piece where it can go, with a number of pairs what
    these exclude. Of three heaps it is a slice: that of the piece, else of 0, if none is named.
    """
    return await studied(request, board_of, game, size, at, pairs, slice, lang)
