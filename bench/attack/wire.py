"""HTTP by hand, from an address of one's own: whatever bytes are wanted, at whatever moment."""

import asyncio
import socket
import ssl
import struct
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any

import orjson

from bench.load import HOST, request

PATIENCE = 20.0
CONTINUE = b"HTTP/1.1 100"
"""What is said before the answer where a request expects it."""
LONGEST_ANSWER = 64 * 2**20


@dataclass(frozen=True)
class Answer:
    """What came back; status 0 where the connection was closed instead."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return orjson.loads(self.body)


NOTHING = Answer(0, {}, b"")


class Connection:
    """One connection, over which anything can be sent."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def send(self, octets: bytes) -> None:
        self.writer.write(octets)
        await self.writer.drain()

    async def ask(self, octets: bytes) -> Answer:
        """The answer to a request; the connection stays as it is."""
        await self.send(octets)
        return await self.answer()

    async def answer(self) -> Answer:
        """The next answer, or nothing where the connection is closed before it came."""
        try:
            head = CONTINUE
            while head.startswith(CONTINUE):
                head = await self.reader.readuntil(b"\r\n\r\n")
            first, *lines = head.decode("latin-1").split("\r\n")
            pairs = (line.partition(":") for line in lines if line)
            headers = {name.lower(): value.strip() for name, _, value in pairs}
            status = int(first.split()[1])
            if "content-length" in headers:
                body = await self.reader.readexactly(int(headers["content-length"]))
            elif status == 101:
                body = b""
            else:
                body = await self.reader.read(LONGEST_ANSWER)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return NOTHING
        return Answer(status, headers, body)

    async def is_closed(self, seconds: float) -> bool:
        """Whether the server closes the connection within some time; what it says is not heard."""
        try:
            async with asyncio.timeout(seconds):
                while await self.reader.read(2**16):
                    pass
        except TimeoutError:
            return False
        except OSError:
            pass
        return True

    def close(self) -> None:
        self.writer.close()

    def hang_up(self) -> None:
        """Close at once, without a farewell."""
        connected = self.writer.get_extra_info("socket")
        if connected is not None and connected.fileno() >= 0:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


class Wire:
    """Connections to a server from one address, and how its answers are counted."""

    def __init__(self, port: int, source: str, is_secure: bool = False) -> None:
        self.port = port
        self._trust = ssl._create_unverified_context() if is_secure else None
        self.source = source
        self.seen: Counter[int] = Counter()
        self.request = partial(request, host=f"{HOST}:{port}")

    async def open(self) -> Connection:
        reader, writer = await asyncio.open_connection(
            HOST, self.port, local_addr=(self.source, 0), limit=LONGEST_ANSWER, ssl=self._trust
        )
        return Connection(reader, writer)

    async def ask(self, *question: Any, over: Connection | None = None) -> Answer:
        """The answer to a request, said as to ``request``, over a connection or one of its own."""
        sent = self.request(*question)
        return await (self.send(sent) if over is None else over.ask(sent))

    async def send(self, octets: bytes) -> Answer:
        """The answer to whatever is sent; nothing where none comes."""
        found = NOTHING
        try:
            async with asyncio.timeout(PATIENCE):
                connection = await self.open()
                try:
                    with suppress(OSError):  # what was answered before all was read is still there
                        await connection.send(octets)
                    found = await connection.answer()
                finally:
                    connection.close()
        except (OSError, TimeoutError):
            pass
        self.seen[found.status] += 1
        return found
