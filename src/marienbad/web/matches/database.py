"""The database: the moves of every match, and nothing that could be derived from them.

All changes that wait at the same moment are committed in one transaction. A change names the
revision of the match it was made from; where the match has changed since, in this process or in
another, it is refused and nothing of it is kept.
"""

import secrets
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    literal,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, IntegrityError
from sqlalchemy.pool import QueuePool

from marienbad.analysis import Game
from marienbad.heaps import Position, read_position
from marienbad.numeration.integers import digits_of
from marienbad.play.match import Match
from marienbad.text.problems import InputError
from marienbad.web.matches.migrations import is_newest, upgrade
from marienbad.web.matches.schema import MATCHES, MOVES, SECRETS
from marienbad.web.matches.seats import SECRET_BYTES

CHANNEL = "marienbad"
BUSY_MILLISECONDS = 2000
POOL = 8
CONNECT_SECONDS = 5
MIGRATION_LOCK = 1961_06_25
DAY = 86_400
EXPIRED_AT_ONCE = 500

_LOAD = (
    select(MATCHES, MOVES.c.take)
    .select_from(MATCHES.outerjoin(MOVES))
    .where(MATCHES.c.id == bindparam("key"))
    .order_by(MOVES.c.ply)
)
_REVISION = select(MATCHES.c.revision).where(MATCHES.c.id == bindparam("key"))
_REVISIONS = (
    select(MATCHES.c.id, MATCHES.c.revision)
    .where(MATCHES.c.id.in_(bindparam("keys", expanding=True)))
    .order_by(MATCHES.c.id)  # two processes lock in the same order, so none waits for ever
    .with_for_update()
)
_CREATE = insert(MATCHES)
_ADVANCE = (
    update(MATCHES)
    .where(MATCHES.c.id == bindparam("key"))
    .values(
        revision=bindparam("new_revision"),
        changed=bindparam("now"),
        is_over=bindparam("over"),
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


class Store:
    """One database; its methods wait for it, and may be called from any thread."""

    def __init__(self, address: str) -> None:
        self.engine = open_engine(address)
        self.writer = self.engine.execution_options(is_writing=True)
        self.is_embedded = self.engine.dialect.name == "sqlite"
        self.origin = secrets.token_hex(8)
        """The name of this process in the notices to the others."""
        self.secret = b""

    def prepare(self) -> None:
        """Bring the tables up to date and read what all processes share."""
        with self.writer.begin() as connection:
            if not self.is_embedded:
                lock = text("SELECT pg_advisory_xact_lock(:lock)")
                connection.execute(lock, {"lock": MIGRATION_LOCK})
            if not is_newest(connection):
                upgrade(connection)
            named = SECRETS.c.name == "seats"
            found = connection.execute(select(SECRETS.c.value).where(named)).scalar()
            if found is None:
                found = secrets.token_bytes(SECRET_BYTES)
                connection.execute(insert(SECRETS).values(name="seats", value=found))
            self.secret = bytes(found)

    def close(self) -> None:
        self.engine.dispose()

    def load(self, key: str) -> Match | None:
        """The match of that name, replayed from its moves."""
        with self.engine.connect() as connection:
            # one statement, so that the match and its moves are of the same moment
            rows = connection.execute(_LOAD, {"key": key}).all()
        if not rows:
            return None
        row = rows[0]
        game, start = Game.named(row.game), read_position(row.start)
        begun = Match(game, start, (row.first, row.second), row.date)
        moves = [read_position(row.take) for row in rows if row.take is not None]
        return begun.after_all(moves).kept_as(key, row.revision)

    def revision(self, key: str) -> int | None:
        """How often the match has changed, or ``None`` where there is none."""
        with self.engine.connect() as connection:
            found: int | None = connection.execute(_REVISION, {"key": key}).scalar()
        return found

    def apply(self, changes: Sequence[Change]) -> list[bool]:
        """Commit changes together; say of each whether it was still possible."""
        try:
            return self._apply(changes)
        except IntegrityError:
            # the primary key, the last guard, has refused a change: find out which
            if len(changes) == 1:
                return [False]
            return [done for change in changes for done in self.apply([change])]

    def _apply(self, changes: Sequence[Change]) -> list[bool]:
        keys = {change.after.key for change in changes if change.before is not None}
        done: list[bool] = []
        accepted: list[Change] = []
        with self.writer.begin() as connection:
            rows = connection.execute(_REVISIONS, {"keys": sorted(keys)}).all() if keys else []
            current = {row.id: row.revision for row in rows}
            for change in changes:
                expected = None if change.before is None else change.before.revision
                done.append(current.get(change.after.key) == expected)
                if done[-1]:
                    accepted.append(change)
                    current[change.after.key] = -1  # one change of a match at a time
            if accepted:
                self._write(connection, accepted)
        return done

    def _write(self, connection: Connection, changes: Sequence[Change]) -> None:
        now = int(time.time())
        created, advanced, taken_back, played = [], [], [], []
        for change in changes:
            before, after = change.before, change.after
            kept = 0
            if before is None:
                created.append(_row(after, now))
            else:
                state = {"new_revision": after.revision, "now": now, "over": int(after.is_over)}
                advanced.append({"key": after.key, **state})
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

    def expire(self, days: int) -> int:
        """Forget some of the matches that ended that many days ago, and say how many."""
        old = (
            select(MATCHES.c.id)
            .where(MATCHES.c.is_over == 1, MATCHES.c.changed < int(time.time()) - days * DAY)
            .limit(EXPIRED_AT_ONCE)
        )
        with self.writer.begin() as connection:
            keys = list(connection.execute(old).scalars())
            if keys:
                connection.execute(delete(MOVES).where(MOVES.c.match_id.in_(keys)))
                connection.execute(delete(MATCHES).where(MATCHES.c.id.in_(keys)))
        return len(keys)


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


def _written(heaps: Position) -> str:
    return ",".join(map(digits_of, heaps))


def open_engine(address: str) -> Engine:
    """The engine of a database: ``sqlite:///…`` or ``postgresql://…``."""
    try:
        url = make_url(address)
    except ArgumentError:
        raise InputError("server.database", text=address) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.drivername == "postgresql+psycopg":
        return create_engine(
            url,
            pool_size=POOL,
            max_overflow=POOL,
            pool_pre_ping=True,
            connect_args={"connect_timeout": CONNECT_SECONDS},
        )
    if url.drivername != "sqlite" or not url.database or url.database == ":memory:":
        raise InputError("server.database", text=address)
    engine = create_engine(url, poolclass=QueuePool, connect_args={"check_same_thread": False})
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _on_begin)
    return engine


def _on_connect(connection: sqlite3.Connection, _record: object) -> None:
    """Leave transactions to us, and let readers and the writer not wait for each other.

    What is committed survives the end of the process, however sudden. That it survives a power cut
    too would cost a wait for the disk at every commit: PostgreSQL does so.
    """
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_MILLISECONDS}",
        "journal_mode = WAL",
        "synchronous = NORMAL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _on_begin(connection: Connection) -> None:
    """Take the place of the writer at once: what is read before writing then stays true."""
    is_writing = connection.get_execution_options().get("is_writing")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_writing else "BEGIN")
