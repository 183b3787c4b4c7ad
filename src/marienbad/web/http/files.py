"""The files of the page, in memory: small and few, they are sent sooner than a thread opens one."""

from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from starlette._utils import get_route_path
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

KINDS = {".js": "text/javascript", ".svg": "image/svg+xml", ".css": "text/css"}
"""What a system's own table may say otherwise."""


class Files:
    """The files of a folder and of those in it, read once."""

    def __init__(self, folder: Path) -> None:
        paths = sorted(path for path in folder.rglob("*") if path.is_file())
        self._answers = {f"/{path.relative_to(folder).as_posix()}": whole(path) for path in paths}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        answer = self._answer(scope) if scope["type"] == "http" else None
        if answer is None:
            raise HTTPException(404)
        await answer(scope, receive, send)

    def _answer(self, scope: Scope) -> ASGIApp | None:
        """The file, or that it is still as the browser has it; nothing where there is none."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405, headers={"Allow": "GET, HEAD"})
        found = self._answers.get(get_route_path(scope))
        if found is None:
            return None
        mark = found.headers["etag"]
        known = Headers(scope=scope).get("if-none-match", "")
        if mark in (part.strip().removeprefix("W/") for part in known.split(",")):
            return Response(status_code=304, headers={"ETag": mark})
        return found


def whole(path: Path) -> Response:
    """The answer with a file."""
    content = path.read_bytes()
    kind = KINDS.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    mark = f'"{sha256(content).hexdigest()[:32]}"'
    return Response(content, headers={"ETag": mark}, media_type=kind)
