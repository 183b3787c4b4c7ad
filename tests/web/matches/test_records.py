"""Advice, history and records of a match, and watching it."""

from collections.abc import MutableMapping
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.web.support import Table, error_of

HUGE = 10**40


# Advice, history, records


@pytest.mark.slow
def test_the_hint_opens_one_door_at_a_time(client: TestClient) -> None:
    table = Table.laid(client, "wythoff", position=[3, 4])
    hints = [client.get(f"{table.path}/hint?step={step}").json() for step in (1, 2, 3)]
    assert [hint["text"] for hint in hints] == [
        "You can win.",
        "Look at heap 1 and heap 2.",
        "A winning move: take 2 tokens from each heap.",
    ]
    assert [hint["take"] for hint in hints] == [None, None, [2, 2]]
    assert [hint["heaps"] for hint in hints] == [None, [0, 1], [0, 1]]
    assert client.get(f"{table.path}/hint?step=4").status_code == 422


def test_the_history_marks_the_decisive_mistake(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[1, 2])
    table.play([1, 0])
    table.play([0, 2])
    history = client.get(f"{table.path}/history?lang=en").json()
    assert [move["judgement"] for move in history["moves"]] == ["thrown", "kept"]
    assert (history["decisive"], history["moves"][0]["better"]) == (0, [[0, 1]])
    assert [move["leader"] for move in history["moves"]] == [1, 1]
    assert "human (second)" in history["text"]


@pytest.mark.slow
def test_a_record_goes_out_and_comes_back(client: TestClient) -> None:
    table = Table.laid(client, "wythoff:a=2", position=[str(HUGE), 3])
    table.play([str(HUGE - 4), 0])
    record = client.get(f"{table.path}/record")
    assert record.headers["content-type"].startswith("text/plain")
    copied = client.post("/api/records", content=record.text)
    assert copied.status_code == 201
    copy = copied.json()
    same = ("game", "start", "position", "moves", "players", "turn")
    assert {key: copy[key] for key in same} == {key: table.match[key] for key in same}
    assert all(copy["seats"])
    assert client.post("/api/records", content="[Game").status_code == 422
    assert error_of(client.post("/api/records", content=b"\xff\xfe")) == (422, "server.not_text")
    headers = (
        '[Game "nim"]\n[Start "{}"]\n[First "human"]\n[Second "human"]\n[Date ""]\n[Result "*"]'
    )
    for start, key in (("1" * 1001, "server.digits"), ("1," * 64 + "1", "server.heaps")):
        answer = client.post("/api/records", content=headers.format(start))
        assert error_of(answer) == (422, key)
    endless = headers.format(10**6) + "\n\n" + "1. 1:1 1:1\n" * 5000
    assert error_of(client.post("/api/records", content=endless)) == (422, "server.long_record")


def test_a_rematch_exchanges_the_seats(client: TestClient) -> None:
    table = Table.laid(client, "nim", "human", "perfect", position=[2, 3])
    answer = client.post(f"{table.path}/rematch", headers=table.token(0))
    match = answer.json()
    assert (answer.status_code, match["players"]) == (201, ["perfect", "human"])
    assert (match["start"], match["ply"], match["id"] != table.match["id"]) == ([2, 3], 1, True)
    assert match["seats"][0] is None


# Live


def test_whoever_watches_sees_every_change(client: TestClient) -> None:
    table = Table.laid(client, "nim", "human", "perfect", position=[4, 5])
    with (
        client.websocket_connect(f"{table.path}/live") as first,
        client.websocket_connect(f"{table.path}/live?lang=fr") as second,
    ):
        assert first.receive_json() == table.match
        assert "allumettes" in second.receive_json()["rule"]
        match = table.play([1, 0])
        assert first.receive_json() == match
        undone = client.post(f"{table.path}/undo", headers=table.token(0)).json()
        assert first.receive_json() == undone
        assert [second.receive_json()["ply"] for _ in range(2)] == [2, 0]


def test_watching_what_does_not_exist(client: TestClient) -> None:
    with client.websocket_connect("/api/matches/unknown/live") as socket:
        assert socket.receive_json()["error"]["key"] == "server.unknown_match"
        with pytest.raises(WebSocketDisconnect) as ended:
            socket.receive_json()
    assert ended.value.code == 4404


def test_whoever_goes_before_he_is_refused_is_no_failure(client: TestClient) -> None:
    sent = list[str]()
    scope = {
        "type": "websocket",
        "scheme": "ws",
        "path": "/api/matches/unknown/live",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
    }

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.send":
            raise OSError

    assert client.portal is not None
    client.portal.call(client.app, scope, receive, send)
    assert sent == ["websocket.accept", "websocket.send"]
