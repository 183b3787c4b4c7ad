"""Matches kept for many requests at once: what was read before, and changes committed in groups.

A match that was kept in memory is believed only where the database confirms its revision: by the
commit of a change made from it, or by asking. So several processes can share one database.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from marienbad.play.match import Match
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.matches.database import Change, Store
from marienbad.web.matches.watchers import Watchers

Subject = TypeVar("Subject")
Answer = TypeVar("Answer")
Decision = Callable[[Match], Awaitable[Match]]

REMEMBERED = 4096
LARGEST_GROUP = 128
ATTEMPTS = 8


class MatchCache:
    """The matches of one server process."""

    def __init__(self, store: Store, watchers: Watchers) -> None:
        self.store = store
        self.watchers = watchers
        self._remembered: OrderedDict[str, Match] = OrderedDict()
        self._waiting: list[tuple[Change, asyncio.Future[bool]]] = []
        self._committing: asyncio.Task[None] | None = None
        self._threads = ThreadPoolExecutor(8, "database")

    async def close(self) -> None:
        """Commit what waits, then close the database."""
        if self._committing is not None:
            await self._committing
        self._threads.shutdown()
        self.store.close()

    async def read(self, key: str) -> Match:
        """The match as it stands in the database now; 404 where there is none."""
        known = self._remembered.get(key)
        if known is not None and await self._ask(self.store.revision, key) == known.revision:
            return known
        return await self._load(key)

    async def add(self, match: Match) -> None:
        await self._commit(Change(None, match))
        self._remember(match)

    async def change(self, key: str, decide: Decision) -> Match:
        """Commit what is decided on the match as it stands, and tell those who watch.

        The decision is made again where the match has changed meanwhile.
        """
        before = self._remembered.get(key) or await self._load(key)
        for _ in range(ATTEMPTS):
            try:
                after = await decide(before)
            except (Refusal, InputError):
                if (newer := await self.read(key)).revision == before.revision:
                    raise
                before = newer
                continue
            if after is before:
                if (newer := await self.read(key)).revision == before.revision:
                    return before
                before = newer
                continue
            after = after.kept_as(key, before.revision + 1)
            if await self._commit(Change(before, after)):
                self._remember(after)
                self.watchers.publish(after)
                return after
            before = await self._load(key)
        raise Refusal(409, "server.changed")

    async def check(self) -> None:
        """Whether the database answers; 503 where it does not."""
        await self._ask(self.store.revision, "")

    async def expire(self, days: int) -> None:
        """Forget matches that ended that many days ago; where that fails, another time will do."""
        try:
            while await self._ask(self.store.expire, days):
                await asyncio.sleep(0.1)
        except Refusal:
            return

    async def refresh(self, key: str) -> None:
        """Another process has changed the match: tell those who watch it here."""
        if self.watchers.is_watched(key):
            self.watchers.publish(await self._load(key))

    async def _load(self, key: str) -> Match:
        found = await self._ask(self.store.load, key)
        if found is None:
            raise Refusal(404, say("server.unknown_match", text=quotable(key)))
        self._remember(found)
        return found

    def _remember(self, match: Match) -> None:
        if match.is_over:  # hardly ever changed again, and soon read where somebody asks
            self._remembered.pop(match.key, None)
            return
        self._remembered[match.key] = match
        self._remembered.move_to_end(match.key)
        if len(self._remembered) > REMEMBERED:
            self._remembered.popitem(last=False)

    async def _ask(self, question: Callable[[Subject], Answer], subject: Subject) -> Answer:
        """Ask the embedded database at once, since it answers sooner than a thread starts."""
        try:
            if self.store.is_embedded:
                return question(subject)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, question, subject)
        except SQLAlchemyError as problem:
            raise unavailable() from problem

    async def _commit(self, change: Change) -> bool:
        future = asyncio.get_running_loop().create_future()
        self._waiting.append((change, future))
        if self._committing is None:
            self._committing = asyncio.create_task(self._commit_waiting())
        return bool(await future)

    async def _commit_waiting(self) -> None:
        """Commit groups until none waits; a group is what came while the last was committed."""
        try:
            while self._waiting:
                group = self._waiting[:LARGEST_GROUP]
                del self._waiting[:LARGEST_GROUP]
                await self._commit_group(group)
        finally:
            self._committing = None

    async def _commit_group(self, group: list[tuple[Change, asyncio.Future[bool]]]) -> None:
        try:
            done = await self._ask(self.store.apply, [change for change, _ in group])
        except BaseException as problem:
            for _, future in group:
                if not future.done():
                    future.set_exception(problem)
            if not isinstance(problem, Refusal):
                raise
        else:
            for (_, future), is_done in zip(group, done, strict=True):
                if not future.done():
                    future.set_result(is_done)


def unavailable() -> Refusal:
    """The database does not answer; the request may be sent again, for a move is played once."""
    return Refusal(503, "server.unavailable", headers={"Retry-After": "1"})
