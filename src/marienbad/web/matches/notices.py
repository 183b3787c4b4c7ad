"""Several processes on one PostgreSQL: each hears of what the others have committed."""

import asyncio
import logging

import psycopg
from sqlalchemy.engine import make_url

from marienbad.web.http.answers import Refusal
from marienbad.web.matches.cache import MatchCache
from marienbad.web.matches.database import CHANNEL

LOG = logging.getLogger("marienbad.web")
PAUSE = 1.0


async def listen(matches: MatchCache, address: str) -> None:
    """Tell the watchers of this process what other processes change, for ever."""
    url = make_url(address).set(drivername="postgresql")
    dsn = url.render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                # what was missed while nobody listened
                await _refresh(matches, matches.watchers.watched())
                async for notice in connection.notifies():
                    origin, *keys = notice.payload.split()
                    if origin != matches.store.origin:
                        await _refresh(matches, keys)
        except psycopg.Error as problem:
            matches.faults.note(problem)
            await asyncio.sleep(PAUSE)


async def _refresh(matches: MatchCache, keys: list[str]) -> None:
    for key in keys:
        try:
            await matches.refresh(key)
        except Refusal as problem:
            # gone or out of reach: whoever watches will ask again
            LOG.warning("match not refreshed", extra={"facts": {"reason": problem.message.key}})
