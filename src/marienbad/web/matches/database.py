"""The database: the moves of every match, and nothing that could be derived from them.

All changes that wait at the same moment are committed in one transaction. A change names the
revision of the match it was made from; where the match has changed since, in this process or in
another, it is refused and nothing of it is kept.

Matches expire by a clock of the database's own. It goes on by what the clock of the machine shows
to have passed, but never back, and by a day at most beyond the time that the server was running: a
clock that jumps deletes nothing, and neither does a server that was off for a year.
"""

import secrets
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

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
from marienbad.heaps import Position, read_position
from marienbad.numeration.integers import digits_of
from marienbad.play.match import Match
from marienbad.web.matches.engine import file_of, keep_private, open_engine, patiently
from marienbad.web.matches.migrations import bring_up_to_date
from marienbad.web.matches.presence import Presence, check_alone
from marienbad.web.matches.schema import CLOCK, MATCHES, MOVES, SECRETS
from marienbad.web.matches.seats import SECRET_BYTES

CHANNEL = "marienbad"
MIGRATION_LOCK = 1961_06_25
LOCK_NOT_AVAILABLE = "55P03"
DAY = 86_400
EXPIRED_AT_ONCE = 500
MOVES_AT_ONCE = 5_000
"""How many moves are deleted in one transaction: others can write soon."""

_LONG_COLUMNS = (MATCHES.c.game, MATCHES.c.start)
_LOAD = (
    select(
        *(column for column in MATCHES.c if column not in set(_LONG_COLUMNS)),
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
_REVISIONS = (
    select(MATCHES.c.id, MATCHES.c.revision)
    .where(MATCHES.c.id.in_(bindparam("keys", expanding=True)))
    .order_by(MATCHES.c.id)  # two processes lock in the same order, so none waits for ever
)
_FREE_REVISIONS = _REVISIONS.with_for_update(skip_locked=True)
_LOCKED_REVISIONS = _REVISIONS.with_for_update()
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
_CREATE = insert(MATCHES)
_ADVANCE = (
    update(MATCHES)
    .where(MATCHES.c.id == bindparam("key"))
    .values(
        revision=bindparam("new_revision"),
        changed=bindparam("now"),
        is_over=bindparam("over"),
        asked=bindparam("asking"),
    )
)
_TAKE_BACK = delete(MOVES).where(
    MOVES.c.match_id == bindparam("key"), MOVES.c.ply >= bindparam("kept")
)
_PLAY = insert(MOVES)
_NOTIFY = select(literal(1)).where(text("pg_notify(:channel, :notice) IS NOT NULL"))


@dataclass(frozen=True, slots=True)
class Change:
    """A match before and after; a new one has no before."""

    before: Match | None
    after: Match

    @property
    def length(self) -> int:
        """How many moves are written, or taken back."""
        return abs(self.after.ply - (0 if self.before is None else self.before.ply))


class Outline(NamedTuple):
    """What a match is about, and at which ply its last move was played."""

    game: str
    last_ply: int


class Fate(Enum):
    """What became of a change."""

    DONE = "done"
    STALE = "stale"
    """The match has changed since, or is gone."""
    LOCKED = "locked"
    """Another transaction holds the match."""


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
        start = read_position(row.start)
        begun = Match(game or Game.named(row.game), start, (row.first, row.second), row.date)
        takes = [row.take for row in rows if row.take is not None]
        # a move that was played often is read and kept once
        moves = {take: read_position(take) for take in set(takes)}
        played = begun.after_all([moves[take] for take in takes])
        known = played.ending(bool(row.is_over))  # to find it out again may take long
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
            return self._commit(changes, is_waiting)
        except IntegrityError:
            # the primary key, the last guard, has refused a change: find out which
            if len(changes) == 1:
                return [Fate.STALE]
            return [fate for change in changes for fate in self._apply([change], is_waiting)]

    def _commit(self, changes: Sequence[Change], is_waiting: bool) -> list[Fate]:
        keys = {change.after.key for change in changes if change.before is not None}
        question = _LOCKED_REVISIONS if is_waiting else _FREE_REVISIONS
        fates: list[Fate] = []
        accepted: list[Change] = []
        with self.writer.begin() as connection:
            rows = connection.execute(question, {"keys": sorted(keys)}).all() if keys else []
            current = {row.id: row.revision for row in rows}
            # what was passed over may be locked, or gone
            missing = Fate.STALE if is_waiting or self.is_embedded else Fate.LOCKED
            for change in changes:
                key, before = change.after.key, change.before
                if before is not None and key not in current:
                    fates.append(missing)
                elif current.get(key) == (None if before is None else before.revision):
                    fates.append(Fate.DONE)
                    accepted.append(change)
                    current[key] = -1  # one change of a match at a time
                else:
                    fates.append(Fate.STALE)
            if accepted:
                self._write(connection, accepted)
        return fates

    def _write(self, connection: Connection, changes: Sequence[Change]) -> None:
        now = self.now
        created, advanced, taken_back, played = [], [], [], []
        for change in changes:
            before, after = change.before, change.after
            kept = 0
            if before is None:
                created.append(_row(after, now))
            else:
                advanced.append(_advance(after, now))
                kept = shared_moves(before, after)
                if kept < before.ply:
                    taken_back.append({"key": after.key, "kept": kept})
            for ply in range(kept, after.ply):
                take = _written(after.moves[ply])
                played.append({"match_id": after.key, "ply": ply, "take": take})
        for statement, rows in (
            (_CREATE, created),
            (_ADVANCE, advanced),
            (_TAKE_BACK, taken_back),
            (_PLAY, played),
        ):
            if rows:
                connection.execute(statement, rows)
        if advanced and not self.is_embedded:
            notice = " ".join([self.origin, *(str(row["key"]) for row in advanced)])
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


def shared_moves(before: Match, after: Match) -> int:
    """How many moves two states of a match begin with alike."""
    pairs = enumerate(zip(before.moves, after.moves, strict=False))
    return next((ply for ply, (a, b) in pairs if a != b), min(before.ply, after.ply))


def _row(match: Match, now: int) -> dict[str, Any]:
    return {
        "id": match.key,
        "game": match.game.name,
        "start": _written(match.start),
        "first": match.players[0],
        "second": match.players[1],
        "date": match.date,
        "revision": match.revision,
        "changed": now,
        "is_over": int(match.is_over),
    }


def _advance(match: Match, now: int) -> dict[str, Any]:
    state = {"now": now, "over": int(match.is_over), "asking": match.asked}
    return {"key": match.key, "new_revision": match.revision, **state}


def _written(heaps: Position) -> str:
    return ",".join(map(digits_of, heaps))
