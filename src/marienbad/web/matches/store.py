"""The database: the moves of every match, and nothing that could be derived from them.

Matches expire by a clock of the database's own. It goes on by what the clock of the machine shows
to have passed, but never back, and by a day at most beyond the time that the server was running: a
clock that jumps deletes nothing, and neither does a server that was off for a year.
"""

import secrets
import shutil
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

import orjson
from sqlalchemy import (
    Connection,
    bindparam,
    case,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from marienbad.analysis import Game
from marienbad.heaps import stored_move, stored_position
from marienbad.play.match import Match
from marienbad.text.problems import InputError
from marienbad.web.matches.changes import Change, Outcome, read_accord, save
from marienbad.web.matches.engine import BUSY_SECONDS, FileLock, file_of, keep_private, open_engine
from marienbad.web.matches.migrations import bring_up_to_date
from marienbad.web.matches.schema import CLOCK, MATCHES, MOVES, SECRETS
from marienbad.web.matches.seats import SECRET_BYTES

MIGRATION_LOCK, SERVING = 1961_06_25, 1961_09_08
"""Advisory locks of PostgreSQL: for changing the tables, and shared by all servers that run."""
CHANNEL = "marienbad_notices"
"""By which the server processes on one PostgreSQL tell each other what has changed."""
DAY = 86_400
EXPIRED_AT_ONCE = 500
MOVES_AT_ONCE = 5_000
"""How many moves are deleted in one transaction: others can write soon."""

_LONG_COLUMNS = (MATCHES.c.game, MATCHES.c.start, MATCHES.c.accord)
_LOAD = (
    select(
        *(c for c in MATCHES.c if c not in {*_LONG_COLUMNS, MATCHES.c.came}),
        # what may be long comes once, with the first move, and not again with every other
        *(
            case((func.coalesce(MOVES.c.ply, 0) == 0, column)).label(column.name)
            for column in _LONG_COLUMNS
        ),
        MOVES.c.take,
    )
    .select_from(MATCHES.outerjoin(MOVES))
    .where(MATCHES.c.id == bindparam("key"))
    .order_by(MOVES.c.ply)
)
_REVISION = select(MATCHES.c.revision).where(MATCHES.c.id == bindparam("key"))
_CAME = select(MATCHES.c.id, MATCHES.c.came).where(
    MATCHES.c.id.in_(bindparam("keys", expanding=True))
)
_SIT = (
    update(MATCHES)
    .where(
        MATCHES.c.id == bindparam("key"),
        MATCHES.c.came.op("&")(bindparam("bits")) != bindparam("bits"),
    )
    .values(came=MATCHES.c.came.op("|")(bindparam("bits")))
)
_CLOCK = select(CLOCK.c.seen, CLOCK.c.wall).with_for_update()
_SET_CLOCK = update(CLOCK).values(seen=bindparam("new_seen"), wall=bindparam("new_wall"))
_OLD = (
    select(
        MATCHES.c.id,
        select(func.max(MOVES.c.ply)).where(MOVES.c.match_id == MATCHES.c.id).scalar_subquery(),
    )
    .where(MATCHES.c.is_over == bindparam("over"), MATCHES.c.changed < bindparam("before"))
    .limit(EXPIRED_AT_ONCE)
    .with_for_update(skip_locked=True)
)


class StoredMatch(NamedTuple):
    """A match as its rows have it."""

    row: Any
    takes: list[str]

    def match(self, game: Game | None = None) -> Match:
        """The match replayed from its moves; its game may be read already."""
        row = self.row
        start = stored_position(row.start)
        begun = Match(game or Game.named(row.game), start, (row.first, row.second), row.date)
        # a move that was played often is read and kept once
        moves = {take: stored_move(take) for take in set(self.takes)}
        played = begun.after_all([moves[take] for take in self.takes])
        known = played.ending(bool(row.is_over))  # to find it out again may take long
        if row.accord is not None:
            known = known.agreeing(read_accord(row.accord))
        return known.asking(row.asked).kept_as(row.id, row.revision)


class Store:
    """One database; its methods wait for it, and may be called from any thread."""

    def __init__(self, address: str) -> None:
        self.engine = open_engine(address)
        self.writer = self.engine.execution_options(is_writing=True)
        self.file = file_of(self.engine.url)
        self.is_embedded = self.file is not None
        self._lock = None if self.file is None else FileLock(self.file)
        self.origin = secrets.token_hex(8)
        """The name of this process in the notices to the others."""
        self.secret = b""
        self._place: tuple[int, int] | None = None
        self._seen = 0
        self._ticked: float | None = None

    def prepare(self) -> None:
        """Bring the tables up to date and read the secret; one process at a time runs on SQLite."""
        if self.file is not None and self._lock is not None:
            self._lock.acquire("server.second_process")
            keep_private(self.file)
        with self.writer.begin() as connection:
            self._lock_tables(connection)
            bring_up_to_date(connection)
            named = SECRETS.c.name == "seats"
            found = connection.execute(select(SECRETS.c.value).where(named)).scalar()
            if found is None:
                found = secrets.token_bytes(SECRET_BYTES)
                connection.execute(insert(SECRETS).values(name="seats", value=found))
            self.secret = bytes(found)
            self._tick(connection)
        self._place = self._find_place()

    def close(self) -> None:
        self.engine.dispose()
        if self._lock is not None:
            self._lock.release()

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A transaction while no server runs on the database."""
        with ExitStack() as stack:
            if self.file is not None and self._lock is not None:
                stack.enter_context(self._lock.held("backup.in_use"))
                keep_private(self.file)
            connection = stack.enter_context(self.writer.begin())
            self._lock_tables(connection)
            if not self.is_embedded:
                free = text(f"SELECT pg_try_advisory_xact_lock({SERVING})")
                if not connection.execute(free).scalar():
                    raise InputError("backup.in_use")
            yield connection

    def _lock_tables(self, connection: Connection) -> None:
        """Wait for others who change the tables, for as long as that takes."""
        if not self.is_embedded:
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))

    def is_in_place(self) -> bool:
        """Whether the file of the database is the one that was opened, not deleted or replaced."""
        return self._find_place() == self._place

    def _find_place(self) -> tuple[int, int] | None:
        """The device and number by which the system knows the file."""
        if self.file is None:
            return None
        try:
            found = self.file.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino

    # The clock

    def tick(self) -> None:
        """Let the clock go on; that this is committed shows that the database can be written."""
        with self.writer.begin() as connection:
            self._tick(connection)

    def _tick(self, connection: Connection) -> None:
        wall, now = int(time.time()), time.monotonic()
        seen, last = connection.execute(_CLOCK).one()
        lived = 0 if self._ticked is None else int(now - self._ticked)
        seen += min(max(wall - last, 0), lived + DAY)
        connection.execute(_SET_CLOCK, {"new_seen": seen, "new_wall": wall})
        self._seen, self._ticked = seen, now

    @property
    def now(self) -> int:
        """What the clock of the database shows."""
        lived = 0.0 if self._ticked is None else time.monotonic() - self._ticked
        return self._seen + int(lived)

    # Matches

    def load(self, key: str) -> StoredMatch | None:
        """The match of that name."""
        with self.engine.connect() as connection:
            # one statement, so that the match and its moves are of the same moment
            rows = connection.execute(_LOAD, {"key": key}).all()
        if not rows:
            return None
        return StoredMatch(rows[0], [row.take for row in rows if row.take is not None])

    def revision(self, key: str) -> int | None:
        """How often the match has changed, or ``None`` where there is none."""
        with self.engine.connect() as connection:
            found: int | None = connection.execute(_REVISION, {"key": key}).scalar()
        return found

    def save(self, changes: Sequence[Change]) -> list[Outcome]:
        """Commit changes together, those of stale and locked matches left out."""
        with self.writer.begin() as connection:
            outcomes, notice = save(connection, changes, self.now)
            if notice:
                self.notify(connection, matches=notice)
        return outcomes

    def notify(self, connection: Connection, **facts: object) -> None:
        """Tell the other processes on PostgreSQL of something when the transaction is committed."""
        if not self.is_embedded:
            notice = orjson.dumps({"origin": self.origin, **facts}).decode("ascii")
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (CHANNEL, notice))

    def tell(self, **facts: object) -> None:
        """Tell the other processes on PostgreSQL of something at once."""
        with self.writer.begin() as connection:
            self.notify(connection, **facts)

    def came(self, keys: Sequence[str]) -> dict[str, int]:
        """Which seats of matches were ever taken, a bit for each."""
        with self.engine.connect() as connection:
            return dict(connection.execute(_CAME, {"keys": keys}).all())

    def sit(self, seats: dict[str, int]) -> None:
        """Remember that seats were taken, a bit for each."""
        with self.writer.begin() as connection:
            rows = [{"key": key, "bits": seats[key]} for key in sorted(seats)]
            connection.execute(_SIT, rows)

    # What is deleted

    def expire(self, days: int, is_over: bool) -> list[str]:
        """Delete some of the matches that nobody has touched for that many days; say which."""
        with self.writer.begin() as connection:
            wanted = {"over": int(is_over), "before": self.now - days * DAY}
            keys: list[str] = []
            moves = 0
            for key, last_ply in connection.execute(_OLD, wanted):
                keys.append(key)
                moves += 1 + (last_ply or 0)
                if moves >= MOVES_AT_ONCE:
                    break
            _delete(connection, keys)
        return keys

    def forget(self, keys: Sequence[str]) -> None:
        """Delete matches, whether they are over or not."""
        with self.writer.begin() as connection:
            _delete(connection, keys)

    def clear_log(self) -> bool:
        """Empty SQLite's write-ahead log, in which what was deleted still stands.

        ``False`` where that cannot be done now: somebody else reads there, or writes.
        """
        if self.file is None:
            return True
        connection = self.engine.raw_connection()  # not within a transaction
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA busy_timeout = 0")  # others would have to wait meanwhile
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy, *_ = cursor.fetchone() or (1,)
            cursor.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")
            return not is_busy
        except sqlite3.Error:  # what is wrong is told by whoever asks for something next
            return False
        finally:
            connection.close()

    def size(self) -> int:
        """How many bytes the database takes, in SQLite without what is free to be used again."""
        with self.engine.connect() as connection:
            if self.file is None:
                question = text("SELECT pg_database_size(current_database())")
                return int(connection.execute(question).scalar_one())
            names = ("page_size", "page_count", "freelist_count")
            size, pages, free = (
                int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()) for name in names
            )
        log = self.file.with_name(f"{self.file.name}-wal")
        return size * (pages - free) + (log.stat().st_size if log.exists() else 0)

    def disk(self) -> tuple[int, int] | None:
        """The free and all bytes of the disk of the database, where that is on this machine."""
        if self.file is None:
            return None
        found = shutil.disk_usage(self.file.parent)
        return found.free, found.total


def _delete(connection: Connection, keys: Sequence[str]) -> None:
    if keys:
        connection.execute(delete(MOVES).where(MOVES.c.match_id.in_(keys)))
        connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(keys)))
