"""The graph of a game over HTTP."""

import pytest
from starlette.testclient import TestClient

from marienbad.analysis import Game
from marienbad.school.situations import Situations
from marienbad.web.api.investigation import GameGraph
from tests.web.support import check_model, get


@pytest.mark.slow
def test_the_graph_of_1357(client: TestClient) -> None:
    found = Situations(Game.named("marienbad"), (1, 3, 5, 7))
    plain = get(client, "/api/graph", game="marienbad", position="7,5,3,1")
    check_model(GameGraph, plain)
    nodes = [tuple(node["position"]) for node in plain["situations"]]
    assert nodes[plain["start"]] == (1, 3, 5, 7)
    steps = {(nodes[edge["source"]], nodes[edge["target"]]) for edge in plain["edges"]}
    assert steps == {(one, after) for one in found.following for after in found.following[one]}
    # nothing is revealed, but who has lost at the end is a rule
    assert {node["leave"] for node in plain["situations"]} == {None}
    assert {
        (*node["position"], node["lost"]) for node in plain["situations"] if not node["position"]
    } == {(False,)}
    told = get(
        client, "/api/graph", game="marienbad", position="1,3,5,7", colours="true", lang="fr"
    )
    assert {
        nodes[i] for i, node in enumerate(told["situations"]) if node["leave"]
    } == found.to_leave
    assert (plain["legend"], told["legend"]) == (
        None,
        "Dans un double cadre\u202f: les positions à laisser",
    )


def test_layers_of_moves_and_other_games(client: TestClient) -> None:
    by_moves = get(client, "/api/graph", game="nim", position="1,2,3", by="moves")
    assert all(node["layer"] == node["distance"] for node in by_moves["situations"])
    for game, position in (("kayles", "5"), ("spite", "2,3"), ("fibonacci", "9"), ("nim", "0")):
        check_model(GameGraph, get(client, "/api/graph", game=game, position=position))


@pytest.mark.slow
def test_what_is_too_large_is_refused(client: TestClient) -> None:
    for game, position, key, bound in (
        ("nim", "40,40,40", "school.many_situations", "600"),
        ("nim", "9" * 900, "school.many_situations", "600"),
        ("wythoff", "99,99", "school.many_situations", "600"),
        ("nim", "200", "school.many_moves", "12,000"),
    ):
        answer = client.get("/api/graph", params={"game": game, "position": position})
        assert answer.status_code == 422
        assert answer.json()["error"]["key"] == key
        assert f"more than {bound} " in answer.json()["error"]["message"]
