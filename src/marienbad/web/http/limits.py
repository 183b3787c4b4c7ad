"""The limits of the program itself: bodies, sockets, and what an address may do in a time."""

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from starlette.requests import ClientDisconnect, Request

from marienbad.text.problems import quotable
from marienbad.text.sentences import Listing, say
from marienbad.web.http.answers import Refusal, busy
from marienbad.web.lru import Counters

LONGEST_BODY = 128 * 1024
LONGEST_RECORD = 1024 * 1024
ADDRESSES = 50_000


@dataclass(frozen=True, slots=True)
class SocketLimits:
    """How many sockets may be open, at matches and in rooms each."""

    of_address: int = 400
    """A class behind one address, each browser with several matches."""
    in_all: int = 10_000


class OpenSockets:
    """How many sockets are open, in all and of each address."""

    def __init__(self, limits: SocketLimits) -> None:
        self.limits = limits
        self.count = 0
        self._of_address = Counters()

    def admits(self, share: str | None) -> bool:
        """Whether one more can come, counted under this name where it is counted."""
        is_full = self.count >= self.limits.in_all
        return not is_full and (share is None or self._of_address[share] < self.limits.of_address)

    def arrive(self, share: str | None) -> None:
        """Count a socket, before it is known whose it is."""
        self.count += 1
        if share is not None:
            self._of_address[share] += 1

    def depart(self, share: str | None) -> None:
        self.count -= 1
        if share is not None:
            self._of_address.lower(share)


SOCKETS = SocketLimits()
MOST_HEARD = 100
"""How many messages of a socket are heard: a watcher says who he is, and has no more to say."""
SAYS_TOO_MUCH = 1008


async def read_body(request: Request, bound: int = LONGEST_BODY) -> bytes:
    """The body of a request, unless it is too long, or its client goes away in the middle."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > bound:
                raise Refusal(413, "server.status.413")
    except ClientDisconnect:
        raise Refusal(400, "server.status.400") from None
    return bytes(body)


def check_kind(request: Request, kinds: Sequence[str]) -> None:
    """Refuse a body that is not declared as one of these; a text need not be declared."""
    declared = request.headers.get("content-type", "")
    kind = declared.partition(";")[0].strip().lower() or "text/plain"
    is_empty = request.headers.get("content-length", "0") == "0"
    has_body = not is_empty or "transfer-encoding" in request.headers
    if has_body and kind not in kinds:
        given = quotable(declared)
        raise Refusal(415, say("server.kind", text=given, known=Listing(kinds, "or")))


class Allowance:
    """What each address may use; what it does not use is saved, up to a bound."""

    def __init__(
        self, most: float, a_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = most
        self._a_second = a_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def left(self, address: str) -> float:
        """How much the address may use now; below 0 where it has used more."""
        return self._left_at(address, self._clock())

    def spend(self, address: str, amount: float) -> None:
        """Take what was used from what the address may use."""
        now = self._clock()
        self._keep(address, self._left_at(address, now) - amount, now)

    def _left_at(self, address: str, now: float) -> float:
        left, then = self._left.get(address, (self._most, 0.0))
        return min(self._most, left + (now - then) * self._a_second)

    def _keep(self, address: str, left: float, now: float) -> None:
        self._left[address] = (left, now)
        self._left.move_to_end(address)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)

    def admits(self, address: str) -> bool:
        """Count one more of the address, and say whether it may have it.

        >>> allowance = Allowance(2, a_second=1, clock=lambda: 0.0)
        >>> [allowance.admits("192.0.2.1") for _ in range(3)]
        [True, True, False]
        """
        now = self._clock()
        left = self._left_at(address, now)
        if left >= 1:
            self._keep(address, left - 1, now)
        return left >= 1

    def wait(self, address: str) -> int:
        """After how many seconds the address may have one more.

        >>> allowance = Allowance(1, a_second=0.25, clock=lambda: 0.0)
        >>> allowance.admits("192.0.2.1"), allowance.wait("192.0.2.1")
        (True, 4)
        """
        return max(1, math.ceil((1 - self.left(address)) / self._a_second))


class OneByOne:
    """Lets one piece of work of each address go on at a time; a few more may wait.

    After each the address rests, for so many times as long as it took.
    """

    def __init__(self, waiting: int, rest: float = 0) -> None:
        self._most = waiting + 1
        self._rest = rest
        self._locks: dict[str, asyncio.Lock] = {}
        self._present = Counters()

    @asynccontextmanager
    async def turn_of(self, address: str) -> AsyncIterator[None]:
        """Wait until it is the turn of this request; 503 where too many of the address wait."""
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
