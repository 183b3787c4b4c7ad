"""Matches over HTTP: made, played, taken back, by whoever may."""

from typing import Any

import pytest
from starlette.testclient import TestClient

import marienbad
from tests.web.support import Table, error_of

HUGE = 10**40


# Making and playing


@pytest.mark.slow
def test_a_new_match_is_the_usual_start_with_one_token_a_human(client: TestClient) -> None:
    table = Table.laid(client, "marienbad", "human", "perfect")
    match = table.match
    assert match["start"] == match["position"] == [1, 3, 5, 7]
    assert (match["ply"], match["turn"], match["over"], match["winner"]) == (0, 0, False, None)
    assert match["players"] == ["human", "perfect"]
    assert table.seats[1] is None
    assert "seats" not in table.now()


def test_the_machine_opens_where_it_begins(client: TestClient) -> None:
    table = Table.laid(client, "nim", "perfect", "human", position=[3, 5, 6, 7])
    assert (table.match["ply"], table.match["turn"]) == (1, 1)
    assert table.seats[0] is None


def test_a_whole_game_against_the_machine(client: TestClient) -> None:
    table = Table.laid(client, "nim", "human", "novice", position=[3, 5, 7])
    game = marienbad.game("nim")
    while not table.match["over"]:
        position = tuple(table.match["position"])
        winning = game.analyse(position).winning_moves
        assert winning
        table.play(list(winning[0]))
    assert (table.match["winner"], table.match["turn"], table.match["result"]) == (0, None, "first")
    assert table.now() == table.match


def test_a_branch_begins_with_the_moves_played_before(client: TestClient) -> None:
    moves = [[0, 0, 0, 1], [0, 0, 1, 0], [1, 0, 0, 0]]
    body = {"game": "marienbad", "players": ["human", "perfect"], "moves": moves}
    made = client.post("/api/matches", json=body)
    assert made.status_code == 201
    match = made.json()
    assert (match["start"], match["moves"][:3], match["ply"]) == ([1, 3, 5, 7], moves, 4)
    history = client.get(f"/api/matches/{match['id']}/history").json()
    reviewed = client.post("/api/review", json={**body, "moves": match["moves"]})
    assert reviewed.json()["moves"] == history["moves"]
    assert history["moves"][0]["judgement"] == "lost"


@pytest.mark.parametrize(
    ("moves", "word"),
    [([[0, 0, 0, 9]], "(0, 0, 0, 9)"), ([[1]], "4"), ([[0, 0, 0, 1]] * 8, "(0, 0, 0, 1)")],
)
@pytest.mark.parametrize("path", ["/api/matches", "/api/review"])
def test_a_branch_with_a_move_that_cannot_be_is_refused(
    client: TestClient, path: str, moves: list[list[int]], word: str
) -> None:
    body = {"game": "marienbad", "players": ["human", "human"], "moves": moves}
    refused = client.post(path, json=body)
    assert refused.status_code == 422
    assert word in refused.json()["error"]["message"]


def test_a_review_of_a_machine_that_cannot_have_played_is_refused(client: TestClient) -> None:
    for name, key in (("genius", "errors.unknown_player"), ("machine-004", "errors.player")):
        body = {"game": "marienbad", "players": ["human", name]}
        assert error_of(client.post("/api/review", json=body)) == (422, key)


def test_every_answer_lists_the_legal_moves(client: TestClient) -> None:
    table = Table.laid(client, "wythoff", position=[1, 2])
    assert table.match["legal"] == [[1, 0], [0, 1], [0, 2], [1, 1]]
    with client.websocket_connect(f"{table.path}/live") as socket:
        assert socket.receive_json() == table.match
        table.play([1, 0])
        assert table.match["legal"] == [[0, 1], [0, 2]]
        assert socket.receive_json() == table.now() == table.match
    query = {"game": "wythoff", "position": "0,2"}
    assert client.get("/api/moves", params=query).json()["moves"] == table.match["legal"]
    undone = client.post(f"{table.path}/undo", headers=table.token(0)).json()
    assert undone["legal"] == [[1, 0], [0, 1], [0, 2], [1, 1]]
    assert [match["revision"] for match in (table.match, undone)] == [1, 2]
    table.match = undone
    table.play([1, 1])
    table.play([0, 1])
    assert (table.match["over"], table.match["legal"]) == (True, [])


@pytest.mark.parametrize(
    ("game", "position"), [("nim", [501]), ("wythoff", [str(HUGE), str(HUGE)])]
)
def test_too_many_moves_are_not_sent_with_the_match(
    client: TestClient, game: str, position: list[Any]
) -> None:
    assert Table.laid(client, game, position=position).match["legal"] is None


def test_levels_and_the_game_in_words(client: TestClient) -> None:
    match = client.post(
        "/api/matches?lang=fr", json={"game": "wythoff:b=1,a=2", "players": ["human", "club"]}
    ).json()
    assert match["game"] == "wythoff:a=2"
    assert match["title"] == "Jeu de Wythoff avec a = 2"
    assert "jetons" in match["rule"]


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"game": "nim", "players": ["perfect", "club"]}, "server.no_human"),
        ({"game": "nim", "players": ["human", "genius"]}, "errors.unknown_player"),
        ({"game": "marienbad", "players": ["human", "machine-004"]}, "errors.player"),
        ({"game": "chess", "players": ["human", "human"]}, "errors.unknown_game"),
        ({"game": "nim", "players": ["human"]}, "server.length.too_short"),
        ({"game": "nim"}, "server.missing"),
        ({"game": "nim", "players": ["human", "human"], "position": [-1]}, "server.at_least"),
        ({"game": "nim", "players": ["human", "human"], "position": [True]}, "server.whole_number"),
        ({"game": "nim", "players": ["human", "human"], "position": [1.0]}, "server.whole_number"),
        (
            {"game": "nim", "players": ["human", "human"], "position": [1] * 65},
            "server.length.too_long",
        ),
        ({"game": "nim", "players": ["human", "human"], "position": ["9" * 1001]}, "server.digits"),
        ({"game": "wythoff", "players": ["human", "human"], "position": [1]}, "errors.heap_count"),
        ({"game": "nim", "players": ["human", "human"], "colour": "red"}, "server.unknown_field"),
        (
            {
                "game": "rules:heaps 2; take n, n from two; take n from one; take 1, 4 from two",
                "players": ["human", "perfect"],
                "position": [9999, 9999],
            },
            "errors.table_too_large",
        ),
    ],
)
def test_a_match_that_cannot_be(client: TestClient, body: dict[str, Any], key: str) -> None:
    assert error_of(client.post("/api/matches", json=body)) == (422, key)


def test_numbers_beyond_two_to_the_53_are_strings(client: TestClient) -> None:
    table = Table.laid(client, "wythoff", position=[str(HUGE), 7])
    assert table.match["position"] == [str(HUGE), 7]
    table.play([str(HUGE - 1), 0])
    assert table.match["position"] == [1, 7]
    assert table.match["moves"] == [[str(HUGE - 1), 0]]
    too_long = {"game": "nim", "players": ["human", "human"], "position": ["1" * 1001]}
    assert client.post("/api/matches", json=too_long).status_code == 422
    bare = {"game": "nim", "players": ["human", "human"], "position": [2**70]}
    answer = client.post("/api/matches", json=bare)
    assert answer.json()["position"] == [str(2**70)]


# Tokens, plies, turns


def test_who_may_move(client: TestClient) -> None:
    table, other = (Table.laid(client, "nim", position=[3, 4]) for _ in range(2))
    body = {"take": [1, 0], "ply": 0}
    moves = f"{table.path}/moves"
    forged = f"{table.seats[0]}"[:-4] + "AAAA"
    exchanged = f"{table.seats[1]}".replace(".1.", ".0.")
    for header in ({}, {"Authorization": "Bearer"}, {"Authorization": f"Basic {table.seats[0]}"}):
        assert error_of(client.post(moves, json=body, headers=header)) == (401, "server.no_token")
    for token in ("nonsense", "a.b.c", forged, exchanged, "é".encode().decode("latin-1")):
        headers = [(b"Authorization", f"Bearer {token}".encode("latin-1"))]
        assert client.get(f"{table.path}/seat", headers=headers).json() == {"seat": None}
        assert client.post(moves, json=body, headers=headers).status_code == 401
    assert error_of(table.move([1, 0], 0, seat=1)) == (403, "server.not_your_turn")
    foreign = client.post(moves, json=body, headers=other.token(0))
    assert error_of(foreign) == (403, "server.not_your_seat")
    found = [
        client.get(f"{table.path}/seat", headers=one) for one in (table.token(1), other.token(0))
    ]
    assert [one.json()["seat"] for one in found] == [1, None]
    for call in ("undo", "rematch"):
        assert client.post(f"{table.path}/{call}").status_code == 401
        foreign = client.post(f"{table.path}/{call}", headers=other.token(0))
        assert foreign.status_code == 403
    assert table.now()["ply"] == 0


def test_a_move_sent_twice_is_played_once(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[3, 4])
    first, second = table.move([1, 0], 0), table.move([1, 0], 0)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert error_of(table.move([2, 0], 0)) == (409, "server.ply")
    assert error_of(table.move([1, 0], 0, seat=1)) == (409, "server.ply")
    assert error_of(table.move([1, 0], 5)) == (409, "server.ply")
    assert table.now()["moves"] == [[1, 0]]


@pytest.mark.parametrize(
    ("take", "key"),
    [
        ([0, 0], "play.objection."),
        ([4, 0], "play.objection."),
        ([1, 1], "play.objection."),
        ([1], "server.take_length"),
        (["x", 0], "server.whole_number"),
        ([-1, 0], "server.at_least"),
    ],
)
def test_a_move_that_the_rule_forbids(client: TestClient, take: Any, key: str) -> None:
    table = Table.laid(client, "nim", position=[3, 4])
    status, found = error_of(table.move(take))
    assert (status, found.startswith(key)) == (422, True)
    assert table.now()["ply"] == 0


def test_after_the_end_nothing_is_played(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[1])
    table.play([1])
    assert error_of(table.move([1], 1)) == (422, "server.over")
    assert error_of(client.get(f"{table.path}/hint")) == (409, "server.over")


def test_an_unknown_match(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[3])
    for path in ("", "/hint", "/record", "/history"):
        answer = client.get(f"/api/matches/unknown{path}")
        assert error_of(answer) == (404, "server.unknown_match")
    for path, body in (("moves", {"take": [1], "ply": 0}), ("undo", {"ply": 0}), ("rematch", {})):
        answer = client.post(f"/api/matches/unknown/{path}", json=body, headers=table.token(0))
        assert error_of(answer) == (404, "server.unknown_match")


def test_nobody_moves_on_a_board_that_was_changed_under_him(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[3, 4])
    table.play([1, 0])
    seen = table.match["position"]
    table.match = client.post(f"{table.path}/undo", headers=table.token(0)).json()
    table.play([0, 1])
    body = {"take": [1, 0], "ply": 1, "position": seen}
    refused = client.post(f"{table.path}/moves", json=body, headers=table.token(1))
    assert error_of(refused) == (409, "server.position")
    assert table.now()["ply"] == 1
    body["position"] = table.match["position"]
    for _ in range(2):  # the second changes nothing, and names what stood there then
        played = client.post(f"{table.path}/moves", json=body, headers=table.token(1))
        assert (played.status_code, played.json()["ply"]) == (200, 2)
    body["position"] = seen
    refused = client.post(f"{table.path}/moves", json=body, headers=table.token(1))
    assert error_of(refused) == (409, "server.position")
