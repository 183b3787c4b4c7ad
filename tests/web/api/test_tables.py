"""Tables, maps and chances over HTTP."""

import pytest
from starlette.testclient import TestClient

from marienbad.games.catalogue import EXAMPLES
from tests.web.support import get


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_game_says_which_tables_it_has(client: TestClient, name: str) -> None:
    for table in get(client, "/api/game", game=name)["tables"]:
        question = {"game": name, "kind": table["name"], "rows": table["usual_rows"]}
        assert get(client, "/api/table", **question)["kind"] == table["name"]
        assert table["usual_rows"] <= table["most_rows"]


def test_the_map_has_both_orders(client: TestClient) -> None:
    found = get(client, "/api/map", game="wythoff", size=6)
    assert found["positions"] == [[0, 0], [1, 2], [2, 1], [3, 5], [5, 3]]


@pytest.mark.parametrize(
    ("form", "kind", "beginning"),
    [
        ("json", "application/json", '{"game": "wythoff:a=2"'),
        ("csv", "text/csv", "n,a,b\n0,0,0\n"),
        ("latex", "text/plain", "% \\usepackage"),
        ("bfile", "text/plain", "0 0\n1 0\n2 1\n"),
        ("text", "text/plain", "Positions to leave"),
    ],
)
def test_tables_in_every_form(client: TestClient, form: str, kind: str, beginning: str) -> None:
    answer = client.get("/api/table", params={"game": "wythoff:a=2", "rows": 3, "format": form})
    assert answer.headers["content-type"].partition(";")[0] == kind
    assert answer.text.startswith(beginning)


def test_the_chance_of_a_random_start(client: TestClient) -> None:
    found = get(client, "/api/chance", game="wythoff", size=str(10**30))
    assert found["lost"] == "763932022500210303590826331269"
    assert get(client, "/api/chance", game="nim", size="8", heaps="2")["lost"] == 8
