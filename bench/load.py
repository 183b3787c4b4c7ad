"""Clients that ask as fast as they are answered, each over one connection that is kept.

A client follows a script: a generator that yields requests and is handed the bodies of the answers.
The requests are bytes made beforehand and the answers are cut apart by hand, so that the clients
take a small part of the time that the server takes.
"""

import asyncio
import time
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, cast

import orjson
import uvloop

Script = Generator[bytes, bytes, None]

HOST = "127.0.0.1"
PATIENCE = 120.0
_LENGTH = b"content-length: "
_END = b"\r\n\r\n"


@dataclass(frozen=True)
class Load:
    """What all clients together saw: the whole time, and that of every answer."""

    seconds: float
    waits: list[float]

    @property
    def each(self) -> float:
        """The seconds of the whole for each answer."""
        return self.seconds / len(self.waits)


def percentile_99(waits: list[float]) -> float:
    """The time within which 99 of 100 answers came."""
    return quantiles(waits, n=100)[-1]


def request(
    method: str,
    path: str,
    body: Any = None,
    token: str | None = None,
    headers: Mapping[str, str] | None = None,
    host: str = HOST,
) -> bytes:
    """A request as it is sent; a body of bytes is text, anything else JSON."""
    content, kind = b"", "text/plain"
    if isinstance(body, bytes):
        content = body
    elif body is not None:
        content, kind = orjson.dumps(body), "application/json"
    lines = {"Host": host}
    if token is not None:
        lines["Authorization"] = f"Bearer {token}"
    if body is not None:
        lines |= {"Content-Type": kind, "Content-Length": str(len(content))}
    lines |= headers or {}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + content


def run(port: int, scripts: Iterable[Script]) -> Load:
    """Let one client follow each script, all at the same time, to the end."""
    return uvloop.run(_run(port, scripts))


async def _run(port: int, scripts: Iterable[Script]) -> Load:
    loop = asyncio.get_running_loop()
    clients = [Client(script) for script in scripts]
    for client in clients:
        await loop.create_connection(lambda client=client: client, HOST, port)  # type: ignore[misc]
    began = time.perf_counter()
    for client in clients:
        client.send(next(client.script))
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(client.done for client in clients))
    seconds = time.perf_counter() - began
    return Load(seconds, [wait for client in clients for wait in client.waits])


class Client(asyncio.Protocol):
    """One connection that follows a script; any answer but a success ends the measurement."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.waits: list[float] = []
        self.done = asyncio.get_running_loop().create_future()
        self._received = b""
        self._sent = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports have the methods of this class without being of it
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, problem: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(problem or ConnectionError("the server closed a connection"))

    def send(self, question: bytes) -> None:
        """Ask, and let the clock run."""
        self._sent = time.perf_counter()
        self._transport.write(question)

    def data_received(self, data: bytes) -> None:
        self._received += data
        head, end, body = self._received.partition(_END)
        if not end:
            return
        length = int(head[head.index(_LENGTH) + len(_LENGTH) :].partition(b"\r\n")[0])
        if len(body) < length:
            return
        self.waits.append(time.perf_counter() - self._sent)
        self._received = b""
        try:
            if not head.startswith(b"HTTP/1.1 20"):
                raise ConnectionError((head.splitlines()[0] + body).decode())
            self.send(self.script.send(body))
        except StopIteration:
            self.done.set_result(None)
            self._transport.close()
        except (ConnectionError, AssertionError) as problem:
            self.done.set_exception(problem)
            self._transport.close()
