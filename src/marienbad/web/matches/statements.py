"""What moves are read and written with, in the words of each database.

These statements go to the driver as they are, once for a whole group of matches: to have them
written out each time takes longer than SQLite takes, and PostgreSQL would be asked row by row.
"""

from collections.abc import Sequence

import orjson
from sqlalchemy import Connection

Advance = tuple[int, int, int, int | None, str]
"""The new revision of a match, the time, whether it is over, the seat that asks, its key."""
Played = tuple[str, int, str]
"""The key of a match, a ply, and what was taken."""

CHANNEL = "marienbad"
"""By which the processes on one PostgreSQL tell each other what has changed."""

_REVISIONS = "SELECT id, revision FROM matches WHERE id IN (SELECT value FROM json_each(?))"
_ADVANCE = "UPDATE matches SET revision = ?, changed = ?, is_over = ?, asked = ? WHERE id = ?"
_PLAY = "INSERT INTO moves (match_id, ply, take) VALUES (?, ?, ?)"

# two processes lock in the same order, so none waits for ever
_LOCKED_REVISIONS = "SELECT id, revision FROM matches WHERE id = ANY(%s) ORDER BY id FOR UPDATE"
_FREE_REVISIONS = f"{_LOCKED_REVISIONS} SKIP LOCKED"
_WRITE = f"""
WITH advanced AS (
    UPDATE matches
    SET revision = (new->>0)::int, changed = (new->>1)::bigint, is_over = (new->>2)::int,
        asked = (new->>3)::int
    FROM json_array_elements(%s::json) AS new WHERE matches.id = new->>4
), played AS (
    INSERT INTO moves (match_id, ply, take)
    SELECT new->>0, (new->>1)::int, new->>2 FROM json_array_elements(%s::json) AS new
)
SELECT pg_notify('{CHANNEL}', notice) FROM (SELECT %s AS notice) AS told WHERE notice <> ''
"""


def revisions(connection: Connection, keys: Sequence[str], is_waiting: bool) -> dict[str, int]:
    """The revisions of matches, which stay until the end of the transaction.

    Those that another holds are waited for, or left out.
    """
    if connection.dialect.name == "sqlite":  # it has one writer, and this is it
        found = connection.exec_driver_sql(_REVISIONS, (_json(keys),))
    else:
        question = _LOCKED_REVISIONS if is_waiting else _FREE_REVISIONS
        found = connection.exec_driver_sql(question, ([*keys],))
    return dict(found.all())


def write(
    connection: Connection, advanced: Sequence[Advance], played: Sequence[Played], origin: str
) -> None:
    """Write down how matches have advanced and which moves were played in them.

    The other processes on PostgreSQL are told of the former, by the name of this one.
    """
    if connection.dialect.name != "sqlite":
        notice = " ".join([origin, *(row[-1] for row in advanced)]) if advanced else ""
        connection.exec_driver_sql(_WRITE, (_json(advanced), _json(played), notice))
        return
    if advanced:
        connection.exec_driver_sql(_ADVANCE, [*advanced])
    if played:
        connection.exec_driver_sql(_PLAY, [*played])


def _json(data: object) -> str:
    return orjson.dumps(data).decode("utf-8")
