"""Databases of each kind, servers, and time that does not run out by itself.

A server process takes a second of a processor to start: tests that any server suits share one.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2 as httpx
import pytest

from bench import processes
from bench.attack import measure, wire
from bench.processes import Database, new_database
from tests.support import PATIENCE
from tests.web.patience import CPU_LIMIT, PATIENT, give_time
from tests.web.support import (
    KINDS,
    ServerProcess,
    client_of,
    empty_database,
    started_postgresql,
)

Pair = tuple[ServerProcess, ServerProcess]


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """No question to the workers of a server takes too long: of one in this process, and of those
    that a bench starts.
    """
    with pytest.MonkeyPatch.context() as patch:
        give_time(patch.setattr)
        patch.setattr(processes, "PROGRAM", [*PATIENT, CPU_LIMIT])
        for module in (measure, wire):
            patch.setattr(module, "PATIENCE", PATIENCE)
        yield


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
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shared")


@pytest.fixture(scope="session")
def shared_server(shared_folder: Path) -> Iterator[ServerProcess]:
    """A server process that other tests ask too."""
    with _logging(f"sqlite:///{shared_folder / 'matches.db'}", shared_folder) as server:
        yield server


@contextmanager
def _logging(database: str, folder: Path) -> Iterator[ServerProcess]:
    """A server with a file for its log: a pipe that nobody reads would fill up."""
    with (
        (folder / "log").open("ab") as log,
        ServerProcess(database, stderr=log) as server,
    ):
        yield server


@pytest.fixture(scope="session")
def shared_client(shared_server: ServerProcess) -> Iterator[httpx.Client]:
    with client_of(shared_server) as client:
        yield client


@pytest.fixture(scope="session")
def pair(postgresql: str, shared_folder: Path) -> Iterator[Pair]:
    """Two server processes on one PostgreSQL."""
    database = new_database(postgresql)
    with _logging(database, shared_folder) as one, _logging(database, shared_folder) as another:
        yield one, another
