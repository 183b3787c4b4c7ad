"""The databases that matches are kept in, SQLite and a PostgreSQL of our own, and servers.

A server process takes a second of a processor to start: what any server will do for is asked of
those that all tests share.
"""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2 as httpx
import pytest

from bench.processes import Database
from tests.web.support import (
    KINDS,
    ServerProcess,
    client_of,
    empty_database,
    new_database,
    started_postgresql,
)

Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The folder of the socket of a PostgreSQL."""
    with started_postgresql() as folder:
        yield folder


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    return empty_database(request, tmp_path / "matches.db")


@pytest.fixture
def place(database: str, tmp_path: Path) -> Database:
    """The database as the attacks and the long runs know it."""
    return Database(database.partition(":")[0], database, tmp_path)


# Shared servers


@pytest.fixture(scope="session")
def sqlite_pair(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    folder = tmp_path_factory.mktemp("pair")
    yield from _pair(f"sqlite:///{folder / 'matches.db'}", folder)


@pytest.fixture(scope="session")
def postgresql_pair(postgresql: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    yield from _pair(new_database(postgresql), tmp_path_factory.mktemp("pair"))


def _pair(database: str, folder: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        # a pipe that nobody reads would fill up
        log = stack.enter_context((folder / "log").open("ab"))
        one, two = (stack.enter_context(ServerProcess(database, stderr=log)) for _ in range(2))
        yield one, two


@pytest.fixture(params=KINDS)
def pair(request: pytest.FixtureRequest) -> Pair:
    """Two server processes on one database, of each kind in turn."""
    found: Pair = request.getfixturevalue(f"{request.param}_pair")
    return found


@pytest.fixture(scope="session")
def shared_server(sqlite_pair: Pair) -> ServerProcess:
    """A server process that other tests ask too."""
    return sqlite_pair[0]


@pytest.fixture(scope="session")
def shared_client(shared_server: ServerProcess) -> Iterator[httpx.Client]:
    with client_of(shared_server) as client:
        yield client
