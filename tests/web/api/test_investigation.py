"""Investigations over HTTP: situations, labels, the table of winning moves, the graph."""

import pytest
from starlette.testclient import TestClient

from marienbad.analysis import Game
from marienbad.school.situations import Situations
from marienbad.web.api.investigation import GameGraph
from tests.web.support import check_model, get


def written(position: list[int]) -> str:
    return ",".join(map(str, position)) or "0"


@pytest.mark.slow
def test_a_script_labels_all_of_1357(client: TestClient) -> None:
    """From the end backwards, by what it has labelled itself and the rule of labelling alone."""
    found = get(client, "/api/situations", game="marienbad", position="7,5,3,1")
    situations, labels = found["situations"], dict[int, str]()
    assert (len(situations), found["start"]) == (143, [1, 3, 5, 7])
    assert "leave" not in str(found)
    for place, one in enumerate(situations):
        following = [labels[after] for after in one["next"]]
        label = "not" if not following or "leave" in following else "leave"
        question = {"game": "marienbad", "position": written(one["position"]), "label": label}
        assert get(client, "/api/label", **question)["right"]
        labels[place] = label
    known = Situations(Game.named("marienbad"), (1, 3, 5, 7)).to_leave
    to_leave = [one for place, one in enumerate(situations) if labels[place] == "leave"]
    assert {tuple(one["position"]) for one in to_leave} == known
    assert len(to_leave) == 20


def test_a_wrong_label_is_answered_by_the_moves_that_refute_it(client: TestClient) -> None:
    answer = get(client, "/api/label", game="nim", position="2,1,2", label="leave")
    assert (answer["right"], answer["over"], answer["position"]) == (False, False, [1, 2, 2])
    assert answer["moves"] == [{"take": [1, 0, 0], "left": [2, 2]}]
    answer = get(client, "/api/label", game="nim", position="1,1", label="not")
    assert answer["moves"] == [{"take": [0, 1], "left": [1]}]
    answer = get(client, "/api/label", game="marienbad", position="0", label="leave")
    assert (answer["right"], answer["over"], answer["moves"]) == (False, True, [])
    assert get(client, "/api/label", game="nim", position="0", label="leave")["right"]
    answer = get(client, "/api/label", game="kayles", position="5", label="leave")
    assert answer["moves"] == [{"take": [1], "leave": [2, 2], "left": [2, 2]}]
    answer = get(client, "/api/label", game="takeaway", position="4/2", label="leave")
    assert answer["moves"] == [{"take": [4], "left": [0], "left_state": 4}]


def test_the_table_can_be_narrowed_and_taken_away(client: TestClient) -> None:
    question = {"game": "nim", "position": "1,2,3"}
    whole = get(client, "/api/winning", **question)
    assert len(whole["rows"]) == 14
    assert whole["counts"] == "Situations: 14, the empty one counted. To leave: 4."
    layer = get(client, "/api/winning", **question, total="5")
    assert [row["position"] for row in layer["rows"]] == [[2, 3], [1, 1, 3], [1, 2, 2]]
    assert layer["rows"][0] == {"position": [2, 3], "total": 5, "leave": False, "moves": ["3 → 2"]}
    left = get(client, "/api/winning", **question, only="leave")
    assert [row["position"] for row in left["rows"]] == [[], [1, 1], [2, 2], [1, 2, 3]]
    assert get(client, "/api/winning", **question, lang="fr")["heads"][3] == "coups gagnants"
    for form, kind, beginning in [
        ("csv", "text/csv", "total,situation,outcome,winning_moves\n0,(),to leave,\n"),
        ("latex", "text/plain", "% \\usepackage"),
        ("markdown", "text/markdown", "Nim, from (1, 2, 3): every situation"),
        ("text", "text/plain", "Nim, from (1, 2, 3): every situation"),
    ]:
        answer = client.get("/api/winning", params={**question, "format": form})
        assert answer.headers["content-type"].partition(";")[0] == kind
        assert answer.text.startswith(beginning)


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
