"""Several processes on one database: each hears of what the others have committed.

PostgreSQL sends a notice to whoever listens. SQLite has none: each process looks at a number in the
file, which changes with every commit, and then asks for the matches that are watched.
"""

import asyncio
import json
import logging
import sqlite3
from contextlib import closing
from pathlib import Path

from marienbad.web.http.answers import Refusal
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.company import MARK
from marienbad.web.matches.engine import address_parts
from marienbad.web.matches.presence import ENTER
from marienbad.web.matches.statements import CHANNEL
from marienbad.web.rooms.rooms import Rooms
from marienbad.web.rooms.shelf import MARK as ROOMS_MARK

LOG = logging.getLogger("marienbad.web")
PAUSE = 1.0
LOOK_PAUSE = 0.25
_NEWER = """
SELECT matches.id FROM json_each(?) AS told JOIN matches ON matches.id = told.key
WHERE matches.revision > told.value
"""

_COMPANY = "SELECT match_id, process, seats, watching FROM company WHERE process <> ?"
Rows = frozenset[tuple[str, str, int, int]]


async def listen(matches: MatchCache, rooms: Rooms, address: str) -> None:
    """Tell the watchers of this process what other processes change, for ever."""
    import psycopg

    url = address_parts(address).set(drivername="postgresql")
    dsn = url.render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
                await connection.execute(ENTER)
                await connection.execute(f"LISTEN {CHANNEL}")
                # what was missed while nobody listened
                await _refresh(matches, matches.watchers.watched())
                await _refresh_rooms(rooms, rooms.visitors.visited())
                matches.attendance.heard()
                async for notice in connection.notifies():
                    origin, *keys = notice.payload.split()
                    if origin == matches.store.origin:
                        continue
                    if keys[:1] == [MARK]:
                        matches.attendance.heard(keys[1:] or None)
                    elif keys[:1] == [ROOMS_MARK]:
                        await _refresh_rooms(rooms, keys[1:])
                    else:
                        await _refresh(matches, keys)
        except psycopg.Error as problem:
            matches.database.faults.note(problem)
            await asyncio.sleep(PAUSE)


async def look(matches: MatchCache, rooms: Rooms, file: Path) -> None:
    """The same for SQLite: look at its file, for ever."""
    connection = sqlite3.connect(
        f"{file.absolute().as_uri()}?mode=ro",
        uri=True,
        timeout=0,
        isolation_level=None,
        check_same_thread=False,
    )
    with closing(connection):
        seen, others = -1, Rows()
        while True:
            await asyncio.sleep(LOOK_PAUSE)
            if not (matches.watchers.count or rooms.visitors.count):
                continue
            try:
                number = connection.execute("PRAGMA data_version").fetchone()[0]
                if number != seen:
                    seen = number
                    me = matches.store.origin
                    now = await asyncio.to_thread(_others, connection, me)
                    matches.attendance.heard({key for key, *_ in others ^ now})
                    others = now
                    watched = matches.watchers.watched()
                    matches.told = {key: matches.told.get(key, -1) for key in watched}
                    told = json.dumps(matches.told)
                    await _refresh(matches, await asyncio.to_thread(_newer, connection, told))
                    await _refresh_rooms(rooms, await rooms.changed())
            except sqlite3.Error as problem:
                matches.database.faults.note(problem)


def _newer(connection: sqlite3.Connection, told: str) -> list[str]:
    """The matches that have changed since their watchers were told."""
    return [key for (key,) in connection.execute(_NEWER, [told])]


def _others(connection: sqlite3.Connection, process: str) -> Rows:
    """Who is there by the sockets of other processes."""
    return Rows(connection.execute(_COMPANY, [process]))


async def _refresh_rooms(rooms: Rooms, codes: list[str]) -> None:
    try:
        await rooms.refresh(codes)
    except Refusal as problem:
        LOG.warning("room not refreshed", extra={"facts": {"reason": problem.message.key}})


async def _refresh(matches: MatchCache, keys: list[str]) -> None:
    for key in keys:
        try:
            await matches.refresh(key)
        except Refusal as problem:
            # gone or out of reach: whoever watches will ask again
            LOG.warning("match not refreshed", extra={"facts": {"reason": problem.message.key}})
