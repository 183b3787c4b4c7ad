"""The history of the tables, step by step forth and back, by Alembic's operations.

A server brings an older database to the newest form when it starts, within one transaction; an
older program needs an older form (``marienbad serve --migrate-to``). The matches stay.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import sqlalchemy as sa
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, inspect, text

from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing

VERSION_TABLE = "alembic_version"
"""Has one row: the name of the form that the tables have."""


def bring_up_to_date(connection: Connection) -> None:
    """Bring the tables to their newest form; those that a newer program has made are refused."""
    found, known = version_of(connection), versions()
    if found is not None and found not in known:
        raise InputError("server.newer_database", found=found, newest=known[-1])
    make(connection, known[-1])


def go_back(connection: Connection, version: str) -> None:
    """Bring the tables back to an older form, for an older program; the matches stay."""
    bring_up_to_date(connection)
    if version not in versions():
        known = Listing(versions(), "or")
        raise InputError("server.unknown_version", text=version, known=known)
    make(connection, version)


def make(connection: Connection, version: str) -> None:
    """Bring the tables from the form that they have, or from nothing, to another."""
    found, known = version_of(connection), versions()
    here = 0 if found is None else known.index(found) + 1
    there = known.index(version) + 1
    if here == there:
        return
    op = Operations(MigrationContext.configure(connection))
    for step in HISTORY[here:there]:
        step.upgrade(op)
    for step in reversed(HISTORY[there:here]):
        step.downgrade(op)
    if found is None:
        op.create_table(VERSION_TABLE, sa.Column("version_num", sa.String(32), primary_key=True))
    connection.execute(text(f"DELETE FROM {VERSION_TABLE}"))
    connection.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES (:version)"), {"version": version})


def version_of(connection: Connection) -> str | None:
    """The name of the form that the tables have, or ``None`` if there are none."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    question = text(f"SELECT version_num FROM {VERSION_TABLE}")
    found: str | None = connection.execute(question).scalar()
    return found


def versions() -> tuple[str, ...]:
    """The forms that this program knows, the oldest first.

    >>> versions()[0]
    '0001'
    """
    return tuple(step.version for step in HISTORY)


# The steps: none of them is ever changed


def match_id() -> "sa.Column[str]":
    """The column that names the match of a row, deleted with the match."""
    match = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match_id", sa.String(32), match, primary_key=True)


def make_matches(op: Operations) -> None:
    """Matches, their moves, and the shared secret."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("first", sa.String(32), nullable=False),
        sa.Column("second", sa.String(32), nullable=False),
        sa.Column("date", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("is_over", sa.Integer, nullable=False),
    )
    op.create_index("matches_by_age", "matches", ["is_over", "changed"])
    op.create_table(
        "moves",
        match_id(),
        sa.Column("ply", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("take", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(32), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def drop_matches(op: Operations) -> None:
    for name in ("secrets", "moves", "matches"):
        op.drop_table(name)


def make_clock(op: Operations) -> None:
    """The time that the database has seen, from which matches expire.

    Before, matches were dated by the clock of the machine, whatever it showed. The clock of the
    database begins with the youngest of these dates. Unfinished matches did not expire before:
    their days are counted from now.
    """
    clock = op.create_table(
        "clock",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.BigInteger, nullable=False),
    )
    connection, now = op.get_bind(), int(time.time())
    youngest = connection.execute(text("SELECT max(changed) FROM matches")).scalar()
    seen = now if youngest is None else min(youngest, now)
    connection.execute(clock.insert(), {"id": 1, "seen": seen, "wall": now})
    dated = text("UPDATE matches SET changed = :seen WHERE is_over = 0 OR changed > :seen")
    connection.execute(dated, {"seen": seen})


def drop_clock(op: Operations) -> None:
    """Date the matches by the clock of the machine again, as old as they are."""
    connection = op.get_bind()
    seen = connection.execute(text("SELECT seen FROM clock")).scalar()
    later = int(time.time()) - int(seen or 0)
    connection.execute(text("UPDATE matches SET changed = changed + :later"), {"later": later})
    op.drop_table("clock")


def add_asked(op: Operations) -> None:
    """Who asks to take back a move that was replied to."""
    op.add_column("matches", sa.Column("asked", sa.Integer))


def drop_asked(op: Operations) -> None:
    op.drop_column("matches", "asked")


def add_accord(op: Operations) -> None:
    """What two players have agreed, which of them have ever come, and who is there now."""
    op.add_column("matches", sa.Column("accord", sa.Text))
    op.add_column("matches", sa.Column("came", sa.Integer, nullable=False, server_default="0"))
    make_company(op)


def drop_accord(op: Operations) -> None:
    """Agreements are forgotten: every match goes on as it did before there were any."""
    op.drop_table("company")
    op.drop_column("matches", "came")
    op.drop_column("matches", "accord")


def make_rooms(op: Operations) -> None:
    """The rooms of classes."""
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(8), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
    )


def drop_rooms(op: Operations) -> None:
    op.drop_table("rooms")


def drop_company(op: Operations) -> None:
    """Who is at a match is no longer a table: server processes tell each other."""
    op.drop_table("company")


def make_company(op: Operations) -> None:
    op.create_table(
        "company",
        match_id(),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("watching", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


class Step(NamedTuple):
    """A form of the tables: how it is made from the form before, and how that is made again."""

    version: str
    upgrade: Callable[[Operations], None]
    downgrade: Callable[[Operations], None]


HISTORY = (
    Step("0001", make_matches, drop_matches),
    Step("0002", make_clock, drop_clock),
    Step("0003", add_asked, drop_asked),
    Step("0004", add_accord, drop_accord),
    Step("0005", make_rooms, drop_rooms),
    Step("0006", drop_company, make_company),
)
