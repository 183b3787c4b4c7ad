"""One loop serves everybody: an address that keeps it busy waits while others are there too.

What is thought is shared out by the lanes. What remains is done by the loop itself, one step after
another: reading, writing, looking up. Every address may take a quarter of its time; whoever takes
more waits before his next request begins, and only as long as somebody else asks meanwhile.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager
from types import coroutine
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import busy
from marienbad.web.keeping import Tally

SHARE = 0.25
"""How much of the loop's time one address may take."""
CREDIT = 0.05
"""How many seconds of it may be taken at once."""
EXPECTED = 0.002
"""What a request will take, as long as it is under way: most of it may come after it has waited."""
MEANWHILE = 1.0
"""For so many seconds after a request its address counts as being there."""
LONGEST_WAIT = 0.25
"""After so many seconds one looks again whether anybody else is there."""
ADDRESSES = 10_000


class Account:
    """What an address has taken and not yet been forgiven."""

    __slots__ = ("seen", "taken", "turn")

    def __init__(self) -> None:
        self.taken = self.seen = 0.0
        self.turn = asyncio.Lock()

    def spend(self, seconds: float) -> None:
        self.taken = max(0.0, self.taken + seconds)


class Turns:
    """Lets the requests of an address begin one after another once it has taken its share."""

    def __init__(self, app: ASGIApp, clock: Callable[[], float] = time.perf_counter) -> None:
        self.app = app
        self._clock = clock
        self._accounts: OrderedDict[str, Account] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        account = self._account(client_of(HTTPConnection(scope)))
        if account.taken > CREDIT or account.turn.locked():
            async with account.turn:
                await self._wait(account)
        account.spend(EXPECTED)
        try:
            await measured(self.app(scope, receive, send), account.spend, self._clock)
        finally:
            account.spend(-EXPECTED)

    def _account(self, address: str) -> Account:
        """The account of whoever asks now, the last in the row."""
        account = self._accounts.setdefault(address, Account())
        self._accounts.move_to_end(address)
        self._forgive(account)
        if len(self._accounts) > ADDRESSES:
            self._accounts.popitem(last=False)
        return account

    def _forgive(self, account: Account) -> None:
        now = self._clock()
        account.taken = max(0.0, account.taken - (now - account.seen) * SHARE)
        account.seen = now

    async def _wait(self, account: Account) -> None:
        """Wait until the share is not used up, or nobody else is there."""
        while account.taken > CREDIT and self._has_others(account):
            await asyncio.sleep(min((account.taken - CREDIT) / SHARE, LONGEST_WAIT))
            self._forgive(account)

    def _has_others(self, account: Account) -> bool:
        """Whether another address has asked just now."""
        others = (other for other in reversed(self._accounts.values()) if other is not account)
        latest = next(others, None)
        return latest is not None and self._clock() - latest.seen < MEANWHILE


@coroutine
def measured(
    work: Awaitable[None], spend: Callable[[float], None], clock: Callable[[], float]
) -> Generator[Any, Any, None]:
    """Do the work, and tell of every step how long it kept the loop."""
    steps = work.__await__()
    step: Callable[[Any], Any] = steps.send
    given: Any = None
    while True:
        began = clock()
        try:
            waited = step(given)
        except StopIteration:
            return
        finally:
            spend(clock() - began)
        try:
            given = yield waited
            step = steps.send
        except BaseException as problem:  # noqa: BLE001 (the work must hear of its end)
            step, given = steps.throw, problem


class OneByOne:
    """Lets one piece of work of each address go on at a time; a few more may wait.

    After each the address rests, for so many times as long as it took.
    """

    def __init__(self, waiting: int, rest: float = 0) -> None:
        self._most = waiting + 1
        self._rest = rest
        self._locks: dict[str, asyncio.Lock] = {}
        self._present = Tally()

    @asynccontextmanager
    async def turn_of(self, address: str) -> AsyncIterator[None]:
        """Wait for one's turn; 503 where too many of the address wait already."""
        if self._present[address] >= self._most:
            raise busy()
        self._present[address] += 1
        lock = self._locks.setdefault(address, asyncio.Lock())
        try:
            await lock.acquire()
        except BaseException:
            self._leave(address)
            raise
        loop = asyncio.get_running_loop()
        began = loop.time()

        def end() -> None:
            lock.release()
            self._leave(address)

        try:
            yield
        finally:
            loop.call_later(self._rest * (loop.time() - began), end)

    def _leave(self, address: str) -> None:
        self._present.lower(address)
        if address not in self._present:
            del self._locks[address]
