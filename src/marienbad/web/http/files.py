"""The files of the page, in memory, pressed once: sent sooner than a thread opens one."""

from collections.abc import Iterator, Mapping
from gzip import compress
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path, PurePosixPath

from starlette._utils import get_route_path
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

KINDS = {
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".css": "text/css",
    ".webmanifest": "application/manifest+json",
}
"""What a system's own table may say otherwise."""
FOR_EVER = "public, max-age=31536000, immutable"
"""How long a browser may keep what will have another name when it changes."""
PRESSED = "gzip"
NO_GAIN = 0.95
"""A file that is hardly shorter when it is pressed, such as a picture, is sent as it is."""


class Files:
    """Files by the end of their address: those of a folder, and some that were made, for ever."""

    def __init__(self, folder: Path, made: Mapping[str, bytes]) -> None:
        self._files = {
            **{f"/{name}": File(name, content) for name, content in read(folder)},
            **{f"/{name}": File(name, content, FOR_EVER) for name, content in made.items()},
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            raise HTTPException(404)
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        found = self._files.get(get_route_path(scope))
        if found is None:
            raise HTTPException(404)
        await found.answer(Headers(scope=scope))(scope, receive, send)


class File:
    """A file as it is sent: pressed for those who can read that."""

    def __init__(self, name: str, content: bytes, cache: str | None = None) -> None:
        suffix = PurePosixPath(name).suffix
        kind = KINDS.get(suffix) or guess_type(name)[0] or "application/octet-stream"
        mark = sha256(content).hexdigest()[:32]
        headers = {"Vary": "Accept-Encoding"} | ({"Cache-Control": cache} if cache else {})
        self._unchanged = headers
        self._plain = Response(content, headers={**headers, "ETag": f'"{mark}"'}, media_type=kind)
        self._pressed = self._plain
        pressed = compress(content, mtime=0)
        if len(pressed) < NO_GAIN * len(content):
            headers = headers | {"ETag": f'"{mark}-{PRESSED}"', "Content-Encoding": PRESSED}
            self._pressed = Response(pressed, headers=headers, media_type=kind)

    def answer(self, asked: Headers) -> ASGIApp:
        """The file, or that it is still as the browser has it."""
        answer = self._pressed if reads_pressed(asked) else self._plain
        mark = answer.headers["etag"]
        known = asked.get("if-none-match", "")
        if mark in (part.strip().removeprefix("W/") for part in known.split(",")):
            return Response(status_code=304, headers={**self._unchanged, "ETag": mark})
        return answer


def read(folder: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder and of those in it, by path."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def reads_pressed(asked: Headers) -> bool:
    """Whether whoever asks can read what was pressed.

    >>> [reads_pressed(Headers({"Accept-Encoding": text})) for text in ("br, gzip", "gzip;q=0", "")]
    [True, False, False]
    """
    for part in asked.get("accept-encoding", "").lower().split(","):
        name, _, weight = part.partition(";")
        if name.strip() in (PRESSED, "*"):
            return weight.replace(" ", "").rstrip("0.") not in ("q=", "q")
    return False
