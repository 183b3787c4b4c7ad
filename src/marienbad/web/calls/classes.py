"""The calls of those who are in a room: to come in, to see it, to vote."""

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from anyio import CancelScope, create_task_group
from pydantic import TypeAdapter, ValidationError
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from marienbad.heaps import write_taken
from marienbad.text.language import LANGUAGES
from marienbad.text.sentences import Message
from marienbad.web.api.bodies import NewMove, SeatNumber
from marienbad.web.api.routes import JSON, Body, Field, Language, get, post
from marienbad.web.calls.matches import check_length, turn_after
from marienbad.web.http.addresses import client_of, is_counted
from marienbad.web.http.answers import Refusal, answer, in_words, refused
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import MOST_HEARD, SAYS_TOO_MUCH
from marienbad.web.matches.seats import LONGEST_TOKEN
from marienbad.web.rooms import playing
from marienbad.web.rooms.classroom import TEACHER, Classroom, Pass, issue_pass
from marienbad.web.rooms.visitors import Visitor
from marienbad.web.services import Services, services_of

ENDED, REMOVED, TRY_AGAIN = 4404, 4403, 1013
ENTRANCE_SECONDS = 10.0
BREATH = 0.02
"""For so many seconds after he was told something a visitor is told nothing, then the newest."""

LONGEST_NAME_SENT = 200
"""In characters; a name that is so long is refused with a sentence of its own."""
MEMBER: dict[str, Any] = {"tag": "classes", "errors": (401, 403, 404), "has_token": True}
VOTER: dict[str, Any] = {"tag": "classes", "errors": (401, 403, 404, 409), "has_token": True}


@dataclass(frozen=True, kw_only=True)
class NewPupil(Body):
    """The name that somebody chooses."""

    name: Annotated[str, Field(max_length=LONGEST_NAME_SENT)]


@dataclass(frozen=True, kw_only=True)
class VotedMove(NewMove):
    """What a pupil would play."""


@dataclass(frozen=True, kw_only=True)
class Entrance(Body):
    """What a socket says first: the pass of whoever it is."""

    token: Annotated[str, Field(max_length=LONGEST_TOKEN)]


ENTRANCE = TypeAdapter(Entrance)


class Membership(TypedDict):
    """A pupil's own pass, his number, and his name as it is shown."""

    token: str
    number: int
    name: str


class RoomPart(TypedDict):
    """The room itself."""

    code: str
    open: bool


class PupilPart(TypedDict):
    """Somebody in the room, with the games of the tournament he has finished and won."""

    number: int
    name: str
    team: SeatNumber
    played: int
    won: int


class Room(TypedDict):
    """A room as somebody sees it who is there.

    ``board`` is a match, as in the calls of matches, and the opponent; ``vote`` the vote on its
    next move, ``ends`` in seconds of the server's ``clock``; ``you`` is what concerns the reader
    alone: his role, a pupil's vote and match, for the teacher the vote of everyone.
    """

    clock: float
    room: RoomPart
    board: dict[str, Any]
    vote: dict[str, Any] | None
    pupils: list[PupilPart]
    round: dict[str, Any] | None
    you: dict[str, Any]


class Done(TypedDict):
    """That it was done; what came of it is sent to everybody in the room."""

    done: bool


async def member(request: Request, code: str, cost: int = 1) -> tuple[Classroom, Pass]:
    """The room, and who asks by the pass that the request carries."""
    rooms = services_of(request).rooms
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    room, held = await rooms.entered(code, token.strip() if scheme.lower() == "bearer" else "")
    rooms.admit_deed(held, cost)
    return room, held


@post(
    "/api/rooms/{code}/pupils", tag="classes", model=Membership, status=201, errors=(403, 404, 409)
)
async def join(request: Request, code: str, wish: NewPupil) -> Response:
    """Come in under a name that nobody else has there."""
    rooms = services_of(request).rooms
    address = client_of(request) if is_counted(request) else None
    found = await rooms.guessed(code, address)
    rooms.admit_join(address)

    room = await rooms.change(found.code, lambda room: room.joined(wish.name))
    number = room.numbers
    token = issue_pass(rooms.secret, room.key, number)
    return answer({"token": token, "number": number, "name": room.pupils[number].name}, 201)


@get("/api/rooms/{code}", model=Room, **MEMBER)
async def read(request: Request, code: str, lang: Language = None) -> Response:
    """The room as it stands, for whoever is there."""
    rooms = services_of(request).rooms
    room, held = await member(request, code, cost=0)
    view = await rooms.view(room.code)
    rooms.left(room.code)  # nobody stays
    seen = Visitor(room.code).message(view, held.holder, rooms.secret, lang)
    return Response(seen, media_type=JSON)


@post("/api/rooms/{code}/votes", model=Done, **VOTER)
async def vote(request: Request, code: str, wish: VotedMove) -> Response:
    """Vote for a move; another vote takes the place of the one before."""
    services = services_of(request)
    found, held = await member(request, code)
    match = await services.matches.read(found.match, client_of(request))
    ballot = playing.check_voter(found, match, held.holder, wish.ply, time.time())
    move = write_taken(wish.move)
    if move not in ballot.votes.values():  # what somebody has voted for is legal
        check_length(match, wish.move)
        await turn_after(request, match, wish.move, None)

    def decide(room: Classroom) -> Classroom:
        ballot = playing.check_voter(room, match, held.holder, wish.ply, time.time())
        if room.match != match.key:
            raise Refusal(409, "room.no_vote")
        is_same = ballot.votes.get(held.holder) == move
        return room if is_same else playing.cast_vote(room, ballot, held.holder, move)

    await services.rooms.change(found.code, decide)
    return answer({"done": True})


@post("/api/rooms/{code}/results", model=Done, **VOTER)
async def settle(request: Request, code: str) -> Response:
    """Look at the matches of the tournament that have ended: a pupil's own, the teacher's all."""
    room, held = await member(request, code)
    await settled(services_of(request), room, None if held.holder == TEACHER else held.holder)
    return answer({"done": True})


# The parts of the calls


async def settled(services: Services, room: Classroom, number: int | None = None) -> Classroom:
    """The room after the matches of a pupil that have ended, or all that have, were counted."""
    winners: dict[str, int] = {}
    for game in () if room.round is None else room.round.games:
        if game.winner is None and (number is None or number in game.players):
            match = await services.matches.read(game.match)
            if match.winner is not None:
                winners[game.match] = match.winner
    if not winners:
        return room

    return await services.rooms.change(room.code, lambda room: playing.count_results(room, winners))


# The socket


async def live(socket: WebSocket) -> None:
    """Send the room to somebody who shows a pass for it, at once and after every change."""
    services, lang = services_of(socket), reader_language(socket)
    visitors = services.rooms.visitors
    share = client_of(socket) if is_counted(socket) else None
    if not visitors.admits(share):
        await socket.send_denial_response(refused(503, Message("server.crowded", {}), lang))
        return
    visitors.arrive(share)
    try:
        await socket.accept()
        await visit(socket, services)
    except Refusal as problem:
        with suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_json({"error": in_words(problem.message, lang)})
            gone = {404: ENDED, 401: ENDED, 403: REMOVED}
            await socket.close(gone.get(problem.status, TRY_AGAIN))
    finally:
        visitors.depart(share)


async def visit(socket: WebSocket, services: Services) -> None:
    """Let somebody in who shows a pass, and tell him what happens until he goes."""
    rooms = services.rooms
    room, held = await rooms.entered(socket.path_params["code"], await entrance(socket))
    visitor = rooms.visitors.enter(room.code)
    try:
        await rooms.view(room.code)
        visitor.news.set()
        await follow(socket, visitor, held.holder, services)
    finally:
        rooms.visitors.leave(visitor)
        rooms.left(room.code)


async def entrance(socket: WebSocket) -> str:
    """The pass that a socket shows first; nothing where it shows none in time."""
    with suppress(ValidationError, TimeoutError):
        async with asyncio.timeout(ENTRANCE_SECONDS):
            heard = await socket.receive()
        return ENTRANCE.validate_json(heard.get("text") or "").token
    return ""


async def follow(socket: WebSocket, visitor: Visitor, holder: int, services: Services) -> None:
    """Tell a visitor what changes until either side goes; what else he says is not heard."""
    async with create_task_group() as group:
        group.start_soon(_tell, socket, visitor, holder, services, group.cancel_scope)
        for _ in range(MOST_HEARD):
            if (await socket.receive())["type"] == "websocket.disconnect":
                break
        else:
            await socket.close(SAYS_TOO_MUCH)
        group.cancel_scope.cancel()


async def _tell(
    socket: WebSocket, visitor: Visitor, holder: int, services: Services, scope: CancelScope
) -> None:
    wanted = socket.query_params.get("lang")
    lang = wanted if wanted in LANGUAGES else None
    rooms, pace = services.rooms, services.watchers.pace
    with suppress(WebSocketDisconnect, RuntimeError):  # gone before it was noticed
        while True:
            await visitor.news.wait()
            visitor.news.clear()
            view = rooms.shown(visitor.code)
            if view is None:
                await socket.send_json({"ended": True})
                await socket.close(ENDED)
                break
            if holder > 0 and holder not in view.room.pupils:
                await socket.send_json({"removed": True})
                await socket.close(REMOVED)
                break
            message = visitor.message(view, holder, rooms.secret, lang)
            if message:
                await pace.wait(len(message))
                await socket.send_text(message.decode("utf-8"))
                await asyncio.sleep(BREATH)
    scope.cancel()


SOCKET = WebSocketRoute("/api/rooms/{code}/live", live)
