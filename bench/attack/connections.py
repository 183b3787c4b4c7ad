"""Attacks on connections: headers and bodies that never end, and those who never speak or read."""

import asyncio

from bench.attack.attacker import Attacker, attack
from bench.attack.matches import OwnMatch, long_record
from bench.attack.wire import Connection

SILENT = 1_500
"""More than the 1,024 descriptors that a process usually has."""
PATIENT = 25.0
"""How many seconds later a connection that does nothing must be gone."""


async def still_open(connections: list[Connection], seconds: float) -> int:
    """How many of some connections the server has not closed after some seconds."""
    closed = await asyncio.gather(*(connection.is_closed(seconds) for connection in connections))
    return closed.count(False)


@attack("endless headers", "headers that never end", note=4, seconds=6.0)
async def endless_headers(a: Attacker) -> None:
    async def pour(connection: Connection) -> None:
        part = b"a: b\r\n" * 10_000
        try:
            while True:
                await connection.send(part)
        except OSError:
            a.wire.seen[0] += 1

    found = await a.connect(4, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    a.begin()
    for connection in found:
        a.do(pour(connection))
    await a.rest()
    a.check(a.wire.seen[0] == len(found), "headers are read without end")


@attack("endless values", "one header that never ends, a path that never ends, a chunk's extension")
async def endless_values(a: Attacker) -> None:
    async def pour(opening: bytes) -> None:
        try:
            connection = await a.wire.open()
            await connection.send(opening)
            while True:
                await connection.send(b"a" * 60_000)
        except OSError:
            a.wire.seen[0] += 1

    openings = (
        b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\na: ",
        b"GET /",
        b"POST /api/matches HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;",
        b"A",
    )
    a.begin()
    for opening in openings:
        a.do(pour(opening))
    await a.rest()
    a.check(a.wire.seen[0] == len(openings), f"{len(openings) - a.wire.seen[0]} read without end")


@attack("silent connections", "1,500 connections that say nothing", note=8, seconds=6.0)
async def silent_connections(a: Attacker) -> None:
    a.begin()
    found = await a.connect(SILENT)
    await a.rest()
    left = await still_open(found, PATIENT)
    a.check(not left, f"{left} of {len(found)} silent connections still open")


@attack("slow headers", "400 connections that send a letter of a header now and then")
async def slow_headers(a: Attacker) -> None:
    found = await _drip(a, b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"a")
    left = await still_open(found, PATIENT)
    a.check(not left, f"{left} of {len(found)} slow connections still open")


@attack("slow bodies", "400 bodies of which a letter comes now and then")
async def slow_bodies(a: Attacker) -> None:
    head = b"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
    await _drip(a, head % a.port + b"Content-Length: 100000\r\n\r\n", b" ")


async def _drip(a: Attacker, opening: bytes, letter: bytes) -> list[Connection]:
    """Send a letter over many connections now and then."""
    a.begin()
    found = await a.connect(400, opening)
    left = list(found)

    async def drip() -> None:
        while True:
            await asyncio.sleep(1)
            for connection in tuple(left):
                try:
                    connection.writer.write(letter)
                except (OSError, RuntimeError):
                    left.remove(connection)

    a.do(drip())
    await a.rest()
    return found


@attack("small chunks", "bodies in chunks of one byte")
async def small_chunks(a: Attacker) -> None:
    head = (
        f"POST /api/matches HTTP/1.1\r\nHost: 127.0.0.1:{a.port}\r\n"
        "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    body = b"1\r\n \r\n" * 130_000 + b"0\r\n\r\n"
    async for _ in a.pace(10):
        a.do(a.wire.send(head.encode("ascii") + body))


@attack("slow readers", "large answers asked for 1,200 times, and never read")
async def slow_readers(a: Attacker) -> None:
    match = await OwnMatch.uploaded(a.wire, long_record())
    question = a.wire.request("GET", match.path)
    a.begin()
    found = await a.connect(100)
    for connection in found:
        connection.writer.transport.pause_reading()  # type: ignore[attr-defined]
        a.do(connection.send(question * 12))
    await a.rest()


@attack("junk", "what is no HTTP, hung up or not; aborted bodies")
async def junk(a: Attacker) -> None:
    forms = (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(200),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\0" * 1_000,
        b"GET /\xff\xfe HTTP/1.1\r\nHost: \x00\r\n\r\n",
        b"POST /api/matches HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/matches HTTP/1.1\r\nContent-Length: 9999999999999999999999\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: x\r\n\r\n",
        b"GET http://[::1/ HTTP/1.1\r\nHost: [::1\r\n\r\n",
    )
    head = f"POST /api/records HTTP/1.1\r\nHost: 127.0.0.1:{a.port}\r\nContent-Type: text/plain\r\n"
    aborted = f"{head}Content-Length: 1000\r\n\r\nabc".encode("ascii")

    async def abort() -> None:
        connection = await a.wire.open()
        await connection.send(aborted)
        await asyncio.sleep(0.02)
        connection.hang_up()

    async for number in a.pace():
        a.do(abort() if number % 2 else a.wire.send(forms[number // 2 % len(forms)]))


@attack("connections come and go", "opened and hung up at once, as fast as one can")
async def connections_come_and_go(a: Attacker) -> None:
    question = a.wire.request("GET", "/api/games")

    async def come_and_go() -> None:
        while True:
            try:
                connection = await a.wire.open()
                await connection.send(question[:40])
                connection.hang_up()
            except OSError:
                pass
            await asyncio.sleep(0.005)

    a.begin()
    for _ in range(2):
        a.do(come_and_go())
    await a.rest()
