"""Compressed answers: the bundle of the page is compressed once, all else by ``GZipMiddleware``."""

from collections.abc import Mapping
from gzip import compress
from mimetypes import add_type, guess_type
from typing import Any

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

for kind, suffix in (
    ("text/javascript", ".js"),
    ("text/css", ".css"),
    ("image/svg+xml", ".svg"),
    ("application/manifest+json", ".webmanifest"),
):
    add_type(kind, suffix)  # a system's own table may say otherwise
GZIP: Mapping[str, Any] = {"minimum_size": 1_000, "compresslevel": 5, "thread_minimum_size": 65_536}
"""Smaller answers fit into one packet; larger ones are compressed in a thread."""
FOR_EVER = "public, max-age=31536000, immutable"
"""How long a browser may keep a file that has another name when it changes."""


class PageFiles(StaticFiles):
    """The files of a folder, and those of the bundle, which browsers keep for ever."""

    def __init__(self, directory: str, bundle: Mapping[str, bytes]) -> None:
        super().__init__(directory=directory)
        self._bundle = {
            name: (content, compress(content, mtime=0), guess_type(name)[0])
            for name, content in bundle.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        if (found := self._bundle.get(path)) is None:
            return await super().get_response(path, scope)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        content, compressed, kind = found
        headers = {"Cache-Control": FOR_EVER}
        if not accepts_gzip(Headers(scope=scope)):
            return Response(content, headers=headers, media_type=kind)
        headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        return Response(compressed, headers=headers, media_type=kind)


def accepts_gzip(headers: Headers) -> bool:
    """Whether the client can read gzip, by the same rule as ``GZipMiddleware``.

    >>> accepts_gzip(Headers({"Accept-Encoding": "br, gzip"})), accepts_gzip(Headers())
    (True, False)
    """
    return "gzip" in headers.get("accept-encoding", "")
