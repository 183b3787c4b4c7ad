"""Matches over HTTP in which options may be forbidden: who acts when, what may be, bounds."""

from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest
from starlette.testclient import TestClient

import marienbad
from marienbad.web.sizes import MOST_FORBIDDEN
from tests.web.support import Table, error_of, get

WYTHOFF = "rules:heaps 2; take n from one; take n, n from two; block "
Heaps = tuple[int, int]


# The game itself, searched without any of what is tested


def options(heaps: Heaps) -> list[Heaps]:
    x, y = heaps
    straight = [(u, y) for u in range(x)] + [(x, v) for v in range(y)]
    return straight + [(x - n, y - n) for n in range(1, min(heaps) + 1)]


@cache
def forbidder_wins(block: int, heaps: Heaps) -> bool:
    """Whether whoever forbids before the move from these heaps can win."""
    ways = (c for number in range(block) for c in combinations(options(heaps), number))
    return any(not mover_wins(block, heaps, frozenset(way)) for way in ways)


def mover_wins(block: int, heaps: Heaps, forbidden: frozenset[Heaps]) -> bool:
    return any(forbidder_wins(block, left) for left in options(heaps) if left not in forbidden)


def best(block: int, match: dict[str, Any], random: Random) -> dict[str, Any]:
    """What wins by that search; where nothing does, anything."""
    heaps, legal = (match["position"][0], match["position"][1]), match["legal"]
    if "forbid" in legal[0]:
        ways = [frozenset((x, y) for x, y in one["forbid"]) for one in legal]
        won = [w for w in ways if not mover_wins(block, heaps, w)]
        return {"forbid": [list(left) for left in random.choice(won or ways)]}
    takes = [(a, b) for a, b in legal if forbidder_wins(block, (heaps[0] - a, heaps[1] - b))]
    return {"take": random.choice(takes or legal)}


def sent(table: Table, move: dict[str, Any], ply: int | None = None, seat: int = 0) -> Any:
    body = {**move, "ply": table.match["ply"] if ply is None else ply}
    return table.client.post(f"{table.path}/moves", json=body, headers=table.token(seat))


def played(table: Table, move: dict[str, Any]) -> dict[str, Any]:
    answer = sent(table, move, seat=table.match["turn"])
    assert answer.status_code == 200, answer.text
    table.match = answer.json()
    return table.match


# Playing


@pytest.mark.slow
def test_the_second_player_forbids_first_and_then_whoever_has_moved(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}3", position=[3, 5])
    begun = table.match
    assert (begun["start"], begun["start_state"], begun["state"]) == ([3, 5], 1, 1)
    assert (begun["ply"], begun["turn"]) == (0, 1)
    assert {"forbid": []} in begun["legal"]
    assert {"forbid": [[0, 5], [3, 3]]} in begun["legal"]
    assert (
        begun["legal"] == get(client, "/api/moves", game=begun["game"], position="3,5/1")["moves"]
    )
    after = played(table, {"forbid": [[3, 3], [0, 5]]})
    assert (after["turn"], after["position"], after["state"] > 1) == (0, [3, 5], True)
    assert after["moves"] == [{"forbid": [[0, 5], [3, 3]]}]
    assert [3, 0] not in after["legal"]
    assert [0, 2] not in after["legal"]
    assert [0, 1] in after["legal"]
    assert error_of(sent(table, {"take": [0, 2]})) == (422, "play.objection.forbidden")
    after = played(table, {"take": [0, 1]})
    assert (after["turn"], after["position"], after["state"]) == (0, [3, 4], 1)
    after = played(table, {"forbid": []})
    assert (after["turn"], after["state"], after["moves"][2]) == (1, 2, {"forbid": []})
    assert table.now() == after


@pytest.mark.slow
@pytest.mark.parametrize("block", [2, 3])
@pytest.mark.parametrize("seat", [0, 1])
def test_a_perfect_player_never_loses_a_won_start(
    client: TestClient, block: int, seat: int
) -> None:
    """The machine against chance where it can win, else against the search above."""
    random = Random(block + seat)
    for heaps in [(1, 1), (1, 3), (2, 2), (2, 4), (3, 5), (4, 4), (3, 7)]:
        players = ["human", "perfect"] if seat == 0 else ["perfect", "human"]
        table = Table.laid(client, f"{WYTHOFF}{block}", *players, position=list(heaps))
        first_wins = not forbidder_wins(block, heaps)
        machine_wins = first_wins == (seat == 1)
        while not table.match["over"]:
            assert table.match["turn"] == seat
            chance = table.match["legal"] and random.choice(table.match["legal"])
            move = chance if isinstance(chance, dict) else {"take": chance}
            played(table, move if machine_wins else best(block, table.match, random))
        assert table.match["winner"] == (1 - seat if machine_wins else seat), (heaps, table.match)


def test_whoever_forbids_every_option_has_won(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}2", "perfect", "human", position=[0, 1])
    over = played(table, {"forbid": [[0, 0]]})
    assert (over["over"], over["winner"], over["turn"], over["legal"]) == (True, 1, None, [])


def test_a_forbidding_that_is_sent_again_is_played_once(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}3", "perfect", "human", position=[3, 5])
    one, other = {"forbid": [[0, 5], [3, 3]]}, {"forbid": [[0, 5]]}
    first = sent(table, one, 0, 1)
    again = sent(table, {"forbid": [[3, 3], [0, 5], [0, 5]]}, 0, 1)
    assert (first.status_code, again.status_code, again.json()) == (200, 200, first.json())
    assert error_of(sent(table, other, 0, 1)) == (409, "server.ply")
    assert error_of(sent(table, {"forbid": []}, 0, 1)) == (409, "server.ply")
    assert error_of(sent(table, {"take": [1, 0]}, 0, 1)) == (409, "server.ply")


@pytest.mark.parametrize(
    "move",
    [
        {"forbid": [[2, 4], [1, 5], [0, 5]]},  # one too many
        {"forbid": [[2, 5], [9, 9]]},  # more than there are
        {"forbid": [[2, 3]]},  # what no move leaves
        {"forbid": [[3, 5]]},
        {"forbid": [[3]]},
        {"forbid": [[]]},
        {"take": [1, 0]},  # before anything is said of forbidding
        {"call": 1},
    ],
)
def test_what_may_not_be_forbidden_is_refused(client: TestClient, move: dict[str, Any]) -> None:
    table = Table.laid(client, f"{WYTHOFF}3", position=[3, 5])
    refused = error_of(sent(table, move, seat=1))
    assert refused == (422, "play.objection.block" if "call" not in move else refused[1])
    assert table.now()["ply"] == 0


def test_nothing_is_forbidden_where_something_is_to_be_taken(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}2", position=[3, 5])
    played(table, {"forbid": []})
    assert sent(table, {"forbid": []}).status_code == 422
    plain = Table.laid(client, "wythoff", position=[3, 5])
    assert sent(plain, {"forbid": []}).status_code == 422
    both = {"forbid": [], "take": [1, 0]}
    assert error_of(sent(plain, both)) == (422, "server.take_or_call")


# Taking back, advice, watching


def test_undo_goes_back_to_the_last_choice_of_the_seat(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}2", "human", "perfect", position=[4, 7])
    assert (table.match["ply"], table.match["turn"]) == (1, 0)
    opened = table.match
    taken = played(table, {"take": opened["legal"][0]})
    assert (taken["ply"], taken["turn"], taken["state"]) == (2, 0, 1)
    replied = played(table, {"forbid": []})  # the machine takes and forbids
    assert (replied["ply"], replied["turn"]) == (5, 0)
    kinds = ["forbid" if isinstance(move, dict) else "take" for move in replied["moves"]]
    assert kinds == ["forbid", "take", "forbid", "take", "forbid"]
    back = {}
    for ply in (2, 1):
        answer = client.post(f"{table.path}/undo", json={}, headers=table.token(0))
        assert answer.status_code == 200
        back = answer.json()
        assert (back["ply"], back["turn"]) == (ply, 0)
    same = ("position", "state", "moves", "legal", "turn")
    assert {key: back[key] for key in same} == {key: opened[key] for key in same}
    answer = client.post(f"{table.path}/undo", json={}, headers=table.token(0))
    assert error_of(answer) == (409, "server.nothing_to_undo")


def test_the_hint_tells_what_to_forbid_and_what_to_take_then(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}2", position=[1, 3])
    hints = [client.get(f"{table.path}/hint?step={step}&lang=en").json() for step in (1, 2, 3)]
    assert [hint["take"] for hint in hints] == [None, None, None]
    assert hints[2]["forbid"] == [[1, 0]]
    assert "forbid (1, 0)" in hints[2]["text"]
    played(table, {"forbid": []})
    taken = client.get(f"{table.path}/hint?step=3").json()
    assert taken["take"] == [0, 3]
    played(table, {"take": taken["take"]})
    history = client.get(f"{table.path}/history").json()
    assert [move["judgement"] for move in history["moves"]] == ["thrown", "kept"]
    assert history["moves"][0]["better"] == [{"forbid": [[1, 0]]}]
    assert (history["moves"][0]["forbid"], history["moves"][0]["player"]) == ([], 1)
    assert history["decisive"] == 0


def test_who_watches_is_sent_what_is_forbidden(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}2", position=[3, 5])
    with client.websocket_connect(f"{table.path}/live") as socket:
        assert socket.receive_json()["state"] == 1
        played(table, {"forbid": [[2, 4]]})
        while (seen := socket.receive_json()).get("ply") != 1:
            pass
        assert seen["moves"] == [{"forbid": [[2, 4]]}]


# Records and branches


def test_a_record_with_forbidding_goes_out_and_comes_back(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}3", position=[3, 5])
    moves: list[dict[str, Any]] = [{"forbid": [[2, 4], [3, 4]]}, {"take": [1, 0]}, {"forbid": []}]
    for move in [*moves, {"take": [1, 0]}]:
        played(table, move)
    record = client.get(f"{table.path}/record").text
    assert "-2,4+3,4" in record
    copy = client.post("/api/records", content=record).json()
    same = ("game", "start", "start_state", "position", "state", "moves", "turn")
    assert {key: copy[key] for key in same} == {key: table.match[key] for key in same}
    players = {"players": ["human", "perfect"]}
    body = {"game": copy["game"], "position": [3, 5], **players, "moves": copy["moves"]}
    branch = client.post("/api/matches", json=body)
    assert branch.status_code == 201
    assert branch.json()["moves"][:4] == copy["moves"]
    reviewed = client.post("/api/review", json=body)
    history = client.get(f"{table.path}/history").json()
    assert reviewed.json()["moves"] == history["moves"]
    illegal = {**body, "moves": [{"forbid": [[9, 9]]}]}
    assert error_of(client.post("/api/matches", json=illegal)) == (422, "errors.illegal_block")


# Analyses with a state, and bounds


def test_positions_with_a_state_are_analysed(client: TestClient) -> None:
    game = f"{WYTHOFF}2"
    forbidding = get(client, "/api/analysis", game=game, position="1,3/1", lang="en", format="html")
    assert (forbidding["outcome"], forbidding["state"]) == ("N", 1)
    assert forbidding["winning_moves"] == [{"forbid": [[1, 0]]}]
    assert forbidding["best"] == {"forbid": [[1, 0]]}
    known = marienbad.game(game)
    state = known.definition.after(known.position((1, 3), 1), marienbad.Block([(1, 0)])).state  # type: ignore[attr-defined]
    lost = get(client, "/api/analysis", game=game, position=f"1,3/{state}")
    assert (lost["outcome"], lost["winning_moves"]) == ("P", [])
    free = get(client, "/api/analysis", game=game, position="1,3/2")
    assert [move["take"] for move in free["winning_moves"]] == [[0, 3]]
    checked = get(client, "/api/check", game=game, position="1,3/1", take="-1,0")
    assert (checked["legal"], checked["leave"], checked["leave_state"]) == (True, [1, 3], state)
    forbidden = get(client, "/api/check", game=game, position=f"1,3/{state}", take="0,3", lang="en")
    assert (forbidden["legal"], forbidden["reason"]) == (False, "To leave (1, 0) is forbidden")
    reply = get(client, "/api/reply", game=game, position="1,3", player="perfect")
    assert (reply["state"], reply["forbid"], reply["take"]) == (1, [[1, 0]], None)
    assert (reply["leave_state"], reply["plays_on"]) == (state, False)
    values = get(client, "/api/moves", game=game, position="1,3/1", values=True)
    wins = [
        move for move, value in zip(values["moves"], values["values"], strict=True) if value["wins"]
    ]
    assert wins == [{"forbid": [[1, 0]]}]
    told = get(client, "/api/game", game=game)["memory"]
    assert told == {"kind": "block", "order": None, "most": 1}


def test_large_states_are_texts_of_digits(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}9", "human", "human", position=[10**6, 10**6])
    assert table.match["legal"] is None
    left = [[10**6 - number, 10**6] for number in range(1, 9)]
    after = played(table, {"forbid": left})
    assert isinstance(after["state"], str)
    assert after["moves"][0]["forbid"] == sorted(left)
    body = {"take": [9, 0], "ply": 1, "position": after["position"], "state": after["state"]}
    answer = client.post(f"{table.path}/moves", json=body, headers=table.token(0))
    assert answer.status_code == 200
    assert table.now()["position"] == [10**6 - 9, 10**6]


@pytest.mark.parametrize(
    ("path", "question", "key"),
    [
        ("/api/analysis", {"position": "3,5/3"}, "errors.state_block"),
        ("/api/moves", {"position": f"3,5/{'9' * 1001}"}, "server.digits"),
        ("/api/check", {"position": "3,5/1", "take": "-" + "1,5+" * 8 + "2,5"}, "server.forbidden"),
        ("/api/check", {"position": "3,5/1", "take": f"-1,{'9' * 1001}"}, "server.digits"),
    ],
)
def test_what_is_too_much_is_refused(
    client: TestClient, path: str, question: dict[str, str], key: str
) -> None:
    answer = client.get(path, params={"game": f"{WYTHOFF}3", **question})
    assert error_of(answer) == (422, key)


def test_bodies_are_bounded(client: TestClient) -> None:
    table = Table.laid(client, f"{WYTHOFF}9", position=[3, 5])
    many = {"forbid": [[3, 5]] * (MOST_FORBIDDEN + 1)}
    assert sent(table, many, seat=1).status_code == 422
    huge = {"game": f"{WYTHOFF}9", "position": ["9" * 100, "9" * 100], "players": ["human"] * 2}
    assert error_of(client.post("/api/matches", json=huge)) == (422, "server.states")
    fits = {**huge, "game": f"{WYTHOFF}2"}
    assert client.post("/api/matches", json=fits).status_code == 201
    machine = {**fits, "players": ["human", "perfect"]}
    assert client.post("/api/matches", json=machine).status_code == 422


@pytest.mark.parametrize("level", ["naive", "novice", "club", "expert"])
def test_every_level_forbids_and_takes(client: TestClient, level: str) -> None:
    random = Random(level)
    table = Table.laid(client, f"{WYTHOFF}3", "human", level, position=[4, 6])
    while not table.match["over"]:
        move = random.choice(table.match["legal"])
        played(table, move if isinstance(move, dict) else {"take": move})
    assert table.match["winner"] in (0, 1)
