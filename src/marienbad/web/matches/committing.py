"""Changes committed in groups: what came while the last group was committed is the next."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from marienbad.web.http.answers import Refusal
from marienbad.web.matches.access import Access, unavailable
from marienbad.web.matches.changes import Change, Fate
from marienbad.web.matches.engine import THREADS

Waiting = tuple[Change, asyncio.Future[bool]]

LONG = 100
"""A match of more plies is read, and a change of more plies is written, by a thread."""
LARGEST_GROUP = 128
MOST_WAITING = 2_000
"""How many changes may wait; more are refused."""


class Commits:
    """The changes of one process that are not committed yet."""

    def __init__(self, database: Access) -> None:
        self.count = 0
        self._database = database
        self._waiting: list[Waiting] = []
        self._committing: asyncio.Task[None] | None = None
        self._committing_alone: set[asyncio.Task[None]] = set()
        self._alone = asyncio.Semaphore(1 if database.store.is_embedded else THREADS // 2)

    async def finish(self) -> None:
        """Wait until nothing waits."""
        if self._committing is not None:
            await self._committing
        await asyncio.gather(*self._committing_alone)

    async def commit(self, change: Change) -> bool:
        """Whether the change could be committed; it is no more where the match has changed."""
        if self.count >= MOST_WAITING:
            raise unavailable()
        future = asyncio.get_running_loop().create_future()
        self.count += 1
        future.add_done_callback(self._count_done)
        if change.length > LONG:
            self._commit_alone(change, future)
        else:
            self._waiting.append((change, future))
            if self._committing is None:
                self._committing = asyncio.create_task(self._commit_waiting())
        return bool(await future)

    def _count_done(self, _future: asyncio.Future[bool]) -> None:
        self.count -= 1

    async def _commit_waiting(self) -> None:
        """Commit groups until none waits."""
        try:
            while self._waiting:
                group = self._waiting[:LARGEST_GROUP]
                del self._waiting[:LARGEST_GROUP]
                await self._commit_group(group)
        finally:
            self._committing = None

    async def _commit_group(self, group: list[Waiting]) -> None:
        changes = [change for change, _ in group]
        with settling([future for _, future in group]):
            fates = await self._database.write(partial(self._database.store.apply, changes))
            for (change, future), fate in zip(group, fates, strict=True):
                if fate is Fate.LOCKED:
                    self._commit_alone(change, future)
                elif not future.done():
                    future.set_result(fate is Fate.DONE)

    def _commit_alone(self, change: Change, future: asyncio.Future[bool]) -> None:
        """Commit a change that would hold up others: a long one, or one of a locked match."""
        task = asyncio.create_task(self._commit_one(change, future))
        self._committing_alone.add(task)
        task.add_done_callback(self._committing_alone.discard)

    async def _commit_one(self, change: Change, future: asyncio.Future[bool]) -> None:
        database = self._database
        with settling([future]):
            async with self._alone:
                alone = partial(database.store.apply_alone, change)
                fate = await database.write(alone, is_long=True)
            if fate is Fate.LOCKED:
                database.faults.note(TimeoutError("a match was locked for too long"))
                raise unavailable()
            if not future.done():
                future.set_result(fate is Fate.DONE)


@contextmanager
def settling(futures: list[asyncio.Future[bool]]) -> Iterator[None]:
    """Whatever goes wrong is told to those who wait."""
    try:
        yield
    except BaseException as problem:
        for future in futures:
            if not future.done():
                future.set_exception(problem)
        if not isinstance(problem, Refusal):
            raise
