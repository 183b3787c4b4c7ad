"""Every input has a bound: requests of an address, size of a body."""

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence

from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from marienbad.text.problems import quotable
from marienbad.text.sentences import Listing, say
from marienbad.web.http.addresses import client_of
from marienbad.web.http.answers import Refusal, refused
from marienbad.web.http.language import reader_language
from marienbad.web.http.proxies import is_counted

LONGEST_BODY = 128 * 1024
LONGEST_RECORD = 1024 * 1024
ADDRESSES = 50_000


class Room:
    """Bytes of this process's memory, lent to clients: so much to each, and so much to all."""

    def __init__(self, of_client: int, in_all: int) -> None:
        self.of_client = of_client
        self.in_all = in_all
        self._of: Counter[str] = Counter()
        self._taken = 0

    def take(self, client: str, size: int) -> None:
        """Lend so much; 503 where there is no more.

        >>> room = Room(of_client=10, in_all=15)
        >>> room.take("192.0.2.1", 10)
        >>> room.take("192.0.2.1", 1)
        Traceback (most recent call last):
            ...
        marienbad.web.http.answers.Refusal: server.busy
        """
        is_full = self._taken + size > self.in_all
        if is_full or self._of[client] + size > self.of_client:
            raise Refusal(503, "server.busy", headers={"Retry-After": "5"})
        self._of[client] += size
        self._taken += size

    def give_back(self, client: str, size: int) -> None:
        self._of[client] -= size
        self._taken -= size
        if self._of[client] <= 0:
            del self._of[client]


COMING = Room(of_client=16 * LONGEST_RECORD, in_all=64 * LONGEST_RECORD)
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
    """Requests a minute for each address: what is not used is saved, up to a minute's worth."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute = a_minute
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def admits(self, address: str) -> bool:
        """Count a request, and say whether it is still within the allowance.

        >>> allowance = Allowance(2, clock=lambda: 0.0)
        >>> [allowance.admits("192.0.2.1") for _ in range(3)]
        [True, True, False]
        """
        now = self._clock()
        left, last = self._left.pop(address, (float(self.a_minute), now))
        left = min(self.a_minute, left + (now - last) * self.a_minute / 60)
        self._left[address] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > ADDRESSES:
            self._left.popitem(last=False)
        return left >= 1


class RateLimit:
    """Refuses an address that asks too often."""

    def __init__(self, app: ASGIApp, a_minute: int) -> None:
        self.app = app
        self.allowance = Allowance(a_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan" or self._admits(HTTPConnection(scope)):
            await self.app(scope, receive, send)
        else:
            lang = reader_language(HTTPConnection(scope))
            sentence = say("server.rate", bound=self.allowance.a_minute)
            answer = refused(429, sentence, lang, {"Retry-After": "60"})
            await answer(scope, receive, send)

    def _admits(self, connection: HTTPConnection) -> bool:
        return not is_counted(connection) or self.allowance.admits(client_of(connection))
