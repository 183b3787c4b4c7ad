"""Servers in this process: one for a file of tests, and a fresh one on each kind of database."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A client of the server that the tests of a file share."""
    yield from _client(f"sqlite:///{tmp_path_factory.mktemp('matches') / 'matches.db'}")


def _client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database))) as client:
        yield client


@pytest.fixture
def fresh(database: str) -> Iterator[TestClient]:
    """A client of a server on the test's own database."""
    yield from _client(database)
