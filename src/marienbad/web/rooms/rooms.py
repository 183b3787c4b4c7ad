"""The rooms of one server process: opened, changed, shown to those who are there, and deleted.

A room is a row of the database. A change is made from the room as it is there and saved only if
nobody has changed it meanwhile, so that several processes can share a PostgreSQL; those in one
process come in turn.
"""

import asyncio
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from weakref import WeakValueDictionary

from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from marienbad.play.match import Match
from marienbad.text.problems import quotable
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.http.limits import SOCKETS, Allowance, SocketLimits
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.schema import ROOMS
from marienbad.web.matches.store import Store
from marienbad.web.rooms.classroom import Classroom, Pass, read_pass
from marienbad.web.rooms.visitors import View, Visitors

LETTERS = "BCDFGHJKMPQRTVWXY2346789"
"""Of which codes are made: none is taken for another, and they make no words."""
LENGTH = 5
CODE = re.compile(f"[{LETTERS}]{{{LENGTH}}}")
MOST_ROOMS = 500
ATTEMPTS = 50
"""How often a change is tried while other processes change the room."""
MAINTENANCE_PAUSE = 60.0
GUESSES = (120, 10 / 60)
"""How often an address may be wrong about a code at once, and in a second.

So forty pupils behind one address can each be wrong three times. In an hour an address tries at
most 120 + 600 of the 24**5 = 7,962,624 codes, and finds that of a given room with odds of one in
11,059; some room or other of n that are open with n times these odds.
"""
JOINS = (20, 2.0)
"""How many may come in from one address at once, and in a second: a class of forty in ten."""
DEEDS = (60, 3.0)
"""How often someone in a room may do something at once, and in a second."""
HOUR = 3_600
IDLE, LONGEST = 2 * HOUR, 8 * HOUR
"""A room is deleted after so many seconds without anybody, and in any case after so many."""

_LOAD = select(ROOMS.c.data).where(ROOMS.c.code == bindparam("wanted"))
_SAVE = (
    update(ROOMS)
    .where(ROOMS.c.code == bindparam("wanted"), ROOMS.c.revision == bindparam("before"))
    .values(revision=bindparam("after"), changed=bindparam("now"), data=bindparam("written"))
)
_COUNT = select(func.count()).select_from(ROOMS)
_OLD = select(ROOMS.c.data).where(
    or_(ROOMS.c.changed < bindparam("idle"), ROOMS.c.made < bindparam("oldest"))
)


class Rooms:
    """The rooms, and who is in them by this process."""

    def __init__(self, matches: MatchCache, limits: SocketLimits = SOCKETS) -> None:
        self.matches = matches
        self.visitors = Visitors(limits)
        self.most = MOST_ROOMS
        self.openings = Allowance(10, a_second=10 / 3600)
        """Rooms that an address may open."""
        self.guesses = Allowance(*GUESSES)
        self.joins = Allowance(*JOINS)
        self.deeds = Allowance(*DEEDS)
        self._is_log_clear = False
        self._views: dict[str, View] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def secret(self) -> bytes:
        return self.matches.store.secret

    # Who is there

    async def open(self, match: Match, opponent: str) -> Classroom:
        """A new room with a code of its own, and a match on its board."""
        key = secrets.token_urlsafe(12)
        is_kept: bool | None = False
        while is_kept is False:
            code = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
            room = Classroom(code=code, key=key, match=match.key, opponent=opponent)
            is_kept = await self.matches.database.write(
                partial(add_room, self.matches.store, room, self.most)
            )
        if is_kept is None:
            raise Refusal(503, "room.no_more", headers={"Retry-After": "600"})
        return room

    async def read(self, code: str) -> Classroom:
        """The room with a code, however it was typed; 404 where there is none."""
        wanted = _typed(code)
        found = await self._found(wanted) if CODE.fullmatch(wanted) else None
        if found is None:
            raise Refusal(404, say("room.unknown", text=quotable(code)))
        return found

    async def _found(self, code: str) -> Classroom | None:
        return await self.matches.database.ask(partial(load_room, self.matches.store, code))

    async def guessed(self, code: str, address: str | None) -> Classroom:
        """The room for somebody who knows its code alone; an address guesses so often only.

        What cannot be a code is no guess. A guess is counted before the answer is known, so that
        many at the same time are counted too, and a right one is given back.
        """
        if address is None or not CODE.fullmatch(_typed(code)):
            return await self.read(code)
        _admit(self.guesses, address, "room.guesses")
        room = await self.read(code)
        self.guesses.spend(address, -1)
        return room

    def admit_join(self, address: str | None) -> None:
        """Count one who comes in; 429 where too many come from his address at once."""
        if address is not None:
            _admit(self.joins, address, "room.joins")

    async def entered(self, code: str, token: str) -> tuple[Classroom, Pass]:
        """The room, and who shows this pass for it.

        With the pass of one room nobody finds out whether there is another: the answer is the same.
        """
        held = read_pass(self.secret, token)
        if held is None:
            raise Refusal(401, "room.no_pass", headers={"WWW-Authenticate": "Bearer"})
        room = await self.read(code)
        if held.room != room.key:
            raise Refusal(404, say("room.unknown", text=quotable(code)))
        if held.holder > 0 and held.holder not in room.pupils:
            raise Refusal(403, "room.not_here")
        return room, held

    def admit_deed(self, held: Pass, cost: int = 1) -> None:
        """Count what somebody does in a room; 429 where it is too much."""
        name = f"{held.room}.{held.holder}"
        if cost and self.deeds.left(name) < 1:
            raise Refusal(429, "room.too_often", headers={"Retry-After": "5"})
        self.deeds.spend(name, cost)

    # Changes

    async def change(self, code: str, decide: Callable[[Classroom], Classroom]) -> Classroom:
        """Save what becomes of the room as it is now, and show it to those who are there."""
        async with self._turns.setdefault(code, asyncio.Lock()):
            for _ in range(ATTEMPTS):
                before = await self.read(code)
                after = decide(before)
                if after is before:
                    return before
                after = after.having(revision=before.revision + 1)
                save = partial(save_room, self.matches.store, after)
                if await self.matches.database.write(save):
                    await self._show(after)
                    return after
                await asyncio.sleep(secrets.randbelow(20) / 1000)  # not in step with the others
        raise Refusal(409, "server.changed")

    async def close(self, rooms: Sequence[Classroom]) -> None:
        """Forget rooms, with every match that was played in them."""
        codes = [room.code for room in rooms]
        await self.matches.forget([key for room in rooms for key in room.matches])
        await self.matches.database.write(partial(delete_rooms, self.matches.store, codes))
        for code in codes:
            self._end(code)
        self._is_log_clear = False
        await self._clear_log()

    async def _clear_log(self) -> None:
        """Let nothing of rooms that are gone stand in the database's log; else try again later."""
        with suppress(Refusal):
            clear = self.matches.store.clear_log
            self._is_log_clear = await self.matches.database.write(clear)

    # What is seen

    async def view(self, code: str) -> View:
        """The room as those see it who are there."""
        room = await self.read(code)
        known = self._views.get(code)
        if known is not None and known.room.revision == room.revision:
            return known
        return await self._seen(room)

    def shown(self, code: str) -> View | None:
        """The room as it was seen last; ``None`` where it is no more."""
        return self._views.get(code)

    async def refresh(self, codes: Sequence[str]) -> None:
        """Other processes have changed rooms: look at those in which somebody is here."""
        for code in codes:
            if self.visitors.is_visited(code):
                found = await self._found(code)
                if found is None:
                    self._end(code)
                else:
                    await self._show(found)

    async def _show(self, room: Classroom) -> None:
        if self.visitors.is_visited(room.code):
            await self._seen(room)
            self.visitors.tell(room.code)

    async def _seen(self, room: Classroom) -> View:
        known = self._views.get(room.code)
        if known is not None and known.room.revision >= room.revision:
            return known
        on_board = (room.match, room.board)
        if known is not None and (known.room.match, known.room.board) == on_board:
            match = known.match
        else:
            match = await self.matches.read(room.match)
        view = View(room, match)
        newest = self._views.get(room.code)
        if newest is None or newest.room.revision < room.revision:
            self._views[room.code] = view
        return self._views[room.code]

    def left(self, code: str) -> None:
        """Somebody has gone: what nobody sees is not kept here."""
        if not self.visitors.is_visited(code):
            self._views.pop(code, None)

    def _end(self, code: str) -> None:
        self._views.pop(code, None)
        self.visitors.tell(code)

    # Maintenance

    async def maintain(self) -> None:
        """Rooms in which somebody is stay; those whose time is over are deleted."""
        store, database = self.matches.store, self.matches.database
        visited = self.visitors.visited()
        if visited:
            await database.write(partial(touch_rooms, store, visited))
        old = await database.ask(partial(old_rooms, store))
        if old:
            await self.close(old)
        elif not self._is_log_clear:
            await self._clear_log()


def _typed(code: str) -> str:
    """A code as it is kept, however it was typed."""
    return code.strip().upper()


def _admit(allowance: Allowance, address: str, key: str) -> None:
    """Count one more of an address; where it may have no more, say how long it has to wait."""
    if not allowance.admits(address):
        seconds = allowance.wait(address)
        raise Refusal(429, say(key, seconds=seconds), headers={"Retry-After": str(seconds)})


# The rows


def add_room(store: Store, room: Classroom, most: int) -> bool | None:
    """Keep a new room; ``False`` where its code is another's, ``None`` where there is no room."""
    now = store.now
    row = {"code": room.code, "revision": room.revision, "made": now, "changed": now}
    try:
        with store.writer.begin() as connection:
            if connection.execute(_COUNT).scalar_one() >= most:
                return None
            connection.execute(insert(ROOMS).values(**row, data=room.model_dump_json()))
    except IntegrityError:
        return False
    return True


def load_room(store: Store, code: str) -> Classroom | None:
    """The room with this code."""
    with store.engine.connect() as connection:
        found = connection.execute(_LOAD, {"wanted": code}).scalar()
    return None if found is None else Classroom.model_validate_json(found)


def save_room(store: Store, room: Classroom) -> bool:
    """Keep a room that was changed once; ``False`` where another has changed it meanwhile."""
    values = {"wanted": room.code, "before": room.revision - 1, "after": room.revision}
    with store.writer.begin() as connection:
        written = {**values, "now": store.now, "written": room.model_dump_json()}
        is_done = connection.execute(_SAVE, written).rowcount == 1
        if is_done:
            store.notify(connection, rooms=[room.code])
    return is_done


def touch_rooms(store: Store, codes: Sequence[str]) -> None:
    """Somebody is in these rooms."""
    with store.writer.begin() as connection:
        connection.execute(update(ROOMS).where(ROOMS.c.code.in_(codes)).values(changed=store.now))


def delete_rooms(store: Store, codes: Sequence[str]) -> None:
    """Forget rooms, and let every process know."""
    with store.writer.begin() as connection:
        connection.execute(delete(ROOMS).where(ROOMS.c.code.in_(codes)))
        store.notify(connection, rooms=codes)


def old_rooms(store: Store) -> list[Classroom]:
    """The rooms whose time is over."""
    times = {"idle": store.now - IDLE, "oldest": store.now - LONGEST}
    with store.engine.connect() as connection:
        rows = connection.execute(_OLD, times).all()
    return [Classroom.model_validate_json(row.data) for row in rows]
