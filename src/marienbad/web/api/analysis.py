"""The calls that say what is known of a position."""

from collections.abc import Callable
from itertools import islice
from typing import Any, Literal

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.analysis import Game
from marienbad.heaps import Position, leave
from marienbad.play.objection import objection
from marienbad.registry import theory_of
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.sentences import Message, say
from marienbad.web.api.declared import GameName, HeapsText, Language, TheoryName, errors
from marienbad.web.api.models.positions import Analysis, Check, Moves
from marienbad.web.http.answers import answer
from marienbad.web.http.call import Call
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import bounded_position
from marienbad.web.services import services_of
from marienbad.web.workers.reach import check_moves, is_heavy

MOST_MOVES = 3_000

router = APIRouter(tags=["positions"], route_class=Call)


@router.get("/api/analysis", response_model=Analysis, responses=errors())
async def analyse(
    request: Request,
    game: GameName,
    position: HeapsText,
    theory: TheoryName = None,
    format: Literal["text", "html"] = "text",  # noqa: A002 (in addresses)
    lang: Language = None,
) -> Response:
    """Who wins, every winning move, and why; with `format=html` also as HTML."""
    return await thought(request, analysed, game, position, theory, lang, format == "html")


@router.get("/api/moves", response_model=Moves, responses=errors())
async def moves(game: GameName, position: HeapsText) -> Response:
    """Every legal move, where there are at most 3,000."""
    known = Game.named(game)
    heaps = known.position(bounded_position(position))
    check_moves(known.definition, heaps)
    found = list(islice(known.definition.moves(heaps), MOST_MOVES + 1))
    return answer(
        {
            "game": known.name,
            "position": json_integers(heaps),
            "over": not found,
            "moves": [json_integers(m) for m in found] if len(found) <= MOST_MOVES else None,
        }
    )


@router.get("/api/check", response_model=Check, responses=errors())
async def check(
    request: Request,
    game: GameName,
    position: HeapsText,
    take: HeapsText,
    lang: Language = None,
) -> Response:
    """Whether a move may be played from a position, and if not, why."""
    known = Game.named(game)
    heaps = known.position(bounded_position(position))
    check_moves(known.definition, heaps)
    move = bounded_position(take)
    if len(move) != len(heaps):
        against: Message | None = say("server.take_length", heaps=len(heaps), count=len(move))
    else:
        against = objection(known, heaps, move)
    if against is None:
        left = json_integers(leave(heaps, move))
        return answer({"legal": True, "reason": None, "leave": left})
    reason = Plain(lang or reader_language(request)).line(against)
    return answer({"legal": False, "reason": reason, "leave": None})


async def thought(
    request: Request,
    function: Callable[..., Any],
    game: str,
    position: str,
    theory: str | None,
    lang: str | None,
    *more: Any,
) -> Response:
    """What a function says of a position by a theory, in the reader's language."""
    known = Game.named(game)
    heaps = known.position(bounded_position(position))
    quick = is_quick(known, heaps, theory)
    heavy = not quick and is_heavy(known.definition, heaps, theory)
    parts = (known, heaps, theory, lang or reader_language(request), *more)
    think = services_of(request).think
    return answer(await think(known, function, *parts, is_quick=quick, is_heavy=heavy))


def analysed(
    game: Game, position: Position, theory: str | None, lang: str, has_html: bool
) -> dict[str, Any]:
    """The analysis as data, and as HTML where asked for."""
    analysis = game.analyse(position, theory)
    data = analysis.data(lang)
    if has_html:
        data["explanation_html"] = analysis.explanation.html(lang)
    return data


def is_quick(game: Game, position: Position, theory: str | None) -> bool:
    """Whether the answer comes sooner than a thread is found for the question."""
    name = theory or game.theories[0]
    return name in game.theories and theory_of(game.definition, name).is_quick(position)
