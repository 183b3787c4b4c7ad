"""What a connection may take before it is answered, and what becomes of those who take more."""

import json
import select
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from marienbad.web.sizes import MOST_DIGITS, MOST_HEAPS
from tests.support import PATIENCE, until
from tests.web.doors.support import (
    ELSEWHERE,
    SOCKET,
    Running,
    is_cut_off,
    read_all,
    running,
    status_of,
)
from tests.web.support import ServerProcess, client_of

HEAD = b"GET /api/health HTTP/1.1\r\nHost: localhost\r\n"
CLOSING = HEAD + b"Connection: close\r\n\r\n"
POST = b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the usual sizes."""
    with running(tmp_path_factory.mktemp("doors"), {}) as server:
        yield server


def error_in(answer: bytes) -> str:
    return str(json.loads(answer.partition(b"\r\n\r\n")[2])["error"]["key"])


# Sizes


@pytest.mark.slow
def test_headers_for_ever_are_cut_off(server: Running) -> None:
    """One header, one value or one name without end: refused after some tens of kilobytes."""
    for endless in (b"a: b\r\n", b"a: b\r\n" + b"b" * 1000, b"x" * 1000):
        with closing(server.connect()) as connection:
            connection.sendall(HEAD)
            assert is_cut_off(connection, endless)


@pytest.mark.parametrize(
    ("request_head", "status"),
    [
        (HEAD + b"a: b\r\n" * 200 + b"\r\n", 431),
        (HEAD + b"a: " + b"b" * 80_000 + b"\r\n\r\n", 431),
        (HEAD + b"".join(b"a%d: %s\r\n" % (n, b"b" * 2000) for n in range(50)) + b"\r\n", 431),
        (b"GET /api/health?" + b"x" * 66_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400),
        (POST + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n{", 400),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n0\r\n" + b"a: b\r\n" * 200, 431),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 3000, 413),
        (b"GET /api/matches/%s/live HTTP/1.1\r\n" % (b"x" * 9000) + SOCKET + b"\r\n", 414),
        (b"GET /api/matches/x/live HTTP/1.1\r\n" + SOCKET + b"a: %s\r\n\r\n" % (b"b" * 9000), 431),
        (b"GET /api/matches/x/live HTTP/1.1\r\n" + SOCKET + b"Content-Length: x\r\n\r\n", 400),
    ],
)
def test_a_head_that_is_too_long_or_wrong_is_answered(
    server: Running, request_head: bytes, status: int
) -> None:
    answer = server.ask(request_head)
    assert status_of(answer) == status, answer
    assert error_in(answer) == f"server.status.{status}"
    assert b"\r\nconnection: close\r\n" in answer.lower()
    assert b"nosniff" in answer


def test_the_longest_position_may_be_asked_for(server: Running) -> None:
    position = ",".join(["9" * MOST_DIGITS] * MOST_HEAPS)
    path = f"/api/moves?game=nim&position={position}"
    answer = server.ask(
        f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode("ascii")
    )
    assert status_of(answer) in (200, 422)
    assert b"server.status" not in answer


def test_a_body_without_end_is_cut_off(server: Running) -> None:
    """Whether its length is told or not, and after it was refused."""
    for told in (b"Content-Length: 100000000\r\n\r\n", b"Transfer-Encoding: chunked\r\n\r\n"):
        with closing(server.connect()) as connection:
            connection.sendall(POST + told)
            assert is_cut_off(connection, b"10000\r\n" + b" " * 65_536 + b"\r\n")


def test_requests_sent_before_the_answer_are_answered_in_order_up_to_a_number(
    server: Running,
) -> None:
    answers = server.ask((HEAD + b"\r\n") * 9 + CLOSING)
    assert answers.count(b"HTTP/1.1 200") == 10
    too_many = server.ask((HEAD + b"\r\n") * 5000)
    assert too_many.count(b"HTTP/1.1 200") < 100


# Seconds


@pytest.mark.parametrize(
    ("begun", "statuses"),
    [
        (b"", [0]),
        (b"\r\n", [0, 408]),
        (b"GET / HT", [408]),
        (HEAD, [408]),
        (POST + b"Content-Length: 10\r\n\r\n{", [408]),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n", [408]),
    ],
    ids=["silent", "empty lines", "first line", "headers", "body", "chunks"],
)
def test_what_does_not_come_in_time_is_not_waited_for(
    server: Running, begun: bytes, statuses: list[int]
) -> None:
    with closing(server.connect()) as connection:
        connection.sendall(begun)
        server.wait_until(lambda: has_come(server, connection, len(begun)))
        server.let_pass(2 * PATIENCE)
        assert status_of(read_all(connection)) in statuses


def has_come(server: Running, connection: socket.socket, size: int) -> bool:
    """Whether so many bytes of the present request have come."""
    guest = server.guest(connection)
    return guest is not None and guest.received >= size


@pytest.mark.parametrize(
    "begun",
    [HEAD, POST + b"Content-Length: 100000\r\n\r\n"],
    ids=["headers", "body"],
)
def test_a_trickle_is_cut_off(server: Running, begun: bytes) -> None:
    """Every byte comes within the pause, and the whole does not."""
    with closing(server.connect()) as connection:
        connection.sendall(begun)
        before = server(lambda: server.lobby.dropped["late"])
        for number in range(4):
            size = len(begun) + number
            server.wait_until(lambda size=size: has_come(server, connection, size))  # type: ignore[misc]
            assert not server(lambda: server.lobby.dropped["late"] > before)
            server.let_pass(PATIENCE / 5)
            connection.sendall(b"x")
        server.let_pass(PATIENCE / 5)
        assert status_of(read_all(connection)) == 408


@pytest.mark.slow
def test_a_connection_that_rests_between_requests_is_closed(tmp_path: Path) -> None:
    with running(tmp_path, {"idle_seconds": 0.1}) as server:
        for rest in (b"", b"\r\n"):
            assert server.ask(HEAD + b"\r\n" + rest).count(b"HTTP/1.1 200") == 1


@pytest.mark.slow
def test_an_answer_that_nobody_reads_is_dropped(server: Running) -> None:
    with closing(server.connect()) as connection:
        connection.sendall(b"GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 8)
        assert connection.recv(1) == b"H"  # all of the first request was read
        until(lambda: is_dropped_later(server))
        # what the kernel holds can still be read, and no more
        assert read_all(connection).count(b"TTP/1.1 200") < 8


def is_dropped_later(server: Running) -> bool:
    """Let time pass: whoever has read some meanwhile, or the kernel for him, is given more."""
    server.let_pass(2 * PATIENCE)
    return server(lambda: server.lobby.dropped["unread"]) > 0


def test_a_named_proxy_may_rest_longer(tmp_path: Path) -> None:
    with (
        running(tmp_path, {"idle_seconds": 0.1}, proxies=(ELSEWHERE,)) as server,
        closing(server.connect(ELSEWHERE)) as proxy,
        closing(server.connect()) as other,
    ):
        for connection in (proxy, other):
            connection.sendall(HEAD + b"\r\n")
        assert read_all(other).count(b"HTTP/1.1 200") == 1
        proxy.sendall(CLOSING)
        assert read_all(proxy).count(b"HTTP/1.1 200") == 2


@pytest.mark.slow
def test_bodies_that_do_not_end_leave_room_for_those_of_others(tmp_path: Path) -> None:
    """Many records, each all but the last byte; another client's comes through."""
    record = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n\r\n"
    with running(tmp_path, {}, proxies=(ELSEWHERE,)) as server, ExitStack() as stack:
        coming = [stack.enter_context(closing(server.connect())) for _ in range(20)]
        for connection in coming:
            connection.sendall(record + b"x" * 1_048_575)
        (answered, *_), _, _ = select.select(coming, [], [], PATIENCE)
        assert status_of(answered.recv(65_536)) == 503
        assert status_of(server.ask(CLOSING, source="127.0.0.2")) == 200
        wish = b'{"game": "nim", "players": ["human", "human"]}'
        length = b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(wish)
        assert status_of(server.ask(POST + length + wish, source="127.0.0.2")) == 201


# Numbers


def test_connections_of_an_address_and_in_all_are_counted(tmp_path: Path) -> None:
    bounds = {"of_address": 5, "in_all": 12}
    with running(tmp_path, bounds, proxies=(ELSEWHERE,)) as server, ExitStack() as stack:

        def fill(source: str, number: int) -> list[socket.socket]:
            found = [stack.enter_context(closing(server.connect(source))) for _ in range(number)]
            for connection in found:
                connection.sendall(HEAD + b"\r\n")
                assert status_of(connection.recv(65_536)) == 200
            return found

        mine = fill("127.0.0.1", 5)
        refused = server.ask(CLOSING)
        assert (status_of(refused), error_in(refused)) == (503, "server.crowded")
        assert status_of(server.ask(CLOSING, source="127.0.0.2")) == 200
        fill(ELSEWHERE, 7)  # a proxy asks for many
        assert status_of(server.ask(CLOSING, source="127.0.0.2")) == 503
        assert server(lambda: server.lobby.dropped) == {"address": 1, "full": 1}
        for connection in mine:
            connection.close()
        server.wait_until(lambda: len(server.lobby.guests) == 7)
        assert status_of(server.ask(CLOSING)) == 200


def test_silent_connections_leave_room_for_others(tmp_path: Path) -> None:
    """Far more than the descriptors that are promised: after a moment there is room again."""
    with running(tmp_path, {"in_all": 50}) as server, ExitStack() as stack:
        for _ in range(200):
            stack.enter_context(closing(server.connect()))
        server.wait_until(lambda: server.lobby.dropped["full"] == 150)
        server.let_pass(2 * PATIENCE)
        until(lambda: status_of(server.ask(CLOSING)) == 200)


LIMITED = """
from resource import RLIMIT_NOFILE, getrlimit, setrlimit
from marienbad.web.http.bounds import Bounds
from marienbad.web.server import within_descriptors
from marienbad.web.settings import Settings
for soft, hard, promised in ((256, 1024, 100), (512, 1024, 12_000), (256, 600, 12_000)):
    setrlimit(RLIMIT_NOFILE, (soft, hard))
    settings = Settings("sqlite://", bounds=Bounds(in_all=promised))
    print(within_descriptors(settings).in_all, getrlimit(RLIMIT_NOFILE)[0])
"""


@pytest.mark.slow
def test_descriptors_are_asked_for_or_the_promise_is_lowered() -> None:
    command = [sys.executable, "-c", LIMITED]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.splitlines() == ["100 612", "512 1024", "300 600"]
    assert done.stderr.count("fewer connections than promised") == 2


# The log


@pytest.mark.slow
def test_whoever_breaks_off_or_sends_nonsense_is_no_line_of_the_log(tmp_path: Path) -> None:
    with ServerProcess(f"sqlite:///{tmp_path / 'matches.db'}") as server:
        begun = (
            POST + b"Content-Length: 100\r\n\r\n{",
            POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n",
            b"nonsense\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
            b"GET /api/matches/%s/live HTTP/1.1\r\n" % (b"x" * 9000) + SOCKET + b"\r\n",
            b"GET /api/matches/x/live HTTP/1.1\r\n" + SOCKET + b"\r\n",
            b"GET /api/matches/x/live HTTP/1.1\r\nOrigin: null\r\n" + SOCKET + b"\r\n",
        )
        for request in begun:
            with closing(socket.create_connection(("127.0.0.1", server.port))) as connection:
                connection.sendall(request)
        with client_of(server) as client:
            assert client.get("/api/health").status_code == 200
            shown = client.get("/metrics").text
        assert "marienbad_connections " in shown
        assert "marienbad_dropped_request_total" in shown
        server.process.terminate()
        _, complaints = server.process.communicate(timeout=PATIENCE)
    assert complaints == ""


@pytest.mark.slow
def test_a_client_that_keeps_to_the_bounds_notices_nothing(server: Running) -> None:
    with client_of(server) as client:
        wish = {"game": "nim", "players": ["human", "human"]}
        for _ in range(50):
            assert client.post("/api/matches", json=wish).status_code == 201
            assert client.get("/").status_code == 200
