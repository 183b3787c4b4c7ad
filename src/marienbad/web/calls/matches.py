"""The calls that make matches and play them."""

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any, Literal, NotRequired, TypedDict

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from marienbad.heaps import Block, Move, Position, state_of
from marienbad.heaps import Call as TakenCall
from marienbad.play.match import HUMAN
from marienbad.play.match import Match as PlayedMatch
from marienbad.play.notation import write_record
from marienbad.play.objection import Help
from marienbad.text.sentences import say
from marienbad.web.api.bodies import NewMatch, NewMove, SeatNumber
from marienbad.web.api.common import AtPosition, FromStart, Saying, Shown, ShownMove
from marienbad.web.api.play import (
    Hint,
    History,
    Turn,
    advice,
    judge_match,
    made,
    played,
    uploaded,
)
from marienbad.web.api.routes import (
    JSON,
    Field,
    Language,
    ReaderLanguage,
    Sent,
    answer_of,
    get,
    post,
)
from marienbad.web.http.addresses import client_of, is_counted
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.http.limits import LONGEST_RECORD
from marienbad.web.matches import seats
from marienbad.web.matches.changes import LONG
from marienbad.web.matches.shown import shown
from marienbad.web.services import Services, services_of
from marienbad.web.sizes import LONGEST_MATCH
from marienbad.web.workers.pool import REPLY, STUDY

CHANGE: dict[str, Any] = {"tag": "matches", "errors": (401, 403, 404, 409), "has_token": True}
"""What is declared of a call by which a seat changes its match."""
READ: dict[str, Any] = {"tag": "matches", "errors": (404,)}

WrittenRecord = Annotated[bytes, Sent(("text/plain",), LONGEST_RECORD)]
Two = Annotated[list[str], Field(min_length=2, max_length=2)]


class Match(FromStart, AtPosition):
    """A match as it stands; ``legal`` lists the moves that may be played.

    It is ``null`` where they are too many to be sent with every change: then ask ``/api/moves``.
    ``undo_request`` is the seat that asks to take back a move which was replied to,
    ``rematch_request`` the one that asks for the same match again, ``next`` that match. ``help`` is
    what was agreed on helps, ``helps`` how many each seat has declared, ``drawn`` whether who
    begins was drawn by lot. ``order`` are the seats in order of play, repeated. Where a position
    has a state, ``states`` has that of every ply and ``situation`` what the present one says; in an
    order of play ``parties`` has the party of each seat.
    """

    id: str
    revision: int
    game: str
    ply: int
    turn: SeatNumber | None
    order: list[SeatNumber]
    states: NotRequired[list[Shown]]
    situation: NotRequired[Saying]
    parties: NotRequired[list[Literal["A", "B"]]]
    over: bool
    winner: SeatNumber | None
    moves: list[ShownMove]
    players: Two
    date: str
    result: Literal["first", "second", "*"]
    undo_request: SeatNumber | None
    help: Help
    helps: Annotated[list[int], Field(min_length=2, max_length=2)]
    drawn: bool
    rematch_request: SeatNumber | None
    next: str | None
    legal: list[ShownMove] | None
    title: NotRequired[str]
    rule: NotRequired[str]


class HeldSeat(TypedDict):
    """The seat that a token holds in a match, ``null`` where it holds none."""

    seat: SeatNumber | None


Tokens = Annotated[list[str | None], Field(min_length=2, max_length=2)]


class CreatedMatch(Match):
    """A new match with the tokens of its human seats, given only here.

    Where lots were drawn, ``yours`` is where the first of the players that were named sits.
    """

    seats: Tokens
    yours: NotRequired[SeatNumber]


@post("/api/matches/{key}/moves", model=Match, **CHANGE)
async def play(request: Request, key: str, wish: NewMove, lang: Language = None) -> Response:
    """Play a move; the machine's reply, where it is its turn, is committed with it."""
    services = services_of(request)
    seat, take = held_seat(services, request), wish.move
    saved = None
    while saved is None:
        match = await services.matches.read(key, client_of(request), wish.ply)
        is_played = is_played_already(match, seat, take, wish.ply)
        check_seen(match, wish.ply, wish.seen)
        if not is_played:
            check_turn(match, seat, take)
        after = match if is_played else await moved(request, match, take)
        saved = await services.matches.save(match, after)
    services.metrics.moves += 1
    return answer(shown(saved, lang))


@post("/api/matches", tag="matches", model=CreatedMatch, status=201)
async def create(request: Request, wish: NewMatch, lang: Language = None) -> Response:
    """Make a match; where it is the machine's turn, its move is played."""
    services = services_of(request)
    yours = secrets.randbelow(2) if wish.draw else 0
    players = (*(wish.players[::-1] if yours else wish.players),)
    asked = (wish.game, wish.start, players, today(), wish.played)

    async def begin() -> Response:
        match = await services.pool.run(request, made, *asked, limits=REPLY)
        accord = match.accord.having(help=wish.help or match.accord.help, is_drawn=wish.draw)
        return await keep(request, match.agreeing(accord), lang, yours if wish.draw else None)

    if len(wish.moves) < LONG:
        return await begin()
    async with services.uploads.turn_of(client_of(request)):
        return await begin()


@get("/api/matches/{key}", model=Match, **READ)
async def read(request: Request, key: str, lang: Language = None) -> Response:
    """The match as it stands."""
    return answer(shown(await services_of(request).matches.read(key, client_of(request)), lang))


@get("/api/matches/{key}/seat", model=HeldSeat, has_token=True, **READ)
async def find_seat(request: Request, key: str) -> Response:
    """The seat that the token holds in this match; nothing else is asked of the match."""
    seat = token_seat(services_of(request), request)
    return answer({"seat": seat.number if seat is not None and seat.match == key else None})


@get("/api/matches/{key}/hint", tag="matches", model=Hint, errors=(404, 409))
async def advise(
    request: Request,
    key: str,
    step: Annotated[int, Field(ge=1, le=3)] = 1,
    lang: ReaderLanguage = "",
) -> Response:
    """Who can win (1), where to take (2), which move (3)."""
    services = services_of(request)
    match = await services.matches.read(key, client_of(request))
    if match.is_over:
        raise Refusal(409, "server.over")
    if match.accord.help == "locked":
        raise Refusal(409, "server.help_locked")
    asked = {"game": match.game, "position": match.position, "step": step, "lang": lang}
    content = await services.pool.run(request, answer_of, advice, asked, limits=REPLY)
    return Response(content, media_type=JSON)


# After a match: its history, and its record


@get("/api/matches/{key}/history", tag="records", model=History, errors=(404,))
async def history(request: Request, key: str, lang: ReaderLanguage = "") -> Response:
    """Every move judged, and the decisive mistake."""
    services = services_of(request)
    match = await services.matches.read(key, client_of(request))
    asked = {"match": match, "lang": lang}
    content = await services.pool.run(request, answer_of, judge_match, asked, limits=STUDY)
    return Response(content, media_type=JSON)


@get("/api/matches/{key}/record", tag="records", files=("text/plain",), errors=(404,))
async def download(request: Request, key: str) -> Response:
    """The record of the match, as text."""
    services = services_of(request)
    match = await services.matches.read(key, client_of(request))
    if match.ply < LONG:
        record = write_record(match)
    else:
        record = await services.pool.run(request, write_record, match, limits=STUDY)
    name = f'attachment; filename="marienbad-{key}.txt"'
    return PlainTextResponse(record, headers={"Content-Disposition": name})


@post("/api/records", tag="records", model=CreatedMatch, status=201)
async def upload(request: Request, body: WrittenRecord, lang: Language = None) -> Response:
    """Make a match from its record; it goes on from where the record ends."""
    services = services_of(request)
    async with services.uploads.turn_of(client_of(request)):
        match = await services.pool.run(request, uploaded, body, today(), limits=STUDY)
        return await keep(request, match, lang)


# The parts of the calls


def new_key() -> str:
    """A name that nobody can guess: to know it is to be allowed to watch."""
    return secrets.token_urlsafe(12)


def today() -> str:
    """The date, as records write it."""
    return datetime.now(UTC).date().isoformat()


async def kept(request: Request, fresh: PlayedMatch) -> PlayedMatch:
    """A new match, kept under a name of its own where there is room for it."""
    services = services_of(request)
    match = fresh.kept_as(new_key())
    await services.matches.add(match, client_of(request) if is_counted(request) else None)
    services.metrics.matches += 1
    return match


async def keep(
    request: Request, fresh: PlayedMatch, lang: str | None, yours: int | None = None
) -> Response:
    """Keep a new match, and hand out its seats; where lots were drawn, say whose is whose."""
    match = await kept(request, fresh)
    secret = services_of(request).matches.store.secret
    tokens = [
        seats.issue(secret, match.key, seat) if seat in match.humans else None for seat in (0, 1)
    ]
    drawn = {} if yours is None else {"yours": yours}
    return answer({**shown(match, lang), "seats": tokens, **drawn}, 201)


def held_seat(services: Services, request: Request) -> seats.Seat:
    """The seat of the token that the request carries, or 401."""
    seat = token_seat(services, request)
    if seat is None:
        raise Refusal(401, "server.no_token", headers={"WWW-Authenticate": "Bearer"})
    return seat


def token_seat(services: Services, request: Request) -> seats.Seat | None:
    """The seat of the token that the request carries, where it is a token of ours."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    seat = seats.read(services.matches.store.secret, token.strip())
    return seat if scheme.lower() == "bearer" else None


def is_played_already(match: PlayedMatch, seat: seats.Seat, take: Move, ply: int) -> bool:
    """Whether the move was played already; 409 where another ply is meant than the present."""
    if ply == match.ply:
        return False
    if (
        ply < match.ply
        and seat == seats.Seat(match.key, match.seat(ply))
        and match.moves[ply] == take
    ):
        return True
    raise Refusal(409, say("server.ply", ply=ply, current=match.ply))


def check_seen(match: PlayedMatch, ply: int, seen: Position | None) -> None:
    """Refuse to play where another position stands than the one that was seen.

    Whoever names the heaps alone has not said which state he saw.
    """
    if seen is None:
        return
    stood = match.back_to(ply).position
    if seen != stood and (state_of(seen) or tuple(seen) != tuple(stood)):
        raise Refusal(409, say("server.position", seen=seen, position=stood))


def check_turn(match: PlayedMatch, seat: seats.Seat, take: Move) -> None:
    """Refuse a move of a seat that has not the turn, or of too many heaps."""
    if seat.match != match.key:
        raise Refusal(403, "server.not_your_seat")
    if match.is_over:
        raise Refusal(422, "server.over")
    if seat.number != match.turn:
        raise Refusal(403, "server.not_your_turn")
    check_length(match, take)


def check_length(match: PlayedMatch, take: Move) -> None:
    """Refuse a move of too many heaps, or one too many."""
    if match.ply >= LONGEST_MATCH:
        raise Refusal(422, say("server.long_match", bound=LONGEST_MATCH))
    if len(take) != len(match.position) and not isinstance(take, TakenCall | Block):
        heaps = len(match.position)
        raise Refusal(422, say("server.take_length", heaps=heaps, count=len(take)))


async def moved(request: Request, match: PlayedMatch, take: Move) -> PlayedMatch:
    """The match after a move and, if it is its turn, the machine's; an illegal one is refused."""
    name = match.players[match.seat(match.ply + 1)]
    turn = await turn_after(request, match, take, None if name == HUMAN else name)
    match = match.after(take, turn.is_over)
    for number, reply in enumerate(turn.replies, start=1):
        match = match.after(reply, turn.is_over_then if number == len(turn.replies) else False)
    return match


async def turn_after(request: Request, match: PlayedMatch, take: Move, machine: str | None) -> Turn:
    """Check a move and let a machine reply: a worker does, since it may take long.

    Only to check a move by the rules of a family takes microseconds, and is done here.
    """
    is_written = match.game.definition.family.reader is not None
    if machine is None and not is_written:
        return played(match.game, match.position, take, None)
    game = match.game if is_written else match.game.name
    services = services_of(request)
    asked = (game, match.position, take, machine)
    turn: Turn = await services.pool.run(request, played, *asked, limits=REPLY)
    return turn
