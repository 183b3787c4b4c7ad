"""For whom a proxy asks: believed of the proxies that the operator named, and of nobody else."""

import logging
from collections.abc import Iterable
from ipaddress import ip_network

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from marienbad.text.problems import InputError
from marienbad.web.http.addresses import address_of, host_of, is_loopback

LOG = logging.getLogger("marienbad.web")
FORWARDING = (b"x-forwarded-for", b"forwarded", b"x-real-ip")
SECURE = {"http": "https", "ws": "wss"}


class Proxies:
    """The proxies that the operator named, by address or network."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = []
        for text in named:
            try:
                self._networks.append(ip_network(text.strip(), strict=False))
            except ValueError:
                raise InputError("server.proxy", text=text) from None

    def __contains__(self, host: str) -> bool:
        """Whether the address is one of theirs.

        >>> "10.0.0.7" in Proxies(["10.0.0.0/8"]), "::ffff:10.0.0.7" in Proxies(["10.0.0.7"])
        (True, True)
        """
        if not self._networks:
            return False
        address = address_of(host)
        return address is not None and any(address in network for network in self._networks)

    def counts(self, host: str) -> bool:
        """Whether what comes from the address is counted.

        This machine's own user is not, unless a proxy is named: then strangers come from here too.
        """
        return bool(self._networks) or not is_loopback(host)

    def client(self, forwarded_for: str, proxy: str) -> str:
        """The last address that no named proxy has; where that is none, the proxy itself.

        What stands further left was written by the client.

        >>> Proxies(["10.0.0.0/8"]).client("127.0.0.1, 192.0.2.7, 10.0.0.2", "10.0.0.1")
        '192.0.2.7'
        """
        for text in reversed(forwarded_for.split(",")):
            host = without_port(text.strip())
            if address_of(host) is None:
                break
            if host not in self:
                return host
        return proxy


class RealAddresses:
    """Gives every request the address of its client, and the scheme that it was asked by."""

    def __init__(self, app: ASGIApp, proxies: Proxies) -> None:
        self.app = app
        self.proxies = proxies
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan":
            self._correct(scope)
        await self.app(scope, receive, send)

    def _correct(self, scope: Scope) -> None:
        host = host_of(HTTPConnection(scope))
        forwarding = {name: value for name, value in scope["headers"] if name in FORWARDING}
        if host in self.proxies:
            self._believe(scope, host)
        elif forwarding and is_loopback(host) and not self._has_warned:
            self._has_warned = True
            facts = {"header": next(iter(forwarding)).decode("ascii"), "option": f"--proxy {host}"}
            LOG.warning("a proxy that is not named", extra={"facts": facts})
        scope["is_forwarded"] = bool(forwarding)
        scope["is_counted"] = self.proxies.counts(host)

    def _believe(self, scope: Scope, proxy: str) -> None:
        connection = HTTPConnection(scope)
        told = ",".join(connection.headers.getlist("x-forwarded-for"))
        if told:
            scope["client"] = (self.proxies.client(told, proxy), 0)
        if connection.headers.get("x-forwarded-proto", "").strip().lower() in SECURE.values():
            scope["scheme"] = SECURE.get(scope["scheme"], scope["scheme"])


def is_counted(connection: HTTPConnection) -> bool:
    """Whether the requests and sockets of this client are counted."""
    return bool(connection.scope.get("is_counted", True))


def is_from_here(connection: HTTPConnection) -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    return is_loopback(host_of(connection)) and not connection.scope.get("is_forwarded")


def without_port(text: str) -> str:
    """An address without its port and brackets.

    >>> without_port("192.0.2.7:1234"), without_port("[2001:db8::1]:80"), without_port("::1")
    ('192.0.2.7', '2001:db8::1', '::1')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
