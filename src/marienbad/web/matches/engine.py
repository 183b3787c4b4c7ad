"""How a database is reached: its address, its files, and how long anything waits for it.

SQLite is asked on the event loop, where nothing may wait: a lock that another program holds is an
error at once, and whoever can wait tries again (``patiently``). PostgreSQL itself ends what takes
too long.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote, quote_plus

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.pool import NullPool, QueuePool

from marienbad.text.problems import InputError

if TYPE_CHECKING:
    import psycopg

Answer = TypeVar("Answer")

THREADS = 8
"""How many threads of one process ask the database at the same time."""
CONNECTIONS = THREADS + 2
"""One for each thread, one for the event loop, one to spare: nobody waits for a connection."""
BUSY_SECONDS = 2.0
BUSY_PAUSE = 0.005
WAL_PAGES = 1000
LARGEST_WAL = 16 * 1024 * 1024
"""To how many bytes the write-ahead log is cut after a burst."""

CONNECT_SECONDS = 5
STATEMENT_MILLISECONDS = 10_000
LOCK_MILLISECONDS = 1_000
SILENCE_MILLISECONDS = 15_000
"""After that long without an answer of the network a connection is given up."""
TIMEOUTS = f"""
SET statement_timeout = {STATEMENT_MILLISECONDS};
SET lock_timeout = {LOCK_MILLISECONDS};
SET idle_in_transaction_session_timeout = {STATEMENT_MILLISECONDS}
"""


def shown_address(address: str) -> str:
    """The address of a database as it may be shown: without its password.

    >>> shown_address("postgresql://me:secret@host/games?sslpassword=hidden&port=1")
    'postgresql://me:***@host/games?sslpassword=***&port=1'
    """
    address = re.sub(r"(//[^:@/?]*):.*@", r"\1:***@", address, flags=re.DOTALL)
    return re.sub(r"(password=)[^&]*", r"\1***", address)


def passwords_of(database: str) -> list[str]:
    """The passwords in the address of a database, in every form in which they may be quoted.

    >>> passwords_of("postgresql://me:p%40ss@host/games?sslpassword=other")
    ['p%40ss', 'other', 'p@ss']
    """
    url = address_parts(database)
    in_query = [url.query[name] for name in url.query if name.endswith("password")]
    found = [text for text in (url.password, *in_query) if isinstance(text, str) and text]
    return sorted({*found, *map(quote, found), *map(quote_plus, found)}, key=len, reverse=True)


def without(passwords: Iterable[str], text: str) -> str:
    """The text with every password struck out."""
    for password in passwords:
        text = text.replace(password, "***")
    return text


def unusable(address: str, problem: DBAPIError) -> InputError:
    """What is told where a database cannot be used at all."""
    reason = without(passwords_of(address), str(problem.orig).strip().partition("\n")[0])
    return InputError("server.unusable_database", database=shown_address(address), reason=reason)


def address_parts(address: str) -> URL:
    """The parts of ``sqlite:///FILE`` or ``postgresql://…``."""
    try:
        url = make_url(address)
    except (ArgumentError, ValueError):
        raise InputError("server.database", text=shown_address(address)) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    is_file = url.drivername == "sqlite" and url.database not in (None, "", ":memory:")
    if not is_file and url.drivername != "postgresql+psycopg":
        raise InputError("server.database", text=shown_address(address))
    return url


def open_engine(address: str) -> Engine:
    """The engine of a database; nothing is opened yet."""
    url = address_parts(address)
    if url.drivername == "sqlite":
        engine = create_engine(
            url,
            poolclass=QueuePool,
            pool_size=CONNECTIONS,
            connect_args={"check_same_thread": False, "timeout": 0},
        )
        event.listen(engine, "connect", _on_connect_sqlite)
        event.listen(engine, "begin", _on_begin_sqlite)
        return engine
    engine = create_engine(
        url,
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_pre_ping=True,
        connect_args={
            "connect_timeout": CONNECT_SECONDS,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 2,
            "tcp_user_timeout": SILENCE_MILLISECONDS,
        },
    )
    event.listen(engine, "connect", _on_connect_postgresql)
    return engine


def _on_connect_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Leave transactions to us, and let readers and the writer not wait for each other.

    What is committed survives the end of the process, however sudden. That it survives a power cut
    too would cost a wait for the disk at every commit: PostgreSQL does so.
    """
    connection.isolation_level = None
    for pragma in (
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
        "secure_delete = ON",
        f"wal_autocheckpoint = {WAL_PAGES}",
        f"journal_size_limit = {LARGEST_WAL}",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _on_begin_sqlite(connection: Connection) -> None:
    """Take the place of the writer at once: what is read before writing then stays true."""
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")


def _on_connect_postgresql(connection: "psycopg.Connection", _record: object) -> None:
    connection.execute(TIMEOUTS)
    connection.commit()


# Waiting


def is_busy(problem: SQLAlchemyError) -> bool:
    """Whether another program holds the lock of a SQLite database."""
    code = getattr(getattr(problem, "orig", None), "sqlite_errorcode", 0)
    return code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def patiently(question: Callable[[], Answer]) -> Answer:
    """Ask again while another program holds the lock, for a while; not on the event loop."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return question()
        except OperationalError as problem:
            if not is_busy(problem) or time.monotonic() > deadline:
                raise
        time.sleep(BUSY_PAUSE)


# Files


def open_file(file: Path, is_written: bool = False) -> Engine:
    """The engine of a SQLite file that is no server's: nothing stands beside it."""
    address = f"{file.absolute().as_uri()}?mode={'rw' if is_written else 'ro'}"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            address, uri=True, isolation_level=None, check_same_thread=False
        )
        if is_written:
            for pragma in ("journal_mode = OFF", "synchronous = OFF"):
                connection.execute(f"PRAGMA {pragma}")
        return connection

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", _on_begin_sqlite)
    return engine


def file_of(url: URL) -> Path | None:
    """The file of a SQLite database."""
    return Path(url.database) if url.drivername == "sqlite" and url.database else None


def files_of(file: Path) -> list[Path]:
    """The file of a SQLite database and those that stand beside it while it is used."""
    return [file.with_name(file.name + end) for end in ("", "-wal", "-shm", "-lock")]


def keep_private(file: Path) -> None:
    """Let nobody else read the file of a database: it holds the key that signs the seats.

    SQLite makes the files beside it with the same rights.
    """
    with suppress(OSError):  # what is wrong with the place is said when the database is opened
        file.touch(0o600)
    for name in files_of(file):
        with suppress(OSError):  # not there, or another's who has given us the right to write
            if name.stat().st_mode & 0o077:
                name.chmod(0o600)
