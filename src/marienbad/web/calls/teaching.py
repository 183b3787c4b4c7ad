"""The teacher's calls: to open a room, to let it vote and play, to lead its tournament."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, TypedDict

from starlette.requests import Request
from starlette.responses import Response

from marienbad.heaps import Move, Position, stored_move, write_position
from marienbad.play.match import HUMAN, Match
from marienbad.text.sentences import say
from marienbad.web.api.bodies import AtStart, NewMove, Ply
from marienbad.web.api.common import Forbidden, Heaps, Integer
from marienbad.web.api.play import made
from marienbad.web.api.routes import Body, Field, RuleText, fields_of, post
from marienbad.web.calls.classes import VOTER, Done, member, settled
from marienbad.web.calls.matches import check_length, moved, new_key, today
from marienbad.web.http.addresses import client_of, is_counted
from marienbad.web.http.answers import Refusal, answer
from marienbad.web.rooms import playing
from marienbad.web.rooms.classroom import PROJECTOR, TEACHER, TEAM, Classroom, Kind, issue_pass
from marienbad.web.services import services_of
from marienbad.web.workers.pool import REPLY

LONGEST_START = 200
"""In characters, of the start of what a class plays: every vote is kept, and sent to everybody."""
ROUND_COST = 10
"""What a round counts among the deeds of a teacher: a match is made for every pupil."""


@dataclass(frozen=True, kw_only=True)
class NewBoard(AtStart):
    """What the class plays: ``opponent`` is a level, or ``team`` for a second team of pupils.

    ``begins`` says whether the class, with teams the first of them, plays first.
    """

    game: RuleText
    opponent: Annotated[str, Field(max_length=32)]
    begins: bool = True


@dataclass(frozen=True, kw_only=True)
class NewRound(AtStart):
    """A round of the tournament: everybody against a ``machine``, or ``pairs`` of pupils.

    ``level`` is that of the machine; ``begins`` whether the pupils play first against it. A
    ``new`` tournament forgets the points of the one before.
    """

    kind: Kind
    game: RuleText
    level: Annotated[str, Field(max_length=32)] = "novice"
    begins: bool = True
    new: bool = False


@dataclass(frozen=True, kw_only=True)
class NewVote(Body):
    """A vote on the next move: how many seconds it takes, without limit where none are named.

    Where it is ``hidden``, the room sees what was voted for when it is over.
    """

    seconds: Annotated[int, Field(ge=5, le=3600)] | None = None
    hidden: bool = False


@dataclass(frozen=True, kw_only=True)
class ChosenMove(Body):
    """The voted move is played; of several with as many votes one by ``lot``, or ``take`` it."""

    ply: Ply
    lot: bool = False
    take: Heaps | None = None
    call: Integer | None = None
    forbid: Forbidden | None = None
    leave: Heaps | None = None


@dataclass(frozen=True, kw_only=True)
class SeenPly(Body):
    """How many moves were seen; the last of them is taken back."""

    ply: Ply


@dataclass(frozen=True, kw_only=True)
class Door(Body):
    """Whether others may come in."""

    open: bool


class OpenedRoom(TypedDict):
    """A new room: its code for the pupils, and two passes, given only here."""

    code: str
    token: str
    projector: str


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
    await services_of(request).rooms.change(room.code, decide)
    return answer({"done": True})


# The room


@post("/api/rooms", tag="classes", model=OpenedRoom, status=201)
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
        issue_pass(rooms.secret, room.key, holder) for holder in (TEACHER, PROJECTOR)
    )
    return answer({"code": room.code, "token": token, "projector": projector}, 201)


@post("/api/rooms/{code}/door", model=Done, **VOTER)
async def door(request: Request, code: str, wish: Door) -> Response:
    """Let nobody else come in, or let them."""
    room = await taught(request, code)
    return await changed(request, room, lambda room: room.having(is_open=wish.open))


@post("/api/rooms/{code}/pupils/{number}/removal", model=Done, **VOTER)
async def remove(request: Request, code: str, number: str) -> Response:
    """Send a pupil out: his name, his points and his vote are gone.

    A match of the tournament that he has not finished is won by the other.
    """
    room = await taught(request, code)
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 8 else 0
    if wanted not in room.pupils:
        raise Refusal(404, "room.not_here")
    room = await settled(services_of(request), room, wanted)
    return await changed(request, room, lambda room: playing.remove_pupil(room, wanted))


@post("/api/rooms/{code}/close", model=Done, **VOTER)
async def close(request: Request, code: str) -> Response:
    """End the lesson: the room is gone, and everything of it; nobody is too fast for that."""
    room = await taught(request, code, cost=0)
    await services_of(request).rooms.close([room])
    return answer({"done": True})


# The board


@post("/api/rooms/{code}/board", model=Done, **VOTER)
async def lay(request: Request, code: str, wish: NewBoard) -> Response:
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


@post("/api/rooms/{code}/vote", model=Done, **VOTER)
async def open_vote(request: Request, code: str, wish: NewVote) -> Response:
    """Let the class vote on its next move."""
    room = await taught(request, code)
    match = await services_of(request).matches.read(room.match)
    given = (wish.seconds, wish.hidden, time.time())
    return await changed(request, room, lambda room: playing.open_vote(room, match, *given))


@post("/api/rooms/{code}/vote/stop", model=Done, **VOTER)
async def stop_vote(request: Request, code: str) -> Response:
    """End the vote; what was voted for is seen, and may be played."""

    def stopped(room: Classroom) -> Classroom:
        if room.ballot is None or room.ballot.is_stopped:
            return room
        return room.having(ballot=room.ballot.model_copy(update={"is_stopped": True}))

    return await changed(request, await taught(request, code), stopped)


@post("/api/rooms/{code}/moves", model=Done, **VOTER)
async def play(request: Request, code: str, wish: ChosenMove) -> Response:
    """Play the move that was voted for, or another; the machine's reply follows at once."""
    services = services_of(request)
    room = await taught(request, code)
    seen = await services.matches.read(room.match, client_of(request))
    check_ply(seen, wish.ply)
    take = named_move(wish)
    if take is None:
        take = stored_move(playing.choose_move(playing.ballot_of(room, seen), wish.lot))
    check_length(seen, take)
    while await services.matches.save(seen, await moved(request, seen, take)) is None:
        seen = await services.matches.read(room.match, client_of(request))
        check_ply(seen, wish.ply)
    return await board_changed(request, room)


@post("/api/rooms/{code}/undo", model=Done, **VOTER)
async def undo(request: Request, code: str, wish: SeenPly) -> Response:
    """Take back the last move of the class, with the machine's reply; of two teams the last."""
    room, saved = await taught(request, code), None
    matches = services_of(request).matches
    while saved is None:
        match = await matches.read(room.match, client_of(request))
        check_ply(match, wish.ply, "server.undo_ply")
        last = match.last_move_of(match.humans)
        if last is None:
            raise Refusal(409, "server.nothing_to_undo")
        saved = await matches.save(match, match.back_to(last))
    return await board_changed(request, room)


async def board_changed(request: Request, room: Classroom) -> Response:
    """Show what stands on the board now; a vote on what stood there before is over."""
    return await changed(request, room, lambda room: room.having(board=room.board + 1, ballot=None))


def named_move(wish: ChosenMove) -> Move | None:
    """The move that the teacher names; ``None``: the one that was voted for."""
    if wish.take is None and wish.call is None and wish.forbid is None:
        return None
    return NewMove(**fields_of(wish, "ply", "take", "call", "forbid", "leave")).move


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
    match: Match = await services.pool.run(request, made, *asked, limits=REPLY)
    return match.agreeing(match.accord.having(help="locked", is_of_class=True))


# The tournament


@post("/api/rooms/{code}/rounds", model=Done, **VOTER)
async def begin_round(request: Request, code: str, wish: NewRound) -> Response:
    """Begin a round: what has ended of the one before counts, the rest does not."""
    services = services_of(request)
    room = await settled(services, await taught(request, code, ROUND_COST))
    players = (HUMAN, HUMAN) if wish.kind == "pairs" else (HUMAN, wish.level)
    players = players if wish.begins or wish.kind == "pairs" else (wish.level, HUMAN)
    match = await begun(request, wish.game, wish.start, players)
    _, number, pairs = playing.next_pairs(room, wish.kind, wish.begins, wish.new)
    keys, old = [new_key() for _ in pairs], list[str]()

    def decide(room: Classroom) -> Classroom:
        ready, now, _ = playing.next_pairs(room, wish.kind, wish.begins, wish.new)
        if now != number:  # it was begun twice
            raise Refusal(409, "server.changed")
        old[:] = room.games
        return playing.start_round(ready, wish.kind, number, pairs, keys)

    try:
        await asyncio.gather(*(services.matches.add(match.kept_as(key)) for key in keys))
        return await changed(request, room, decide)
    except Refusal:
        old[:] = keys
        raise
    finally:
        await services.matches.forget(old)


@post("/api/rooms/{code}/rounds/end", model=Done, **VOTER)
async def end_rounds(request: Request, code: str) -> Response:
    """End the tournament: the points stay until another begins."""
    services = services_of(request)
    room = await settled(services, await taught(request, code))
    done = await changed(request, room, lambda room: room.having(round=None))
    await services.matches.forget(room.games)
    return done
