"""Matches kept for many requests at once.

A match that was kept in memory is believed only where the database confirms its revision: by the
commit of a change made from it, or by asking. So several processes can share one database.
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
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.http.limits import OneByOne
from marienbad.web.http.metrics import Metrics
from marienbad.web.keeping import Kept
from marienbad.web.matches.access import Access
from marienbad.web.matches.attendance import Attendance
from marienbad.web.matches.changes import Change
from marienbad.web.matches.committing import LONG, Commits
from marienbad.web.matches.database import Store
from marienbad.web.matches.room import Room
from marienbad.web.matches.watchers import Watchers

Decision = Callable[[Match], Awaitable[Match]]
Reader = Callable[[str, str], Awaitable[Game]]

WRITTEN_RULES = f"{RULES.name}:"
KEY = re.compile(r"[A-Za-z0-9_-]{1,32}")
REMEMBERED_BYTES = 64 * 1024 * 1024
LARGEST_REMEMBERED = REMEMBERED_BYTES // 4
"""A heavier match is read again each time: it would drive out those of all others."""
LARGEST_SHARED = 256
"""Integers up to here exist once in the interpreter."""
BYTES_OF_NAME, BYTES_OF_RULES = 8, 300
"""What a character of a game's name takes: rules that somebody wrote are kept as they were read."""
ATTEMPTS = 8
MOST_LONG_WAITING = 100
"""How many long matches may wait to be read for one address, one after another."""
REST = 3
"""To read one keeps a thread busy: so an address has it for a quarter of the time."""


async def read_at_once(game: str, _address: str) -> Game:
    """Read the rules that somebody wrote where they are needed, however long that takes."""
    return Game.named(game)


class MatchCache:
    """The matches of one server process."""

    def __init__(
        self,
        store: Store,
        watchers: Watchers,
        room: Room | None = None,
        read_rules: Reader = read_at_once,
    ) -> None:
        self.store = store
        self.watchers = watchers
        self.room = room or Room()
        self.read_rules = read_rules
        self.database = Access(store)
        self.attendance = Attendance(watchers, self.database)
        self.told: dict[str, int] = {}
        """The revision of each match that its watchers were told last."""
        self.remembered: Kept[str, Match] = Kept(REMEMBERED_BYTES)
        """The matches that go on; of each is counted at most how many bytes it takes."""
        self._commits = Commits(self.database)
        self._long_reads = OneByOne(MOST_LONG_WAITING, REST)

    def show(self, metrics: Metrics) -> None:
        """Let an operator see how the database does."""
        for name, about, read, is_counter in (
            (
                "database_errors",
                "Errors of the database.",
                lambda: self.database.faults.count,
                True,
            ),
            ("database_waiting", "Changes not committed yet.", lambda: self._commits.count, False),
            ("database_bytes", "Size of the database.", lambda: self.room.taken, False),
            ("remembered_bytes", "Matches kept in memory.", lambda: self.remembered.size, False),
        ):
            metrics.watch(f"marienbad_{name}", about, read, is_counter)

    async def close(self) -> None:
        """Commit what waits, then close the database."""
        await self._commits.finish()
        with suppress(Refusal):  # a database that is gone forgets by itself
            await self.attendance.close()
        self.database.close()

    async def read(self, key: str, address: str = "") -> Match:
        """The match as it stands in the database now; 404 where there is none.

        The address that asks pays for reading the rules of the match, where somebody wrote them.
        """
        known = self.remembered.get(key)
        if known is not None:
            revision = await self.database.ask(partial(self.store.revision, key))
            if revision == known.revision:
                return known
        return await self._load(key, address)

    async def add(self, match: Match, address: str | None = None) -> None:
        """Keep a new match where there is room; an address that is given is counted."""
        self.room.check()
        if address is not None:
            self.room.admit(address)
        await self._commits.commit(Change(None, match))
        self._remember(match)

    async def change(self, key: str, decide: Decision, address: str = "") -> Match:
        """Commit what is decided on the match as it stands, and tell those who watch.

        The decision is made again where the match has changed meanwhile.
        """
        before = self.remembered.get(key) or await self._load(key, address)
        for _ in range(ATTEMPTS):
            try:
                after = await decide(before)
            except (Refusal, InputError):
                if (newer := await self.read(key, address)).revision == before.revision:
                    raise
                before = newer
                continue
            if after is before:
                if (newer := await self.read(key, address)).revision == before.revision:
                    return before
                before = newer
                continue
            after = after.kept_as(key, before.revision + 1)
            if await self._commits.commit(Change(before, after)):
                self._remember(after)
                self._publish(after)
                return after
            before = await self._load(key, address)
        raise Refusal(409, "server.changed")

    async def expire(self, days: int, is_over: bool) -> None:
        """Forget matches that nobody has touched for that many days, a few at a time."""
        while await self.database.write(partial(self.store.expire, days, is_over), is_long=True):
            await asyncio.sleep(0.1)

    async def forget(self, keys: Sequence[str]) -> None:
        """Delete matches that belong to something which is gone itself."""
        await self.database.write(partial(self.store.forget, keys))
        for key in keys:
            self.remembered.drop(key)

    async def measure(self) -> None:
        """See how much room the database and its disk have left."""
        self.room.measure(await self.database.ask(self.store.size), self.store.disk())

    async def refresh(self, key: str) -> None:
        """Another process has changed the match: tell those who watch it here."""
        if self.watchers.is_watched(key):
            self._publish(await self._load(key))

    def _publish(self, match: Match) -> None:
        if self.watchers.is_watched(match.key):
            self.told[match.key] = match.revision
            self.watchers.publish(match)

    async def _load(self, key: str, address: str = "") -> Match:
        found = None
        if KEY.fullmatch(key):
            found = await self._found(key, address)
        if found is None:
            raise Refusal(404, say("server.unknown_match", text=quotable(key)))
        self._remember(found)
        return found

    async def _found(self, key: str, address: str) -> Match | None:
        outline = await self.database.ask(partial(self.store.outline, key))
        if outline is None:
            return None
        is_written = outline.game.startswith(WRITTEN_RULES)
        game = await self.read_rules(outline.game, address) if is_written else None
        load = partial(self.store.load, key, game)
        if outline.last_ply < LONG:
            return await self.database.ask(load)
        async with self._long_reads.turn_of(address):
            return await self.database.ask(load, is_long=True)

    def _remember(self, match: Match) -> None:
        size = weight(match)
        # what is over is hardly ever changed again, and soon read where somebody asks
        if match.is_over or size > LARGEST_REMEMBERED:
            self.remembered.drop(match.key)
        else:
            self.remembered.put(match.key, match, size)


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
