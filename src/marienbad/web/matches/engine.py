"""How a database is reached: its address, connections and timeouts; its files and their lock."""

import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, quote_plus

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool, QueuePool

from marienbad.text.problems import InputError

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover (Windows has no such locks: one takes care there)
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    import psycopg

THREADS = 8
"""How many threads of one process ask the database at the same time."""
CONNECTIONS = THREADS + 2
"""One for each thread and some to spare: no thread waits for a connection."""
BUSY_SECONDS = 2.0
"""How long SQLite waits for another program's lock."""
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
            connect_args={"check_same_thread": False, "timeout": BUSY_SECONDS},
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
    """The file of a SQLite database and those that stand beside it while it is used.

    SQLite follows links: they stand beside the file itself.
    """
    file = Path(os.path.realpath(file))
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


# The lock


class FileLock:
    """The lock of a SQLite database: one process at a time runs on it.

    The kernel releases it when the process ends, however it ends.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._descriptor: int | None = None

    def acquire(self, refusal: str) -> None:
        """Take the lock, or raise an error with this message where another process has it."""
        if self._descriptor is not None or fcntl is None:
            return
        place = files_of(self._file)[-1]
        try:
            self._descriptor = os.open(place, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return  # what is wrong with the place is said when the database is opened
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            raise InputError(refusal, name=str(self._file)) from None

    def release(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @contextmanager
    def held(self, refusal: str) -> Iterator[None]:
        """Hold the lock for a while."""
        self.acquire(refusal)
        try:
            yield
        finally:
            self.release()


def is_in_use(file: Path) -> bool:
    """Whether a process runs on the SQLite database in a file, or has left its log behind."""
    _, log, _, lock = files_of(file)
    if log.exists():
        return True
    if not lock.exists():
        return False
    try:
        with FileLock(file).held("backup.in_use"):
            return False
    except InputError:
        return True
