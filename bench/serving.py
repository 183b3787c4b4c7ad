"""The server that is measured: as ``marienbad serve`` runs it, with one call more, ``/hello``.

The call does nothing and comes first of all calls; it passes everything that every request passes.
"""

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bench.load import HOST
from marienbad.web.app import create_app
from marienbad.web.server import serve
from marienbad.web.settings import Settings

PATIENCE = 60


@dataclass(frozen=True)
class Served:
    """A server process that listens."""

    port: int
    process: int

    def memory(self) -> int:
        """The bytes that the process has in memory."""
        status = Path(f"/proc/{self.process}/status").read_text("ascii")
        return 1024 * int(status.partition("VmRSS:")[2].split()[0])


@contextmanager
def server(database: str) -> Iterator[Served]:
    """A server process on a database, as long as it is needed."""
    command = [sys.executable, "-m", "bench.serving", database]
    folder = Path(__file__).parents[1]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Served(int(process.stdout.readline()), process.pid)
        finally:
            process.terminate()
            process.wait(PATIENCE)


def with_hello(settings: Settings) -> Starlette:
    """The application with the call that does nothing."""
    app = create_app(settings)

    async def hello(_: Request) -> JSONResponse:
        return JSONResponse({"hello": "world"})

    app.router.routes.insert(0, Route("/hello", hello))
    return app


def main() -> int:
    with socket.create_server((HOST, 0), backlog=2048) as listening:
        port = listening.getsockname()[1]
        with patch("marienbad.web.server.create_app", with_hello):
            return serve(
                Settings(sys.argv[1], begins_with_workers=True),
                listening,
                lambda: print(port, flush=True),
            )


if __name__ == "__main__":
    sys.exit(main())
