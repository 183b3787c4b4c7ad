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
from typing import NamedTuple

from sqlalchemy import (
    Connection,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError, OperationalError

from marienbad.analysis import Game
from marienbad.heaps import stored_move, stored_position
from marienbad.play.match import Match
from marienbad.web.matches.changes import Change, Fate, commit, read_accord
from marienbad.web.matches.engine import file_of, keep_private, open_engine, patiently
from marienbad.web.matches.migrations import bring_up_to_date
from marienbad.web.matches.presence import Presence, check_alone
from marienbad.web.matches.schema import CLOCK, MATCHES, MOVES, SECRETS
from marienbad.web.matches.seats import SECRET_BYTES
from marienbad.web.matches.statements import CHANNEL

MIGRATION_LOCK = 1961_06_25
LOCK_NOT_AVAILABLE = "55P03"
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
_PLIES = select(func.max(MOVES.c.ply)).where(MOVES.c.match_id == MATCHES.c.id).scalar_subquery()
_OUTLINE = select(MATCHES.c.game, _PLIES).where(MATCHES.c.id == bindparam("key"))
_CLOCK = select(CLOCK.c.seen, CLOCK.c.wall).with_for_update()
_SET_CLOCK = update(CLOCK).values(seen=bindparam("new_seen"), wall=bindparam("new_wall"))
_OLD = (
    select(MATCHES.c.id, _PLIES)
    .where(MATCHES.c.is_over == bindparam("over"), MATCHES.c.changed < bindparam("before"))
    .limit(EXPIRED_AT_ONCE)
    .with_for_update(skip_locked=True)
)
_NOTIFY = select(literal(1)).where(text("pg_notify(:channel, :notice) IS NOT NULL"))


class Outline(NamedTuple):
    """What a match is about, and at which ply its last move was played."""

    game: str
    last_ply: int


class Store:
    """One database; its methods wait for it, and may be called from any thread."""

    def __init__(self, address: str) -> None:
        self.engine = open_engine(address)
        self.writer = self.engine.execution_options(is_writing=True)
        self.file = file_of(self.engine.url)
        self.is_embedded = self.file is not None
        self._presence = None if self.file is None else Presence(self.file)
        self.origin = secrets.token_hex(8)
        """The name of this process in the notices to the others."""
        self.secret = b""
        self._place: tuple[int, int] | None = None
        self._seen = 0
        self._ticked: float | None = None

    def prepare(self) -> None:
        """Bring the tables up to date and read what all processes share."""
        if self.file is not None and self._presence is not None:
            self._presence.enter()
            keep_private(self.file)
        patiently(self._prepare)
        self._place = self._find_place()

    def is_in_place(self) -> bool:
        """Whether the file of the database is the one that was opened, not deleted or replaced."""
        return self._find_place() == self._place

    def _find_place(self) -> tuple[int, int] | None:
        """By what the system knows the file."""
        if self.file is None:
            return None
        try:
            found = self.file.stat()
        except OSError:
            return (0, 0)
        return found.st_dev, found.st_ino

    def _prepare(self) -> None:
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

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """A transaction while no server runs on the database."""
        with ExitStack() as stack:
            if self.file is not None and self._presence is not None:
                stack.enter_context(self._presence.alone())
                keep_private(self.file)
            connection = stack.enter_context(self.writer.begin())
            self._lock_tables(connection)
            if not self.is_embedded:
                check_alone(connection)
            yield connection

    def _lock_tables(self, connection: Connection) -> None:
        """Wait for others who change the tables, for as long as that takes."""
        if not self.is_embedded:
            connection.execute(text("SET LOCAL lock_timeout = 0"))
            connection.execute(text("SET LOCAL statement_timeout = 0"))
            lock = text("SELECT pg_advisory_xact_lock(:lock)")
            connection.execute(lock, {"lock": MIGRATION_LOCK})

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

    def close(self) -> None:
        self.engine.dispose()
        if self._presence is not None:
            self._presence.leave()

    def outline(self, key: str) -> Outline | None:
        """What a match is about and how long it is, before it is read."""
        with self.engine.connect() as connection:
            row = connection.execute(_OUTLINE, {"key": key}).one_or_none()
        return None if row is None else Outline(row[0], row[1] or 0)

    def load(self, key: str, game: Game | None = None) -> Match | None:
        """The match of that name, replayed from its moves; its game may be read already."""
        with self.engine.connect() as connection:
            # one statement, so that the match and its moves are of the same moment
            rows = connection.execute(_LOAD, {"key": key}).all()
        if not rows:
            return None
        row = rows[0]
        start = stored_position(row.start)
        begun = Match(game or Game.named(row.game), start, (row.first, row.second), row.date)
        takes = [row.take for row in rows if row.take is not None]
        # a move that was played often is read and kept once
        moves = {take: stored_move(take) for take in set(takes)}
        played = begun.after_all([moves[take] for take in takes])
        known = played.ending(bool(row.is_over))  # to find it out again may take long
        if row.accord is not None:
            known = known.agreeing(read_accord(row.accord))
        return known.asking(row.asked).kept_as(key, row.revision)

    def revision(self, key: str) -> int | None:
        """How often the match has changed, or ``None`` where there is none."""
        with self.engine.connect() as connection:
            found: int | None = connection.execute(_REVISION, {"key": key}).scalar()
        return found

    def apply(self, changes: Sequence[Change]) -> list[Fate]:
        """Commit changes together, those of locked matches left out."""
        return self._apply(changes, is_waiting=False)

    def apply_alone(self, change: Change) -> Fate:
        """Commit one change; where its match is locked, wait for it, for a while."""
        try:
            return self._apply([change], is_waiting=True)[0]
        except OperationalError as problem:
            if getattr(problem.orig, "sqlstate", None) == LOCK_NOT_AVAILABLE:
                return Fate.LOCKED
            raise

    def _apply(self, changes: Sequence[Change], is_waiting: bool) -> list[Fate]:
        try:
            with self.writer.begin() as connection:
                fates = commit(connection, changes, self.now, is_waiting, self.origin)
        except IntegrityError:
            # the primary key, the last guard, has refused a change: find out which
            if len(changes) == 1:
                return [Fate.STALE]
            return [fate for change in changes for fate in self._apply([change], is_waiting)]
        return fates

    def notify(self, connection: Connection, words: Sequence[str]) -> None:
        """Tell the other processes what else has changed."""
        if words and not self.is_embedded:
            notice = " ".join([self.origin, *words])
            connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})

    def expire(self, days: int, is_over: bool) -> int:
        """Forget some of the matches that nobody has touched for that many days; say how many."""
        with self.writer.begin() as connection:
            wanted = {"over": int(is_over), "before": self.now - days * DAY}
            keys: list[str] = []
            moves = 0
            for key, last_ply in connection.execute(_OLD, wanted):
                keys.append(key)
                moves += 1 + (last_ply or 0)
                if moves >= MOVES_AT_ONCE:
                    break
            if keys:
                connection.execute(delete(MOVES).where(MOVES.c.match_id.in_(keys)))
                connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(keys)))
        return len(keys)

    def forget(self, keys: Sequence[str]) -> None:
        """Delete matches, whether they are over or not."""
        if keys:
            with self.writer.begin() as connection:
                connection.execute(delete(MOVES).where(MOVES.c.match_id.in_(keys)))
                connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(keys)))

    def clear_log(self) -> bool:
        """Empty SQLite's write-ahead log, in which what was deleted still stands.

        ``False`` where that cannot be done now: somebody else reads there, or writes.
        """
        if self.file is None:
            return True
        connection = self.engine.raw_connection()  # not within a transaction
        try:
            cursor = connection.cursor()
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            is_busy, *_ = cursor.fetchone() or (1,)
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
