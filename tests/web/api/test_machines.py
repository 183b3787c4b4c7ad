"""The machine of matchboxes over HTTP: it comes with the question and goes back with the answer."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from marienbad.analysis import Game
from marienbad.school.matchbox import Machine, trained
from marienbad.school.situations import Situations
from marienbad.web.api import machines
from marienbad.web.api.machines import Drawn, MachineShown, Training
from tests.web.support import check_model

EIGHT = {"game": "subtraction:1.2", "position": "8"}


def post(client: TestClient, call: str, /, **wish: Any) -> Any:
    answer = client.post(f"/api/machine{call}", json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


def beads_of(shown: Any) -> list[list[int]]:
    return [[colour["beads"] for colour in box["colours"]] for box in shown["boxes"]]


def test_it_is_trained_by_parts_as_at_once(client: TestClient) -> None:
    shown = post(client, "", **EIGHT, seed=7, games=100)
    check_model(MachineShown, shown)
    known = Machine(Situations(Game.named("subtraction:1.2"), (8,)), seed=7)
    games = list(trained(known, "novice", 100))
    assert shown["won"] == [game.won for game in games]
    assert beads_of(shown) == [[*box.values()] for box in known.beads.values()]
    part = post(client, "", **EIGHT, seed=7, games=60)
    rest = post(client, "", **EIGHT, seed=7, games=40, played=60, boxes=beads_of(part), judge=True)
    assert (rest["boxes"], rest["played"], rest["last"]) == (shown["boxes"], 100, shown["last"])
    assert (rest["perfect"], shown["perfect"]) == (True, None)
    assert "plays perfectly" in rest["judgement"]


def test_no_further_game_begins_when_the_time_is_used_up(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "SECONDS", -1.0)
    shown = machines.train(Training(game="subtraction:1.2", position="8", games=100), "en")
    assert len(shown["won"]) == shown["played"] == 1


def test_somebody_plays_against_it(client: TestClient) -> None:
    """One who plays without a mistake: the machine loses its last bead, and only that."""
    machine = {**EIGHT, "beads": 1, "first": "opponent"}
    before = beads_of(post(client, "", **machine))
    path, heaps, drawn = ["8"], 8, None
    while heaps:
        heaps -= heaps % 3 or 1
        path.append(str(heaps))
        if heaps:
            drawn = post(client, "/move", **machine, boxes=before, heaps=str(heaps), ply=len(path))
            check_model(Drawn, drawn)
            heaps = drawn["leave"][0]
            path.append(str(heaps))
    assert drawn is not None
    shown = post(client, "/learn", **machine, boxes=before, path=path, began=False)
    before[drawn["box"]][drawn["colour"]] -= 1
    assert (beads_of(shown), shown["won"], shown["played"]) == (before, [False], 1)
    # the box of 3 has one bead left; without it, it gives up
    before[2] = [0, 0]
    empty = post(client, "/move", **machine, boxes=before, heaps="3")
    assert (empty["box"], empty["colour"], empty["move"]) == (2, None, None)
    wish = {**machine, "boxes": before, "path": ["8", "6", "5", "3"], "began": False}
    shown = post(client, "/learn", **wish, gave_up=True)
    assert (shown["last"]["gave_up"], shown["won"]) == (True, [False])


def test_a_move_fits_rows_in_any_order(client: TestClient) -> None:
    wish = {"game": "nim", "position": "1,2,3"}
    for ply in range(6):
        drawn = post(client, "/move", **wish, heaps="3,0,2", ply=ply)
        left = [heap - taken for heap, taken in zip([3, 0, 2], drawn["move"], strict=True)]
        assert left == drawn["leave"]
        assert sum(left) < 5


@pytest.mark.parametrize(
    ("path", "wish", "key"),
    [
        ("", {"boxes": [[1]]}, "train.boxes"),
        ("", {"position": "0"}, "train.over"),
        ("", {"position": "900"}, "school.many_situations"),
        ("", {"game": "spite", "position": "2,3"}, "labels.turns"),
        ("", {"games": 1, "against": "nobody"}, "errors.unknown_player"),
        ("/move", {"heaps": "0"}, "train.no_box"),
        ("/move", {"heaps": "9"}, "train.no_box"),
        ("/learn", {"path": ["8", "5"], "began": True}, "train.path"),
        ("/learn", {"path": ["8", "7"], "began": True}, "train.unfinished"),
        ("/learn", {"path": ["8"], "began": True, "gave_up": True}, "train.unfinished"),
    ],
)
def test_what_does_not_fit_is_refused(
    client: TestClient, path: str, wish: dict[str, Any], key: str
) -> None:
    answer = client.post(f"/api/machine{path}", json={**EIGHT, **wish})
    assert (answer.status_code, answer.json()["error"]["key"]) == (422, key)


def test_numbers_are_bounded(client: TestClient) -> None:
    for wish in ({"games": 101}, {"beads": 0}, {"seed": -1}, {"boxes": [[10_001]]}, {"more": 1}):
        assert client.post("/api/machine", json={**EIGHT, **wish}).status_code == 422
