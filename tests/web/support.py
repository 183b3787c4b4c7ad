"""What the tests of the web server share: answers, a throw-away PostgreSQL, server processes."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Protocol

import httpx2 as httpx
import psycopg
import pytest
from starlette.testclient import TestClient

from bench.processes import (
    descendants,
    free_port,
    new_database,
    postgresql_programs,
    serve_arguments,
)
from bench.processes import postgresql as started
from marienbad.web.calls.openapi import Schemas
from tests import support
from tests.support import PATIENCE
from tests.web.patience import CPU_LIMIT, PATIENT


def how_many(number: int, in_verify: int) -> int:
    """How often something is done; a test that asks this is marked ``sample``."""
    return in_verify if support.IS_VERIFYING else number


# Answers


def get(client: TestClient, path: str, **parameters: Any) -> Any:
    answer = client.get(path, params=parameters)
    assert answer.status_code == 200, answer.text
    return answer.json()


def check_model(model: Any, data: Any) -> None:
    """Check data against a model as the OpenAPI document describes it."""
    from jsonschema_rs import validator_for

    schemas = Schemas()
    schema = {**schemas.of(model), "components": {"schemas": schemas.components}}
    validator_for(schema).validate(json.loads(json.dumps(data)))


def error_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["key"]


def metric(client: Any, name: str) -> float:
    """What the metrics say of something."""
    lines = client.get("/metrics").text.splitlines()
    (found,) = [line.removeprefix(f"{name} ") for line in lines if line.startswith(f"{name} ")]
    return float(found)


def queue_metric(client: Any, name: str, queue: str) -> float:
    return metric(client, f'marienbad_pool_{name}{{queue="{queue}"}}')


# Databases, among them a PostgreSQL of our own

KINDS = ("sqlite", pytest.param("postgresql", marks=pytest.mark.database))
MOSTLY_SQLITE = pytest.mark.parametrize(
    "database",
    ["sqlite", pytest.param("postgresql", marks=(pytest.mark.database, pytest.mark.verify))],
    indirect=True,
)
"""For tests in which the kind of database matters little: PostgreSQL is for ``make verify``."""


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


def empty_database(request: pytest.FixtureRequest, file: Path) -> str:
    """The address of an empty database of the kind that a fixture is asked for."""
    if request.param == "sqlite":
        return f"sqlite:///{file}"
    return new_database(request.getfixturevalue("postgresql"))


def drop_database(folder: str, address: str) -> None:
    """Take a database away from those who use it."""
    name = address.partition("@/")[2].partition("?")[0]
    command(folder, f"DROP DATABASE {name} WITH (FORCE)")


def command(folder: str, sentence: str) -> None:
    with closing(psycopg.connect(host=folder, user="marienbad", dbname="postgres")) as connection:
        connection.autocommit = True
        connection.execute(sentence.encode("ascii"))


# Server processes


class ServerProcess:
    """``marienbad serve`` on a port of its own, ready when entered.

    No limit of time ends what its workers do; with ``has_cpu_limit`` those of CPU time do.
    """

    def __init__(
        self,
        database: str,
        *options: str,
        port: int | None = None,
        stderr: IO[bytes] | int = subprocess.PIPE,
        has_cpu_limit: bool = False,
    ) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        limits = [CPU_LIMIT] * has_cpu_limit
        self.process = subprocess.Popen(
            [*PATIENT, *limits, *serve_arguments(self.port, database, *options)],
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


def workers_of(server: ServerProcess) -> list[int]:
    """The worker processes, and before them the fork server that they come from."""
    found = []
    for pid in descendants(server.process.pid):
        with suppress(OSError):  # it may have ended
            if b"marienbad.web.workers" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.append(pid)
    return found


def is_gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked for its status."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z"
    except (FileNotFoundError, ProcessLookupError):
        return True


class Listening(Protocol):
    """A server, in a process of its own or in this one."""

    port: int

    @property
    def address(self) -> str: ...


def client_of(server: Listening) -> httpx.Client:
    return httpx.Client(base_url=server.address, timeout=PATIENCE, trust_env=False)


def live(server: Listening, table: "Table") -> str:
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
