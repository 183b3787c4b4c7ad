"""One server process: uvicorn with the application, until it is asked to stop."""

import gc
import json
import logging
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import uvicorn
from sqlalchemy.exc import DBAPIError
from starlette.applications import Starlette

from marienbad.web.app import create_app
from marienbad.web.http.addresses import trusted
from marienbad.web.matches.engine import passwords_of, unusable, without
from marienbad.web.settings import Settings

LOG = logging.getLogger("marienbad.web")
SHUTDOWN_SECONDS = 5
CONNECTIONS, OTHER_FILES = 12_000, 256
"""Connections at once, and descriptors besides: the database, the workers, what is refused."""
IDLE_SECONDS = 20
"""How long a connection may rest; a proxy closes its own after 15 (see ``deploy/``)."""
LONGEST_MESSAGE, PING_SECONDS = 4096, 20
"""Of a socket: bytes of a message, and how often it is asked whether it is still there."""
UNFINISHED = "without completing handshake"
"""What uvicorn says of a socket that was refused, which is nothing to be complained of."""
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
    config = configured(app, settings)
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


def configured(app: Starlette, settings: Settings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        http="httptools",
        ws="websockets-sansio",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        root_path=settings.root_path,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[*trusted(settings.proxies)],
        limit_concurrency=connections_allowed(),
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        # a match is sent to many: compressing it for each would take longer than sending it
        ws_per_message_deflate=False,
    )


def connections_allowed() -> int:
    """Ask for a descriptor for each connection; where the system gives fewer, allow fewer."""
    try:
        import resource
    except ModuleNotFoundError:  # only Unix has it
        return CONNECTIONS
    wanted = CONNECTIONS + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if resource.RLIM_INFINITY in (soft, hard) or soft >= wanted:
        return CONNECTIONS
    allowed = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return min(CONNECTIONS, max(allowed - OTHER_FILES, allowed // 2))


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
    handler.addFilter(lambda record: UNFINISHED not in str(record.msg))
    # of what uvicorn warns of, such as requests that are no HTTP, nothing can be done here
    levels = {"marienbad.web": logging.WARNING, "uvicorn": logging.ERROR}
    for name, level in levels.items():
        log = logging.getLogger(name)
        log.handlers = [handler]
        log.propagate = False
        is_shown = logs_requests and name == "marienbad.web"
        log.setLevel(logging.INFO if is_shown else level)
