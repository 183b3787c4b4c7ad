"""A server in this process: one for all lessons, and a fresh one on each kind of database."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings

HERE = ("127.0.0.1", 1)
"""Whose rooms are not counted."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    file = tmp_path_factory.mktemp("rooms") / "matches.db"
    app = create_app(Settings(f"sqlite:///{file}"))
    with TestClient(app, client=HERE) as client:
        yield client


@pytest.fixture
def fresh(database: str) -> Iterator[TestClient]:
    app = create_app(Settings(database))
    with TestClient(app, client=HERE) as client:
        yield client
