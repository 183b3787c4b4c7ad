"""A server whose matches are kept in SQLite, in this process: one for the tests of this folder."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings


@pytest.fixture(scope="package")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("web")
    application = create_app(Settings(f"sqlite:///{folder / 'matches.db'}"))
    with TestClient(application, client=("127.0.0.1", 50000)) as client:
        yield client
