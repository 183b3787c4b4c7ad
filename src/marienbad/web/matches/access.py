"""Access to the database from the event loop: threads, group commit, and errors.

A thread asks the database, so that the loop goes on meanwhile. Changes of matches that come while a
transaction is being committed are committed together in the next one.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from marienbad.web.http.answers import Refusal
from marienbad.web.matches.changes import LONG, Change, Outcome
from marienbad.web.matches.engine import THREADS
from marienbad.web.matches.store import Store

LOG = logging.getLogger("marienbad.web")

Answer = TypeVar("Answer")
Waiting = tuple[Change, asyncio.Future[bool], float]
"""A change, the future of whether it was committed, and until when a locked match is waited for."""

MOST_WAITING = 2_000
"""How many questions, and how many changes, may wait for the database; more are refused."""
LARGEST_GROUP = 128
LOCKED_SECONDS, LOCKED_PAUSE = 1.0, 0.02
"""How long, and how often, a change is tried whose match another transaction has locked."""
TRIAL_SECONDS = 1.0
"""Whether the database can be written is tried no more often."""
RECENT_SECONDS = 10.0
"""A change that failed so lately counts more than a trial: a small one may find the last room."""
QUIET_SECONDS = 5.0
"""An error that was not seen for that long, while the database answered, is over."""


class Access:
    """The database of one process."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.errors = Errors()
        self.waiting = 0
        """How many changes of matches are not committed yet."""
        self._threads = ThreadPoolExecutor(THREADS, "database")
        self._writer = asyncio.Lock()
        self._asked = 0
        self._failed: float | None = None
        self._tried = -TRIAL_SECONDS
        self._changes: list[Waiting] = []
        self._committing: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Commit the changes that wait, then close the database."""
        if self._committing is not None:
            await self._committing
        self._threads.shutdown()
        self.store.close()

    async def ask(self, question: Callable[[], Answer]) -> Answer:
        """The answer of the database to a function of the store; 503 if it fails."""
        if self._asked >= MOST_WAITING:
            raise unavailable()
        self._asked += 1
        try:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._threads, question)
        except SQLAlchemyError as problem:
            self.errors.note(problem)
            raise unavailable() from None
        finally:
            self._asked -= 1
        self.errors.answered()
        return answer

    async def write(self, question: Callable[[], Answer], is_trial: bool = False) -> Answer:
        """Ask for a change, and remember whether it could be made.

        SQLite has one writer at a time: those of this process wait here, in their order.
        """
        try:
            if self.store.is_embedded:
                async with self._writer:
                    answer = await self.ask(question)
            else:
                answer = await self.ask(question)
        except Refusal:
            self._failed = time.monotonic()
            raise
        if not is_trial:
            self._failed = None
        return answer

    # Changes of matches

    async def save(self, change: Change) -> bool:
        """Commit a change; ``False`` if its match has changed since it was read."""
        if self.waiting >= MOST_WAITING:
            raise unavailable()
        self.waiting += 1
        try:
            if change.length > LONG:  # in a transaction of its own: others need not wait for it
                (outcome,) = await self.write(partial(self.store.save, [change]))
                return outcome is Outcome.DONE
            future = asyncio.get_running_loop().create_future()
            self._changes.append((change, future, time.monotonic() + LOCKED_SECONDS))
            if self._committing is None:
                self._committing = asyncio.create_task(self._commit())
            return bool(await future)
        finally:
            self.waiting -= 1

    async def _commit(self) -> None:
        """Commit group after group until no change waits."""
        while self._changes:
            group, self._changes = self._changes[:LARGEST_GROUP], self._changes[LARGEST_GROUP:]
            changes = [change for change, _, _ in group]
            try:
                outcomes = await self.write(partial(self.store.save, changes))
            except Exception as problem:  # noqa: BLE001 (those who wait must hear of it)
                for _, future, _ in group:
                    if not future.done():
                        future.set_exception(problem)
                continue
            for waiting, outcome in zip(group, outcomes, strict=True):
                self._settle(waiting, outcome)
            if set(outcomes) == {Outcome.LOCKED}:
                await asyncio.sleep(LOCKED_PAUSE)
        self._committing = None

    def _settle(self, waiting: Waiting, outcome: Outcome) -> None:
        """Tell the caller who waits what became of a change, or try a locked match again."""
        _, future, deadline = waiting
        if future.done():  # the caller has gone
            return
        if outcome is not Outcome.LOCKED:
            future.set_result(outcome is Outcome.DONE)
        elif time.monotonic() < deadline:
            self._changes.append(waiting)
        else:
            self.errors.note(TimeoutError("a match was locked for too long"))
            future.set_exception(unavailable())

    # Health

    async def check(self) -> None:
        """503 if the database cannot be written: by the last change, or by a trial now.

        So it is after its file was deleted, replaced or broken, until the server is restarted.
        """
        if not self.errors.are_lasting and not self.store.is_in_place():
            self.errors.note(Displaced("the file of the database was deleted or replaced"))
        if self.errors.are_lasting:
            raise unavailable()
        now = time.monotonic()
        if now - self._tried >= TRIAL_SECONDS:
            self._tried = now
            await self.tick()
        if self._failed is not None and now - self._failed < RECENT_SECONDS:
            raise unavailable()

    async def tick(self) -> None:
        """Let the clock of the database go on, which shows whether it can be written."""
        await self.write(self.store.tick, is_trial=True)


def unavailable() -> Refusal:
    """The database does not answer; the request may be sent again, for a move is played once."""
    return Refusal(503, "server.unavailable", headers={"Retry-After": "1"})


class Displaced(Exception):
    """The file of the database is no longer the one that was opened."""


LASTING = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "XX001", "XX002", Displaced.__name__)
"""How the names of errors begin that do not pass while the server runs; those with numbers are
PostgreSQL's for data and indexes that are broken."""


@dataclass(slots=True)
class Failure:
    """One kind of error that has not ended yet."""

    since: float
    last: float
    count: int = 1


class Errors:
    """The errors of one process's database: each kind is logged once until it is over."""

    def __init__(self) -> None:
        self.count = 0
        self._open: dict[str, Failure] = {}

    @property
    def are_lasting(self) -> bool:
        """Whether there is an error that does not pass."""
        return any(kind.startswith(LASTING) for kind in self._open)

    def note(self, problem: Exception) -> None:
        """Count an error; the first of its kind is a line of the log."""
        self.count += 1
        cause = getattr(problem, "orig", None) or problem
        # SQLite's name, PostgreSQL's number, or that of the exception
        named = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
        kind = str(named or type(cause).__name__)
        now = time.monotonic()
        known = self._open.get(kind)
        if known is not None:
            known.count += 1
            known.last = now
            return
        self._open[kind] = Failure(now, now)
        reason = str(cause).strip().partition("\n")[0]
        LOG.error("database failed", extra={"facts": {"kind": kind, "reason": reason}})

    def answered(self) -> None:
        """The database has answered: log how often each error was seen that is over."""
        if not self._open:
            return
        now = time.monotonic()
        for kind, failure in list(self._open.items()):
            if now - failure.last >= QUIET_SECONDS and not kind.startswith(LASTING):
                del self._open[kind]
                seconds = round(failure.last - failure.since, 1)
                facts = {"kind": kind, "failures": failure.count, "seconds": seconds}
                LOG.warning("database well again", extra={"facts": facts})
