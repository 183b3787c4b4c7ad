"""Moves taken back: once, before the end, and between people by consent once they were seen."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.support import Table, error_of


def undo(table: Table, seat: int, **body: Any) -> Any:
    """The answer to a seat that takes back, asks or answers."""
    answer = table.client.post(
        f"{table.path}/undo", headers=table.token(seat), **({"json": body} if body else {})
    )
    if answer.status_code < 300:
        table.match = answer.json()
    return answer


@pytest.fixture
def replied(client: TestClient) -> Table:
    """A match between people after a move and the reply to it."""
    table = Table.laid(client, "nim", position=[4, 5])
    table.play([2, 0])
    table.play([0, 2])
    return table


@pytest.mark.slow
def test_the_machines_reply_is_taken_back_too(client: TestClient) -> None:
    table = Table.laid(client, "nim", "human", "perfect", position=[4, 5])
    assert table.play([1, 0])["ply"] == 2
    answer = undo(table, 0)
    assert (answer.status_code, answer.json()["ply"]) == (200, 0)
    assert answer.json()["position"] == [4, 5]
    assert error_of(undo(table, 0)) == (409, "server.nothing_to_undo")
    assert table.play([0, 1])["moves"][0] == [0, 1]


def test_before_the_reply_at_once(client: TestClient) -> None:
    table = Table.laid(client, "nim", position=[4, 5])
    table.play([1, 0])
    for body in ({}, {"ply": 1}, {"ply": 1, "request": True}):
        answer = undo(table, 0, **body)
        assert (answer.status_code, answer.json()["ply"]) == (200, 0)
        table.play([1, 0])


@pytest.mark.slow
def test_by_consent_once_the_other_has_come(fresh: TestClient) -> None:
    table = Table.laid(fresh, "nim", position=[4, 5])
    key = table.match["id"]
    table.play([1, 0])
    store = fresh.app.state.services.matches.store  # type: ignore[attr-defined]
    store.sit({key: 1})
    asked = undo(table, 0, ply=1, request=True)
    assert asked.status_code == 200  # only the mover has come
    table.play([1, 0])
    store.sit({key: 2})  # has gone again, and has seen it
    assert undo(table, 0, ply=1).status_code == 200  # whoever does not ask need not wait
    table.play([1, 0])
    asked = undo(table, 0, ply=1, request=True)
    assert (asked.status_code, asked.json()["undo_request"]) == (202, 0)
    granted = undo(table, 1, ply=1, answer=True)
    assert (granted.status_code, granted.json()["moves"]) == (200, [])
    table.play([1, 0])
    with fresh.websocket_connect(f"{table.path}/live") as socket:
        socket.send_json({"token": table.seats[0]})
        table.play([0, 1])
        while socket.receive_json().get("present") != [True, False]:
            pass
        assert undo(table, 1, ply=2, request=True).status_code == 202


def test_a_ply_makes_it_happen_once(client: TestClient) -> None:
    table = Table.laid(client, "nim", "human", "perfect", position=[9, 5])
    table.play([1, 0])
    assert table.play([1, 0])["ply"] == 4
    assert undo(table, 0, ply=4).json()["ply"] == 2
    assert error_of(undo(table, 0, ply=4)) == (409, "server.undo_ply")
    assert table.now()["ply"] == 2


def test_not_after_the_end(client: TestClient) -> None:
    for players in (("human", "human"), ("human", "perfect")):
        table = Table.laid(client, "marienbad", *players, position=[1])
        assert table.play([1])["winner"] == 1
        assert error_of(undo(table, 0)) == (409, "server.over")
        assert error_of(undo(table, 0, ply=1, request=True)) == (409, "server.over")
        assert table.now()["over"]


def test_after_the_reply_by_consent(client: TestClient, replied: Table) -> None:
    assert error_of(undo(replied, 0)) == (409, "server.answered")
    assert error_of(undo(replied, 1, answer=True)) == (409, "server.not_asked")
    with client.websocket_connect(f"{replied.path}/live") as socket:
        assert socket.receive_json()["undo_request"] is None
        asked = undo(replied, 0, ply=2, request=True)
        assert (asked.status_code, asked.json()["ply"]) == (202, 2)
        assert socket.receive_json() == asked.json() == replied.now()
        assert asked.json()["undo_request"] == 0
    again = undo(replied, 0, ply=2, request=True)
    assert (again.status_code, again.json()) == (202, asked.json())
    assert error_of(undo(replied, 0, answer=True)) == (403, "server.not_yours_to_answer")
    granted = undo(replied, 1, ply=2, answer=True)
    assert (granted.status_code, granted.json()["moves"]) == (200, [])
    assert granted.json()["undo_request"] is None


@pytest.mark.parametrize("seat", [0, 1], ids=["withdrawn", "refused"])
def test_a_request_that_ends_without_consent(replied: Table, seat: int) -> None:
    undo(replied, 0, request=True)
    answer = undo(replied, seat, ply=2, answer=False)
    assert (answer.status_code, answer.json()["undo_request"]) == (200, None)
    assert answer.json()["ply"] == 2
    assert error_of(undo(replied, 1, answer=True)) == (409, "server.not_asked")


def test_a_move_or_a_move_taken_back_ends_the_request(replied: Table) -> None:
    undo(replied, 0, request=True)
    assert replied.play([1, 0])["undo_request"] is None
    assert undo(replied, 0).json()["ply"] == 2
    undo(replied, 0, request=True)
    taken = undo(replied, 1, ply=2)
    assert (taken.status_code, taken.json()["ply"], taken.json()["undo_request"]) == (200, 1, None)


def test_a_request_is_not_an_answer(replied: Table) -> None:
    both = undo(replied, 0, request=True, answer=True)
    assert error_of(both) == (422, "server.asks_and_answers")
    assert undo(replied, 0, request="yes").status_code == 422
    assert undo(replied, 0, ply=-1).status_code == 422
