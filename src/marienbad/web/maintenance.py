"""Work in the background: old matches expire, sizes are measured, other processes are heard."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import orjson

from marienbad.web.http.answers import Refusal
from marienbad.web.matches import presence
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.engine import address_parts
from marienbad.web.matches.store import CHANNEL, SERVING
from marienbad.web.rooms.rooms import MAINTENANCE_PAUSE, Rooms
from marienbad.web.settings import Settings

LOG = logging.getLogger("marienbad.web")
EXPIRY_PAUSE = 600.0
MEASURE_PAUSE = 10.0
CONNECT_PAUSE = 1.0


def background_tasks(
    matches: MatchCache, rooms: Rooms, settings: Settings
) -> list[Coroutine[None, None, None]]:
    """What runs as long as the server does."""

    async def expire() -> None:
        await matches.database.tick()
        for is_over, days in ((True, settings.expire_days), (False, settings.expire_unfinished)):
            if days is not None:
                await matches.expire(days, is_over)

    found = [
        repeat(expire, EXPIRY_PAUSE),
        repeat(matches.measure, MEASURE_PAUSE),
        repeat(matches.presence.settle, presence.PAUSE),
        repeat(rooms.maintain, MAINTENANCE_PAUSE),
    ]
    if not matches.store.is_embedded:
        found.append(repeat(matches.presence.renew, presence.RENEWAL))
        found.append(listen(matches, rooms, settings.database))
    return found


async def repeat(task: Callable[[], Awaitable[None]], pause: float) -> None:
    """Do it now and then; what fails is tried again the next time."""
    while True:
        try:
            await task()
        except Refusal:
            pass  # the database does not answer, which was noted
        except Exception:
            LOG.exception("failure", extra={"facts": {"task": task.__qualname__}})
        await asyncio.sleep(pause)


async def listen(matches: MatchCache, rooms: Rooms, address: str) -> None:
    """Hear of what other processes on the same PostgreSQL change, for ever."""
    import psycopg

    url = address_parts(address).set(drivername="postgresql")
    dsn = url.render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
                await connection.execute(f"SELECT pg_advisory_lock_shared({SERVING})")
                await connection.execute(f"LISTEN {CHANNEL}")
                # what was missed while nobody listened
                for key in matches.watchers.watched():
                    await _attempt(matches.refresh(key))
                await _attempt(rooms.refresh(rooms.visitors.visited()))
                await _attempt(matches.presence.join())
                async for notice in connection.notifies():
                    await _hear(matches, rooms, orjson.loads(notice.payload))
        except psycopg.Error as problem:
            matches.database.errors.note(problem)
            await asyncio.sleep(CONNECT_PAUSE)


async def _hear(matches: MatchCache, rooms: Rooms, notice: dict[str, Any]) -> None:
    """Take in what another process has told."""
    origin = notice["origin"]
    if origin == matches.store.origin:
        return
    for key in notice.get("matches", ()):
        await _attempt(matches.refresh(key))
    await _attempt(rooms.refresh(notice.get("rooms", ())))
    if "present" in notice:
        matches.presence.hear(origin, notice["present"], notice["is_all"])
    if "asks_presence" in notice:
        await _attempt(matches.presence.renew())


async def _attempt(refresh: Awaitable[None]) -> None:
    try:
        await refresh
    except Refusal as problem:
        # gone or out of reach: whoever watches will ask again
        LOG.warning("not refreshed", extra={"facts": {"reason": problem.message.key}})
