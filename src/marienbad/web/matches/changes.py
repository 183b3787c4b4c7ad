"""Changes of matches, committed together in one transaction.

A change names the revision of the match it was made from; where the match has changed since, in
this process or in another, it is refused and nothing of it is kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, delete, insert, update

from marienbad.heaps import write_position, write_taken
from marienbad.play.match import Match, shared_moves
from marienbad.play.objection import Accord
from marienbad.web.matches import statements
from marienbad.web.matches.schema import MATCHES, MOVES
from marienbad.web.matches.statements import Advance, Played

_CREATE = insert(MATCHES)
_AGREE = (
    update(MATCHES).where(MATCHES.c.id == bindparam("key")).values(accord=bindparam("new_accord"))
)
_TAKE_BACK = delete(MOVES).where(
    MOVES.c.match_id == bindparam("key"), MOVES.c.ply >= bindparam("kept")
)


@dataclass(frozen=True, slots=True)
class Change:
    """A match before and after; a new one has no before."""

    before: Match | None
    after: Match

    @property
    def length(self) -> int:
        """How many moves are written, or taken back."""
        return abs(self.after.ply - (0 if self.before is None else self.before.ply))


class Fate(Enum):
    """What became of a change."""

    DONE = "done"
    STALE = "stale"
    """The match has changed since, or is gone."""
    LOCKED = "locked"
    """Another transaction holds the match."""


def commit(
    connection: Connection, changes: Sequence[Change], now: int, is_waiting: bool, origin: str
) -> list[Fate]:
    """Write the changes that are made from what stands; wait for locked matches, or leave them.

    The other processes are told by the name of this one.
    """
    keys = sorted({change.after.key for change in changes if change.before is not None})
    current = statements.revisions(connection, keys, is_waiting) if keys else {}
    # what was passed over may be locked, or gone
    is_known = is_waiting or connection.dialect.name == "sqlite"
    missing = Fate.STALE if is_known else Fate.LOCKED
    fates: list[Fate] = []
    accepted: list[Change] = []
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
    write(connection, accepted, now, origin)
    return fates


def write(connection: Connection, changes: Sequence[Change], now: int, origin: str) -> None:
    """Write changes of different matches."""
    created, agreed, taken_back = [], [], []
    advanced: list[Advance] = []
    played: list[Played] = []
    for change in changes:
        before, after = change.before, change.after
        kept = 0
        if before is None:
            created.append(_row(after, now))
        else:
            advanced.append((after.revision, now, int(after.is_over), after.asked, after.key))
            if before.accord != after.accord:
                agreed.append({"key": after.key, "new_accord": written_accord(after.accord)})
            kept = shared_moves(before.moves, after.moves)
            if kept < before.ply:
                taken_back.append({"key": after.key, "kept": kept})
        played += [
            (after.key, ply, write_taken(after.moves[ply])) for ply in range(kept, after.ply)
        ]
    for statement, rows in ((_CREATE, created), (_AGREE, agreed), (_TAKE_BACK, taken_back)):
        if rows:
            connection.execute(statement, rows)
    statements.write(connection, advanced, played, origin)


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
    """What the players have agreed, as it is stored."""
    return orjson.dumps({**accord.data(), "class": accord.is_of_class}).decode("utf-8")


def read_accord(text: str) -> Accord:
    """What was stored.

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
