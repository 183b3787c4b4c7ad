"""Lessons over HTTP: the answer to a move, the path, and lessons that teachers write."""

import pytest
from starlette.testclient import TestClient

from marienbad.school.lesson import PATH
from tests.web.support import error_of, get


def test_a_wrong_move_is_answered_by_the_refutation_that_leaves_least(client: TestClient) -> None:
    found = get(client, "/api/answer", game="nim", position="3,5", take="0,5")
    assert (found["legal"], found["wins"], found["leave"]) == (True, False, [3, 0])
    reply = found["reply"]
    assert (reply["take"], reply["leave"], reply["won"]) == ([3, 0], [0, 0], True)


def test_a_winning_move_is_answered_by_any_move(client: TestClient) -> None:
    found = get(client, "/api/answer", game="nim", position="3,5", take="0,2")
    assert (found["wins"], found["leave"], found["over"], found["won"]) == (
        True,
        [3, 3],
        False,
        None,
    )
    assert 3 in found["reply"]["leave"]
    assert 3 <= sum(found["reply"]["leave"]) < 6


def test_the_last_move_has_no_answer(client: TestClient) -> None:
    asked = {"position": "0,1", "take": "0,1"}
    for game, has_won in (("nim", True), ("marienbad", False)):
        found = get(client, "/api/answer", game=game, **asked)
        assert (found["over"], found["won"], found["wins"]) == (True, has_won, has_won)
        assert found["reply"] is None


def test_who_plays_on_is_not_answered(client: TestClient) -> None:
    found = get(client, "/api/answer", game="spite", position="5/2", take="2")
    assert (found["plays_on"], found["reply"]) == (True, None)


@pytest.mark.parametrize(("lang", "reason"), [("en", "From one row only"), ("fr", "Dans une")])
def test_what_is_not_legal_is_told_why(client: TestClient, lang: str, reason: str) -> None:
    found = get(client, "/api/answer", game="nim", position="3,5", take="1,2", lang=lang)
    assert not found["legal"]
    assert found["reason"].startswith(reason)
    assert found["wins"] is found["reply"] is None


OWN = {
    "lesson": 1,
    "name": "own",
    "game": "nim",
    "tasks": [{"play": "3,5"}, {"cut": "5,6"}, {"judge": "1,1,1", "game": "marienbad"}],
    "more": {"kind": "race", "difficulty": 2, "as": "judge"},
    **{part: {"fr": f"{part} à moi"} for part in ("title", "aim", "help", "learned")},
}


def test_the_path_is_told_in_the_readers_language(client: TestClient) -> None:
    for lang, title in (("en", "Two equal rows"), ("fr", "Deux rangées égales")):
        found = get(client, "/api/lessons", lang=lang)["lessons"]
        assert [lesson["name"] for lesson in found] == [*PATH]
        assert found[0]["title"] == title
        whole = get(client, "/api/lessons/mirror", lang=lang)
        assert whole["title"] == title
        assert len(whole["tasks"]) == found[0]["tasks"]


def test_further_tasks_do_not_come_again_soon(client: TestClient) -> None:
    asked = [get(client, "/api/lessons/mirror/task", seed=7, number=number) for number in range(8)]
    assert len({tuple(sorted(task["position"])) for task in asked}) == 8
    assert asked[3] == get(client, "/api/lessons/mirror/task", seed=7, number=3)


def test_a_teachers_lesson_is_checked_and_not_kept(client: TestClient) -> None:
    answer = client.post("/api/lessons/check?lang=en", json=OWN)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["title"] == "title à moi"
    assert found["tasks"][0] == {
        "as": "play",
        "game": "nim",
        "position": [3, 5],
        "begins": "pupil",
        "answer": None,
    }
    assert found["tasks"][1]["answer"] == [[4, 1], [4, 2]]
    assert found["tasks"][2]["begins"] == "machine"
    task = client.post("/api/lessons/task?seed=1&number=2", json=OWN).json()
    assert (task["as"], task["game"]) == ("judge", "subtraction:1.2.3")
    assert error_of(client.get("/api/lessons/own")) == (422, "lesson.unknown")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"tasks": [{"play": "3,5"}, {"play": "x"}]}, {"task": 2}),
        ({"tasks": [{"play": "0,0"}]}, {"task": 1}),
        ({"game": "go"}, {"field": "game"}),
        ({"aim": {"fr": "<b>\n</b>"}}, {"field": "aim"}),
        ({"more": {"kind": "chess", "difficulty": 1}}, {"field": "more"}),
        ({"surprise": 1}, {}),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    client: TestClient, change: dict[str, object], place: dict[str, object]
) -> None:
    answer = client.post("/api/lessons/check", json=OWN | change)
    assert answer.status_code == 422, answer.text
    error = answer.json()["error"]
    assert error["key"] == "lesson.at"
    assert {name: value for name, value in error.items() if name not in ("key", "message")} == place


def test_what_is_too_long_is_refused(client: TestClient) -> None:
    assert client.post("/api/lessons/check", content=b" " * 70_000).status_code == 413
