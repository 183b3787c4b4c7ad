"""Positions over HTTP: analyses, moves, choices, and what cannot be answered."""

import pytest
from starlette.testclient import TestClient

import marienbad
from tests.web.support import get

HUGE = 10**199 + 7
MANY = "rules:heaps 4; take a, b, c, d from all"


@pytest.mark.slow
@pytest.mark.parametrize("theory", [None, "recurrence", "algebra", "arithmetic", "table"])
def test_an_analysis_is_the_librarys(client: TestClient, theory: str | None) -> None:
    asked = {} if theory is None else {"theory": theory}
    found = get(client, "/api/analysis", game="wythoff:a=2", position="26,66", lang="fr", **asked)
    assert found == marienbad.game("wythoff:a=2").analyse((26, 66), theory).data("fr")


def test_two_hundred_digits_are_exact(client: TestClient) -> None:
    found = get(client, "/api/analysis", game="wythoff", position=f"{HUGE},{HUGE}", format="html")
    assert found["position"] == [str(HUGE), str(HUGE)]
    moves = marienbad.game("wythoff").analyse((HUGE, HUGE)).winning_moves
    taken = [tuple(map(int, move["take"])) for move in found["winning_moves"]]
    assert taken == list(moves)
    assert found["explanation_html"].startswith("<section")


def test_moves_are_listed_while_they_are_few(client: TestClient) -> None:
    few = get(client, "/api/moves", game="wythoff", position="1,2")
    assert (few["over"], few["moves"]) == (False, [[1, 0], [0, 1], [0, 2], [1, 1]])
    assert get(client, "/api/moves", game="nim", position="0,0")["over"] is True
    assert get(client, "/api/moves", game="nim", position="3001")["moves"] is None
    assert get(client, "/api/moves", game=MANY, position="9,9,9,9")["moves"] is None


def test_moves_say_what_follows(client: TestClient) -> None:
    plain = get(client, "/api/moves", game="nim", position="1")
    assert (plain["order"], plain["start"], "situation" in plain) == ([0, 1], [1], False)
    called = get(client, "/api/moves", game="spite", position="1,2")
    assert (called["order"], called["states"]) == ([0, 1, 1, 0], [1, 2])
    assert called["situation"]["act"] == "call"
    crossed = get(
        client, "/api/moves", game="rules:heaps 2; block 2; take n from one", position="1,1"
    )
    assert crossed["start_state"] == 1
    forbidding = get(client, "/api/moves", game=crossed["game"], position="1,1/1")
    assert forbidding["situation"]["act"] == "forbid"
    state = forbidding["states"][1]
    bound = get(client, "/api/moves", game=crossed["game"], position=f"1,1/{state}")
    assert bound["situation"]["forbidden"] == forbidding["moves"][1]["forbid"]
    assert bound["situation"]["act"] == "take"
    assert set(bound["situation"]["text"]) == {"en", "fr"}


def test_a_choice_is_checked_with_its_reason(client: TestClient) -> None:
    good = get(client, "/api/check", game="wythoff", position="5,7", take="2,2")
    assert good == {"legal": True, "reason": None, "leave": [3, 5]}
    bad = get(client, "/api/check", game="wythoff", position="5,7", take="1,2", lang="fr")
    assert (bad["legal"], bad["leave"]) == (False, None)
    assert "même" in bad["reason"]
    assert get(client, "/api/check", game="nim", position="5,7", take="1")["legal"] is False


def test_a_machine_replies_to_any_position(client: TestClient) -> None:
    query = {"game": "nim", "position": "1,3,6,8,12", "player": "machine-004"}
    reply = client.get("/api/reply", params=query).json()
    assert (reply["take"], reply["leave"], reply["over"]) == (
        [0] * 4 + [1],
        [1, 3, 6, 8, 11],
        False,
    )
    last = client.get("/api/reply", params={**query, "position": "0,0,0,0,1"}).json()
    assert (last["leave"], last["over"]) == ([0] * 5, True)
    ended = client.get("/api/reply", params={**query, "position": "0,0"}).json()
    assert (ended["take"], ended["leave"], ended["over"]) == (None, None, True)
