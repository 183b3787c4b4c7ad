"""Lessons over HTTP: the answer to a move."""

import pytest
from starlette.testclient import TestClient

from tests.web.support import error_of, get


def test_a_wrong_move_is_answered_by_the_refutation_that_leaves_least(client: TestClient) -> None:
    found = get(client, "/api/answer", game="nim", position="3,5", take="0,5")
    assert (found["legal"], found["wins"], found["leave"]) == (True, False, [3, 0])
    reply = found["reply"]
    assert (reply["take"], reply["leave"], reply["won"]) == ([3, 0], [0, 0], True)


def test_a_winning_move_is_answered_by_what_is_hardest(client: TestClient) -> None:
    found = get(client, "/api/answer", game="nim", position="3,5", take="0,2")
    assert (found["wins"], found["leave"], found["over"], found["won"]) == (
        True,
        [3, 3],
        False,
        None,
    )
    assert sum(found["reply"]["leave"]) == 5


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


def test_what_would_take_long_is_refused(client: TestClient) -> None:
    rules = "rules:heaps 4; take a, b, c, d from all"
    asked = {"game": rules, "position": "9,9,9,9", "take": "1,0,0,0"}
    assert error_of(client.get("/api/answer", params=asked)) == (422, "lab.moves")
