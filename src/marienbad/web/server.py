"""One server process: uvicorn with the application, until it is asked to stop."""

import gc
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable
from datetime import UTC, datetime

import uvicorn
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError

from marienbad.text.problems import InputError
from marienbad.web.app import create_app
from marienbad.web.settings import Settings

SHUTDOWN_SECONDS = 5
LARGEST_MESSAGE = 4096
COLLECTED = (20_000, 20, 20)
"""How many new objects the collector waits for: a request makes hundreds and keeps a few."""


class Server(uvicorn.Server):
    """A server that says when it is ready."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def serve(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> int:
    """Serve until SIGINT or SIGTERM, then finish what was begun; return the exit status."""
    configure_log(settings.logs_requests)
    app = create_app(settings)
    try:
        app.state.services.matches.store.prepare()
    except DBAPIError as problem:
        reason = str(problem.orig).strip().partition("\n")[0]
        shown = make_url(settings.database).render_as_string(hide_password=True)
        raise InputError("server.unusable_database", database=shown, reason=reason) from None
    config = uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws_max_size=LARGEST_MESSAGE,
        h11_max_incomplete_event_size=128 * 1024,
    )
    # uvicorn raises the signal once more when it has stopped: by then nothing is left to do
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    # what is loaded by now stays, and need not be looked at with every collection
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    Server(config, ready).run([listening])
    logging.getLogger("marienbad.web").info("stopped")
    return 0


class JsonLines(logging.Formatter):
    """A JSON object on each line: when, how grave, what, and the facts."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC)
        line = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure_log(logs_requests: bool) -> None:
    """Write the log to standard error, for whoever collects it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("marienbad.web", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False
        is_ours = name == "marienbad.web"
        log.setLevel(logging.INFO if logs_requests and is_ours else logging.WARNING)
