"""What an operator chooses."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from marienbad.web.http.limits import SOCKETS, SocketLimits

DATABASE_NAME = "matches.db"


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of one server process."""

    database: str
    """``sqlite:///…`` or ``postgresql://…``."""
    expire_days: int | None = 90
    """After how many days a finished match is forgotten; ``None`` for never."""
    expire_unfinished: int | None = 30
    """After how many days an unfinished match that nobody has touched is; ``None`` for never."""
    matches_a_day: int | None = 1_000
    """How many matches one address may make in a day; ``None`` for no limit."""
    database_bytes: int | None = 10 * 1024**3
    """At which size of the database new matches are refused; ``None`` for none."""
    public_metrics: bool = False
    """Whether ``/metrics`` answers other addresses than loopback."""
    cpu_share: int | None = 30
    """CPU seconds a minute for the questions of one address; ``None`` for no limit."""
    logs_requests: bool = False
    """Whether every request is a line of the log, not only what went wrong."""
    root_path: str = ""
    """The path of the host under which the server stands, such as ``/marienbad``."""
    contact: str | None = None
    """Whom to write to about safety and privacy: an e-mail address, or ``https://…``."""
    serves_modules: bool = False
    """Whether the page loads its modules one by one, as they are written."""
    begins_with_workers: bool = False
    """Whether workers are there before the first question, and have everything loaded."""
    sockets: SocketLimits = SOCKETS
    """How many may watch matches, or be in rooms, from one address and in all."""
    proxies: tuple[str, ...] = ()
    """Addresses or networks of the proxies that are believed."""
    allowed_hosts: tuple[str, ...] = ()
    """The names that the server answers to; any where there are none, unless it is local."""
    is_local: bool = False
    """Whether it listens to this machine alone: then it answers to this machine's names only."""


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the embedded database lives, as the XDG base directories have it.

    >>> data_folder({"XDG_DATA_HOME": "/data"}).as_posix()
    '/data/marienbad'
    """
    home = environ.get("XDG_DATA_HOME", "")
    base = Path(home) if Path(home).is_absolute() else Path.home() / ".local" / "share"
    return base / "marienbad"


def embedded_database(folder: Path) -> str:
    """The address of the SQLite database in a folder."""
    return f"sqlite:///{folder / DATABASE_NAME}"
