"""A server in this process, on each kind of database."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(database, rate_limit=None))) as client:
        yield client
