"""Clients that ask as fast as they are answered, each over one connection that is kept.

A client follows a script: a generator that yields requests and is handed the bodies of the answers.
The requests are bytes made beforehand and the answers are cut apart by hand, so that the clients
take a small part of the time that the server takes. The scripts ask for nothing, for analyses, or
play whole matches.
"""

import asyncio
import time
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle
from random import Random
from statistics import quantiles
from typing import Any, cast
from urllib.parse import urlencode

import orjson
import uvloop

Script = Generator[bytes, bytes, None]

HOST = "127.0.0.1"
PATIENCE = 120.0
_LENGTH = b"content-length: "
_END = b"\r\n\r\n"
START = (1, 3, 5, 7)
MOVES = sum(START)
"""In the matches between two people every move takes one object."""
ROWS, LARGEST_ROW = 4, 99
LARGEST_HEAP = 999
GAMES = ("nim", "wythoff", "marienbad", "wythoff:a=2", "wythoff:b=2", "wythoff:a=2,b=3")


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


# The scripts


@dataclass(frozen=True)
class Seated:
    """A match that has been made, and the tokens of its seats."""

    id: str
    tokens: tuple[str | None, ...]

    def move(self, take: Iterable[int], ply: int) -> bytes:
        """The request that plays a move."""
        body = {"take": list(take), "ply": ply}
        return request("POST", f"/api/matches/{self.id}/moves", body, self.tokens[ply % 2])


def hello(times: int) -> Script:
    """Ask for nothing, so many times."""
    question = request("GET", "/hello")
    for _ in range(times):
        yield question


def analyses(positions: Iterator[bytes], times: int) -> Script:
    """Ask for so many analyses; each must come with its reasons."""
    for _, question in zip(range(times), positions, strict=False):
        body = yield question
        assert b'"explanation":[{"key"' in body, body


def ordinary_positions() -> Iterator[bytes]:
    """Requests for analyses, no two of them alike, the same in every run."""
    random = Random(1961)
    asked: set[tuple[Any, ...]] = set()
    languages = cycle(("fr", "en"))
    for game in cycle(GAMES):
        is_nim = not game.startswith("wythoff")
        count, largest = (ROWS, LARGEST_ROW) if is_nim else (2, LARGEST_HEAP)
        position = tuple(random.randint(1, largest) for _ in range(count))
        if (game, position) not in asked:
            asked.add((game, position))
            heaps = ",".join(map(str, position))
            query = urlencode({"game": game, "position": heaps, "lang": next(languages)})
            yield request("GET", f"/api/analysis?{query}")


def seat(port: int, players: tuple[str, str], number: int, clients: int) -> list[Seated]:
    """Make so many matches, before anything is measured."""
    found: list[Seated] = []
    question = request(
        "POST", "/api/matches", {"game": "marienbad", "position": START, "players": players}
    )

    def make(times: int) -> Script:
        for _ in range(times):
            match = orjson.loads((yield question))
            found.append(Seated(match["id"], tuple(match["seats"])))

    run(port, [make(number // clients) for _ in range(clients)])
    return found


def people(matches: Iterable[Seated], moves: int = MOVES) -> Script:
    """Play both sides of matches, one object a move; each answer must count the move."""
    for match in matches:
        for ply, question in enumerate(requests_of(match, moves)):
            body = yield question
            assert b'"ply":%d,' % (ply + 1) in body, body


def requests_of(match: Seated, moves: int) -> list[bytes]:
    """The first moves of a match in which every move takes one object."""
    heaps = [heap for heap, size in enumerate(START) for _ in range(size)]
    return [match.move(_one(heap), ply) for ply, heap in enumerate(heaps[:moves])]


def machine(matches: Iterable[Seated]) -> Script:
    """Play matches against the machine to their ends, one object a move."""
    for match in matches:
        ply, position = 0, list(START)
        while any(position):
            heap = next(heap for heap, size in enumerate(position) if size)
            found = orjson.loads((yield match.move(_one(heap), ply)))
            assert found["ply"] > ply, found
            ply, position = found["ply"], found["position"]


def _one(heap: int) -> list[int]:
    return [int(other == heap) for other in range(len(START))]
