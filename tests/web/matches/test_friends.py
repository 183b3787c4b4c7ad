"""Two people at a match: who is there, the same match again by consent, helps, lots."""

import asyncio
import json
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import orjson
import pytest
from starlette.testclient import TestClient
from websockets.sync.client import ClientConnection, connect

from marienbad.analysis import Game
from marienbad.play.match import Match
from marienbad.web.matches import presence as presence_module
from marienbad.web.matches.access import Access
from marienbad.web.matches.changes import Change, Outcome
from marienbad.web.matches.presence import MOST_AT_ONCE, Here, Presence, parts_of
from marienbad.web.matches.store import Store
from marienbad.web.matches.watchers import Watcher, Watchers
from tests.support import PATIENCE, ManualClock
from tests.web.support import ServerProcess, Table, client_of, error_of, live

KEY = "match"


def say(table: Table, seat: int, call: str, **body: Any) -> Any:
    answer = table.client.post(f"{table.path}/{call}", headers=table.token(seat), json=body)
    if answer.status_code < 300:
        table.match = {**answer.json()}
    return answer


# Who is there


@pytest.mark.slow
def test_who_is_there_is_told_to_everybody_who_says_who_he_is(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[3, 4])
    live = f"{table.path}/live"

    def until(socket: Any, **wanted: Any) -> None:
        while not wanted.items() <= socket.receive_json().items():
            pass

    with client.websocket_connect(live) as silent, client.websocket_connect(live) as host:
        host.send_json({"token": table.seats[0]})
        until(host, present=[True, False], came=[True, False], watching=0)
        with client.websocket_connect(live) as guest:
            guest.send_json({"token": table.seats[1]})
            until(guest, present=[True, True], came=[True, True])
            with client.websocket_connect(live) as stranger:
                stranger.send_text("nonsense")
                stranger.send_json({"token": f"{table.seats[0]}x"})
                until(stranger, watching=1)
                until(host, watching=1)
        until(host, present=[True, False], came=[True, True], watching=0)
        table.play([1, 0])
        # a socket that has not said who it is was sent the match, and nothing else
        assert [silent.receive_json()["ply"] for _ in range(2)] == [0, 1]


def until(socket: ClientConnection, **wanted: Any) -> dict[str, Any]:
    """Wait until a socket is told this of who is present."""
    while True:
        news: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if all(news.get(name) == value for name, value in wanted.items()):
            return news


@pytest.mark.slow
@pytest.mark.database
def test_who_is_there_is_known_through_every_process(
    pair: tuple[ServerProcess, ServerProcess],
) -> None:
    one, two = pair
    with ExitStack() as stack:
        table = Table.laid(stack.enter_context(client_of(one)), "nim", position=[3, 4])
        host = stack.enter_context(connect(live(one, table), open_timeout=PATIENCE))
        host.send(json.dumps({"token": table.seats[0]}))
        until(host, present=[True, False], came=[True, False], watching=0)
        with connect(live(two, table), open_timeout=PATIENCE) as guest:
            guest.send(json.dumps({"token": table.seats[1]}))
            until(guest, present=[True, True], came=[True, True])
            until(host, present=[True, True], came=[True, True])
            with connect(live(two, table), open_timeout=PATIENCE) as stranger:
                stranger.send(json.dumps({"token": None}))
                until(stranger, watching=1)
                until(host, watching=1)
        until(host, present=[True, False], came=[True, True], watching=0)


def test_a_process_that_is_not_heard_of_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the notices of other processes say, without a database that sends them."""
    clock = ManualClock()
    monkeypatch.setattr(time, "monotonic", clock)

    async def hear(presence: Presence, watcher: Watcher) -> None:
        async def told() -> Any:
            await presence.settle()
            return (await watcher.next()).data()  # type: ignore[union-attr]

        presence.enter(watcher, 0)
        presence.hear("one", {KEY: [2, 3], "gone": [1, 0]}, is_all=True)
        presence.hear("two", {KEY: [0, 1]}, is_all=False)
        assert await told() == {"present": (True, True), "came": (True, False), "watching": 4}
        presence.hear("one", {}, is_all=True)
        assert await told() == {"present": (True, False), "came": (True, False), "watching": 1}
        presence.hear("one", {KEY: [2, 0]}, is_all=False)
        await told()
        clock.advance(presence_module.LEASE)
        presence.hear("two", {}, is_all=False)
        clock.advance(1)
        await presence.renew()
        assert await told() == {"present": (True, False), "came": (True, False), "watching": 1}
        presence.hear("two", {KEY: [0, 0]}, is_all=False)
        assert await told() == {"present": (True, False), "came": (True, False), "watching": 0}

    with closing(Store(f"sqlite:///{tmp_path / 'matches.db'}")) as store:
        store.prepare()
        match = Match(Game.named("nim"), (3,)).kept_as(KEY)
        assert store.save([Change(None, match)]) == [Outcome.DONE]
        watchers = Watchers()
        asyncio.run(hear(Presence(watchers, Access(store)), watchers.join(KEY)))


def test_presence_is_told_in_parts_that_fit_into_a_notice() -> None:
    here = {f"match{number:011}": Here(3, 10_000) for number in range(2 * MOST_AT_ONCE + 1)}
    parts = [*parts_of(here)]
    assert [len(part) for part in parts] == [MOST_AT_ONCE, MOST_AT_ONCE, 1]
    assert {key: who for part in parts for key, who in part.items()} == here
    assert all(len(orjson.dumps({"present": part})) < 7_800 for part in parts)
    assert [*parts_of({})] == [{}]


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
