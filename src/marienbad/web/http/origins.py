"""Checks of Host and Origin: the names of this server, and the pages that may change things.

A browser sends whatever a page asks for, to this server too, and says from where (``Origin``). A
page of elsewhere may neither change anything here nor watch a match. Programs send no origin. The
owner of a name can make it lead here, and his pages are then of the same origin as ours: a server
for this machine alone answers to no other names than this machine's.
"""

import logging
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from marienbad.text.problems import quotable
from marienbad.text.sentences import say
from marienbad.web.http.addresses import forwarding_of, host_of, is_loopback, without_port
from marienbad.web.http.answers import Refusal, refused
from marienbad.web.http.language import reader_language

LOG = logging.getLogger("marienbad.web")
SAFE = ("GET", "HEAD", "OPTIONS")
FOREIGN = ("cross-site", "same-site")


class Hosts:
    """The names that a server answers to."""

    def __init__(self, named: Iterable[str], is_local: bool) -> None:
        self.origins = frozenset(host.strip().rstrip(".").lower() for host in named)
        """As they stand in the origin of a page: with the port that is not the usual one."""
        self.named = frozenset(map(name_of, self.origins))
        self.is_open = not self.named and not is_local

    def has(self, host: str) -> bool:
        """Whether a request may call the server so.

        >>> (
        ...     Hosts([], is_local=True).has("localhost:8000"),
        ...     Hosts([], is_local=True).has("example.org"),
        ... )
        (True, False)
        """
        if self.is_open:
            return True
        name = name_of(host)
        return name in self.named or name == "localhost" or is_loopback(name)


class Origins:
    """Refuses names that are not the server's, and changes that pages of elsewhere ask for."""

    def __init__(self, app: ASGIApp, hosts: Hosts, knows_scheme: bool) -> None:
        self.app = app
        self.hosts = hosts
        self.knows_scheme = knows_scheme
        self._has_warned = knows_scheme

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            connection = HTTPConnection(scope)
            try:
                self.check(connection)
            except Refusal as problem:
                answer = refused(problem.status, problem.message, reader_language(connection))
                await answer(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def check(self, connection: HTTPConnection) -> None:
        """Refuse what may not come in."""
        self._look_for_proxy(connection)
        host = connection.headers.get("host", "")
        if not self.hosts.has(host):
            raise Refusal(421, say("server.host", text=quotable(host)))
        if connection.scope.get("method") in SAFE:
            return
        origin = connection.headers.get("origin")
        site = connection.headers.get("sec-fetch-site")
        is_own = origin is None or self.is_own(origin, host, connection.scope["scheme"])
        if not is_own or site in FOREIGN:
            raise Refusal(403, say("server.origin", text=quotable(origin or site or "")))

    def _look_for_proxy(self, connection: HTTPConnection) -> None:
        """Log once how to name a proxy on this machine that was not named."""
        if not self._has_warned and (header := forwarding_of(connection)):
            host = host_of(connection)
            if is_loopback(host):
                self._has_warned = True
                facts = {"header": header, "option": f"--proxy {host}"}
                LOG.warning("a proxy that is not named", extra={"facts": facts})

    def is_own(self, origin: str, host: str, scheme: str) -> bool:
        """Whether a page of this origin is one of the server's own."""
        try:
            parts = urlsplit(origin)
        except ValueError:
            return False
        known = scheme.replace("ws", "http") if self.knows_scheme else parts.scheme
        if parts.scheme != known or known not in ("http", "https"):
            return False
        return parts.netloc.lower() == host.lower() or parts.netloc.lower() in self.hosts.origins


def name_of(host: str) -> str:
    """The name in a header ``Host``, without its port.

    >>> name_of("Example.ORG.:8000"), name_of("[::1]:8000")
    ('example.org', '::1')
    """
    return without_port(host.strip().lower()).rstrip(".")
