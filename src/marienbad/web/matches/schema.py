"""The tables: matches, their moves, and what all processes on one database share."""

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("game", Text, nullable=False),
    Column("start", Text, nullable=False),
    Column("first", String(32), nullable=False),
    Column("second", String(32), nullable=False),
    Column("date", String(32), nullable=False),
    Column("revision", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("is_over", Integer, nullable=False),
    Column("asked", Integer),
    Column("accord", Text),
    Column("came", Integer, nullable=False, server_default="0"),
    Index("matches_by_age", "is_over", "changed"),
)
"""A match without its moves; ``changed`` is a time of the database's clock, in seconds. ``accord``
is what the players have agreed, as JSON; ``came`` has a bit for each seat that was ever taken."""

MOVES = Table(
    "moves",
    METADATA,
    Column("match_id", ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("take", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""A move for each ply: that two moves cannot be played at the same ply is the primary key."""

ROOMS = Table(
    "rooms",
    METADATA,
    Column("code", String(8), primary_key=True),
    Column("revision", Integer, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("data", Text, nullable=False),
)
"""A room of a class, whole, as JSON; both times are of the database's clock, in seconds."""

SECRETS = Table(
    "secrets",
    METADATA,
    Column("name", String(32), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

CLOCK = Table(
    "clock",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("seen", BigInteger, nullable=False),
    Column("wall", BigInteger, nullable=False),
)
"""One row: the time that the database has seen, and what the machine's clock last showed."""
