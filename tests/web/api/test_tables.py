"""Tables, maps and chances over HTTP."""

import pytest
from starlette.testclient import TestClient

from marienbad.games.catalogue import EXAMPLES
from tests.web.support import get

SLOW = ("wythoff:heaps=3",)
"""Games whose tables are searched for."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in EXAMPLES],
)
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


def test_slices_of_three_heaps(client: TestClient) -> None:
    queen = "rules:heaps 3; take n from one; take n, n from two; take n, n, n from all"
    found = get(client, "/api/map", game="nim", size=4, slice=1)
    assert found == {"size": 4, "slice": 1, "positions": [[0, 1], [1, 0], [2, 3], [3, 2]]}
    assert get(client, "/api/map", game=queen, size=3)["slice"] == 0
    assert get(client, "/api/map", game="nim", size=3)["slice"] is None
    board = get(client, "/api/board", game=queen, size=4, at="2,3,1")
    assert (board["slice"], board["at"]) == (1, [2, 3])
    assert [2, 0, "target"] in board["marks"]
    assert board["title"] == "A game of your own: the positions (x, y, 1) to leave"
    assert get(client, "/api/board", game=queen, size=4, at="2,3,1", slice=0)["at"] is None
    table = get(client, "/api/table", game="marienbad", slice=2, rows=2)
    assert (table["kind"], table["rows"]) == ("slice", [[0, 0, 2], [1, 1, 3]])
    assert get(client, "/api/table", game=queen, rows=2)["rows"] == [[0, 0, 0, 0], [1, 0, 1, 2]]


def test_the_chance_of_a_random_start(client: TestClient) -> None:
    found = get(client, "/api/chance", game="wythoff", size=str(10**30))
    assert found["lost"] == "763932022500210303590826331269"
    assert get(client, "/api/chance", game="nim", size="8", heaps="2")["lost"] == 8


def test_the_tables_of_the_thesis_can_be_asked_for(client: TestClient) -> None:
    found = get(client, "/api/thesis", lang="fr")
    assert [table["number"] for table in found["tables"]][-1] == "XXII"
    assert len(found["figures"]) == 4
    for table in found["tables"]:
        names = ("game", "kind", "rows", "of", "base")
        asked = {name: str(table[name]) for name in names if table[name] is not None}
        assert get(client, "/api/table", **asked)["rows"]


def test_a_table_says_its_mathematics(client: TestClient) -> None:
    found = get(client, "/api/table", game="nim", kind="digits", base="8")
    assert "<msup>" in found["math"]["1,1"]
    assert found["has_bfile"] is False
    assert get(client, "/api/table", game="wythoff", kind="array")["has_bfile"] is True


def test_a_chance_without_empty_heaps(client: TestClient) -> None:
    found = get(client, "/api/chance", game="nim", size="8", heaps="3", no_empty="true")
    assert (found["numerator"], found["denominator"], found["least"]) == (6, 49, 1)
    assert "<table>" in found["html"]


def test_a_number_and_its_neighbours(client: TestClient) -> None:
    found = get(client, "/api/number", number="50")
    assert [found[name] for name in ("before", "after", "left", "right")] == [49, 51, 81, 31]
    for system in ("2", "1000", "[1; 2, 3]", "[1;1000000,…]"):
        assert get(client, "/api/number", number="0", system=system)["before"] is None
    for number, system in (
        ("x", "2"), ("9" * 999, "fibonacci"), ("9" * 999, "[1;1000000]"), ("5", "1"),
        ("5", "[2;1]"), ("5", "[1;0]"), ("5", "[1;,]"), ("5", "[1;" + "9," * 50 + "9]"),
    ):  # fmt: skip
        answer = client.get("/api/number", params={"number": number, "system": system})
        assert answer.status_code == 422, (number, system)


def test_a_board_and_its_construction(client: TestClient) -> None:
    stages = get(client, "/api/construction", game="wythoff", size="8")["stages"]
    assert [len(stage["squares"]) for stage in stages] == [1, 21, 2, 28, 2, 8, 2]
    left = {tuple(s) for stage in stages if stage["sign"] == "leave" for s in stage["squares"]}
    whole = get(client, "/api/map", game="wythoff", size="8")["positions"]
    assert left == {tuple(square) for square in whole}
    board = get(client, "/api/board", game="nim", size="8", at="6,4")
    assert board["at"] == [6, 4]


def test_a_table_of_the_thesis_needs_only_its_number(client: TestClient) -> None:
    found = get(client, "/api/table", thesis="xiii")
    assert (found["game"], found["kind"], len(found["rows"])) == ("wythoff", "convergents", 12)
    assert found["caption"].startswith("Table XIII of the thesis.")
