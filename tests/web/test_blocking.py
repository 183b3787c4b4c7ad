"""Rules with forbidding and with earlier ends over HTTP: maps, analyses, graphs."""

from itertools import product

import httpx2 as httpx
import pytest

import marienbad
from marienbad.solver.reference import p_positions
from tests.web.test_lab import ask, client, table_of

__all__ = ["client"]  # a fixture
pytestmark = pytest.mark.slow

WYTHOFF = "heaps 2; take n from one; take n, n from two; "


@pytest.mark.parametrize("more", ["block 2", "block 4", "terminal x + y <= 5", "terminal x == 3"])
def test_the_map_is_that_of_the_readable_search(client: httpx.Client, more: str) -> None:
    found = ask(client, WYTHOFF + more, size=40).json()
    game = marienbad.rules(WYTHOFF + more).definition
    p = {*p_positions(game, (40, 40))}
    expected = [position in p for position in product(range(40), repeat=2)]
    assert table_of(found).flatten().tolist() == expected
    assert ("lab.starts.block" in found["description"]) == more.startswith("block")


def test_a_large_map_needs_no_small_box(client: httpx.Client) -> None:
    found = ask(client, WYTHOFF + "block 3", fit=True).json()
    assert found["sizes"] == ask(client, WYTHOFF, fit=True).json()["sizes"]
    assert (found["kind"], found["tiles"]) == ("outcomes", False)
    values = ask(client, WYTHOFF + "block 3", size=40, kind="grundy")
    assert (values.status_code, values.json()["error"]["key"]) == (422, "solver.block_grundy")


def test_an_analysis_counts_and_names_what_is_to_be_forbidden(client: httpx.Client) -> None:
    game = f"rules:{WYTHOFF}block 2"
    lost = client.get("/api/analysis", params={"game": game, "position": "1,3"}).json()
    assert (lost["outcome"], lost["winning_moves"]) == ("P", [])
    assert any("(1, 0)" in step["text"] for step in lost["explanation"])
    won = client.get("/api/analysis", params={"game": game, "position": "7,11"}).json()
    assert [move["leave"] for move in won["winning_moves"]] == [[7, 3], [5, 11], [3, 7]]
    assert won["authority"] == "table"
    graph = client.get("/api/graph", params={"game": game, "position": "2,3"})
    assert graph.status_code == 200


def test_a_match_that_ends_earlier_is_played(client: httpx.Client) -> None:
    body = {
        "game": f"rules:{WYTHOFF}terminal x + y <= 3",
        "position": [2, 2],
        "players": ["human", "human"],
    }
    match = client.post("/api/matches", json=body).json()
    sent = client.post(
        f"/api/matches/{match['id']}/moves",
        json={"take": [0, 1], "ply": 0},
        headers={"Authorization": f"Bearer {match['seats'][0]}"},
    ).json()
    assert (sent["over"], sent["winner"], sent["position"]) == (True, 0, [2, 1])
