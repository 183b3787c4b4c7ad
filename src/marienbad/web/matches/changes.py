"""Changes of matches, committed together in one transaction.

A change names the revision of the match it was made from: it is stale if that is not the revision
in the database any more. The statements for moves go to the driver as they are, in the words of
each database and once for a group of matches: SQLAlchemy takes longer to write them out than SQLite
to execute them, and PostgreSQL would be asked row by row.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, update

from marienbad.heaps import write_position, write_taken
from marienbad.play.match import Match, shared_moves
from marienbad.play.objection import Accord
from marienbad.web.matches.schema import MATCHES, MOVES

LONG = 100
"""A match, or a change of a match, of more moves is long: it takes milliseconds."""

_CREATE = insert(MATCHES)
_AGREE = (
    update(MATCHES).where(MATCHES.c.id == bindparam("key")).values(accord=bindparam("new_accord"))
)
_TAKE_BACK = delete(MOVES).where(
    MOVES.c.match_id == bindparam("key"), MOVES.c.ply >= bindparam("kept")
)

_REVISIONS_SQLITE = "SELECT id, revision FROM matches WHERE id IN (SELECT value FROM json_each(?))"
_ADVANCE_SQLITE = (
    "UPDATE matches SET revision = ?, changed = ?, is_over = ?, asked = ? WHERE id = ?"
)
_PLAY_SQLITE = "INSERT INTO moves (match_id, ply, take) VALUES (?, ?, ?)"
_EXISTING = "SELECT id FROM matches WHERE id = ANY(%s)"
# two processes lock in the same order, so none waits for ever
_REVISIONS_POSTGRESQL = (
    "SELECT id, revision FROM matches WHERE id = ANY(%s) ORDER BY id FOR UPDATE SKIP LOCKED"
)
_WRITE_POSTGRESQL = """
WITH advanced AS (
    UPDATE matches
    SET revision = (new->>0)::int, changed = (new->>1)::bigint, is_over = (new->>2)::int,
        asked = (new->>3)::int
    FROM json_array_elements(%s::json) AS new WHERE matches.id = new->>4
)
INSERT INTO moves (match_id, ply, take)
SELECT new->>0, (new->>1)::int, new->>2 FROM json_array_elements(%s::json) AS new
"""


class Change(NamedTuple):
    """A match before and after; a new one has no before."""

    before: Match | None
    after: Match

    @property
    def length(self) -> int:
        """How many moves are written, or taken back."""
        return abs(self.after.ply - (0 if self.before is None else self.before.ply))


class Outcome(Enum):
    """What became of a change."""

    DONE = "done"
    STALE = "stale"
    """The match has changed since, or is gone."""
    LOCKED = "locked"
    """Another transaction holds the match."""


def save(
    connection: Connection, changes: Sequence[Change], now: int
) -> tuple[list[Outcome], list[str]]:
    """Write the changes that are neither stale nor locked; say which matches have changed."""
    current, locked = _revisions(connection, [change.after.key for change in changes])
    outcomes, accepted = list[Outcome](), list[Change]()
    for change in changes:
        key, before = change.after.key, change.before
        # one change of a match at a time: its revision is taken out
        if before is None or current.pop(key, None) == before.revision:
            outcomes.append(Outcome.DONE)
            accepted.append(change)
        else:
            outcomes.append(Outcome.LOCKED if key in locked else Outcome.STALE)
    _write(connection, accepted, now)
    return outcomes, [change.after.key for change in accepted if change.before is not None]


def _revisions(connection: Connection, keys: Sequence[str]) -> tuple[dict[str, int], set[str]]:
    """The revisions of matches, which stay until the transaction ends; and the locked ones."""
    if connection.dialect.name == "sqlite":  # it has one writer, and this is it
        return dict(connection.exec_driver_sql(_REVISIONS_SQLITE, (_json(keys),)).all()), set()
    found: dict[str, int] = dict(
        connection.exec_driver_sql(_REVISIONS_POSTGRESQL, ([*keys],)).all()
    )
    missing = [key for key in keys if key not in found]
    if not missing:
        return found, set()
    return found, {*connection.exec_driver_sql(_EXISTING, (missing,)).scalars()}


def _write(connection: Connection, changes: Sequence[Change], now: int) -> None:
    """Write changes of different matches."""
    created, agreed, taken_back = [], [], []
    advanced: list[tuple[Any, ...]] = []
    played: list[tuple[Any, ...]] = []
    for before, after in changes:
        key, kept = after.key, 0
        if before is None:
            created.append(_row(after, now))
        else:
            advanced.append((after.revision, now, int(after.is_over), after.asked, key))
            if before.accord != after.accord:
                agreed.append({"key": key, "new_accord": written_accord(after.accord)})
            kept = shared_moves(before.moves, after.moves)
            if kept < before.ply:
                taken_back.append({"key": key, "kept": kept})
        played += [(key, ply, write_taken(after.moves[ply])) for ply in range(kept, after.ply)]
    for statement, rows in ((_CREATE, created), (_AGREE, agreed), (_TAKE_BACK, taken_back)):
        if rows:
            connection.execute(statement, rows)
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_WRITE_POSTGRESQL, (_json(advanced), _json(played)))
        return
    if advanced:
        connection.exec_driver_sql(_ADVANCE_SQLITE, advanced)
    if played:
        connection.exec_driver_sql(_PLAY_SQLITE, played)


def _json(data: object) -> str:
    return orjson.dumps(data).decode("utf-8")


def _row(match: Match, now: int) -> dict[str, Any]:
    return {
        "id": match.key,
        "game": match.game.name,
        "start": write_position(match.start),
        "first": match.players[0],
        "second": match.players[1],
        "date": match.date,
        "revision": match.revision,
        "changed": now,
        "is_over": int(match.is_over),
        "accord": written_accord(match.accord),
    }


def written_accord(accord: Accord) -> str:
    """The agreement of two players, as it is stored."""
    return orjson.dumps({**accord.data(), "class": accord.is_of_class}).decode("utf-8")


def read_accord(text: str) -> Accord:
    """The agreement that was stored.

    >>> accord = Accord("locked", helps=(1, 0), is_drawn=True, next="another", is_of_class=True)
    >>> read_accord(written_accord(accord)) == accord
    True
    """
    data = orjson.loads(text)
    first, second = data["helps"]
    return Accord(
        help=data["help"],
        helps=(first, second),
        is_drawn=data["drawn"],
        rematch=data["rematch_request"],
        next=data["next"] or "",
        is_of_class=data.get("class", False),
    )
