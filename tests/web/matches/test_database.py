"""Matches in a database: they outlive the server and agree."""

from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from bench.processes import new_database
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.web.app import create_app
from marienbad.web.matches.store import Store
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


def test_a_second_server_on_sqlite_is_refused_until_the_first_has_ended(tmp_path: Path) -> None:
    file = tmp_path / "matches.db"
    with closing(Store(f"sqlite:///{file}")) as second:
        with TestClient(create_app(Settings(f"sqlite:///{file}"))):
            for lang, words in (("en", "Another process uses"), ("fr", "Un autre processus")):
                with pytest.raises(InputError) as refused:
                    second.prepare()
                said = Plain(lang).line(refused.value.message)
                assert said.startswith(words)
                assert file.name in said  # a long path is shortened
        second.prepare()


@pytest.mark.database
def test_two_servers_on_one_postgresql_agree(postgresql: str) -> None:
    settings = Settings(new_database(postgresql))
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
        help_ = two.post(f"{here.path}/help", headers=here.token(1))
        assert help_.json()["helps"] == here.now()["helps"] == [0, 1]
        asked = one.post(f"{here.path}/rematch", headers=here.token(0), json={"request": True})
        again = two.post(f"{here.path}/rematch", headers=here.token(1), json={"request": True})
        assert (asked.status_code, again.status_code) == (202, 200)
        assert here.now()["next"] == again.json()["next"]
