"""How one process asks its database: where it waits, how much may wait, and what goes wrong.

The embedded database is asked on the event loop, since it answers sooner than a thread starts; what
is long, and what must wait for another program's lock, is left to a thread.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from marienbad.web.http.answers import Refusal
from marienbad.web.matches.database import Store
from marienbad.web.matches.engine import THREADS, is_busy, patiently
from marienbad.web.matches.faults import Displaced, Faults

Answer = TypeVar("Answer")

MOST_WAITING = 2_000
"""How many questions may wait for the database; more are refused."""
TRIAL_SECONDS = 1.0
"""Whether the database can be written is tried no more often."""
RECENT_SECONDS = 10.0
"""A change that failed so lately counts more than a trial: a small one may find the last room."""


class Access:
    """The questions of one process to its database."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.faults = Faults()
        self._threads = ThreadPoolExecutor(THREADS, "database")
        self._writer = asyncio.Lock()
        self._asked = 0
        self._failed: float | None = None
        self._tried = -TRIAL_SECONDS

    def close(self) -> None:
        """Wait for what was asked, then close the database."""
        self._threads.shutdown()
        self.store.close()

    async def ask(self, question: Callable[[], Answer], is_long: bool = False) -> Answer:
        """The answer of the database; 503 where it has none, which is noted."""
        try:
            answer = await self._answer(question, is_long)
        except SQLAlchemyError as problem:
            self.faults.note(problem)
            raise unavailable() from None
        self.faults.answered()
        return answer

    async def _answer(self, question: Callable[[], Answer], is_long: bool) -> Answer:
        if self.store.is_embedded and not is_long:
            try:
                return question()
            except SQLAlchemyError as problem:
                if not is_busy(problem):
                    raise
        if self._asked >= MOST_WAITING:
            raise unavailable()
        self._asked += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, patiently, question)
        finally:
            self._asked -= 1

    async def write(
        self, question: Callable[[], Answer], is_long: bool = False, is_trial: bool = False
    ) -> Answer:
        """Ask for a change, and remember whether it could be made.

        SQLite has one writer at a time: those of this process come in turn.
        """
        try:
            if self.store.is_embedded:
                async with self._writer:
                    answer = await self.ask(question, is_long)
            else:
                answer = await self.ask(question)
        except Refusal:
            self._failed = time.monotonic()
            raise
        if not is_trial:
            self._failed = None
        return answer

    async def check(self) -> None:
        """503 where the database cannot be written: by the last change, or by a trial now.

        So it is where its file was displaced or is broken, until the server is started anew.
        """
        if not self.faults.is_lasting and not self.store.is_in_place():
            self.faults.note(Displaced("the file of the database was deleted or replaced"))
        if self.faults.is_lasting:
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
