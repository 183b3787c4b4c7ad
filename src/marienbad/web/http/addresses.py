"""Who asks: the address of a client, and the name under which its share is counted."""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from starlette.requests import HTTPConnection

NETWORK_BITS = 64
"""A household or a company has at least that much of IPv6: its addresses count as one."""


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
    """The address that a request or a socket comes from."""
    return connection.client.host if connection.client else ""


def client_of(connection: HTTPConnection) -> str:
    """The name under which whoever asks is counted."""
    return share_of(host_of(connection))


def address_of(host: str) -> IPv4Address | IPv6Address | None:
    """The address, an IPv4 one that is written as IPv6 as what it is; ``None`` where it is none."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address
