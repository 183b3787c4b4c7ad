"""A lesson by its calls: who comes in, who votes, who may do what, and that nothing stays."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient, WebSocketDenialResponse

from marienbad.web.app import create_app
from marienbad.web.http.limits import Allowance, SocketLimits
from marienbad.web.rooms.classroom import MOST_PUPILS, TEACHER, issue_pass
from marienbad.web.rooms.rooms import CODE, DEEDS, GUESSES, IDLE, JOINS, LONGEST
from marienbad.web.settings import Settings
from tests.web.rooms.support import Holder, teacher
from tests.web.support import error_of


def vote(pupil: Holder, take: list[int], ply: int = 0) -> Any:
    return pupil.do("/votes", take=take, ply=ply)


def tally(holder: Holder) -> list[tuple[list[int], int]]:
    return [(line["move"], line["count"]) for line in holder.sees()["vote"]["tally"]]


# Coming in


@pytest.mark.slow
def test_pupils_come_in_by_code_and_are_known_by_their_pass(client: TestClient) -> None:
    host = teacher(client)
    assert CODE.fullmatch(host.code)
    anna = host.joined(" Anna ")
    ben = host.joined("Ben")
    assert host.names() == ["Anna", "Ben"]
    seen = anna.sees()
    assert seen["you"] == {"role": "pupil", "number": 1, "game": None, "vote": None}
    assert seen["board"]["position"] == [1, 3, 5, 7]
    assert {pupil["team"] for pupil in seen["pupils"]} == {0, 1}
    assert ben.sees()["you"]["number"] == 2
    assert Holder(client, host.code, host.projector).sees()["you"] == {"role": "projector"}
    lower = client.post(f"/api/rooms/{host.code.lower()}/pupils", json={"name": "Carla"})
    assert lower.status_code == 201


def test_a_name_is_unique_and_the_door_can_be_closed(client: TestClient) -> None:
    host = teacher(client)
    host.joined("Anna")
    assert error_of(host.join("ANNA")) == (409, "room.name_taken")
    assert error_of(host.join("<b>Anna</b>")) == (422, "room.name")
    assert error_of(host.join("x" * 300)) == (422, "server.too_long")
    host.do("/door", open=False)
    assert error_of(host.join("Ben")) == (403, "room.closed_door")
    host.do("/door", open=True)
    host.joined("Ben")
    answer = client.post(f"/api/rooms/{host.code}/pupils", json={"name": "C", "admin": True})
    assert answer.status_code == 422


def test_a_pupil_who_is_removed_is_out_and_his_name_is_free(client: TestClient) -> None:
    host = teacher(client)
    anna, ben = host.joined("Anna"), host.joined("Ben")
    host.do("/vote")
    vote(anna, [1, 0, 0, 0])
    host.do("/pupils/1/removal")
    assert host.names() == ["Ben"]
    assert tally(host) == []
    assert anna.refused("/votes", take=[1, 0, 0, 0], ply=0) == (403, "room.not_here")
    assert ben.refused("/pupils/2/removal") == (403, "room.teachers")
    assert host.refused("/pupils/7/removal") == (404, "room.not_here")
    assert host.refused("/pupils/x/removal") == (404, "room.not_here")
    assert host.joined("Anna").sees()["you"]["number"] == 3


@pytest.mark.slow
def test_a_room_holds_so_many_pupils(client: TestClient) -> None:
    host = teacher(client)
    for number in range(MOST_PUPILS):
        host.joined(f"Pupil {number}")
    assert error_of(host.join("One more")) == (409, "room.full")


# Passes


def test_nobody_sees_or_does_anything_without_a_pass_for_this_room(client: TestClient) -> None:
    host, other = teacher(client), teacher(client)
    anna = host.joined("Anna")
    secret = client.app.state.services.matches.store.secret  # type: ignore[attr-defined]
    forged = issue_pass(b"0" * 32, "room", TEACHER)
    for token, expected in (
        ("", (401, "room.no_pass")),
        ("room.x.-1.y", (401, "room.no_pass")),
        (forged, (401, "room.no_pass")),
        ("é" * 50, (401, "room.no_pass")),
        (anna.token.replace(".1.", ".-1."), (401, "room.no_pass")),
        (other.token, (404, "room.unknown")),
        (issue_pass(secret, "another-room", TEACHER), (404, "room.unknown")),
    ):
        headers = {b"Authorization": f"Bearer {token}".encode()}
        answer = client.get(f"/api/rooms/{host.code}", headers=headers)
        assert error_of(answer) == expected, token
    for path in ("/vote", "/vote/stop", "/close", "/rounds/end", "/pupils/1/removal"):
        assert anna.refused(path) == (403, "room.teachers")
    watching = Holder(client, host.code, host.projector)
    assert watching.refused("/close") == (403, "room.teachers")
    assert watching.refused("/votes", take=[1, 0, 0, 0], ply=0)[0] in (403, 409)
    assert host.names() == ["Anna"]


def test_the_pass_of_one_room_does_not_tell_whether_there_is_another(client: TestClient) -> None:
    host, other = teacher(client), teacher(client)
    there = client.get(f"/api/rooms/{other.code}", headers=host.headers)
    nowhere = client.get("/api/rooms/BBBBB", headers=host.headers)
    assert error_of(there) == error_of(nowhere) == (404, "room.unknown")


# Votes


def test_a_class_votes_and_the_voted_move_is_played(client: TestClient) -> None:
    host = teacher(client, position=[3, 3], game="nim")
    pupils = [host.joined(name) for name in ("Anna", "Ben", "Carla")]
    assert pupils[0].refused("/votes", take=[1, 0], ply=0) == (409, "room.no_vote")
    host.do("/vote")
    vote(pupils[0], [1, 0])
    vote(pupils[1], [0, 2])
    assert tally(pupils[2]) == [([0, 2], 1), ([1, 0], 1)]
    vote(pupils[0], [0, 2])  # changed
    vote(pupils[2], [3, 0])
    assert tally(host) == [([0, 2], 2), ([3, 0], 1)]
    assert pupils[0].sees()["you"]["vote"] == [0, 2]
    assert host.sees()["you"]["votes"] == {"1": [0, 2], "2": [0, 2], "3": [3, 0]}
    assert "votes" not in pupils[0].sees()["you"]
    host.do("/moves", ply=0)
    seen = host.sees()
    assert seen["board"]["moves"][0] == [0, 2]
    assert seen["board"]["ply"] == 2  # the machine has replied
    assert seen["vote"] is None
    assert host.refused("/moves", ply=0)[0] == 409
    assert pupils[0].refused("/votes", take=[1, 0], ply=0) == (409, "server.ply")


def test_only_legal_moves_can_be_voted_for(client: TestClient) -> None:
    host = teacher(client)
    anna = host.joined("Anna")
    host.do("/vote")
    for take in ([2, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [1], [1, 0, 0, 0, 0], [10**30, 0, 0, 0]):
        assert anna.post("/votes", take=take, ply=0).status_code == 422, take
    for body in ({}, {"take": "1,0,0,0", "ply": 0}, {"take": [1, 0, 0, 0]}, {"call": 3, "ply": 0}):
        assert anna.post("/votes", **body).status_code == 422, body
    assert tally(host) == []


def test_votes_by_written_rules_are_checked_too(client: TestClient) -> None:
    host = teacher(
        client, game="rules:heaps 1; take n from one where n <= 2", position=[5], opponent="team"
    )
    anna = host.joined("Anna")
    host.do("/vote")
    assert anna.post("/votes", take=[3], ply=0).status_code == 422
    vote(anna, [2])
    host.do("/moves", ply=0)
    assert host.sees()["board"]["position"] == [3]


def test_a_tie_is_told_and_the_teacher_chooses_or_draws_lots(client: TestClient) -> None:
    host = teacher(client, game="nim", position=[3, 3], opponent="team")
    pupils = [host.joined(f"Pupil {number}") for number in range(4)]
    host.do("/vote")
    assert host.refused("/moves", ply=0) == (409, "room.nobody_voted")
    vote(pupils[0], [1, 0])
    vote(pupils[2], [0, 1])
    assert host.refused("/moves", ply=0) == (409, "room.tie")
    host.do("/moves", ply=0, lot=True)
    assert host.sees()["board"]["moves"][0] in ([1, 0], [0, 1])
    host.do("/undo", ply=1)
    assert host.refused("/moves", ply=0, take=[4, 0])[0] == 422
    host.do("/moves", ply=0, take=[3, 0])
    assert host.sees()["board"]["position"] == [0, 3]


def test_two_teams_vote_in_turn(client: TestClient) -> None:
    host = teacher(client, game="nim", position=[3, 3], opponent="team")
    pupils = [host.joined(f"Pupil {number}") for number in range(2)]
    host.do("/vote")
    assert pupils[1].refused("/votes", take=[1, 0], ply=0) == (403, "room.other_team")
    vote(pupils[0], [1, 0])
    host.do("/moves", ply=0)
    host.do("/vote")
    assert pupils[0].refused("/votes", take=[1, 0], ply=1) == (403, "room.other_team")
    vote(pupils[1], [0, 1], ply=1)


def test_a_vote_ends_with_its_time_or_when_it_is_stopped(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = teacher(client)
    anna = host.joined("Anna")
    host.do("/vote", seconds=300, hidden=True)
    vote(anna, [1, 0, 0, 0])
    seen = anna.sees()
    assert seen["vote"]["tally"] is None
    assert seen["vote"]["count"] == 1
    assert 0 < seen["vote"]["ends"] - seen["clock"] <= 300
    ends = seen["vote"]["ends"]
    monkeypatch.setattr(time, "time", lambda: ends + 30)
    assert anna.refused("/votes", take=[0, 1, 0, 0], ply=0) == (409, "room.no_vote")
    host.do("/vote/stop")
    host.do("/vote/stop")
    assert tally(anna) == [([1, 0, 0, 0], 1)]
    assert host.refused("/vote", seconds=1) == (422, "server.at_least")
    assert host.refused("/vote", seconds=10**9) == (422, "server.at_most")


def test_undo_and_begin_again(client: TestClient) -> None:
    host = teacher(client, game="nim", position=[9, 9])
    assert host.refused("/undo", ply=0) == (409, "server.nothing_to_undo")
    host.do("/moves", ply=0, take=[1, 0])
    assert host.refused("/undo", ply=0) == (409, "server.undo_ply")
    first = host.sees()["board"]["id"]
    host.do("/undo", ply=2)
    assert host.sees()["board"]["position"] == [9, 9]
    host.do("/board", game="wythoff", opponent="expert", begins=False)
    board = host.sees()["board"]
    assert board["game"] == "wythoff"
    assert board["players"] == ["expert", "human"]
    assert board["ply"] == 1
    assert client.get(f"/api/matches/{first}").status_code == 404
    huge = ["9" * 300]
    assert host.refused("/board", game="nim", position=huge, opponent="team") == (422, "room.start")
    assert host.refused("/board", game="nim", opponent="nobody")[0] == 422
    assert host.sees()["board"] == board


def test_at_the_end_nothing_is_left_to_vote_on(client: TestClient) -> None:
    host = teacher(client, game="nim", position=[1], opponent="team")
    host.do("/moves", ply=0, take=[1])
    board = host.sees()["board"]
    assert board["over"]
    assert board["winner"] == 0
    assert host.refused("/vote") == (409, "server.over")
    assert host.refused("/moves", ply=1) == (409, "server.over")
    host.do("/undo", ply=1)
    host.do("/vote")


# The tournament


def play_on(client: TestClient, game: dict[str, Any], take: list[int], ply: int) -> Any:
    headers = {"Authorization": f"Bearer {game['token']}"}
    path = f"/api/matches/{game['match']}/moves"
    answer = client.post(path, json={"take": take, "ply": ply}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["machine", "pairs"])
def test_in_a_tournament_nothing_is_taken_back_and_nothing_played_again(
    fresh: TestClient, kind: str
) -> None:
    host = teacher(fresh)
    anna = host.joined("Anna")
    host.joined("Ben")
    host.do("/rounds", kind=kind, game="nim", position=[9, 9], level="novice")
    game = anna.sees()["you"]["game"]
    play_on(fresh, game, [1, 0], 0)
    services(fresh).matches.remembered.drop(game["match"])  # as the database has it
    before, kept = fresh.get(f"/api/matches/{game['match']}").json(), count(fresh, "matches")
    headers = {"Authorization": f"Bearer {game['token']}"}
    for call, body, key in (
        ("undo", {}, "room.no_undo"),
        ("undo", {"request": True}, "room.no_undo"),
        ("rematch", {}, "room.no_rematch"),
        ("rematch", {"request": True}, "room.no_rematch"),
    ):
        answer = fresh.post(f"/api/matches/{game['match']}/{call}", json=body, headers=headers)
        assert error_of(answer) == (409, key)
    assert fresh.get(f"/api/matches/{game['match']}").json() == before
    assert count(fresh, "matches") == kept


def points(holder: Holder) -> dict[str, tuple[int, int]]:
    return {one["name"]: (one["won"], one["played"]) for one in holder.sees()["pupils"]}


def test_everybody_plays_the_machine(client: TestClient) -> None:
    host = teacher(client)
    round_ = {"kind": "machine", "game": "nim", "position": [2], "level": "novice"}
    assert host.refused("/rounds", **round_) == (409, "room.too_few")
    anna, ben = host.joined("Anna"), host.joined("Ben")
    host.do("/rounds", **round_)
    first = anna.sees()["you"]["game"]
    assert first["seat"] == 0
    assert first["match"] != ben.sees()["you"]["game"]["match"]
    assert first["token"] not in str(ben.sees())
    anna.do("/results")
    assert points(host) == {"Anna": (0, 0), "Ben": (0, 0)}
    play_on(client, first, [2], 0)
    ben.do("/results")  # his own match goes on
    assert points(host)["Anna"] == (0, 0)
    anna.do("/results")
    anna.do("/results")
    assert points(host) == {"Anna": (1, 1), "Ben": (0, 0)}
    hint = client.get(f"/api/matches/{ben.sees()['you']['game']['match']}/hint")
    assert error_of(hint) == (409, "server.help_locked")
    play_on(client, ben.sees()["you"]["game"], [1], 0)
    host.do("/rounds", **round_)  # what has ended of the round before counts
    assert points(host) == {"Anna": (1, 1), "Ben": (0, 1)}
    assert host.sees()["round"]["number"] == 2
    assert client.get(f"/api/matches/{first['match']}").status_code == 404
    host.do("/rounds/end")
    assert host.sees()["round"] is None
    assert anna.sees()["you"]["game"] is None
    assert points(host) == {"Anna": (1, 1), "Ben": (0, 1)}
    host.do("/rounds", **round_, new=True)
    assert points(host) == {"Anna": (0, 0), "Ben": (0, 0)}


def test_everybody_plays_everybody(client: TestClient) -> None:
    host = teacher(client)
    pupils = [host.joined(name) for name in ("Anna", "Ben", "Carla")]
    round_ = {"kind": "pairs", "game": "nim", "position": [1]}
    for number in (1, 2, 3):
        host.do("/rounds", **round_)
        assert host.sees()["round"]["number"] == number
        games = [pupil.sees()["you"]["game"] for pupil in pupils]
        (beginner,) = [game for game in games if game is not None and game["seat"] == 0]
        play_on(client, beginner, [1], 0)
        host.do("/results")
    assert sorted(points(host).values()) == [(1, 2), (1, 2), (1, 2)]
    assert host.refused("/rounds", **round_) == (409, "room.all_played")
    assert host.sees()["round"]["rounds"] == 3


# What stays


def services(client: TestClient) -> Any:
    return client.app.state.services  # type: ignore[attr-defined]


def count(client: TestClient, table: str) -> int:
    store = services(client).matches.store
    with store.engine.connect() as connection:
        return int(connection.exec_driver_sql(f"SELECT count(*) FROM {table}").scalar_one())


@pytest.mark.slow
def test_a_room_that_is_closed_leaves_nothing(fresh: TestClient) -> None:
    host = teacher(fresh)
    anna = host.joined("Anna")
    host.do("/rounds", kind="machine", game="nim", level="novice")
    host.do("/moves", ply=0, take=[1, 0, 0, 0])
    assert count(fresh, "matches") == 2
    host.do("/close")
    for table in ("rooms", "matches", "moves"):
        assert count(fresh, table) == 0, table
    assert anna.refused("/votes", take=[1, 0, 0, 0], ply=0) == (404, "room.unknown")
    assert error_of(host.join("Ben")) == (404, "room.unknown")


@pytest.mark.slow
def test_a_room_goes_after_its_time(fresh: TestClient) -> None:
    host, late, young = teacher(fresh), teacher(fresh), teacher(fresh)
    store = services(fresh).matches.store
    with store.writer.begin() as connection:
        for code, column, old in (
            (host.code, "changed", IDLE),
            (late.code, "made", LONGEST),
        ):
            connection.exec_driver_sql(
                f"UPDATE rooms SET {column} = {column} - {old + 10} WHERE code = '{code}'"
            )
    assert fresh.portal is not None
    fresh.portal.call(services(fresh).rooms.maintain)
    assert count(fresh, "rooms") == count(fresh, "matches") == 1
    assert young.names() == []
    assert host.refused("/close") == late.refused("/close") == (404, "room.unknown")


@contextmanager
def strangers(folder: Path) -> Iterator[TestClient]:
    """A server that counts who asks."""
    limits = SocketLimits(of_address=2)
    settings = Settings(f"sqlite:///{folder / 'matches.db'}", sockets=limits)
    with TestClient(create_app(settings), client=("192.0.2.7", 1)) as client:
        yield client


@pytest.mark.slow
def test_sockets_are_counted_before_they_say_whose_they_are(tmp_path: Path) -> None:
    with strangers(tmp_path) as client:
        host = teacher(client)
        live = f"/api/rooms/{host.code}/live"
        with client.websocket_connect(live), client.websocket_connect(live):
            with pytest.raises(WebSocketDenialResponse) as refused:
                client.websocket_connect(live).__enter__()
            assert error_of(refused.value) == (503, "server.crowded")
        with client.websocket_connect(live) as socket:
            socket.send_json({"token": host.token})
            assert socket.receive_json()["you"]["role"] == "teacher"


@pytest.mark.slow
def test_codes_are_not_guessed_and_rooms_not_opened_without_end(tmp_path: Path) -> None:
    with strangers(tmp_path) as client:
        services(client).rooms.guesses = Allowance(*GUESSES, clock=lambda: 0.0)
        host = teacher(client)
        statuses = [
            client.post("/api/rooms/BBBBB/pupils", json={"name": "Eve"}).status_code
            for _ in range(int(GUESSES[0]) + 40)
        ]
        assert {*statuses[: int(GUESSES[0])]} == {404}
        assert {*statuses[int(GUESSES[0]) :]} == {429}
        refused = host.join("Eve")
        assert error_of(refused) == (429, "room.guesses")
        assert refused.headers["Retry-After"] == "6"
        assert "in 6 s" in refused.json()["error"]["message"]
        no_code = client.post("/api/rooms/O0/pupils", json={"name": "Eve"})
        assert error_of(no_code) == (404, "room.unknown")  # which tells nothing
        assert host.names() == []  # who is in already is not concerned
        more = [client.post("/api/rooms", json={"game": "nim", "opponent": "team"})]
        while more[-1].status_code == 201:
            more.append(client.post("/api/rooms", json={"game": "nim", "opponent": "team"}))
        assert error_of(more[-1]) == (429, "room.openings")
        assert len(more) == 10


@pytest.mark.slow
def test_a_class_behind_one_address_comes_in_but_nobody_takes_all_seats_at_once(
    tmp_path: Path,
) -> None:
    with strangers(tmp_path) as client:
        now = 0.0
        rooms = services(client).rooms
        rooms.joins = Allowance(*JOINS, clock=lambda: now)
        rooms.guesses = Allowance(*GUESSES, clock=lambda: now)
        host = teacher(client)
        for number in range(40):
            for _ in range(2):
                wrong = client.post("/api/rooms/BBBBB/pupils", json={"name": "Anna"})
                assert error_of(wrong) == (404, "room.unknown")
            host.joined(f"Pupil {number}")
            now += 0.5
        host.do("/close")
        now += 60
        other = teacher(client)
        statuses = [other.join(f"Eve {number}").status_code for number in range(MOST_PUPILS)]
        assert statuses.count(201) == JOINS[0]
        assert error_of(other.join("Ben")) == (429, "room.joins")
        now += 1
        other.joined("Ben")


@pytest.mark.slow
def test_names_are_gone_from_the_files_when_the_lesson_is_over(tmp_path: Path) -> None:
    def is_written() -> bool:
        files = [tmp_path / "matches.db", tmp_path / "matches.db-wal"]
        return any(b"Wilhelmina" in file.read_bytes() for file in files if file.exists())

    with strangers(tmp_path) as client:
        host, other = teacher(client), teacher(client)
        host.joined("Wilhelmina")
        other.joined("Wilhelmina")
        assert is_written()
        host.do("/close")
        assert is_written()
        with closing(sqlite3.connect(tmp_path / "matches.db")) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM rooms").fetchone()
            other.do("/close")
            assert is_written()  # somebody reads what was there
        assert client.portal is not None
        client.portal.call(services(client).rooms.maintain)
        assert not is_written()


@pytest.mark.slow
def test_whoever_does_too_much_in_a_room_is_held_up_alone(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services(client).rooms, "deeds", Allowance(*DEEDS, clock=lambda: 0.0))
    host = teacher(client)
    anna, ben = host.joined("Anna"), host.joined("Ben")
    host.do("/vote")
    statuses = [
        anna.post("/votes", take=[0, 1 + n % 3, 0, 0], ply=0).status_code for n in range(150)
    ]
    assert {*statuses} == {200, 429}
    vote(ben, [1, 0, 0, 0])


def test_a_lesson_can_be_ended_however_much_was_done(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services(client).rooms, "deeds", Allowance(*DEEDS, clock=lambda: 0.0))
    host = teacher(client)
    host.joined("Anna")
    round_ = {"kind": "machine", "game": "nim", "position": [2], "level": "novice"}
    while host.post("/rounds", **round_).status_code == 200:
        pass
    assert host.refused("/rounds", **round_) == (429, "room.too_often")
    host.do("/close")


@pytest.mark.slow
def test_there_are_so_many_rooms(fresh: TestClient) -> None:
    services(fresh).rooms.most = 1
    teacher(fresh)
    answer = fresh.post("/api/rooms", json={"game": "nim", "opponent": "team"})
    assert error_of(answer) == (503, "room.no_more")
    assert count(fresh, "matches") == 1
