"""The calls that make matches and play them."""

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from marienbad.analysis import Game, json_integers
from marienbad.heaps import Move, Position
from marienbad.play.coach import hint, suggestion
from marienbad.play.match import HUMAN
from marienbad.play.objection import objection
from marienbad.play.players import player
from marienbad.text.explanation import say
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.api.declared import errors
from marienbad.web.api.models import CreatedMatch, Hint, Match, NewMatch, NewMove
from marienbad.web.api.parameters import Language
from marienbad.web.http.answers import answer
from marienbad.web.http.call import Call
from marienbad.web.http.errors import Refusal
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import LONGEST_MATCH
from marienbad.web.matches import machines, seats
from marienbad.web.matches.standing import Standing
from marienbad.web.services import Services, services_of
from marienbad.web.workers.reach import check_moves, check_search

TOKEN: dict[str, Any] = {"security": [{"seat": []}]}


router = APIRouter(tags=["matches"], route_class=Call)


@router.post(
    "/api/matches",
    status_code=201,
    response_model=CreatedMatch,
    responses=errors(413),
)
async def create(request: Request, wish: NewMatch, lang: Language = None) -> Response:
    """Make a match; where the machine begins, its first move is played."""
    services = services_of(request)
    game = Game.named(wish.game)
    first, second = wish.players
    start = game.start if wish.position is None else game.position(wish.position)
    fresh = Standing.new(new_key(), game, start, (first, second), today())
    return await begin(services, fresh, lang)


@router.get("/api/matches/{key}", response_model=Match, responses=errors(404))
async def read(key: str, request: Request, lang: Language = None) -> Response:
    """The match as it stands."""
    services = services_of(request)
    return answer((await services.keeper.standing(key)).data(lang))


@router.post(
    "/api/matches/{key}/moves",
    response_model=Match,
    responses=errors(401, 403, 404, 409, 413),
    openapi_extra=TOKEN,
)
async def play(key: str, request: Request, wish: NewMove, lang: Language = None) -> Response:
    """Play a move; the machine's reply, where it is its turn, is committed with it."""
    services = services_of(request)
    seat = held_seat(services, request)
    take = tuple(wish.take)

    async def decide(standing: Standing) -> Standing:
        if is_played_already(standing, seat, take, wish.ply):
            return standing
        check_move(standing, seat, take)
        return await answered(services, standing.after(take))

    standing = await services.keeper.change(key, decide)
    services.metrics.moves.inc()
    return answer(standing.data(lang))


@router.post(
    "/api/matches/{key}/undo",
    response_model=Match,
    responses=errors(401, 403, 404, 409),
    openapi_extra=TOKEN,
)
async def undo(key: str, request: Request, lang: Language = None) -> Response:
    """Take back the seat's last move, and the machine's reply to it."""
    services = services_of(request)
    seat = held_seat(services, request)

    async def decide(standing: Standing) -> Standing:
        if seat.match != standing.id:
            raise Refusal(403, "server.not_your_seat")
        last = standing.ply - 1 - (standing.ply - 1 - seat.number) % 2
        if last < 0:
            raise Refusal(409, "server.nothing_to_undo")
        if last < standing.ply - 1 and standing.players[1 - seat.number] == HUMAN:
            raise Refusal(409, "server.answered")
        return standing.back_to(last)

    return answer((await services.keeper.change(key, decide)).data(lang))


@router.get("/api/matches/{key}/hint", response_model=Hint, responses=errors(404, 409))
async def advise(
    key: str,
    request: Request,
    step: Annotated[int, Query(ge=1, le=3)] = 1,
    lang: Language = None,
) -> Response:
    """Who can win (1), where to take (2), which move (3)."""
    services = services_of(request)
    standing = await services.keeper.standing(key)
    if standing.is_over:
        raise Refusal(409, "server.over")
    name, language = standing.game.name, lang or reader_language(request)
    return answer(await services.think(name, advice, name, standing.position, step, language))


# The parts of the calls


def new_key() -> str:
    """A name that nobody can guess: to know it is to be allowed to watch."""
    return secrets.token_urlsafe(12)


def today() -> str:
    """The date, as records write it."""
    return datetime.now(UTC).date().isoformat()


async def begin(services: Services, fresh: Standing, lang: str | None) -> Response:
    """Keep a new match, after the machine's opening, and hand out its seats."""
    if HUMAN not in fresh.players:
        raise InputError("server.no_human")
    check_moves(fresh.game.definition, fresh.start)
    for name in fresh.players:
        if name != HUMAN:
            player(name, fresh.game)
    if "perfect" in fresh.players and fresh.game.theories == ("table",):
        # what the search cannot reach, this machine cannot play
        await services.think(fresh.game.name, searched, fresh.game.name, fresh.start)
    standing = await answered(services, fresh)
    await services.keeper.add(standing)
    services.metrics.matches.inc()
    secret = services.keeper.store.secret
    tokens = [
        seats.issue(secret, standing.id, seat) if name == HUMAN else None
        for seat, name in enumerate(standing.players)
    ]
    return answer({**standing.data(lang), "seats": tokens}, 201)


def held_seat(services: Services, request: Request) -> seats.Seat:
    """The seat of the token that the request carries, or 401."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    seat = seats.read(services.keeper.store.secret, token.strip())
    if scheme.lower() != "bearer" or seat is None:
        raise Refusal(401, "server.no_token", headers={"WWW-Authenticate": "Bearer"})
    return seat


def is_played_already(standing: Standing, seat: seats.Seat, take: Move, ply: int) -> bool:
    """Whether the move was played already; 409 where another ply is meant than the present."""
    if ply == standing.ply:
        return False
    if (
        ply < standing.ply
        and seat == seats.Seat(standing.id, ply % 2)
        and standing.moves[ply] == take
    ):
        return True
    raise Refusal(409, say("server.ply", ply=ply, current=standing.ply))


def check_move(standing: Standing, seat: seats.Seat, take: Move) -> None:
    """Refuse a move of a seat that has not the turn, or that the rule does not allow."""
    if seat.match != standing.id:
        raise Refusal(403, "server.not_your_seat")
    if standing.is_over:
        raise Refusal(422, "server.over")
    if seat.number != standing.ply % 2:
        raise Refusal(403, "server.not_your_turn")
    if standing.ply >= LONGEST_MATCH:
        raise Refusal(422, say("server.long_match", bound=LONGEST_MATCH))
    if len(take) != len(standing.position):
        heaps = len(standing.position)
        raise Refusal(422, say("server.take_length", heaps=heaps, count=len(take)))
    reason = objection(standing.game, standing.position, take)
    if reason is not None:
        raise Refusal(422, reason)


async def answered(services: Services, standing: Standing) -> Standing:
    """The match after the machine's move, where it is its turn."""
    if not standing.is_machines_turn:
        return standing
    game, position = standing.game, standing.position
    name = standing.players[standing.ply % 2]
    quick = machines.is_quick(game, position, name)
    move = await services.think(
        game.name, machines.choose, game.name, position, name, is_quick=quick
    )
    return standing.after(move)


def searched(game: str, position: Position) -> None:
    """Solve a position, so that it is known that it can be."""
    known = Game.named(game)
    check_search(known.definition, position)
    known.analyse(position)


def advice(name: str, position: Position, step: int, lang: str) -> dict[str, Any]:
    """The hint, with what the page shows of it on the board."""
    game = Game.named(name)
    check_search(game.definition, position)
    message = hint(game, position, step)
    move = suggestion(game, position) if step > 1 else None
    touched = None if move is None else [heap for heap, amount in enumerate(move) if amount]
    return {
        "step": step,
        "key": message.key,
        "text": Plain(lang).line(message),
        "heaps": touched,
        "take": json_integers(move) if move is not None and step == 3 else None,
    }
