"""Positions over HTTP: analyses, moves, choices, and what cannot be answered."""

import pytest
from starlette.testclient import TestClient

import marienbad
from tests.web.support import error_of, get

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


@pytest.mark.parametrize(
    ("path", "parameters", "key"),
    [
        ("analysis", {"game": "wythoff"}, "server.missing"),
        ("analysis", {"game": "go", "position": "1"}, "errors.unknown_game"),
        ("analysis", {"game": "nim", "position": "1,x"}, "errors.heap"),
        ("analysis", {"game": "wythoff", "position": "1"}, "errors.heap_count"),
        ("analysis", {"game": "nim", "position": "1", "theory": "luck"}, "errors.unknown_theory"),
        ("analysis", {"game": "nim", "position": "1", "lang": "de"}, "server.one_of"),
        ("analysis", {"game": "nim", "position": "1", "format": "pdf"}, "server.one_of"),
        ("analysis", {"game": "nim", "position": "1" * 1001}, "server.digits"),
        ("analysis", {"game": "nim", "position": ",".join("1" * 65)}, "server.heaps"),
        ("analysis", {"game": "n" * 9000, "position": "1"}, "server.too_long"),
        (
            "analysis",
            {"game": "nim", "position": "99,99,99,99", "theory": "table"},
            "errors.table_too_large",
        ),
        (
            "analysis",
            {"game": "wythoff:a=9", "position": "3000,3000", "theory": "table"},
            "errors.table_too_large",
        ),
        (
            "analysis",
            {"game": "wythoff:a=9,b=2,misere", "position": "9999,9999", "theory": "table"},
            "errors.table",
        ),
        ("drawing", {"game": "nim", "position": "99,99,99,99", "theory": "table"}, "errors.table"),
        ("chance", {"game": "wythoff:a=9,b=2,misere", "size": "9999999"}, "chance.too_far"),
        ("map", {"game": "wythoff", "size": "65"}, "server.at_most"),
        ("map", {"game": "wythoff", "size": "many"}, "server.whole_number"),
        ("table", {"game": "wythoff", "rows": "2001"}, "server.at_most"),
        ("table", {"game": "nim", "rows": "2000"}, "server.rows"),
        ("table", {"game": "wythoff", "kind": "nosuch"}, "server.one_of"),
        ("chance", {"game": "wythoff", "size": "0"}, "chance.size"),
    ],
)
def test_what_cannot_be_answered(
    client: TestClient, path: str, parameters: dict[str, str], key: str
) -> None:
    status, found = error_of(client.get(f"/api/{path}", params=parameters))
    assert (status, found.startswith(key)) == (422, True), found


@pytest.mark.parametrize(("lang", "known"), [("en", "text or html"), ("fr", "text ou html")])
def test_what_was_expected_is_listed_in_the_readers_language(
    client: TestClient, lang: str, known: str
) -> None:
    question = {"game": "nim", "position": "1", "format": "pdf", "lang": lang}
    answer = client.get("/api/analysis", params=question)
    assert known in answer.json()["error"]["message"]


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


@pytest.mark.parametrize(
    ("game", "position", "player", "word"),
    [
        ("marienbad", "1,3,5,7", "machine-004", "machine-004"),
        ("nim", "1,3", "human", "human"),
        ("nim", "0,0", "genius", "genius"),
        ("nim", "1,x", "perfect", "x"),
    ],
)
def test_a_reply_that_nobody_can_give_is_refused(
    client: TestClient, game: str, position: str, player: str, word: str
) -> None:
    query = {"game": game, "position": position, "player": player}
    refused = client.get("/api/reply", params=query)
    assert refused.status_code == 422
    assert word in refused.json()["error"]["message"]
