"""What the server allows a connection before it knows what is asked: sizes, seconds, numbers."""

from dataclasses import dataclass

USUAL_CONNECTIONS = 400
"""A class behind one address: forty browsers with a live match and some requests each."""

FRAMES = "marienbad.frames"
"""What a socket says that can be given whole frames: then many share the same bytes."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds of connections; tests make them small."""

    head_bytes: int = 72 * 1024
    """Request line and headers together: the longest position is 64 kB in an address."""
    address_bytes: int = 65_535
    """The request's address; the parser cannot hold a longer one."""
    headers: int = 100
    request_bytes: int = 72 * 1024 + 2 * 1024 * 1024
    """All of a request: the longest body may come in small pieces, each with its length."""
    chunks: int = 2048
    """Pieces of a body whose length is not known before: each costs as much as a whole request."""
    pipelined: int = 16
    """Requests that are sent before the first of them is answered."""

    head_seconds: float = 10
    """From the connection, or from the first byte of a later request, to the end of its headers."""
    idle_seconds: float = 20
    """Between two requests."""
    proxy_idle_seconds: float = 300
    """Between two requests of a named proxy: it closes what it no longer needs."""
    body_seconds: float = 10
    """For a body, and more for what has come of it by then, at the slowest rate."""
    slowest_rate: int = 8 * 1024
    """Bytes a second."""
    pause_seconds: float = 10
    """Between two parts of a body."""
    unread_seconds: float = 20
    """In which some of an answer must be read."""
    sent_bytes: int = 256 * 1024
    """What the kernel may keep of an answer that is not read; by itself it would keep megabytes."""
    unread_bytes: int = 128 * 1024 * 1024
    """What may wait to be read in all; beyond it, who makes most wait is dropped."""
    farewell_seconds: float = 2
    """For a client to read why it is refused."""

    of_address: int = USUAL_CONNECTIONS
    """Connections from one address; behind a named proxy, live matches of one address."""
    in_all: int = 12_000

    message_bytes: int = 4096
    """The longest message of a socket."""
    said_bytes: int = 8192
    """What a socket may say in a minute, framing included: who watches has nothing to say."""
    ping_seconds: float = 20
    """How often a socket is asked whether it is still there, and how long it has to answer."""


USUAL_BOUNDS = Bounds()
