"""The matches of one server process: loaded, remembered, saved, sent to those who watch.

On SQLite this process is the only one, and what it remembers is true. Several processes share a
PostgreSQL: they tell each other what has changed (``maintenance.listen``), and a change that was
made from an older revision of a match is not saved.
"""

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial

from marienbad.analysis import Game
from marienbad.games.catalogue import RULES
from marienbad.play.match import Match
from marienbad.text.problems import quotable
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.http.limits import Allowance
from marienbad.web.http.metrics import Metrics
from marienbad.web.lru import LruCache
from marienbad.web.matches.access import Access
from marienbad.web.matches.changes import LONG, Change
from marienbad.web.matches.presence import Presence
from marienbad.web.matches.store import Store
from marienbad.web.matches.watchers import Watchers

Reader = Callable[[str, str], Awaitable[Game]]

WRITTEN_RULES = f"{RULES.name}:"
KEY = re.compile(r"[A-Za-z0-9_-]{1,32}")
REMEMBERED_BYTES = 64 * 1024 * 1024
LARGEST_REMEMBERED = REMEMBERED_BYTES // 4
"""A heavier match is read again each time: it would drive out those of all others."""
LARGEST_SHARED = 256
"""Integers up to here exist once in the interpreter."""
BYTES_OF_NAME, BYTES_OF_RULES = 8, 300
"""Bytes for each character of a game's name; rules that a user wrote are kept as parsed."""
MEBIBYTE = 1024 * 1024
LEAST_FREE = 256 * MEBIBYTE
"""So much of the disk, or a twentieth of a small one, is left for the matches under way."""
DAY = 86_400


class Quota:
    """How many new matches there may be, in all and of an address; ``None`` for no limit.

    Matches under way go on when the database or its disk is full.
    """

    def __init__(self, database_bytes: int | None = None, matches_a_day: int | None = None) -> None:
        self.database_bytes = database_bytes
        self.taken = 0
        """The size of the database, when it was last measured."""
        self.is_disk_full = False
        self.matches_a_day = matches_a_day
        a_day = matches_a_day or 0
        self._day = Allowance(a_day, a_day / DAY)

    def measure(self, taken: int, disk: tuple[int, int] | None) -> None:
        """Take in the size of the database and, where known, the free and all bytes of its disk."""
        self.taken = taken
        if disk is not None:
            free, all_bytes = disk
            self.is_disk_full = free < min(LEAST_FREE, all_bytes // 20)

    def check(self) -> None:
        """503 if the database has reached its limit, or its disk is nearly full."""
        if self.is_disk_full or (
            self.database_bytes is not None and self.taken >= self.database_bytes
        ):
            raise Refusal(503, "server.full", headers={"Retry-After": "3600"})

    def admit(self, address: str) -> None:
        """Count a new match; 429 if the address has made as many today as it may."""
        if self.matches_a_day is not None and not self._day.admits(address):
            sentence = say("server.matches_a_day", bound=self.matches_a_day)
            raise Refusal(429, sentence, {"Retry-After": "3600"})


async def read_at_once(game: str, _address: str) -> Game:
    """Read the rules that a user wrote in this process, however long that takes."""
    return Game.named(game)


class MatchCache:
    """The matches of one server process."""

    def __init__(
        self,
        store: Store,
        watchers: Watchers,
        quota: Quota | None = None,
        read_rules: Reader = read_at_once,
    ) -> None:
        self.store = store
        self.watchers = watchers
        self.quota = quota or Quota()
        self.read_rules = read_rules
        self.database = Access(store)
        self.presence = Presence(watchers, self.database)
        self.remembered: LruCache[str, Match] = LruCache(REMEMBERED_BYTES)
        """The matches that go on, each counted at the most bytes that it can take."""
        self._long_reads = asyncio.Lock()

    def show(self, metrics: Metrics) -> None:
        """Let an operator see how the database does."""
        database, kept = self.database, self.remembered
        watch = metrics.watch
        watch(
            "marienbad_database_errors",
            "Errors of the database.",
            lambda: database.errors.count,
            True,
        )
        watch("marienbad_database_waiting", "Changes not committed yet.", lambda: database.waiting)
        watch("marienbad_database_bytes", "Size of the database.", lambda: self.quota.taken)
        watch("marienbad_remembered_bytes", "Matches kept in memory.", lambda: kept.size)

    async def close(self) -> None:
        """Commit what waits, then close the database."""
        with suppress(Refusal):  # the others forget a process that they do not hear of
            await self.presence.close()
        await self.database.close()

    async def read(self, key: str, address: str = "", ply: int | None = None) -> Match:
        """The match as it is now; 404 if there is none.

        If this process remembers it at the ply that a caller has seen, the database is not asked:
        ``save`` finds out whether it has changed. The address that asks pays for parsing the rules
        of the match if a user wrote them.
        """
        known = self.remembered.get(key)
        if known is not None and (self.store.is_embedded or known.ply == ply):
            return known
        if known is not None:
            revision = await self.database.ask(partial(self.store.revision, key))
            if revision == known.revision:
                return known
        return await self._load(key, address)

    async def add(self, match: Match, address: str | None = None) -> None:
        """Keep a new match if the quota allows it; an address that is given is counted."""
        self.quota.check()
        if address is not None:
            self.quota.admit(address)
        await self.database.save(Change(None, match))
        self._remember(match)

    async def save(self, before: Match, after: Match) -> Match | None:
        """Commit a change and send it to those who watch; ``None`` if the match has changed.

        Callers read the match and decide again then.
        """
        if after is before:
            return before
        after = after.kept_as(before.key, before.revision + 1)
        try:
            is_saved = await self.database.save(Change(before, after))
        except BaseException:
            self.remembered.drop(before.key)  # nobody knows whether it was committed
            raise
        if not is_saved:
            self._forget_older(before)
            return None
        self._remember(after)
        self._publish(after)
        return after

    async def expire(self, days: int, is_over: bool) -> None:
        """Delete matches that nobody has touched for that many days, a few at a time."""
        while keys := await self.database.write(partial(self.store.expire, days, is_over)):
            self._drop(keys)
            await asyncio.sleep(0.1)

    async def forget(self, keys: Sequence[str]) -> None:
        """Delete matches that belong to something which is gone itself."""
        await self.database.write(partial(self.store.forget, keys))
        self._drop(keys)

    async def measure(self) -> None:
        """Measure how much space the database and its disk have left."""
        self.quota.measure(await self.database.ask(self.store.size), self.store.disk())

    async def refresh(self, key: str) -> None:
        """Another process has changed the match: send it to those who watch it here."""
        self.remembered.drop(key)
        if self.watchers.is_watched(key):
            self._publish(await self._load(key))

    def _publish(self, match: Match) -> None:
        if self.watchers.is_watched(match.key):
            self.watchers.publish(match)

    async def _load(self, key: str, address: str = "") -> Match:
        stored = None
        if KEY.fullmatch(key):
            stored = await self.database.ask(partial(self.store.load, key))
        if stored is None:
            raise Refusal(404, say("server.unknown_match", text=quotable(key)))
        is_written = stored.row.game.startswith(WRITTEN_RULES)
        game = await self.read_rules(stored.row.game, address) if is_written else None
        if len(stored.takes) < LONG:
            match = stored.match(game)
        else:
            async with self._long_reads:  # it takes memory: one at a time
                match = await asyncio.to_thread(stored.match, game)
        self._remember(match)
        return match

    def _remember(self, match: Match) -> None:
        known = self.remembered.get(match.key)
        if known is not None and known.revision > match.revision:
            return
        size = weight(match)
        # what is over is hardly ever changed again, and soon read where somebody asks
        if match.is_over or size > LARGEST_REMEMBERED:
            self.remembered.drop(match.key)
        else:
            self.remembered.put(match.key, match, size)

    def _forget_older(self, match: Match) -> None:
        """Let the match be read again, unless a newer revision is remembered already."""
        known = self.remembered.get(match.key)
        if known is not None and known.revision <= match.revision:
            self.remembered.drop(match.key)

    def _drop(self, keys: Sequence[str]) -> None:
        for key in keys:
            self.remembered.drop(key)


def weight(match: Match) -> int:
    """At most how many bytes a match takes in memory: no move takes more than the start has.

    >>> from marienbad.analysis import Game
    >>> weight(Match(Game.named("marienbad"), (1, 3, 5, 7)))
    1304
    """
    numbers = sum(sys.getsizeof(heap) for heap in match.start if heap > LARGEST_SHARED)
    a_move = 64 + 8 * len(match.start) + numbers
    is_written = match.game.definition.family.reader is not None
    of_game = len(match.game.name) * (BYTES_OF_RULES if is_written else BYTES_OF_NAME)
    return 1024 + of_game + (2 + match.ply) * (8 + a_move)
