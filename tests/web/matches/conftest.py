"""Servers in this process, on each kind of database: one for a file of tests, and a fresh one."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings
from tests.web.support import KINDS, new_database


@pytest.fixture(scope="module")
def sqlite_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    yield from _client(f"sqlite:///{tmp_path_factory.mktemp('matches') / 'matches.db'}")


@pytest.fixture(scope="module")
def postgresql_client(postgresql: str) -> Iterator[TestClient]:
    yield from _client(new_database(postgresql))


def _client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database))) as client:
        yield client


@pytest.fixture(params=KINDS)
def client(request: pytest.FixtureRequest) -> TestClient:
    """A client of the server that the tests of a file share."""
    found: TestClient = request.getfixturevalue(f"{request.param}_client")
    return found


@pytest.fixture
def fresh(database: str) -> Iterator[TestClient]:
    """A client of a server on the test's own database."""
    yield from _client(database)
