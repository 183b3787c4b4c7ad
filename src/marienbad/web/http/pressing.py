"""Answers to questions are pressed for those who can read that: tables and maps come sooner.

Only what is asked by GET: it never holds the token of a seat, whose letters could be guessed from
how well they press together with others.
"""

import asyncio
from gzip import compress
from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from marienbad.web.http.files import PRESSED, reads_pressed

LEAST = 1_000
"""What fits into one packet as it is."""
AT_ONCE = 64 * 1024
"""More than this is pressed in a thread, while the loop serves others."""
LEVEL = 5
KINDS = ("application/json", "text/", "image/svg")


class Pressing:
    """Presses what is answered whole."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "GET":
            await self.app(scope, receive, send)
            return
        can_read = reads_pressed(Headers(scope=scope))
        begun: Message | None = None

        async def pressing_send(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and is_pressable(message):
                begun = message
                return
            if begun is not None:
                headers = MutableHeaders(raw=begun["headers"])
                headers.add_vary_header("Accept-Encoding")
                if can_read and not message.get("more_body"):
                    message = {**message, "body": await pressed(message["body"])}
                    headers["Content-Encoding"] = PRESSED
                    headers["Content-Length"] = str(len(message["body"]))
                start, begun = begun, None
                await send(start)
            await send(message)

        await self.app(scope, receive, pressing_send)


def is_pressable(start: Message) -> bool:
    """Whether it is worth pressing what begins so.

    What has a mark is known by it as it is; errors are short, and may become a page.
    """
    headers = Headers(raw=start["headers"])
    if start["status"] != HTTPStatus.OK or "content-encoding" in headers or "etag" in headers:
        return False
    length = int(headers.get("content-length", 0))
    return length >= LEAST and headers.get("content-type", "").startswith(KINDS)


async def pressed(body: bytes) -> bytes:
    """The body, pressed."""
    if len(body) <= AT_ONCE:
        return compress(body, LEVEL, mtime=0)
    return await asyncio.to_thread(compress, body, LEVEL, mtime=0)
