"""The live call: the match, sent at once and after every change."""

from contextlib import suppress

import orjson
from anyio import CancelScope, create_task_group
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from marienbad.text.language import LANGUAGES
from marienbad.web.api.matches import shown
from marienbad.web.http.answers import Refusal, in_words
from marienbad.web.http.language import reader_language
from marienbad.web.matches.watchers import Watcher
from marienbad.web.services import services_of

NOT_FOUND, TRY_AGAIN = 4404, 1013

router = APIRouter()


@router.websocket("/api/matches/{key}/live")
async def live(socket: WebSocket, key: str) -> None:
    """Send the match at once and after every change."""
    services = services_of(socket)
    if services.watchers.is_full:
        await socket.close(TRY_AGAIN)
        return
    await socket.accept()
    watcher = services.watchers.join(key)  # before reading: no change can fall in between
    try:
        watcher.tell(await services.matches.read(key))
        await follow(socket, watcher)
    except Refusal as problem:
        await socket.send_json({"error": in_words(problem.message, reader_language(socket))})
        await socket.close(NOT_FOUND if problem.status == 404 else TRY_AGAIN)
    finally:
        services.watchers.leave(watcher)


async def follow(socket: WebSocket, watcher: Watcher) -> None:
    """Send every change until either side goes away."""
    async with create_task_group() as group:
        group.start_soon(_send_changes, socket, watcher, group.cancel_scope)
        # whatever a watcher says is not heard, only that it goes
        while (await socket.receive())["type"] != "websocket.disconnect":
            pass
        group.cancel_scope.cancel()


async def _send_changes(socket: WebSocket, watcher: Watcher, scope: CancelScope) -> None:
    wanted = socket.query_params.get("lang")
    lang = wanted if wanted in LANGUAGES else None
    revision = -1
    with suppress(WebSocketDisconnect, RuntimeError):  # gone before it was noticed
        while not watcher.is_lost:
            match = await watcher.changes.get()
            if match.revision > revision:
                revision = match.revision
                await socket.send_text(orjson.dumps(shown(match, lang)).decode("utf-8"))
        await socket.close(TRY_AGAIN)
    scope.cancel()
