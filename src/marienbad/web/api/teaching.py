"""The teacher's calls: to open a room, to let it vote and play, to lead its tournament."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from marienbad.heaps import Move, Position, stored_move, write_position
from marienbad.play.match import HUMAN, Match
from marienbad.text.sentences import say
from marienbad.web.api.classes import check_legal, member, settled
from marienbad.web.api.declared import errors
from marienbad.web.api.matches import TOKEN, moved, new_key, today
from marienbad.web.api.models.matches import NewMove
from marienbad.web.api.models.rooms import (
    ChosenMove,
    Done,
    Door,
    NewBoard,
    NewRound,
    NewVote,
    OpenedRoom,
    Taken,
)
from marienbad.web.http.addresses import client_of, is_counted
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.http.call import Call
from marienbad.web.rooms import passes, tournament, voting
from marienbad.web.rooms.classroom import TEAM, Classroom
from marienbad.web.rooms.passes import PROJECTOR, TEACHER
from marienbad.web.services import services_of
from marienbad.web.thoughts.matches import made

LONGEST_START = 200
"""In characters, of the start of what a class plays: every vote is kept, and sent to everybody."""
ROUND_COST = 10
"""What a round counts among the deeds of a teacher: a match is made for every pupil."""
TEACHERS: dict[str, Any] = {
    "response_model": Done,
    "responses": errors(401, 403, 404, 409),
    "openapi_extra": TOKEN,
}

router = APIRouter(tags=["classes"], route_class=Call)


async def taught(request: Request, code: str, cost: int = 1) -> Classroom:
    """The room, for its teacher alone."""
    room, held = await member(request, code, cost)
    if held.holder != TEACHER:
        raise Refusal(403, "room.teachers")
    return room


async def changed(
    request: Request, room: Classroom, decide: Callable[[Classroom], Classroom]
) -> Response:
    """Change the room; whoever is there sees it."""

    async def decided(room: Classroom) -> Classroom:
        return decide(room)

    await services_of(request).rooms.change(room.code, decided)
    return answer({"done": True})


# The room


@router.post("/api/rooms", status_code=201, response_model=OpenedRoom, responses=errors())
async def open_room(request: Request, wish: NewBoard) -> Response:
    """Open a room with a game on its board."""
    services = services_of(request)
    rooms = services.rooms
    if is_counted(request) and not rooms.openings.admits(client_of(request)):
        raise Refusal(429, "room.openings", headers={"Retry-After": "600"})
    match = await laid(request, wish)
    try:
        room = await rooms.open(match, wish.opponent)
    except Refusal:
        await services.matches.forget([match.key])
        raise
    token, projector = (
        passes.issue(rooms.secret, room.key, holder) for holder in (TEACHER, PROJECTOR)
    )
    return answer({"code": room.code, "token": token, "projector": projector}, 201)


@router.post("/api/rooms/{code}/door", **TEACHERS)
async def door(code: str, request: Request, wish: Door) -> Response:
    """Let nobody else come in, or let them."""
    room = await taught(request, code)
    return await changed(request, room, lambda room: room.having(is_open=wish.open))


@router.post("/api/rooms/{code}/pupils/{number}/removal", **TEACHERS)
async def remove(code: str, number: str, request: Request) -> Response:
    """Send a pupil out: his name, his points and his vote are gone.

    A match of the tournament that he has not finished is won by the other.
    """
    room = await taught(request, code)
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 8 else 0
    if wanted not in room.pupils:
        raise Refusal(404, "room.not_here")
    room = await settled(services_of(request), room, wanted)
    return await changed(request, room, lambda room: tournament.left(room, wanted))


@router.post("/api/rooms/{code}/close", **TEACHERS)
async def close(code: str, request: Request) -> Response:
    """End the lesson: the room is gone, and everything of it; nobody is too fast for that."""
    room = await taught(request, code, cost=0)
    await services_of(request).rooms.close([room])
    return answer({"done": True})


# The board


@router.post("/api/rooms/{code}/board", **TEACHERS)
async def lay(code: str, request: Request, wish: NewBoard) -> Response:
    """Begin another game, or the same again."""
    room = await taught(request, code)
    match, old = await laid(request, wish), list[str]()

    def decide(room: Classroom) -> Classroom:
        old[:] = [room.match]
        return room.having(match=match.key, opponent=wish.opponent, ballot=None)

    try:
        return await changed(request, room, decide)
    except Refusal:
        old[:] = [match.key]
        raise
    finally:
        await services_of(request).matches.forget(old)


@router.post("/api/rooms/{code}/vote", **TEACHERS)
async def open_vote(code: str, request: Request, wish: NewVote) -> Response:
    """Let the class vote on its next move."""
    room = await taught(request, code)
    match = await services_of(request).matches.read(room.match)
    given = (wish.seconds, wish.hidden, time.time())
    return await changed(request, room, lambda room: voting.opened(room, match, *given))


@router.post("/api/rooms/{code}/vote/stop", **TEACHERS)
async def stop_vote(code: str, request: Request) -> Response:
    """End the vote; what was voted for is seen, and may be played."""

    def stopped(room: Classroom) -> Classroom:
        if room.ballot is None or room.ballot.is_stopped:
            return room
        return room.having(ballot=room.ballot.model_copy(update={"is_stopped": True}))

    return await changed(request, await taught(request, code), stopped)


@router.post("/api/rooms/{code}/moves", **TEACHERS)
async def play(code: str, request: Request, wish: ChosenMove) -> Response:
    """Play the move that was voted for, or another; the machine's reply follows at once."""
    services = services_of(request)
    room = await taught(request, code)
    seen = await services.matches.read(room.match, client_of(request))
    check_ply(seen, wish.ply)
    take = named_move(wish)
    if take is None:
        take = stored_move(voting.chosen(voting.ballot_of(room, seen), wish.lot))
    await check_legal(request, seen, take)

    async def decide(match: Match) -> Match:
        check_ply(match, wish.ply)
        return await moved(request, match, take)

    await services.matches.change(room.match, decide, client_of(request))
    return await board_changed(request, room)


@router.post("/api/rooms/{code}/undo", **TEACHERS)
async def undo(code: str, request: Request, wish: Taken) -> Response:
    """Take back the last move of the class, with the machine's reply; of two teams the last."""
    room = await taught(request, code)

    async def decide(match: Match) -> Match:
        check_ply(match, wish.ply, "server.undo_ply")
        last = match.last_move_of(match.humans)
        if last is None:
            raise Refusal(409, "server.nothing_to_undo")
        return match.back_to(last)

    await services_of(request).matches.change(room.match, decide, client_of(request))
    return await board_changed(request, room)


async def board_changed(request: Request, room: Classroom) -> Response:
    """Show what stands on the board now; a vote on what stood there before is over."""
    return await changed(request, room, lambda room: room.having(board=room.board + 1, ballot=None))


def named_move(wish: ChosenMove) -> Move | None:
    """The move that the teacher names; ``None``: the one that was voted for."""
    if wish.take is None and wish.call is None and wish.forbid is None:
        return None
    named = wish.model_dump(include={"ply", "take", "call", "forbid", "leave"})
    return NewMove.model_validate(named).move


def check_ply(match: Match, ply: int, key: str = "server.ply") -> None:
    """409 where another ply is meant than the present."""
    if match.is_over and key == "server.ply":
        raise Refusal(409, "server.over")
    if ply != match.ply:
        raise Refusal(409, say(key, ply=ply, current=match.ply))


async def laid(request: Request, wish: NewBoard) -> Match:
    """The match that is wished for, kept."""
    machine = HUMAN if wish.opponent == TEAM else wish.opponent
    players = (HUMAN, machine) if wish.begins else (machine, HUMAN)
    match = await begun(request, wish.game, wish.start, players)
    match = match.kept_as(new_key())
    await services_of(request).matches.add(match)
    return match


async def begun(
    request: Request, game: str, start: Position | None, players: tuple[str, str]
) -> Match:
    """A match of a class; what would be too long to send to everybody is refused."""
    if start is not None and len(write_position(start)) > LONGEST_START:
        raise Refusal(422, say("room.start", bound=LONGEST_START))
    services = services_of(request)
    asked = (game, start, players, today())
    match: Match = await services.think(request, services.lanes.reply, made, *asked)
    return match.agreeing(match.accord.having(help="locked", is_of_class=True))


# The tournament


@router.post("/api/rooms/{code}/rounds", **TEACHERS)
async def begin_round(code: str, request: Request, wish: NewRound) -> Response:
    """Begin a round: what has ended of the one before counts, the rest does not."""
    services = services_of(request)
    room = await settled(services, await taught(request, code, ROUND_COST))
    players = (HUMAN, HUMAN) if wish.kind == "pairs" else (HUMAN, wish.level)
    players = players if wish.begins or wish.kind == "pairs" else (wish.level, HUMAN)
    match = await begun(request, wish.game, wish.start, players)
    _, number, pairs = tournament.next_pairs(room, wish.kind, wish.begins, wish.new)
    keys, old = [new_key() for _ in pairs], list[str]()

    def decide(room: Classroom) -> Classroom:
        ready, now, _ = tournament.next_pairs(room, wish.kind, wish.begins, wish.new)
        if now != number:  # it was begun twice
            raise Refusal(409, "server.changed")
        old[:] = room.games
        return tournament.begun(ready, wish.kind, number, pairs, keys)

    try:
        await asyncio.gather(*(services.matches.add(match.kept_as(key)) for key in keys))
        return await changed(request, room, decide)
    except Refusal:
        old[:] = keys
        raise
    finally:
        await services.matches.forget(old)


@router.post("/api/rooms/{code}/rounds/end", **TEACHERS)
async def end_rounds(code: str, request: Request) -> Response:
    """End the tournament: the points stay until another begins."""
    services = services_of(request)
    room = await settled(services, await taught(request, code))
    done = await changed(request, room, lambda room: room.having(round=None))
    await services.matches.forget(room.games)
    return done
