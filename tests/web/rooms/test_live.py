"""The sockets of a room: everybody sees what happens, on every process; who has gone comes back."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from marienbad.web.app import create_app
from marienbad.web.settings import Settings
from tests.support import PATIENCE
from tests.web.rooms.support import Holder, teacher
from tests.web.support import ServerProcess, client_of

CLASS = 40


class Seen:
    """What a socket was told so far, put together as a page does."""

    def __init__(self, socket: Any) -> None:
        self.socket = socket
        self.parts: dict[str, Any] = {}

    def until(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Everything known, once something is true of it."""
        while not (self.parts and holds(self.parts)):
            self.parts |= self.socket.receive_json()
        return self.parts


class Far:
    """A real socket, read as that of the test client is."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def receive_json(self) -> Any:
        return json.loads(self.socket.recv(PATIENCE))


@contextmanager
def watching(holder: Holder) -> Iterator[Seen]:
    with holder.client.websocket_connect(f"/api/rooms/{holder.code}/live") as socket:
        socket.send_json({"token": holder.token})
        yield Seen(socket)


@contextmanager
def far(server: ServerProcess, holder: Holder) -> Iterator[Seen]:
    address = f"ws://127.0.0.1:{server.port}/api/rooms/{holder.code}/live"
    with connect(address, open_timeout=PATIENCE) as socket:
        socket.send(json.dumps({"token": holder.token}))
        yield Seen(Far(socket))


@pytest.mark.slow
def test_a_change_is_sent_to_everybody_and_only_what_changed(client: TestClient) -> None:
    host = teacher(client)
    anna = host.joined("Anna")
    with watching(host) as board, watching(anna) as hers:
        assert hers.until(lambda parts: True)["you"]["role"] == "pupil"
        assert board.until(lambda parts: True)["you"]["role"] == "teacher"
        host.do("/vote")
        news = hers.socket.receive_json()
        assert {*news} == {"clock", "vote"}
        anna.do("/votes", take=[1, 0, 0, 0], ply=0)
        assert {*hers.socket.receive_json()} == {"clock", "vote", "you"}
        board.until(lambda parts: (parts["vote"] or {}).get("count") == 1)
        assert board.parts["you"]["votes"] == {"1": [1, 0, 0, 0]}
        host.do("/moves", ply=0)
        board.until(lambda parts: parts["board"]["ply"] == 2)


def test_who_loses_the_connection_comes_back_as_he_was(client: TestClient) -> None:
    host = teacher(client)
    anna = host.joined("Anna")
    host.do("/vote")
    with watching(anna) as hers:
        hers.until(lambda parts: True)
        anna.do("/votes", take=[1, 0, 0, 0], ply=0)
    with watching(anna) as hers:
        seen = hers.until(lambda parts: True)
    assert seen["you"] == {"role": "pupil", "number": 1, "game": None, "vote": [1, 0, 0, 0]}
    assert [pupil["name"] for pupil in seen["pupils"]] == ["Anna"]


def test_who_is_removed_and_when_it_ends_sockets_close(client: TestClient) -> None:
    host = teacher(client)
    anna, ben = host.joined("Anna"), host.joined("Ben")
    with watching(anna) as hers, watching(ben) as his, watching(host) as board:
        for seen in (hers, his, board):
            seen.until(lambda parts: True)
        host.do("/pupils/1/removal")
        assert hers.socket.receive_json() == {"removed": True}
        with pytest.raises(WebSocketDisconnect) as closed:
            hers.socket.receive_json()
        assert closed.value.code == 4403
        his.until(lambda parts: len(parts["pupils"]) == 1)
        host.do("/close")
        his.until(lambda parts: "ended" in parts)
        with pytest.raises(WebSocketDisconnect) as closed:
            his.socket.receive_json()
        assert closed.value.code == 4404
    visitors = client.app.state.services.rooms.visitors  # type: ignore[attr-defined]
    assert visitors.count == 0
    assert client.app.state.services.rooms.shown(host.code) is None  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "said",
    ["", "nonsense", "{}", '{"token": 3}', '{"token": "room.x.1.y"}', '{"token": "", "x": 1}'],
)
def test_a_socket_without_a_pass_is_told_nothing(client: TestClient, said: str) -> None:
    host = teacher(client)
    host.joined("Anna")
    with client.websocket_connect(f"/api/rooms/{host.code}/live") as socket:
        socket.send_text(said)
        told = socket.receive_json()
        assert told["error"]["key"] == "room.no_pass"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


def test_what_a_visitor_says_later_is_not_heard(client: TestClient) -> None:
    host = teacher(client)
    with watching(host) as board:
        board.until(lambda parts: True)
        board.socket.send_text('{"token": "another"}')
        board.socket.send_text("\x00" * 100)
        host.joined("Anna")
        board.until(lambda parts: len(parts["pupils"]) == 1)


@pytest.mark.slow
@pytest.mark.database
def test_two_processes_share_a_room(pair: tuple[ServerProcess, ServerProcess]) -> None:
    one, two = pair
    with client_of(one) as here, client_of(two) as there:
        host = teacher(here)
        anna = host.joined("Anna")
        with far(one, host) as board, far(two, anna) as hers:
            hers.until(lambda parts: True)
            host.do("/vote")
            hers.until(lambda parts: parts["vote"] is not None)
            Holder(there, host.code, anna.token).do("/votes", take=[1, 0, 0, 0], ply=0)
            board.until(lambda parts: (parts["vote"] or {}).get("count") == 1)
            host.do("/moves", ply=0)
            hers.until(lambda parts: parts["board"]["ply"] == 2)
            vote_from_both_sides(host, here, there)
            host.do("/close")
            hers.until(lambda parts: "ended" in parts)
            with pytest.raises(ConnectionClosed):
                hers.socket.receive_json()


def vote_from_both_sides(host: Holder, here: Any, there: Any) -> None:
    """A class at two processes votes at the same moment: no vote is lost."""
    pupils = []
    for number in range(20):
        answer = here.post(f"/api/rooms/{host.code}/pupils", json={"name": f"P{number}"})
        client = there if number % 2 else here
        pupils.append(Holder(client, host.code, answer.json()["token"]))
    host.do("/vote")
    legal = host.sees()["board"]["legal"]
    threads = [
        threading.Thread(target=pupil.do, args=["/votes"], kwargs={"take": legal[0], "ply": 2})
        for pupil in pupils
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert host.sees()["vote"]["tally"] == [{"move": legal[0], "count": 20}]


@pytest.mark.slow
def test_a_lesson_survives_the_server(tmp_path: Any) -> None:
    database = f"sqlite:///{tmp_path / 'matches.db'}"
    with ServerProcess(database) as server, client_of(server) as client:
        host = teacher(client)
        anna = host.joined("Anna")
        host.do("/vote")
        anna.do("/votes", take=[1, 0, 0, 0], ply=0)
        server.kill()
    with TestClient(create_app(Settings(database))) as client:
        seen = Holder(client, host.code, anna.token).sees()
        assert seen["you"]["vote"] == [1, 0, 0, 0]


@pytest.mark.slow
def test_a_class_of_forty_sees_every_vote(shared_server: ServerProcess) -> None:
    server = shared_server
    with client_of(server) as client, ExitStack() as stack:
        host = teacher(client)
        pupils = [host.joined(f"Pupil {number}") for number in range(CLASS)]
        seen = [stack.enter_context(far(server, pupil)) for pupil in pupils]
        for one in seen:
            one.until(lambda parts: len(parts["pupils"]) == CLASS)
        host.do("/vote")
        for number, pupil in enumerate(pupils):
            pupil.do("/votes", take=[[1, 0, 0, 0], [0, 1, 0, 0]][number % 2], ply=0)
        for one in seen:
            one.until(lambda parts: (parts["vote"] or {}).get("count") == CLASS)
            assert [line["count"] for line in one.parts["vote"]["tally"]] == [CLASS // 2] * 2
