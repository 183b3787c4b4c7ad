"""The calls that say what can be drawn on the board."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.analysis import Analysis, Game, json_integers
from marienbad.games.nim import NimRules
from marienbad.heaps import Position
from marienbad.numeration.bases import packets
from marienbad.registry import theory_of
from marienbad.study.board import to_leave
from marienbad.text.explanation import Message, Table
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.theories.nim.binary import column_sums
from marienbad.theories.nim.common import SHOWN_COLUMNS, SHOWN_ROWS, NimTheory
from marienbad.theories.nim.packets import unpaired_packets
from marienbad.web.api.analysis import is_quick
from marienbad.web.api.declared import errors
from marienbad.web.api.models import Drawing, Squares
from marienbad.web.api.parameters import GameName, HeapsText, Language, TheoryName
from marienbad.web.http.answers import answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import bounded_position
from marienbad.web.services import services_of
from marienbad.web.workers.reach import check_search

LARGEST_BOARD = 64
NOTHING: dict[str, Any] = {"kind": "none"}

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
    known = Game.named(game)
    heaps = known.position(bounded_position(position))
    language = lang or reader_language(request)
    found = await services_of(request).think(
        known.name,
        pictured,
        known.name,
        heaps,
        theory,
        language,
        is_quick=is_quick(known, heaps, theory),
    )
    return answer(found)


@router.get("/api/map", response_model=Squares, responses=errors())
async def positions_to_leave(
    request: Request,
    game: GameName,
    size: Annotated[int, Query(ge=1, le=LARGEST_BOARD)] = 8,
) -> Response:
    """The positions to leave of a square board."""
    name = Game.named(game).name
    found = await services_of(request).think(name, squares_to_leave, name, size)
    return answer({"size": size, "positions": found})


def pictured(name: str, heaps: Position, theory: str | None, lang: str) -> dict[str, Any]:
    """The drawing of a position."""
    game = Game.named(name)
    check_search(game.definition, heaps, theory)
    return drawn(game.analyse(heaps, theory), lang)


def squares_to_leave(name: str, size: int) -> list[tuple[int, int]]:
    """The positions to leave of a square board, in order."""
    definition = Game.named(name).definition
    if definition.ruleset.heaps not in (2, None):
        raise InputError("table.two_heaps", game=definition.name)
    return sorted(to_leave(definition, size))


def drawn(analysis: Analysis, lang: str) -> dict[str, Any]:
    """The drawing of an analysis, by its theory."""
    if isinstance(analysis.game.definition.ruleset, NimRules):
        return _rows(analysis)
    pairs = _pairs(analysis)
    digits = _digits(analysis, lang) if analysis.theory == "arithmetic" else None
    if digits is not None:
        return {"kind": "digits", **digits, "pairs": pairs}
    return {"kind": "map", "pairs": pairs} if pairs else NOTHING


def _rows(analysis: Analysis) -> dict[str, Any]:
    """The rows of Nim, where the theory of sums decides and a reader can take them in."""
    position = analysis.position
    theory = theory_of(analysis.game.definition, analysis.theory)
    width = max(position, default=0).bit_length()
    if (
        not isinstance(theory, NimTheory)
        or theory.is_endgame(position)
        or not width
        or width > SHOWN_COLUMNS
        or len(position) > SHOWN_ROWS
    ):
        return NOTHING
    change = _change(analysis)
    if theory.name == "packets":
        return {
            "kind": "packets",
            "rows": [packets(heap) for heap in position],
            "unpaired": packets(unpaired_packets(position)),
            "change": change,
        }
    if theory.name != "binary":
        return NOTHING
    places = list(reversed(range(width)))
    return {
        "kind": "binary",
        "columns": [str(1 << place) for place in places],
        "digits": [[heap >> place & 1 for place in places] for heap in position],
        "odd": [column for column, total in enumerate(column_sums(position)) if total % 2],
        "change": change,
    }


def _change(analysis: Analysis) -> dict[str, int] | None:
    """The heap that a winning move changes, the move that the coach advises."""
    if not analysis.winning_moves:
        return None
    move: Position = analysis.winning_moves[-1]
    heap = next(heap for heap, amount in enumerate(move) if amount)
    return {"heap": heap, "left": analysis.position[heap] - move[heap]}


def _pairs(analysis: Analysis) -> list[tuple[int, int]]:
    """The pairs to leave on the chessboard of the position, each for both orders of the heaps.

    There are none where the board is too large, or no board, or where the order matters.
    """
    largest = max(*analysis.position, 7)
    is_ordered = analysis.game.definition.ruleset.tells_heaps_apart
    if largest >= LARGEST_BOARD or len(analysis.position) != 2 or is_ordered:
        return []
    squares = to_leave(analysis.game.definition, largest + 1)
    return sorted((x, y) for x, y in squares if x <= y)


def _digits(analysis: Analysis, lang: str) -> dict[str, Any] | None:
    """The first table of digits of the explanation."""
    plain = Plain(lang)
    for block in analysis.explanation.blocks:
        if isinstance(block, Table) and isinstance(block.columns[-1], Message):
            rows = [
                {
                    "name": plain.cell_data(name),
                    "digits": [plain.cell_data(digit) for digit in digits],
                    "value": plain.cell_data(value),
                }
                for name, *digits, value in block.rows
            ]
            weights = [weight for weight in block.columns[1:-1] if isinstance(weight, int)]
            return {"columns": json_integers(weights), "rows": rows}
    return None
