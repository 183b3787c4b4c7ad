"""What the tests of the web server share: answers, a throw-away PostgreSQL, server processes."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

import httpx2 as httpx
import psycopg
import pytest
from starlette.testclient import TestClient

from bench.postgresql import address_of, postgresql_programs
from bench.postgresql import postgresql as started
from tests.support import PATIENCE

# Answers


def get(client: TestClient, path: str, **parameters: Any) -> Any:
    answer = client.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["key"]


# A PostgreSQL of our own


@contextmanager
def started_postgresql() -> Iterator[str]:
    """A fresh PostgreSQL that goes with the tests; yields the folder of its socket."""
    programs = postgresql_programs()
    if programs is None:
        pytest.fail(
            "PostgreSQL is missing: the tests start one of their own and need initdb and pg_ctl "
            "(on Debian: apt-get install postgresql; `make test` does so when run as root)."
        )
    with started(programs, "fsync=off", "max_connections=200") as folder:
        yield folder


def new_database(folder: str) -> str:
    """The address of an empty database."""
    name = f"test_{os.urandom(6).hex()}"
    command(folder, f"CREATE DATABASE {name}")
    return address_of(folder, name)


def drop_database(folder: str, address: str) -> None:
    """Take a database away from those who use it."""
    name = address.partition("@/")[2].partition("?")[0]
    command(folder, f"DROP DATABASE {name} WITH (FORCE)")


def command(folder: str, sentence: str) -> None:
    with closing(psycopg.connect(host=folder, user="marienbad", dbname="postgres")) as connection:
        connection.autocommit = True
        connection.execute(sentence.encode("ascii"))


# Server processes


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """``marienbad serve`` on a port of its own, ready when entered."""

    def __init__(
        self,
        database: str,
        *options: str,
        port: int | None = None,
        stderr: IO[bytes] | int = subprocess.PIPE,
    ) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        command = [sys.executable, "-m", "marienbad", "--lang", "en", "serve"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--database", database, *options],
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
        )

    def __enter__(self) -> "ServerProcess":
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if str(self.port) not in line:
            _, complaint = self.process.communicate(timeout=PATIENCE)
            raise AssertionError(f"the server did not start: {line}{complaint}")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.terminate()
        _, complaints = self.process.communicate(timeout=PATIENCE)
        sys.stderr.write(complaints or "")

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=PATIENCE)


def descendants(pid: int) -> list[int]:
    """The processes that came from one, those before others that came from them."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    except FileNotFoundError:
        return []
    return [one for child in map(int, children) for one in (child, *descendants(child))]


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def client_of(server: ServerProcess) -> httpx.Client:
    return httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False)


def live(server: ServerProcess, table: "Table") -> str:
    return f"ws://127.0.0.1:{server.port}{table.path}/live"


# Playing


@dataclass
class Table:
    """A match and the tokens of its seats, played through a client."""

    client: Any
    match: dict[str, Any]
    seats: list[str | None]

    @classmethod
    def laid(cls, client: Any, game: str, *players: str, position: Any = None) -> "Table":
        body = {"game": game, "players": players or ("human", "human"), "position": position}
        answer = client.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        match = answer.json()
        return cls(client, match, match.pop("seats"))

    @property
    def path(self) -> str:
        return f"/api/matches/{self.match['id']}"

    def token(self, seat: int) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.seats[seat]}"}

    def move(self, take: Any, ply: int | None = None, seat: int | None = None) -> Any:
        number = self.match["ply"] if ply is None else ply
        headers = self.token(number % 2 if seat is None else seat)
        body = {"take": take, "ply": number}
        return self.client.post(f"{self.path}/moves", json=body, headers=headers)

    def play(self, take: Any) -> dict[str, Any]:
        """Play a move that must be accepted."""
        answer = self.move(take)
        assert answer.status_code == 200, answer.text
        self.match = answer.json()
        return self.match

    def now(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(self.path).json()
        return found
