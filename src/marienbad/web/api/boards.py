"""The calls that say what can be drawn on the board."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.analysis import Game
from marienbad.heaps import Position
from marienbad.study.board import to_leave
from marienbad.text.data import json_integer, json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.theories.drawing import (
    BinaryDrawing,
    DigitDrawing,
    DigitRow,
    Digits,
    MapDrawing,
    PacketDrawing,
)
from marienbad.theories.theory import LARGEST_BOARD, Change
from marienbad.web.api.analysis import thought
from marienbad.web.api.declared import GameName, HeapsText, Language, TheoryName, errors
from marienbad.web.api.models.positions import Drawing, Squares
from marienbad.web.http.answers import answer
from marienbad.web.http.call import Call
from marienbad.web.services import services_of
from marienbad.web.workers.reach import is_heavy

router = APIRouter(tags=["boards"], route_class=Call)


@router.get("/api/drawing", response_model=Drawing, responses=errors())
async def drawing(
    request: Request,
    game: GameName,
    position: HeapsText,
    theory: TheoryName = None,
    lang: Language = None,
) -> Response:
    """What of the explanation can be drawn: packets, binary columns, digits or the pairs."""
    return await thought(request, pictured, game, position, theory, lang)


@router.get("/api/map", response_model=Squares, responses=errors())
async def positions_to_leave(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=1, le=LARGEST_BOARD)] = 8,
) -> Response:
    """The positions to leave of a square board."""
    known = Game.named(game)
    if known.heaps not in (2, None):
        raise InputError("table.two_heaps", game=known.name)
    heavy = is_heavy(known.definition, (size - 1, size - 1))
    think = services_of(request).think
    found = await think(known, squares_to_leave, known, size, is_heavy=heavy)
    return answer({"size": size, "positions": found})


def squares_to_leave(game: Game, size: int) -> list[tuple[int, int]]:
    """The positions to leave of a square board, in order."""
    return sorted(to_leave(game.definition, size))


def pictured(game: Game, heaps: Position, theory: str | None, lang: str) -> dict[str, Any]:
    """The drawing of a position, ready for JSON."""
    match game.analyse(heaps, theory).drawing:
        case PacketDrawing(rows, unpaired, change):
            shown: dict[str, Any] = {"rows": rows, "unpaired": unpaired}
            return {"kind": "packets", **shown, "change": _change(change)}
        case BinaryDrawing(weights, digits, odd, change):
            shown = {"columns": [*map(str, weights)], "digits": digits, "odd": odd}
            return {"kind": "binary", **shown, "change": _change(change)}
        case DigitDrawing(digits, pairs):
            lines = [_digit_row(digits, row, lang) for row in digits.rows]
            columns = json_integers(digits.weights)
            return {"kind": "digits", "columns": columns, "rows": lines, "pairs": pairs}
        case MapDrawing(pairs):
            return {"kind": "map", "pairs": pairs}
    return {"kind": "none"}


def _change(change: Change | None) -> dict[str, int] | None:
    return None if change is None else {"heap": change.heap, "left": change.left}


def _digit_row(digits: Digits, row: DigitRow, lang: str) -> dict[str, Any]:
    """A row of digits; its name as text, and part by part for mathematics."""
    name = row.name
    return {
        "name": Plain(lang).line(name.expression),
        "symbol": {
            "base": name.letter,
            "subscript": name.subscript,
            "primes": name.primes,
            "argument": json_integer(name.number),
        },
        "digits": [digit if digit is None else json_integer(digit) for digit in digits.cells(row)],
        "value": json_integer(row.value),
    }
