"""Backups of a database: into a file, from a file, and back to an older form.

A backup is a SQLite database of the same form, whatever the database is: so matches can also be
moved from SQLite to PostgreSQL and back. It is of one moment, also while servers go on. A restore
replaces a whole database, so no server may run on it: a server remembers matches, and the key that
signs its seats.
"""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, MetaData, delete, func, insert, select, text

from marienbad.text.problems import InputError
from marienbad.text.sentences import Count
from marienbad.web.matches.engine import files_of, is_in_use, open_file
from marienbad.web.matches.migrations import (
    VERSION_TABLE,
    bring_up_to_date,
    go_back,
    make,
    version_of,
    versions,
)
from marienbad.web.matches.schema import MATCHES, ROOMS
from marienbad.web.matches.store import Store

Progress = Callable[[int, int], None]
ROWS_AT_ONCE = 2_000


def back_up(store: Store, file: Path, progress: Progress) -> int:
    """Write a copy into a file that its owner alone can read; say how many matches are in it."""
    if store.file is not None and not store.file.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(store.file))
    check_target(store, file)
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as problem:  # whoever asked knows the folder, not this file
        folder, reason = str(file.parent), str(problem.strerror)
        raise InputError("backup.no_folder", folder=folder, reason=reason) from None
    try:
        with snapshot(store) as source, open_file(part, is_written=True).begin() as target:
            make(target, checked_version(source))
            copy_rows(source, target, progress)
            count = matches_in(target)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
    return count


def check_target(store: Store, file: Path) -> None:
    """Refuse to write a copy over a folder, this database, or another that is in use."""
    if not file.exists():
        return
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    own = [] if store.file is None else files_of(store.file)
    if any(name.exists() and name.samefile(file) for name in own) or is_in_use(file):
        raise InputError("backup.target_in_use", name=str(file))


def restore(store: Store, file: Path, is_replacing: bool, progress: Progress) -> int:
    """Fill a database with the copy in a file, in one transaction; say how many matches it has."""
    with opened_copy(file) as source, store.alone() as target:
        bring_up_to_date(target)
        there = matches_in(target)
        if there and not is_replacing:
            raise InputError("backup.not_empty", matches=Count(there, "contest"))
        copy_rows(source, target, progress)
        return matches_in(target)


def migrate(store: Store, version: str) -> None:
    """Bring a database to an older form, for an older program; the matches stay."""
    with store.alone() as connection:
        go_back(connection, version)


@contextmanager
def snapshot(store: Store) -> Iterator[Connection]:
    """A connection for which the database stays as it is at this moment."""
    with store.engine.connect() as connection:
        if not store.is_embedded:
            connection.execution_options(isolation_level="REPEATABLE READ")
            for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
                connection.execute(text(f"SET LOCAL {name} = 0"))
        yield connection


@contextmanager
def opened_copy(file: Path) -> Iterator[Connection]:
    """A copy that is whole and of the newest form; an older one is brought up to date aside."""
    with file.open("rb"):  # where it cannot be read, the file itself says why
        pass
    check_file(file)
    with open_file(file).connect() as connection:
        if checked_version(connection) == versions()[-1]:
            yield connection
            return
    with TemporaryDirectory() as folder:
        aside = open_file(Path(shutil.copy(file, folder)), is_written=True)
        with aside.begin() as connection:
            bring_up_to_date(connection)
            yield connection


def check_file(file: Path) -> None:
    """Refuse a file that is no database, or a broken one."""
    address = f"{file.absolute().as_uri()}?mode=ro"
    try:
        with closing(sqlite3.connect(address, uri=True)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            strays = connection.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as problem:
        raise InputError("backup.broken", name=str(file), reason=str(problem)) from None
    if found != "ok" or strays is not None:
        reason = found if found != "ok" else f"foreign key of {strays[0]}"
        raise InputError("backup.broken", name=str(file), reason=reason)


def checked_version(connection: Connection) -> str:
    """The form of a database, which must be one that this program knows."""
    found = version_of(connection)
    if found is None:
        raise InputError("backup.none")
    if found not in versions():
        raise InputError("server.newer_database", found=found, newest=versions()[-1])
    return found


def copy_rows(source: Connection, target: Connection, progress: Progress) -> None:
    """Put the rows of every table in the place of those of the same table elsewhere.

    Rooms of classes are not copied: they hold names, and nothing of them is kept after the lesson.
    """
    metadata = MetaData()
    metadata.reflect(target)
    tables = [table for table in metadata.sorted_tables if table.name != VERSION_TABLE]
    for table in reversed(tables):
        target.execute(delete(table))
    tables = [table for table in tables if table.name != ROOMS.name]
    count = select(func.count())
    total = sum(source.execute(count.select_from(table)).scalar_one() for table in tables)
    done = 0
    for table in tables:
        rows = source.execute(select(table), execution_options={"yield_per": ROWS_AT_ONCE})
        for part in rows.mappings().partitions():
            target.execute(insert(table), [dict(row) for row in part])
            done += len(part)
            progress(done, total)


def matches_in(connection: Connection) -> int:
    return int(connection.execute(select(func.count()).select_from(MATCHES)).scalar_one())
