"""Attacks on connections, by the nginx of ``deploy/``: what never ends, speaks or reads."""

import asyncio
import json
import ssl
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.attack.attacker import ADDRESS, Assault, Attack, Attacker
from bench.attack.matches import LAST_HEAP, Match, long_record, wish
from bench.attack.wire import Connection
from bench.load import HOST

SILENT, SLOW, WATCHERS = 600, 300, 200
"""Connections of an attack: the first are more than nginx allows an address."""
PATIENT = 25.0
"""How many seconds later a connection that does nothing must be gone."""
GET = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
JUNK = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: \x00\r\n\r\n",
    b"POST /api/matches HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n",
    b"GET http://[::1/ HTTP/1.1\r\nHost: [::1\r\n\r\n",
)


def endless(*openings: bytes, part: bytes) -> Assault:
    """Openings of requests that never end: each must be cut off."""

    async def assault(a: Attacker) -> None:
        async def pour(opening: bytes) -> None:
            try:
                connection = await a.wire.open()
                await connection.send(opening)
                while True:
                    await connection.send(part)
            except OSError:
                a.wire.seen[0] += 1

        a.begin()
        for opening in openings:
            a.do(pour(opening))
        await a.rest()
        a.check(a.wire.seen[0] == len(openings), "read without end")

    return assault


def slow(number: int, opening: bytes, letter: bytes = b"") -> Assault:
    """Connections that send a letter now and then, or nothing: they must be closed in the end."""

    async def assault(a: Attacker) -> None:
        a.begin()
        found = await a.connect(number, opening)

        async def drip() -> None:
            while letter:
                await asyncio.sleep(1)
                for connection in found:
                    with suppress(OSError, RuntimeError):
                        connection.writer.write(letter)

        a.do(drip())
        await a.rest()
        closed = await asyncio.gather(*(one.is_closed(PATIENT) for one in found))
        a.check(all(closed), f"{closed.count(False)} of {len(found)} still open")

    return assault


async def slow_readers(a: Attacker) -> None:
    match = await Match.begun(a.wire, long_record())
    question = a.wire.request("GET", match.path)
    a.begin()

    async def ask(connection: Connection) -> None:
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        await connection.send(question * 12)

    for connection in await a.connect(100):
        a.do(ask(connection))
    await a.rest()


async def junk(a: Attacker) -> None:
    aborted = POST + b"Content-Length: 1000\r\n\r\nabc"
    async for number in a.pace():
        some = JUNK[number // 2 % len(JUNK)]
        a.do(a.hit(aborted, 0.02) if number % 2 else a.wire.send(some))


async def small_chunks(a: Attacker) -> None:
    body = CHUNKED + b"1\r\n \r\n" * 130_000 + b"0\r\n\r\n"
    async for _ in a.pace(10):
        a.do(a.wire.send(body))


async def come_and_go(a: Attacker) -> None:
    async def again() -> None:
        while True:
            with suppress(OSError):
                await a.hit(GET[:40], 0)
            await asyncio.sleep(0.005)

    a.begin()
    for _ in range(2):
        a.do(again())
    await a.rest()


# Sockets


async def watch(a: Attacker, path: str) -> ClientConnection | None:
    """A socket that watches a match, unless it is not let in."""
    context = ssl._create_unverified_context() if a.is_secure else None
    scheme = "wss" if a.is_secure else "ws"
    with suppress(OSError, WebSocketException, TimeoutError):
        return await connect(
            f"{scheme}://{HOST}:{a.port}{path}/live",
            local_addr=(ADDRESS, 0),
            ssl=context,
            compression=None,
            ping_interval=None,
            max_size=None,
        )
    return None


def watched(is_read: bool) -> Assault:
    """Many sockets on the largest match, in which a move is played and taken back."""

    async def assault(a: Attacker) -> None:
        match = await Match.begun(a.wire, long_record())
        found = [await watch(a, match.path) for _ in range(WATCHERS)]
        sockets = [socket for socket in found if socket is not None]
        a.remarks.append(f"{len(sockets)} sockets")

        async def read(socket: ClientConnection) -> None:
            with suppress(WebSocketException):
                while True:
                    await socket.recv(decode=False)

        for socket in sockets:
            if is_read:
                a.do(read(socket))
            else:
                socket.transport.pause_reading()
        async for number in a.pace():
            await (match.undo() if number % 2 else match.move(LAST_HEAP))

    return assault


async def talk(a: Attacker) -> None:
    """Sockets that send messages as fast as they can, again and again."""
    match = await Match.begun(a.wire, wish([9]))
    sent = 0

    async def send() -> None:
        nonlocal sent
        while True:
            socket = await watch(a, match.path)
            with suppress(WebSocketException, OSError):
                while socket is not None:
                    await socket.send("x" * 100)
                    await asyncio.sleep(0)  # what the server says is heard
                    sent += 1
            await asyncio.sleep(0.1)

    a.begin()
    for _ in range(8):
        a.do(send())
    await a.rest()
    a.remarks.append(f"{sent} messages sent")


async def sockets_come_and_go(a: Attacker) -> None:
    """Sockets that say who they are, at the largest match, and go."""
    match = await Match.begun(a.wire, long_record())

    async def look(number: int) -> None:
        socket = await watch(a, match.path)
        if socket is not None:
            with suppress(WebSocketException):
                await socket.send(json.dumps({"token": match.seats[number % 2]}))
                await socket.recv(decode=False)
            socket.transport.abort()

    async for number in a.pace():
        a.do(look(number))


ASSAULTS = {
    "endless headers": endless(*[GET] * 4, part=b"a: b\r\n" * 9_000),
    "endless values": endless(GET + b"a: ", b"GET /", b"A", part=b"a" * 60_000),
    "silent connections": slow(SILENT, b""),
    "slow headers": slow(SLOW, GET + b"X: ", b"a"),
    "slow bodies": slow(SLOW, POST + b"Content-Length: 9999\r\n\r\n", b" "),
    "small chunks": small_chunks,
    "slow readers": slow_readers,
    "junk": junk,
    "come and go": come_and_go,
    "watchers": watched(is_read=True),
    "watchers who do not read": watched(is_read=False),
    "sockets that talk": talk,
    "sockets come and go": sockets_come_and_go,
}
ATTACKS = [Attack(name, assault, 6.0, by_proxy=True) for name, assault in ASSAULTS.items()]
