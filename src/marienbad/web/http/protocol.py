"""Connections that keep to their bounds, on uvicorn's protocols of HTTP and of sockets."""

import asyncio
import socket
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from math import inf
from typing import Any, cast

import httptools
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from marienbad.text.language import SOURCE
from marienbad.text.sentences import Message
from marienbad.web.http.answers import refused
from marienbad.web.http.bounds import FRAMES
from marienbad.web.http.lobby import Guest, Lobby
from marienbad.web.http.security import HEADERS

LONGEST_LINE = 8000
"""Of the request for a socket: what its library can read, and a little less."""
POLICY_VIOLATED = 1008


class HttpConnection(Guest, HttpToolsProtocol):
    """A connection by which requests come, each within its bounds."""

    def __init__(self, lobby: Lobby, **given: Any) -> None:
        super().__init__(**given)
        self.lobby = lobby
        self.bounds = lobby.bounds
        self.received = self.head_size = self.chunks = 0
        self.is_in_head = True
        self.is_refused = False
        self.objection = HTTPStatus.BAD_REQUEST
        self.body_deadline = inf

    # The transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        if self.lobby.admits(host):
            self.lobby.enter(self, host)
            kept = transport.get_extra_info("socket")
            kept.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, self.bounds.sent_bytes)
            self.deadline = self.loop.time() + self.bounds.head_seconds
            is_proxy, bounds = host in self.lobby.proxies, self.bounds
            rest = bounds.proxy_idle_seconds if is_proxy else bounds.idle_seconds
            self.timeout_keep_alive = cast("int", rest)
        else:
            self.is_refused = True
            transport.write(short_answer(503))
            transport.close()

    def data_received(self, data: bytes) -> None:
        if self.is_refused:
            self.received += len(data)
            if self.received > self.bounds.request_bytes:
                self.transport.abort()
            return
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserError:
            self.refuse(self.objection)
            return
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
            return
        self.received += len(data)
        if self.is_in_head:
            if self.received > self.bounds.head_bytes:
                self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self.deadline != inf:
            in_time = self.body_deadline + self.received / self.bounds.slowest_rate
            self.deadline = min(in_time, self.loop.time() + self.bounds.pause_seconds)
            if self.received > self.bounds.request_bytes:
                self.refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    # The parser

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._unset_keepalive_if_required()
        self.is_in_head = True
        self.received = self.head_size = self.chunks = 0
        if self.deadline == inf:
            self.deadline = self.loop.time() + self.bounds.head_seconds

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > self.bounds.address_bytes:
            self.object(HTTPStatus.REQUEST_URI_TOO_LONG)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self.head_size += len(name) + len(value)
        too_many = len(self.headers) > self.bounds.headers
        if too_many or self.head_size + len(self.url) > self.bounds.head_bytes:
            self.object(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= self.bounds.pipelined:
            self.object(HTTPStatus.BAD_REQUEST)
        self.is_in_head = False
        now = self.loop.time()
        self.body_deadline = now + self.bounds.body_seconds
        self.deadline = now + self.bounds.pause_seconds
        self._unset_keepalive_if_required()
        super().on_headers_complete()

    def on_chunk_header(self) -> None:
        self.chunks += 1
        if self.chunks > self.bounds.chunks:
            self.object(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.deadline = inf

    def object(self, status: HTTPStatus) -> None:
        """Stop the parser, and answer with this status."""
        self.objection = status
        raise ValueError(status)

    # Refusals

    def late(self) -> None:
        if self.is_refused or self.transport.is_closing():
            self.transport.abort()
        elif self.flow.read_paused:  # it is we who do not read
            self.deadline = self.loop.time() + self.bounds.pause_seconds
        elif self.received:
            self.refuse(HTTPStatus.REQUEST_TIMEOUT)
        else:
            self.lobby.dropped["late"] += 1
            self.transport.close()

    def refuse(self, status: HTTPStatus) -> None:
        """Answer that the request is refused, wait until that is read, and listen no more."""
        is_late = status == HTTPStatus.REQUEST_TIMEOUT
        self.lobby.dropped["late" if is_late else "request"] += 1
        self.is_refused = True
        self.deadline = self.loop.time() + self.bounds.farewell_seconds
        self.pipeline.clear()
        cycle = self.cycle
        if cycle is None or (self.is_in_head and cycle.response_complete):
            self.say_farewell(status)
        elif self.is_in_head or cycle.response_started:
            # an answer is on its way: nothing can be said in between
            self.transport.close()
        else:
            cycle.disconnected = True
            cycle.message_event.set()
            self.say_farewell(status)

    def say_farewell(self, status: HTTPStatus) -> None:
        if not self.transport.is_closing():
            self.transport.write(short_answer(status))
            self.transport.write_eof()

    # Sockets

    def handle_websocket_upgrade(self) -> None:
        if len(self.url) > LONGEST_LINE:
            self.refuse(HTTPStatus.REQUEST_URI_TOO_LONG)
        elif any(len(name) + len(value) > LONGEST_LINE for name, value in self.headers):
            self.refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)
        elif self.cycle is not None and not self.cycle.response_complete:
            self.refuse(HTTPStatus.BAD_REQUEST)
        else:
            self.lobby.leave(self)
            super().handle_websocket_upgrade()

    def _unsupported_upgrade_warning(self) -> None:
        """A request for another protocol is answered as any other, and is nothing to be logged."""


class SocketConnection(Guest, WebSocketsSansIOProtocol):
    """A connection by which a match is watched."""

    def __init__(self, lobby: Lobby, **given: Any) -> None:
        super().__init__(**given)
        self.lobby = lobby
        self.minute = self.said = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.lobby.enter(self, self.client[0] if self.client else "")

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated:
                self.lobby.dropped["request"] += 1
                self.transport.write(short_answer(400))
                self.transport.close()
        elif self.may_say(len(data)):
            super().data_received(data)
        elif not self.transport.is_closing():
            self.lobby.dropped["talk"] += 1
            self.conn.fail(POLICY_VIOLATED)
            self.handle_parser_exception()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions = cast("dict[str, Any]", self.scope["extensions"])
            extensions[FRAMES] = {}

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; one that many are sent comes as a frame, the same bytes for all."""
        frame = cast("dict[str, Any]", message).get("frame")
        if frame is None:
            await super().send(message)
            # a refusal is an answer too, and nothing to be complained of
            is_refused = message["type"] == "websocket.http.response.body"
            self.handshake_complete = self.handshake_complete or is_refused
            return
        await self.writable.wait()
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise ClientDisconnected
        self.transport.write(frame)

    def may_say(self, size: int) -> bool:
        """Count what the socket says; a watcher has nothing to say but that it is there."""
        minute = int(self.loop.time()) // 60
        if minute != self.minute:
            self.minute, self.said = minute, 0
        self.said += size
        return self.said <= self.lobby.bounds.said_bytes

    def late(self) -> None:
        self.transport.abort()


@cache
def short_answer(status: int) -> bytes:
    """The answer to a request that does not come as far as the application."""
    key = "server.crowded" if status == 503 else f"server.status.{status}"
    answer = refused(status, Message(key, {}), SOURCE, {**HEADERS, "Connection": "close"})
    head = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode("ascii")]
    head += [name + b": " + value for name, value in answer.raw_headers]
    return b"\r\n".join([*head, b"", bytes(answer.body)])


def protocols(lobby: Lobby) -> dict[str, Callable[..., asyncio.Protocol]]:
    """What uvicorn is to make of a connection, and of one that becomes a socket."""
    return {
        "http": lambda **given: HttpConnection(lobby, **given),
        "ws": lambda **given: SocketConnection(lobby, **given),
    }
