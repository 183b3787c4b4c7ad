"""Two people at a match: who is there, the same match again by consent, helps, lots."""

import asyncio
import json
from contextlib import ExitStack, closing
from typing import Any

import pytest
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from marienbad.web.matches import company
from marienbad.web.matches.access import Access
from marienbad.web.matches.attendance import Attendance
from marienbad.web.matches.company import Here
from marienbad.web.matches.database import Store
from marienbad.web.matches.watchers import Watchers
from tests.support import PATIENCE
from tests.web.support import ServerProcess, Table, client_of, error_of, live


def say(table: Table, seat: int, call: str, **body: Any) -> Any:
    answer = table.client.post(f"{table.path}/{call}", headers=table.token(seat), json=body)
    if answer.status_code < 300:
        table.match = {**answer.json()}
    return answer


# Who is there


def until(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """Wait until a socket is told this of the company."""
    while True:
        news: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if all(news.get(name) == value for name, value in wanted.items()):
            return news


@pytest.mark.slow
def test_who_is_there_is_known_through_every_process(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    one, two = pair
    with ExitStack() as stack:
        table = Table.laid(stack.enter_context(client_of(one)), "nim", position=[3, 4])
        silent = stack.enter_context(connect(live(two, table), open_timeout=PATIENCE))
        assert json.loads(silent.recv(PATIENCE)) == table.match

        host = stack.enter_context(connect(live(one, table), open_timeout=PATIENCE))
        host.send(json.dumps({"token": table.seats[0]}))
        until(host, present=[True, False], came=[True, False], watching=0)
        with connect(live(two, table), open_timeout=PATIENCE) as guest:
            guest.send(json.dumps({"token": table.seats[1]}))
            until(guest, present=[True, True], came=[True, True])
            until(host, present=[True, True], came=[True, True])
            with connect(live(two, table), open_timeout=PATIENCE) as stranger:
                stranger.send("nonsense")
                stranger.send(json.dumps({"token": f"{table.seats[0]}x"}))
                until(stranger, watching=1)
                until(host, watching=1)
        until(host, present=[True, False], came=[True, True], watching=0)
        table.play([1, 0])
        # whoever has not said who he is was sent the match, and nothing else
        assert json.loads(silent.recv(PATIENCE)) == table.match


@pytest.mark.slow
def test_a_process_that_is_not_heard_of_leaves_nobody_behind(
    database: str, fresh: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.laid(fresh, "nim", position=[3, 4])
    key = table.match["id"]
    with closing(Store(database)) as lost, closing(Store(database)) as other:
        for store in (lost, other):
            store.prepare()
        company.note(lost, {key: Here(seats=2, watching=3), "gone": Here(seats=1)})
        assert company.read(other, [key]) == {key: ((False, True), (False, True), 3)}
        company.note(other, {key: Here(seats=1)})
        assert company.read(lost, [key]) == {key: ((True, True), (True, True), 3)}
        now = other.now
        monkeypatch.setattr(Store, "now", now + company.LEASE + 1)
        company.renew(other)
        assert company.read(other, [key]) == {key: ((True, False), (True, True), 0)}
        company.leave(other)
        assert company.read(other, [key]) == {key: ((False, False), (True, True), 0)}


@pytest.mark.slow
def test_a_process_that_others_forgot_tells_again_who_is_there(
    database: str, fresh: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = Table.laid(fresh, "nim", position=[3, 4]).match["id"]
    with closing(Store(database)) as silent, closing(Store(database)) as other:
        for store in (silent, other):
            store.prepare()

        async def be_silent_too_long() -> None:
            watchers = Watchers()
            attendance = Attendance(watchers, Access(silent))
            attendance.enter(watchers.join(key), 1)
            await attendance.settle()
            assert company.read(other, [key])[key].present == (False, True)
            monkeypatch.setattr(Store, "now", other.now + company.LEASE + 1)
            company.renew(other)
            assert company.read(other, [key])[key].present == (False, False)
            await attendance.renew()
            await attendance.settle()
            assert company.read(other, [key])[key].present == (False, True)

        asyncio.run(be_silent_too_long())


# The same again


@pytest.mark.slow
def test_another_match_by_consent_gives_each_the_own_seat(client: TestClient) -> None:
    table = Table.laid(client, "marienbad", position=[1])
    host, guest = list(table.seats), Table(client, table.match, table.seats)
    assert error_of(say(table, 1, "rematch", answer=True)) == (409, "server.not_asked")
    assert error_of(say(table, 1, "rematch", answer=True, request=True))[0] == 422
    table.play([1])
    with client.websocket_connect(f"{table.path}/live") as socket:
        assert socket.receive_json()["rematch_request"] is None
        asked = say(table, 0, "rematch", request=True)
        assert (asked.status_code, asked.json()["seats"]) == (202, [None, None])
        assert socket.receive_json()["rematch_request"] == 0
        again = say(table, 0, "rematch", request=True)
        assert (again.status_code, again.json()) == (202, asked.json())
        own = say(table, 0, "rematch", answer=True)
        assert error_of(own) == (403, "server.not_yours_to_answer")
        granted = say(guest, 1, "rematch", answer=True)
        assert granted.status_code == 200
        told = socket.receive_json()
        assert (told["next"], told["rematch_request"]) == (granted.json()["next"], None)
    fetched = say(table, 0, "rematch", request=True)
    assert fetched.status_code == 200
    assert fetched.json()["next"] == granted.json()["next"]
    (first, none), (nobody, second) = granted.json()["seats"], fetched.json()["seats"]
    assert (none, nobody) == (None, None)
    following = Table(client, client.get(f"/api/matches/{told['next']}").json(), [first, second])
    assert (following.match["ply"], following.match["start"]) == (0, [1])
    assert following.play([1])["winner"] == 1
    assert host[0] not in (first, second)


@pytest.mark.parametrize("seat", [0, 1], ids=["withdrawn", "refused"])
def test_no_match_without_consent(client: TestClient, seat: int) -> None:
    table = Table.laid(client, "nim", position=[3])
    say(table, 0, "rematch", request=True)
    answer = say(table, seat, "rematch", answer=False)
    assert (answer.status_code, answer.json()["rematch_request"]) == (200, None)
    assert answer.json()["next"] is None


def test_two_who_both_ask_agree(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[3])
    say(table, 0, "rematch", request=True)
    answer = say(table, 1, "rematch", request=True)
    assert (answer.status_code, answer.json()["next"] is None) == (200, False)


def test_a_machine_is_not_asked(client: TestClient) -> None:
    table = Table.laid(client, "nim", "human", "perfect", position=[2, 3])
    answer = say(table, 0, "rematch", request=True)
    assert (answer.status_code, answer.json()["players"]) == (201, ["perfect", "human"])


# Helps, and who begins


def begun(client: TestClient, *players: str, **wish: Any) -> Table:
    body = {"game": "nim", "position": [3, 4], "players": players or ("human", "human"), **wish}
    match = client.post("/api/matches", json=body).json()
    return Table(client, match, match["seats"])


def test_helps_are_declared_between_people_and_locked_by_agreement(client: TestClient) -> None:
    assert begun(client, "human", "perfect").match["help"] == "open"
    table = begun(client)
    assert (table.match["help"], table.match["helps"]) == ("declared", [0, 0])
    assert client.get(f"{table.path}/hint").status_code == 200
    assert say(table, 1, "help").json()["helps"] == [0, 1]
    say(table, 1, "help")
    assert table.now()["helps"] == [0, 2]
    assert client.post(f"{table.path}/help").status_code == 401
    other = begun(client)
    foreign = client.post(f"{table.path}/help", headers=other.token(0))
    assert error_of(foreign) == (403, "server.not_your_seat")

    locked = begun(client, help="locked")
    assert error_of(client.get(f"{locked.path}/hint")) == (409, "server.help_locked")
    assert error_of(say(locked, 0, "help")) == (409, "server.help_locked")
    say(locked, 0, "rematch", request=True)
    following = say(locked, 1, "rematch", request=True).json()["next"]
    assert client.get(f"/api/matches/{following}").json()["help"] == "locked"
    assert client.post("/api/matches", json={"help": "none"}).status_code == 422


def test_lots_are_drawn_by_the_server(client: TestClient) -> None:
    drawn = [begun(client, "human", "perfect", draw=True).match for _ in range(24)]
    assert {match["yours"] for match in drawn} == {0, 1}
    assert all(match["players"][match["yours"]] == "human" for match in drawn)
    assert all(match["drawn"] for match in drawn)
    table = begun(client, draw=True)
    places: set[int] = set()
    while len(places) < 2:
        say(table, 0, "rematch", request=True)
        made = say(table, 1, "rematch", request=True).json()
        place = next(seat for seat in (0, 1) if made["seats"][seat])
        places.add(place)
        other = say(table, 0, "rematch", request=True).json()["seats"]
        assert other[place] is None
        tokens = [made["seats"][seat] or other[seat] for seat in (0, 1)]
        table = Table(client, client.get(f"/api/matches/{made['next']}").json(), tokens)
        assert table.match["drawn"]
