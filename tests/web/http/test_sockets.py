"""Sockets: a change is written once for all, and there are limits of number and of talk."""

import asyncio
import json
import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from starlette.testclient import WebSocketDenialResponse, WebSocketTestSession
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from marienbad import Match, game
from marienbad.web.encoding import encoded
from marienbad.web.http.limits import MOST_HEARD, SAYS_TOO_MUCH, SocketLimits
from marienbad.web.matches import watchers
from marienbad.web.matches.shown import shown
from marienbad.web.matches.watchers import FURTHEST_BEHIND, MOST_RECENT, Notice, Watcher, Watchers
from tests.support import PATIENCE
from tests.web.http.support import asking
from tests.web.support import ServerProcess, Table, error_of, live


@pytest.fixture
def client(shared_client: httpx.Client) -> httpx.Client:
    return shared_client


def watch(server: ServerProcess, table: Table, **options: Any) -> ClientConnection:
    patience: dict[str, Any] = {"open_timeout": PATIENCE, "ping_interval": None}
    found: ClientConnection = connect(live(server, table), **patience, **options)
    return found


# Written once


def test_a_change_is_written_once_in_each_language() -> None:
    match = Match(game("nim"), (3,)).kept_as("x", 1)
    notice = Notice(match)
    told = [notice.text(lang) for lang in ("fr", None, "fr", None)]
    assert [json.loads(text) for text in told[:2]] == [
        json.loads(encoded(shown(match, lang))) for lang in ("fr", None)
    ]
    assert told[0] is told[2]
    assert told[1] is told[3]


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


def test_little_is_kept_of_what_was_written_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchers, "encoded", lambda _: bytes(1024 * 1024))
    room = Watchers()
    for number in range(200):
        match = Match(game("nim"), (3,)).kept_as(f"{number}", 1)
        room.notice(match).text(None)
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


def test_a_match_is_sent_with_numbers_that_json_cannot_hold() -> None:
    match = Match(game("nim"), (10**30, 10**6)).after((10**18, 0)).after((0, 5)).kept_as("x", 0)
    assert json.loads(encoded(shown(match, None)))["moves"] == match.data()["moves"]


# Many watch a long match


@pytest.mark.slow
def test_others_are_answered_while_a_long_match_is_sent_to_many(
    shared_server: ServerProcess, client: httpx.Client
) -> None:
    """Each of the sockets is sent every change, and requests go through in between."""
    table = Table.laid(client, "nim", position=[500] * 64)
    with ExitStack() as stack:
        sockets = [
            stack.enter_context(watch(shared_server, table, max_size=None)) for _ in range(30)
        ]
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


# What a socket says


def test_what_is_said_in_reason_is_not_heard(
    shared_server: ServerProcess, client: httpx.Client
) -> None:
    table = Table.laid(client, "nim")
    with watch(shared_server, table) as chatting:
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


@pytest.mark.slow
def test_a_socket_that_says_too_much_is_closed(
    shared_server: ServerProcess, client: httpx.Client
) -> None:
    with watch(shared_server, Table.laid(client, "nim")) as talker:
        talker.recv(PATIENCE)
        for _ in range(MOST_HEARD):
            talker.send("x")
        with pytest.raises(ConnectionClosed) as closed:
            talker.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == SAYS_TOO_MUCH


def test_nothing_is_compressed(shared_server: ServerProcess, client: httpx.Client) -> None:
    """A socket that offers to take compressed messages is sent them as they are."""
    with watch(shared_server, Table.laid(client, "nim"), compression="deflate") as willing:
        assert willing.protocol.extensions == []


# Counted


@pytest.mark.slow
def test_sockets_of_an_address_are_counted_behind_a_proxy(tmp_path: Path) -> None:
    sockets = SocketLimits(of_address=3)
    with (
        asking(tmp_path, proxies=("127.0.0.1",), sockets=sockets) as client,
        ExitStack() as stack,
    ):
        path = f"{Table.laid(client, 'nim').path}/live"

        def come(host: str) -> WebSocketTestSession:
            said = {"X-Forwarded-For": f"127.0.0.1, {host}"}
            return client.websocket_connect(path, headers=said)

        with come("2001:db8:0:7::1"):
            for number in (2, 3):
                stack.enter_context(come(f"2001:db8:0:7::{number}"))
            with pytest.raises(WebSocketDenialResponse) as refused:
                come("2001:db8:0:7:1234::1").__enter__()
            assert error_of(refused.value) == (503, "server.crowded")
            stack.enter_context(come("2001:db8:0:8::1"))
        stack.enter_context(come("2001:db8:0:7::9"))


def test_a_room_is_empty_when_all_have_left() -> None:
    room = Watchers(SocketLimits(of_address=3))
    several = [room.join("x", "192.0.2.1") for _ in range(3)]
    assert (room.admits("192.0.2.1"), room.admits("192.0.2.2")) == (False, True)
    for watcher in several:
        room.leave(watcher)
    assert (room.count, room.watched(), room.admits("192.0.2.1")) == (0, [], True)
