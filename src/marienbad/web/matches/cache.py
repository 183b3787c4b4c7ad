"""Matches kept for many requests at once: what was read before, and changes committed in groups.

A match that was kept in memory is believed only where the database confirms its revision: by the
commit of a change made from it, or by asking. So several processes can share one database.

The embedded database is asked on the event loop, since it answers sooner than a thread starts; what
is long, and what must wait for another program's lock, is left to a thread.
"""

import asyncio
import re
import sys
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from marienbad.analysis import Game
from marienbad.games.rules import RULES
from marienbad.play.match import Match
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import say
from marienbad.web.http.answers import Refusal
from marienbad.web.http.metrics import Metrics
from marienbad.web.http.turns import OneByOne
from marienbad.web.matches.database import Change, Fate, Store
from marienbad.web.matches.engine import THREADS, is_busy, patiently
from marienbad.web.matches.faults import Displaced, Faults
from marienbad.web.matches.room import Room
from marienbad.web.matches.watchers import Watchers

Answer = TypeVar("Answer")
Decision = Callable[[Match], Awaitable[Match]]
Reader = Callable[[str, str], Awaitable[Game]]
Waiting = tuple[Change, asyncio.Future[bool]]

WRITTEN_RULES = f"{RULES.name}:"
KEY = re.compile(r"[A-Za-z0-9_-]{1,32}")
REMEMBERED_BYTES = 64 * 1024 * 1024
LARGEST_REMEMBERED = REMEMBERED_BYTES // 4
"""A heavier match is read again each time: it would drive out those of all others."""
LARGEST_GROUP = 128
LONG = 100
"""A match of more plies is read, and a change of more plies is written, by a thread."""
LARGEST_SHARED = 256
"""Integers up to here exist once in the interpreter."""
BYTES_OF_NAME, BYTES_OF_RULES = 8, 300
"""What a character of a game's name takes: rules that somebody wrote are kept as they were read."""
ATTEMPTS = 8
MOST_WAITING = 2_000
"""How many questions, and how many changes, may wait for the database; more are refused."""
MOST_LONG_WAITING = 400
"""How many long matches may wait to be read for one address, one after another."""
TRIAL_SECONDS = 1.0
"""Whether the database can be written is tried no more often."""
RECENT_SECONDS = 10.0
"""A change that failed so lately counts more than a trial: a small one may find the last room."""


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
        self.faults = Faults()
        self.told: dict[str, int] = {}
        """The revision of each match that its watchers were told last."""
        self.size = 0
        """At most how many bytes the matches that are remembered take."""
        self.waiting = 0
        """How many changes are not committed yet."""
        self._remembered: OrderedDict[str, Match] = OrderedDict()
        self._waiting: list[Waiting] = []
        self._committing: asyncio.Task[None] | None = None
        self._committing_alone: set[asyncio.Task[None]] = set()
        self._alone = asyncio.Semaphore(1 if store.is_embedded else THREADS // 2)
        self._writer = asyncio.Lock()
        self._long_reads = OneByOne(MOST_LONG_WAITING)
        self._asked = 0
        self._failed: float | None = None
        self._tried = -TRIAL_SECONDS
        self._threads = ThreadPoolExecutor(THREADS, "database")

    def show(self, metrics: Metrics) -> None:
        """Let an operator see how the database does."""
        for name, about, read, is_counter in (
            ("database_errors", "Errors of the database.", lambda: self.faults.count, True),
            ("database_waiting", "Changes not committed yet.", lambda: self.waiting, False),
            ("database_bytes", "Size of the database.", lambda: self.room.taken, False),
            ("remembered_bytes", "Matches kept in memory.", lambda: self.size, False),
        ):
            metrics.watch(f"marienbad_{name}", about, read, is_counter)

    async def close(self) -> None:
        """Commit what waits, then close the database."""
        if self._committing is not None:
            await self._committing
        await asyncio.gather(*self._committing_alone)
        self._threads.shutdown()
        self.store.close()

    async def read(self, key: str, address: str = "") -> Match:
        """The match as it stands in the database now; 404 where there is none.

        The address that asks pays for reading the rules of the match, where somebody wrote them.
        """
        known = self._remembered.get(key)
        if known is not None:
            revision = await self._ask(partial(self.store.revision, key))
            if revision == known.revision:
                return known
        return await self._load(key, address)

    async def add(self, match: Match, address: str | None = None) -> None:
        """Keep a new match where there is room; an address that is given is counted."""
        self.room.check()
        if address is not None:
            self.room.admit(address)
        await self._commit(Change(None, match))
        self._remember(match)

    async def change(self, key: str, decide: Decision, address: str = "") -> Match:
        """Commit what is decided on the match as it stands, and tell those who watch.

        The decision is made again where the match has changed meanwhile.
        """
        before = self._remembered.get(key) or await self._load(key, address)
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
            if await self._commit(Change(before, after)):
                self._remember(after)
                self._publish(after)
                return after
            before = await self._load(key, address)
        raise Refusal(409, "server.changed")

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
        await self._write(self.store.tick, is_trial=True)

    async def expire(self, days: int, is_over: bool) -> None:
        """Forget matches that nobody has touched for that many days, a few at a time."""
        while await self._write(partial(self.store.expire, days, is_over), is_long=True):
            await asyncio.sleep(0.1)

    async def measure(self) -> None:
        """See how much room the database and its disk have left."""
        self.room.measure(await self._ask(self.store.size), self.store.disk())

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
        outline = await self._ask(partial(self.store.outline, key))
        if outline is None:
            return None
        is_written = outline.game.startswith(WRITTEN_RULES)
        game = await self.read_rules(outline.game, address) if is_written else None
        load = partial(self.store.load, key, game)
        if outline.last_ply < LONG:
            return await self._ask(load)
        async with self._long_reads.turn_of(address):
            return await self._ask(load, is_long=True)

    def _remember(self, match: Match) -> None:
        known = self._remembered.pop(match.key, None)
        if known is not None:
            self.size -= weight(known)
        size = weight(match)
        # what is over is hardly ever changed again, and soon read where somebody asks
        if match.is_over or size > LARGEST_REMEMBERED:
            return
        self._remembered[match.key] = match
        self.size += size
        while self.size > REMEMBERED_BYTES:
            self.size -= weight(self._remembered.popitem(last=False)[1])

    # Asking the database

    async def _ask(self, question: Callable[[], Answer], is_long: bool = False) -> Answer:
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

    async def _write(
        self, question: Callable[[], Answer], is_long: bool = False, is_trial: bool = False
    ) -> Answer:
        """Ask for a change, and remember whether it could be made.

        SQLite has one writer at a time: those of this process come in turn.
        """
        try:
            if self.store.is_embedded:
                async with self._writer:
                    answer = await self._ask(question, is_long)
            else:
                answer = await self._ask(question)
        except Refusal:
            self._failed = time.monotonic()
            raise
        if not is_trial:
            self._failed = None
        return answer

    # Committing

    async def _commit(self, change: Change) -> bool:
        """Whether the change could be committed; it is no more where the match has changed."""
        if self.waiting >= MOST_WAITING:
            raise unavailable()
        future = asyncio.get_running_loop().create_future()
        self.waiting += 1
        future.add_done_callback(self._count_done)
        if change.length > LONG:
            self._commit_alone(change, future)
        else:
            self._waiting.append((change, future))
            if self._committing is None:
                self._committing = asyncio.create_task(self._commit_waiting())
        return bool(await future)

    def _count_done(self, _future: asyncio.Future[bool]) -> None:
        self.waiting -= 1

    async def _commit_waiting(self) -> None:
        """Commit groups until none waits; a group is what came while the last was committed."""
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
            fates = await self._write(partial(self.store.apply, changes))
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
        with settling([future]):
            async with self._alone:
                alone = partial(self.store.apply_alone, change)
                fate = await self._write(alone, is_long=True)
            if fate is Fate.LOCKED:
                self.faults.note(TimeoutError("a match was locked for too long"))
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


def unavailable() -> Refusal:
    """The database does not answer; the request may be sent again, for a move is played once."""
    return Refusal(503, "server.unavailable", headers={"Retry-After": "1"})
