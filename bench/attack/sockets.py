"""Attacks by those who watch: many sockets, sockets that do not read, sockets that talk."""

import asyncio
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from bench.attack.attacker import ADDRESS, ASIDE, Attacker, attack
from bench.attack.matches import LAST_HEAP, OwnMatch, long_record
from bench.load import HOST

WATCHERS = 200


async def watch(a: Attacker, path: str, **more: object) -> ClientConnection | None:
    """A socket that watches a match, unless the server does not let it."""
    with suppress(OSError, WebSocketException, TimeoutError, asyncio.CancelledError):
        return await connect(
            f"ws://{HOST}:{a.port}{path}/live",
            local_addr=(ADDRESS, 0),
            compression=None,
            ping_interval=None,
            max_size=None,
            **more,  # type: ignore[arg-type]
        )
    return None


@attack("watchers", "200 sockets on the largest match, which goes to and fro", note=3, seconds=6.0)
async def watchers(a: Attacker) -> None:
    await _watched(a, is_read=True)


@attack("watchers who do not read", "the same, and nobody reads", seconds=6.0)
async def watchers_who_do_not_read(a: Attacker) -> None:
    await _watched(a, is_read=False)


async def _watched(a: Attacker, is_read: bool) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())
    found = [await watch(a, match.path) for _ in range(WATCHERS)]
    sockets = [socket for socket in found if socket is not None]
    a.remarks.append(f"{len(sockets)} sockets")

    async def read(socket: ClientConnection) -> None:
        with suppress(WebSocketException):
            while True:
                await socket.recv(decode=False)

    for socket in sockets if is_read else ():
        a.do(read(socket))
    if not is_read:
        for socket in sockets:
            socket.transport.pause_reading()
    async for number in a.pace():
        await (match.undo() if number % 2 else match.move(LAST_HEAP))


@attack("sockets that talk", "sockets that send messages as fast as they can", note=17)
async def sockets_that_talk(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, [9])
    sent = dropped = 0

    async def talk() -> None:
        nonlocal sent, dropped
        socket = await watch(a, match.path)
        with suppress(WebSocketException, OSError):
            while socket is not None:
                await socket.send("x" * 100)
                sent += 1
        dropped += 1

    a.begin()
    for _ in range(8):
        a.do(talk())
    await a.rest()
    a.remarks.append(f"{sent} messages sent")
    a.check(dropped == 8, f"{8 - dropped} of 8 sockets may talk without end")


@attack("sockets come and go", "sockets on the largest match, opened and closed")
async def sockets_come_and_go(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())

    async def look() -> None:
        socket = await watch(a, match.path)
        if socket is not None:
            with suppress(WebSocketException):
                await socket.recv(decode=False)
            socket.transport.abort()

    async for _ in a.pace():
        a.do(look())


@attack("long path of a socket", "a WebSocket whose path has more than 8 kB", note=17, **ASIDE)
async def long_path_of_a_socket(a: Attacker) -> None:
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    a.begin()
    for length in (9_000, 30_000, 60_000):
        path = f"/api/matches/{'a' * length}/live"
        try:
            async with asyncio.timeout(5):
                await a.wire.ask("GET", path, headers=upgrade)
        except TimeoutError:
            a.faults.append(f"a path of {length} bytes is never answered")
    a.check(not a.wire.seen[0], f"{a.wire.seen[0]} closed without an answer")


@attack("foreign sockets", "sockets of a page of another origin", note=7, **ASIDE)
async def foreign_sockets(a: Attacker) -> None:
    match = await OwnMatch.begun(a.wire, [9])
    a.begin()
    for origin in ("http://evil.example", "null", f"http://127.0.0.1.evil.example:{a.port}"):
        socket = await watch(a, match.path, origin=origin)
        seen = None
        if socket is not None:
            with suppress(WebSocketException, TimeoutError):
                seen = await asyncio.wait_for(socket.recv(decode=False), 2)
        a.check(seen is None or b'"error"' in seen, f"a page of {origin} may watch")
