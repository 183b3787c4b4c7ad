"""One server process: uvicorn with the application, until it is asked to stop."""

import gc
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError

from marienbad.web.app import create_app
from marienbad.web.http.bounds import Bounds
from marienbad.web.http.lobby import Lobby
from marienbad.web.http.protocol import protocols
from marienbad.web.http.proxies import Proxies
from marienbad.web.matches.engine import passwords_of, unusable, without
from marienbad.web.settings import Settings

LOG = logging.getLogger("marienbad.web")
SHUTDOWN_SECONDS = 5
OTHER_FILES = 512
"""Descriptors beside those of connections: the database, the workers, what is being refused."""
SWITCH_SECONDS = 0.0005
"""For so long the loop waits for a thread that writes to the database, at every step."""
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
    configure_log(settings.logs_requests, passwords_of(settings.database))
    app = create_app(settings)
    try:
        app.state.services.matches.store.prepare()
    except DBAPIError as problem:
        raise unusable(settings.database, problem) from None
    config, _ = configured(app, settings)
    # uvicorn raises the signal once more when it has stopped: by then nothing is left to do
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    # what is loaded by now stays, and need not be looked at with every collection
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTED)
    sys.setswitchinterval(SWITCH_SECONDS)
    Server(config, ready).run([listening])
    LOG.info("stopped")
    return 0


def configured(app: FastAPI, settings: Settings) -> tuple[uvicorn.Config, Lobby]:
    """How uvicorn serves the application, and the lobby through which everybody comes."""
    bounds = within_descriptors(settings)
    lobby = Lobby(bounds, Proxies(settings.proxies))
    lobby.show(app.state.services.metrics)
    made: Any = protocols(lobby)
    config = uvicorn.Config(
        app,
        **made,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws_max_size=bounds.message_bytes,
        ws_ping_interval=bounds.ping_seconds,
        ws_ping_timeout=bounds.ping_seconds,
        # a match is sent to many: pressing it for each would take longer than sending it
        ws_per_message_deflate=False,
    )
    return config, lobby


def within_descriptors(settings: Settings) -> Bounds:
    """The bounds, after as many descriptors as they promise were asked for; fewer where refused."""
    bounds = settings.bounds
    try:
        import resource
    except ModuleNotFoundError:  # only Unix has it
        return bounds
    wanted = bounds.in_all + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY in (soft, hard) or soft >= wanted:
        return bounds
    allowed = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    if allowed == wanted:
        return bounds
    fewer = max(allowed - OTHER_FILES, allowed // 2)
    facts = {"connections": fewer, "promised": bounds.in_all, "descriptors": allowed}
    level = logging.INFO if settings.is_local else logging.WARNING
    LOG.log(level, "fewer connections than promised", extra={"facts": facts})
    return replace(bounds, in_all=fewer)


class JsonLines(logging.Formatter):
    """A JSON object on each line: when, how grave, what, and the facts; never a password."""

    def __init__(self, passwords: Sequence[str] = ()) -> None:
        super().__init__()
        self.passwords = passwords

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
        safe = {
            name: without(self.passwords, value) if isinstance(value, str) else value
            for name, value in line.items()
        }
        return json.dumps(safe, ensure_ascii=False, default=str)


def configure_log(logs_requests: bool, passwords: Sequence[str] = ()) -> None:
    """Write the log to standard error, for whoever collects it."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(passwords))
    for name in ("marienbad.web", "uvicorn"):
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False
        is_ours = name == "marienbad.web"
        log.setLevel(logging.INFO if logs_requests and is_ours else logging.WARNING)
