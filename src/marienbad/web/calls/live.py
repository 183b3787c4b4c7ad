"""The live call: the match, sent at once and after every change."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

from anyio import CancelScope, create_task_group
from pydantic import TypeAdapter, ValidationError
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from marienbad.text.language import LANGUAGES
from marienbad.text.sentences import Message
from marienbad.web.api.routes import Body, Field
from marienbad.web.encoding import encoded
from marienbad.web.http.addresses import client_of, is_counted
from marienbad.web.http.answers import Refusal, in_words, refused
from marienbad.web.http.language import reader_language
from marienbad.web.http.limits import MOST_HEARD, SAYS_TOO_MUCH
from marienbad.web.matches import seats
from marienbad.web.matches.watchers import Pace, Present, Watcher
from marienbad.web.services import Services, services_of

NOT_FOUND, TRY_AGAIN = 4404, 1013


@dataclass(frozen=True, kw_only=True)
class Introduction(Body):
    """What a socket may say once: who is there, by the token of the seat; without it a watcher."""

    token: Annotated[str, Field(max_length=seats.LONGEST_TOKEN)] | None = None


INTRODUCTION = TypeAdapter(Introduction)


async def live(socket: WebSocket) -> None:
    """Send the match at once and after every change."""
    services, key = services_of(socket), socket.path_params["key"]
    watchers, lang = services.watchers, reader_language(socket)
    share = client_of(socket) if is_counted(socket) else None
    if not watchers.admits(share):
        await socket.send_denial_response(refused(503, Message("server.crowded", {}), lang))
        return
    await socket.accept()
    watcher = watchers.join(key, share)  # before reading: no change can fall in between
    try:
        match = await services.matches.read(key, client_of(socket))
        watcher.tell(watchers.notice(match))
        await follow(socket, watcher, services, is_shared=len(match.humans) == 2)
    except Refusal as problem:
        with suppress(WebSocketDisconnect, RuntimeError):  # gone before it was noticed
            await socket.send_json({"error": in_words(problem.message, lang)})
            await socket.close(NOT_FOUND if problem.status == 404 else TRY_AGAIN)
    finally:
        watchers.leave(watcher)
        services.matches.presence.leave(watcher)


async def follow(socket: WebSocket, watcher: Watcher, services: Services, is_shared: bool) -> None:
    """Send every change until either side goes away.

    At a match of two people whoever says who he is, once, is also told who else is there.
    Whatever else a watcher says is not heard, only that it goes.
    """
    async with create_task_group() as group:
        pace = services.watchers.pace
        group.start_soon(_send_changes, socket, watcher, pace, group.cancel_scope)
        for _ in range(MOST_HEARD):
            heard = await socket.receive()
            if heard["type"] == "websocket.disconnect":
                break
            if is_shared and not watcher.is_known:
                with suppress(ValidationError):
                    said = INTRODUCTION.validate_json(heard.get("text") or "")
                    seat = seats.read(services.matches.store.secret, said.token or "")
                    held = seat.number if seat is not None and seat.match == watcher.key else None
                    services.matches.presence.enter(watcher, held)
        else:
            await socket.close(SAYS_TOO_MUCH)
        group.cancel_scope.cancel()


async def _send_changes(
    socket: WebSocket, watcher: Watcher, pace: Pace, scope: CancelScope
) -> None:
    wanted = socket.query_params.get("lang")
    lang = wanted if wanted in LANGUAGES else None
    revision = -1
    with suppress(WebSocketDisconnect, RuntimeError):  # gone before it was noticed
        while True:
            notice = await watcher.next()
            if isinstance(notice, Present):
                told = encoded(notice.data())
                await pace.wait(len(told))
                await socket.send_text(told.decode("utf-8"))
            elif notice.match.revision > revision:
                revision = notice.match.revision
                written = notice.text(lang)
                await pace.wait(len(written))
                await socket.send_text(written)
    scope.cancel()


SOCKET = WebSocketRoute("/api/matches/{key}/live", live)
