"""The address of a client, the name under which its share is counted, and the proxies believed."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.requests import HTTPConnection

from marienbad.text.problems import InputError

NETWORK_BITS = 64
"""A household or a company has at least that much of IPv6: its addresses count as one."""
FORWARDING = ("x-forwarded-for", "forwarded", "x-real-ip")
"""The headers by which a proxy says for whom it asks."""


@lru_cache(maxsize=1024)
def is_loopback(host: str) -> bool:
    """Whether the address is this machine's own.

    >>> is_loopback("127.0.0.1"), is_loopback("192.0.2.1"), is_loopback("nobody")
    (True, False, False)
    """
    address = address_of(host)
    return address is not None and address.is_loopback


@lru_cache(maxsize=4096)
def share_of(host: str) -> str:
    """The name under which an address is counted.

    >>> share_of("192.0.2.1"), share_of("::ffff:192.0.2.1"), share_of("2001:db8:0:1:2:3:4:5")
    ('192.0.2.1', '192.0.2.1', '2001:db8:0:1::/64')
    """
    address = address_of(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, NETWORK_BITS), strict=False))
    return host if address is None else str(address)


def host_of(connection: HTTPConnection) -> str:
    """The address of the client: with ``--proxy`` the one for whom the proxy asks."""
    return connection.client.host if connection.client else ""


def client_of(connection: HTTPConnection) -> str:
    """The name under which the client is counted."""
    return share_of(host_of(connection))


def is_counted(connection: HTTPConnection) -> bool:
    """Whether the matches and sockets of this client are counted.

    Those of this machine are not, unless a proxy is named: then strangers come from here too.
    """
    settings = connection.app.state.services.settings
    return bool(settings.proxies) or not is_loopback(host_of(connection))


def is_from_here(connection: HTTPConnection) -> bool:
    """Whether the request comes from this machine, and not through a proxy on it."""
    return is_loopback(host_of(connection)) and forwarding_of(connection) is None


def forwarding_of(connection: HTTPConnection) -> str | None:
    """The header by which a proxy says for whom it asks, if there is one."""
    return next((name for name in FORWARDING if name in connection.headers), None)


def trusted(proxies: Iterable[str]) -> Iterator[str]:
    """The networks of the proxies, for uvicorn, as IPv4 and as IPv6 sockets write them.

    >>> [*trusted(["127.0.0.1", "2001:db8::/32"])]
    ['127.0.0.1/32', '::ffff:127.0.0.1/128', '2001:db8::/32']
    """
    for text in proxies:
        try:
            network = ip_network(text.strip(), strict=False)
        except ValueError:
            raise InputError("server.proxy", text=text) from None
        yield str(network)
        if network.version == 4:
            yield f"::ffff:{network.network_address}/{96 + network.prefixlen}"


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address, an IPv4 one that is written as IPv6 as what it is; ``None`` where it is none."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def without_port(text: str) -> str:
    """An address without its port and brackets.

    >>> without_port("192.0.2.7:1234"), without_port("[2001:db8::1]:80"), without_port("::1")
    ('192.0.2.7', '2001:db8::1', '::1')
    """
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0] if text.count(":") == 1 else text
