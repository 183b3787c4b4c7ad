"""Matches in a database: they outlive the server and agree."""

import pytest
from starlette.testclient import TestClient

from marienbad.web.app import create_app
from marienbad.web.settings import Settings
from tests.web.support import Table

pytestmark = pytest.mark.slow


def test_matches_outlive_the_server(database: str) -> None:
    settings = Settings(database)
    with TestClient(create_app(settings)) as client:
        table = Table.laid(client, "nim", position=[3, 4])
        table.play([1, 0])
    with TestClient(create_app(settings)) as client:
        table.client = client
        assert table.now() == table.match
        assert table.play([0, 2])["position"] == [2, 2]


def test_two_servers_on_one_database_agree(database: str) -> None:
    settings = Settings(database)
    with TestClient(create_app(settings)) as one, TestClient(create_app(settings)) as two:
        here = Table.laid(one, "nim", position=[9, 9])
        there = Table(two, here.match, here.seats)
        assert there.now() == here.match
        here.play([1, 0])
        assert there.move([1, 0], 0).json() == here.match
        assert there.move([2, 0], 0).status_code == 409
        there.match = here.match
        there.play([0, 3])
        assert here.move([0, 1], 1).status_code == 409
        undone = two.post(f"{here.path}/undo", headers=here.token(1)).json()
        assert here.now() == undone
        here.match = undone
        assert here.play([0, 4])["moves"] == [[1, 0], [0, 4]]
