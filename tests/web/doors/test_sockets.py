"""Sockets: a change is written once for all, whoever does not read or answer is dropped."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import httpx2 as httpx
import orjson
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from marienbad import Match, game
from marienbad.web.http.bounds import Bounds
from marienbad.web.http.protocol import SocketConnection
from marienbad.web.matches.watchers import FURTHEST_BEHIND, MOST_RECENT, Notice, Watcher, Watchers
from marienbad.web.matches.writing import WORTH_REMEMBERING, WrittenMoves
from tests.support import PATIENCE
from tests.web.doors.support import ELSEWHERE, SOCKET, Running, is_cut_off, read_all, running
from tests.web.support import Table, client_of, live

FRAME = b"\x81\x00\x00\x00\x00x"
"""A message of one letter, as a client writes it after its kind."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("sockets"), {}) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    with client_of(server) as client:
        yield client


def watch(server: Running, table: Table, **options: Any) -> ClientConnection:
    patience: dict[str, Any] = {"open_timeout": PATIENCE, "ping_interval": None}
    found: ClientConnection = connect(live(server, table), **patience, **options)
    return found


def upgrade(table: Table) -> bytes:
    return f"GET {table.path}/live HTTP/1.1\r\n".encode("ascii") + SOCKET + b"\r\n"


# Written once


def test_a_change_is_written_once_in_each_language() -> None:
    match = Match(game("nim"), (3,)).kept_as("x", 1)
    asked = []

    def write(match: Match, lang: str | None) -> bytes:
        asked.append(lang)
        return f"{match.key} {lang}".encode("ascii")

    notice = Notice(match)
    told = [notice.written(lang, False, write) for lang in ("fr", None, "fr", None)]
    assert told == [b"x fr", b"x None", b"x fr", b"x None"]
    assert told[0] is told[2]
    assert asked == ["fr", None]
    frames = [notice.written("fr", True, write) for _ in range(2)]
    assert frames == [b"\x81\x04x fr"] * 2
    assert frames[0] is frames[1]


async def next_of(watcher: Watcher) -> Notice:
    """The next change of the match that a watcher is told."""
    news = await watcher.next()
    assert isinstance(news, Notice)
    return news


def test_all_who_watch_are_given_the_same_notice() -> None:
    match = Match(game("nim"), (3,)).kept_as("x", 1)

    async def told() -> list[Notice]:
        room = Watchers()
        several = [room.join("x") for _ in range(3)]
        room.publish(match)
        return [*[await next_of(watcher) for watcher in several], room.notice(match)]

    first, *others = asyncio.run(told())
    assert all(notice is first for notice in others)


def test_little_is_kept_of_what_was_written_last() -> None:
    room = Watchers()
    for number in range(200):
        match = Match(game("nim"), (3,)).kept_as(f"{number}", 1)
        room.notice(match).written(None, False, lambda *_: bytes(1024 * 1024))
    assert sum(notice.size for notice in room._recent.values()) <= MOST_RECENT + 1024 * 1024


def test_whoever_is_far_behind_is_sent_the_newest() -> None:
    async def told(number: int) -> list[int]:
        watcher = Watchers().join("x")
        for revision in range(number):
            watcher.tell(Notice(Match(game("nim"), (3,)).kept_as("x", revision)))
        seen = [(await next_of(watcher)).match.revision]
        while seen[-1] < number - 1:
            seen.append((await next_of(watcher)).match.revision)
        return seen

    assert asyncio.run(told(FURTHEST_BEHIND)) == list(range(FURTHEST_BEHIND))
    behind = asyncio.run(told(1000))
    assert behind[-1] == 999
    assert len(behind) <= FURTHEST_BEHIND


def test_only_new_moves_are_written_and_they_are_the_matchs() -> None:
    """Moves played, taken back, played otherwise; numbers that JSON cannot hold as numbers."""
    known = WrittenMoves(most_bytes=200_000)
    match = Match(game("nim"), (10**30, 10**6)).kept_as("x", 0)
    for ply in range(3 * WORTH_REMEMBERING):
        match = match.after((10**18, 0) if ply % 2 else (0, ply + 1))
        assert json.loads(orjson.dumps(known.of(match))) == match.data()["moves"]
    back = match.back_to(2 * WORTH_REMEMBERING)
    for other in (back, back.after((0, 5)), back.after((7, 0)), match):
        assert json.loads(orjson.dumps(known.of(other))) == other.data()["moves"]
    for number in range(50):
        known.of(match.kept_as(f"other {number}", 0))
        assert known.known.size <= 200_000


# Many watch a long match


@pytest.mark.slow
def test_others_are_answered_while_a_long_match_is_sent_to_many(
    server: Running, client: httpx.Client
) -> None:
    """Each of the sockets is sent every change, and requests go through in between."""
    table = Table.laid(client, "nim", position=[500] * 64)
    with ExitStack() as stack:
        sockets = [stack.enter_context(watch(server, table, max_size=None)) for _ in range(30)]
        seen: list[list[int]] = [[] for _ in sockets]
        last = 40

        def read(number: int) -> None:
            while not seen[number] or seen[number][-1] < last:
                seen[number].append(json.loads(sockets[number].recv(PATIENCE))["ply"])

        threads = [threading.Thread(target=read, args=(n,)) for n in range(len(sockets))]
        for thread in threads:
            thread.start()
        for _ in range(last):
            table.play([1] + [0] * 63)
            assert client.get("/api/health").status_code == 200
        for thread in threads:
            thread.join(PATIENCE)
            assert not thread.is_alive()
        assert all(plies == list(range(last + 1)) for plies in seen)


# Dropped


@pytest.mark.slow
def test_a_socket_that_does_not_answer_is_dropped(tmp_path: Path) -> None:
    with running(tmp_path, {"ping_seconds": 0.1}) as server, client_of(server) as client:
        table = Table.laid(client, "nim")
        with closing(server.connect()) as silent:
            silent.sendall(upgrade(table))
            assert b"101 Switching Protocols" in read_all(silent)


@pytest.mark.slow
def test_a_socket_that_answers_is_asked_again_and_stays(tmp_path: Path) -> None:
    with running(tmp_path, {"ping_seconds": 0.05}) as server, client_of(server) as client:
        server.config.ws_ping_timeout = PATIENCE  # however slow it is to answer
        table = Table.laid(client, "nim")
        asked: set[float] = set()

        def is_asked_again() -> bool:
            guests = [one for one in server.lobby.guests if isinstance(one, SocketConnection)]
            asked.update(guest.ping_sent_at for guest in guests if guest.ping_sent_at)
            return len(asked) > 2  # the next question comes after the answer

        with watch(server, table) as alive:
            assert json.loads(alive.recv(PATIENCE)) == table.match
            server.wait_until(is_asked_again)
            table.play([1, 0, 0, 0])
            assert json.loads(alive.recv(PATIENCE)) == table.match


@pytest.mark.slow
def test_a_socket_that_does_not_read_is_dropped(server: Running, client: httpx.Client) -> None:
    """It answers nothing and reads nothing, while a long match is played."""
    table = Table.laid(client, "nim", position=["9" * 1000] * 30)
    with closing(server.connect()) as deaf:
        deaf.sendall(upgrade(table))
        assert b"101" in deaf.recv(100)
        before = server(lambda: server.lobby.dropped["unread"])
        while server(lambda: server.lobby.dropped["unread"]) == before:
            table.play([1] + [0] * 29)
            server.let_pass(2 * PATIENCE)


@pytest.mark.slow
@pytest.mark.parametrize("kind", [0x81, 0x82, 0x89, 0x8A], ids=["text", "bytes", "ping", "pong"])
def test_a_socket_that_talks_too_much_is_closed(
    server: Running, client: httpx.Client, kind: int
) -> None:
    table = Table.laid(client, "nim")
    before = server(lambda: server.lobby.dropped["talk"])
    with closing(server.connect()) as talker:
        talker.sendall(upgrade(table))
        is_cut_off(talker, bytes([kind]) + FRAME, most=3000 * (1 + len(FRAME)))
        read_all(talker)  # it is closed
        server.wait_until(lambda: server.lobby.dropped["talk"] > before)


def test_what_is_said_in_reason_is_not_heard(server: Running, client: httpx.Client) -> None:
    table = Table.laid(client, "nim")
    with watch(server, table) as chatting:
        chatting.recv(PATIENCE)
        for _ in range(50):
            chatting.send("hello")
        table.play([1, 0, 0, 0])
        assert json.loads(chatting.recv(PATIENCE)) == table.match
        chatting.send("x" * 5000)
        with pytest.raises(ConnectionClosed) as closed:
            chatting.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_nothing_is_pressed(server: Running, client: httpx.Client) -> None:
    """A socket that offers to take compressed messages is sent them as they are."""
    with watch(server, Table.laid(client, "nim"), compression="deflate") as willing:
        assert willing.protocol.extensions == []


# Counted


@pytest.mark.slow
def test_sockets_of_an_address_are_counted_behind_a_proxy(tmp_path: Path) -> None:
    with (
        running(tmp_path, {"of_address": 3}, proxies=("127.0.0.1",)) as server,
        ExitStack() as stack,
    ):
        table = Table.laid(stack.enter_context(client_of(server)), "nim")

        def come(host: str) -> ClientConnection:
            said = {"X-Forwarded-For": f"127.0.0.1, {host}"}
            return stack.enter_context(watch(server, table, additional_headers=said))

        first, *_ = [come(f"2001:db8:0:7::{n}") for n in range(3)]
        with pytest.raises(InvalidStatus) as refused:
            come("2001:db8:0:7:1234::1")
        assert refused.value.response.status_code == 503
        come("2001:db8:0:8::1")
        first.close()
        server.wait_until(lambda: len(server.lobby.guests) <= 4)
        come("2001:db8:0:7::9")


@pytest.mark.slow
@pytest.mark.usefixtures("minute")
def test_handshakes_count_as_requests(tmp_path: Path) -> None:
    with running(tmp_path, {}, rate_limit=5, proxies=(ELSEWHERE,)) as server:
        with client_of(server) as client:
            table = Table.laid(client, "nim")
        for _ in range(4):
            with watch(server, table):
                pass
        with pytest.raises(InvalidStatus) as refused, watch(server, table):
            pass
        assert refused.value.response.status_code == 429


def test_a_room_is_empty_when_all_have_left() -> None:
    room = Watchers(Bounds(of_address=3))
    several = [room.join("x", "192.0.2.1") for _ in range(3)]
    assert (room.admits("192.0.2.1"), room.admits("192.0.2.2")) == (False, True)
    for watcher in several:
        room.leave(watcher)
    assert (room.count, room.watched(), room.admits("192.0.2.1")) == (0, [], True)
