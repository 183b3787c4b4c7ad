"""Which servers run on a database: what replaces it as a whole waits until none does.

Servers on PostgreSQL share a lock of its own for as long as they listen to it; those on SQLite
share the lock of a file beside the database, which goes with the process, however it ends.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from marienbad.text.problems import InputError

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover (Windows has no such locks: one takes care there)
    fcntl = None  # type: ignore[assignment]

SERVING = 1961_09_08
ENTER = f"SELECT pg_advisory_lock_shared({SERVING})"
_TRY = text(f"SELECT pg_try_advisory_xact_lock({SERVING})")


class Presence:
    """One process on the SQLite database in a file."""

    def __init__(self, file: Path) -> None:
        self._lock = file.with_name(f"{file.name}-lock")
        self._descriptor: int | None = None

    def enter(self) -> None:
        """Be one of those who run on it."""
        if self._descriptor is None:
            self._take(is_alone=False)

    def leave(self) -> None:
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Be the only one."""
        self._take(is_alone=True)
        try:
            yield
        finally:
            self.leave()

    def _take(self, is_alone: bool) -> None:
        if fcntl is None:
            return
        try:
            self._descriptor = os.open(self._lock, os.O_CREAT | os.O_RDWR, 0o600)
        except OSError:
            return  # what is wrong with the place is said when the database is opened
        try:
            kind = fcntl.LOCK_EX if is_alone else fcntl.LOCK_SH
            fcntl.flock(self._descriptor, kind | fcntl.LOCK_NB)
        except OSError:
            self.leave()
            raise InputError("backup.in_use" if is_alone else "backup.replaced") from None


def is_in_use(file: Path) -> bool:
    """Whether somebody runs on the SQLite database in a file, or has left its log behind."""
    if file.with_name(f"{file.name}-wal").exists():
        return True
    if not file.with_name(f"{file.name}-lock").exists():
        return False
    try:
        with Presence(file).alone():
            return False
    except InputError:
        return True


def check_alone(connection: Connection) -> None:
    """Be the only one on a PostgreSQL, until the transaction ends."""
    if not connection.execute(_TRY).scalar():
        raise InputError("backup.in_use")
