"""``python -m bench.serving``: marienbad with one call more, ``/hello``, of the server.

The call does nothing and comes first of all calls; it passes everything that every request passes.
"""

import sys
from contextlib import AbstractContextManager
from unittest.mock import patch

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bench.processes import Database, Running, running
from marienbad.cli import main
from marienbad.web.app import create_app
from marienbad.web.settings import Settings


def server(database: Database) -> AbstractContextManager[Running]:
    """A server process on a database, as long as it is needed."""
    program = [sys.executable, "-m", "bench.serving"]
    log = database.folder / "hello.log"
    return running(database.address, log, program=program)


def with_hello(settings: Settings) -> Starlette:
    """The application with the call that does nothing."""
    app = create_app(settings)

    async def hello(_: Request) -> JSONResponse:
        return JSONResponse({"hello": "world"})

    app.router.routes.insert(0, Route("/hello", hello))
    return app


if __name__ == "__main__":
    with patch("marienbad.web.server.create_app", with_hello):
        sys.exit(main())
