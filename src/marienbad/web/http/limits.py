"""Every input has a bound: requests of an address, size of a body."""

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from marienbad.text.problems import quotable
from marienbad.text.sentences import Listing, say
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal, busy, refused
from marienbad.web.http.language import reader_language
from marienbad.web.http.proxies import is_counted
from marienbad.web.keeping import Tally

LONGEST_BODY = 128 * 1024
LONGEST_RECORD = 1024 * 1024
ADDRESSES = 50_000


class Loans:
    """Bytes of this process's memory, lent to clients: so much to each, and so much to all."""

    def __init__(self, of_client: int, in_all: int) -> None:
        self.of_client = of_client
        self.in_all = in_all
        self._of = Tally()
        self._taken = 0

    def take(self, client: str, size: int) -> None:
        """Lend so much; 503 where there is no more.

        >>> loans = Loans(of_client=10, in_all=15)
        >>> loans.take("192.0.2.1", 10)
        >>> loans.take("192.0.2.1", 1)
        Traceback (most recent call last):
            ...
        marienbad.web.http.answers.Refusal: server.busy
        """
        is_full = self._taken + size > self.in_all
        if is_full or self._of[client] + size > self.of_client:
            raise busy()
        self._of[client] += size
        self._taken += size

    def give_back(self, client: str, size: int) -> None:
        self._of.lower(client, size)
        self._taken -= size


COMING = Loans(of_client=16 * LONGEST_RECORD, in_all=64 * LONGEST_RECORD)
"""What bodies take that are still coming: a slow one is kept until it is whole."""


async def read_body(request: Request, bound: int = LONGEST_BODY) -> bytes:
    """The body of a request, unless it is too long, or its client goes away in the middle."""
    body, client = bytearray(), client_of(request)
    taken = 0
    try:
        async for part in request.stream():
            body += part
            if len(body) > bound:
                raise Refusal(413, "server.status.413")
            COMING.take(client, len(part))
            taken += len(part)
    except ClientDisconnect:
        raise Refusal(400, "server.status.400") from None
    finally:
        COMING.give_back(client, taken)
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


class RateLimit:
    """Refuses an address that asks too often."""

    def __init__(self, app: ASGIApp, a_minute: int) -> None:
        self.app = app
        self.a_minute = a_minute
        self.allowance = Allowance(a_minute, a_minute / 60)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._admits(HTTPConnection(scope)):
            await self.app(scope, receive, send)
        else:
            lang = reader_language(HTTPConnection(scope))
            sentence = say("server.rate", bound=self.a_minute)
            answer = refused(429, sentence, lang, {"Retry-After": "60"})
            await answer(scope, receive, send)

    def _admits(self, connection: HTTPConnection) -> bool:
        return not is_counted(connection) or self.allowance.admits(client_of(connection))
