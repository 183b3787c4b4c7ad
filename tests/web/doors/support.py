"""A server in a thread of this process, on a real socket, with bounds as small as a test needs."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, TypeVar

import uvicorn
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.http.bounds import Bounds
from marienbad.web.http.lobby import Lobby
from marienbad.web.http.protocol import HttpConnection
from marienbad.web.server import configured
from marienbad.web.settings import Settings
from tests.support import PATIENCE, until

Found = TypeVar("Found")

ELSEWHERE = "127.0.0.9"
"""The named proxy: with one, connections of this machine are counted like any other."""
SOCKET = (
    b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
"""The headers of one who wants to watch."""


class Running(uvicorn.Server):
    """A server, its lobby and where it is."""

    lobby: Lobby
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def connect(self, source: str = "127.0.0.1") -> socket.socket:
        """A bare connection."""
        return socket.create_connection(
            ("127.0.0.1", self.port), timeout=PATIENCE, source_address=(source, 0)
        )

    def ask(self, request: bytes, source: str = "127.0.0.1") -> bytes:
        """Everything that is answered until the server closes."""
        with closing(self.connect(source)) as connection:
            connection.sendall(request)
            return read_all(connection)

    def __call__(self, question: Callable[[], Found]) -> Found:
        """What a function finds, called where the server runs."""

        async def found() -> Found:
            return question()

        return asyncio.run_coroutine_threadsafe(found(), self.loop).result(PATIENCE)

    def guest(self, connection: socket.socket) -> HttpConnection | None:
        """The server's end of a connection."""
        guests = [guest for guest in self.lobby.guests if isinstance(guest, HttpConnection)]
        return next((one for one in guests if one.client == connection.getsockname()), None)

    def let_pass(self, seconds: float) -> None:
        """Let so many seconds pass for everybody who is connected."""

        def move() -> None:
            for guest in self.lobby.guests:
                guest.deadline -= seconds
                if isinstance(guest, HttpConnection):
                    guest.body_deadline -= seconds
            held_up = self.lobby._held_up
            for guest, (deadline, size) in held_up.items():
                held_up[guest] = (deadline - seconds, size)

        self(move)

    def wait_until(self, question: Callable[[], bool]) -> None:
        """Wait until it is so where the server runs."""
        until(lambda: self(question))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.loop = asyncio.get_running_loop()
        self.is_ready.set()

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_ready = threading.Event()


@contextmanager
def running(folder: Path, bounds: dict[str, Any], **settings: Any) -> Iterator[Running]:
    """A server with these bounds; the kernel is to hold little of what is not read.

    Nobody is late by himself, but for the seconds that are given: a test lets time pass.
    """
    patient = {field.name: PATIENCE for field in fields(Bounds) if field.name.endswith("_seconds")}
    bounds = {"sent_bytes": 4096, **patient, **bounds}
    given = {"rate_limit": None, **settings, "bounds": replace(Bounds(), **bounds)}
    chosen = Settings(f"sqlite:///{folder / 'matches.db'}", **given)
    config, lobby = configured(create_app(chosen), chosen)
    server = Running(config)
    server.lobby = lobby
    lobby._period = 0.05  # how often it looks who is late
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        server.port = listening.getsockname()[1]
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        assert server.is_ready.wait(PATIENCE)
        try:
            yield server
        finally:
            server.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


@contextmanager
def asking(folder: Path, peer: str = "127.0.0.1", **settings: Any) -> Iterator[TestClient]:
    """A client of a server without a socket; its connections come from this address."""
    chosen = Settings(f"sqlite:///{folder / 'matches.db'}", **settings)
    with TestClient(create_app(chosen), client=(peer, 1)) as client:
        yield client


def read_all(connection: socket.socket) -> bytes:
    """What comes until the other side closes, or breaks off."""
    found = b""
    try:
        while part := connection.recv(65_536):
            found += part
    except ConnectionError:
        pass
    return found


def is_cut_off(connection: socket.socket, part: bytes, most: int = 128 * 1024 * 1024) -> bool:
    """Whether the other side breaks off before it was sent so much, part after part."""
    try:
        for _ in range(most // len(part)):
            connection.sendall(part)
    except ConnectionError:
        return True
    return False


def status_of(answer: bytes) -> int:
    """The status of the first answer; 0 where there is none."""
    return int(answer.split(b" ", 2)[1]) if answer else 0
