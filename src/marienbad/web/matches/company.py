"""Who is at a match: what each process tells the others of its own sockets, in the database.

A process writes who has come and who has gone, and repeats it now and then; what was not repeated
for a while is no longer believed, so that a process that was killed leaves nobody behind. Nothing
of it is kept, except that a seat was taken at all.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, delete, insert, select, update

from marienbad.web.matches.database import Store
from marienbad.web.matches.schema import COMPANY, MATCHES

LEASE = 60
"""How many seconds a process is believed."""
MARK = "@"
"""What stands before the keys in a notice that tells of company, and in no key.

Without keys the notice may be of any match."""

Seats = tuple[bool, bool]

_LEAVE = delete(COMPANY).where(
    COMPANY.c.match_id == bindparam("key"), COMPANY.c.process == bindparam("process")
)
_COME = insert(COMPANY).from_select(
    ["match_id", "process", "seats", "watching", "until"],
    # a match that is gone has no company, which is no error
    select(
        MATCHES.c.id,
        bindparam("process", type_=COMPANY.c.process.type),
        bindparam("seats", type_=COMPANY.c.seats.type),
        bindparam("watching", type_=COMPANY.c.watching.type),
        bindparam("until", type_=COMPANY.c.until.type),
    ).where(MATCHES.c.id == bindparam("key")),
)
_SIT = (
    update(MATCHES)
    .where(
        MATCHES.c.id == bindparam("key"),
        MATCHES.c.came.op("&")(bindparam("bits")) != bindparam("bits"),
    )
    .values(came=MATCHES.c.came.op("|")(bindparam("bits")))
)
_WHO = (
    select(MATCHES.c.id, MATCHES.c.came, COMPANY.c.seats, COMPANY.c.watching)
    .select_from(
        MATCHES.outerjoin(
            COMPANY,
            and_(COMPANY.c.match_id == MATCHES.c.id, COMPANY.c.until >= bindparam("now")),
        )
    )
    .where(MATCHES.c.id.in_(bindparam("keys", expanding=True)))
)
_CAME = select(MATCHES.c.came).where(MATCHES.c.id == bindparam("key"))
_TOLD = select(COMPANY.c.match_id).where(COMPANY.c.process == bindparam("me"))
_RENEW = (
    update(COMPANY).where(COMPANY.c.process == bindparam("me")).values(until=bindparam("new_until"))
)
_LAPSED = delete(COMPANY).where(COMPANY.c.until < bindparam("now"))
_QUIT = delete(COMPANY).where(COMPANY.c.process == bindparam("me"))


class Here(NamedTuple):
    """Who is at a match by the sockets of one process: a bit for each seat, and the others."""

    seats: int = 0
    watching: int = 0


NOBODY = Here()


class Company(NamedTuple):
    """Who is at a match: which seats are there, which have ever come, how many watch."""

    present: Seats
    came: Seats
    watching: int

    def data(self) -> dict[str, Any]:
        return {"present": self.present, "came": self.came, "watching": self.watching}


def note(store: Store, news: Mapping[str, Here]) -> None:
    """Tell of the sockets of this process, and the other processes that there are news."""
    rows = [{"key": key, "process": store.origin} for key in sorted(news)]
    come = [
        {**row, **news[row["key"]]._asdict(), "until": store.now + LEASE}
        for row in rows
        if news[row["key"]] != NOBODY
    ]
    with store.writer.begin() as connection:
        connection.execute(_LEAVE, rows)
        if come:
            connection.execute(_COME, come)
            seated = [{"key": row["key"], "bits": row["seats"]} for row in come if row["seats"]]
            if seated:
                connection.execute(_SIT, seated)
        store.notify(connection, [MARK, *news])


def read(store: Store, keys: Sequence[str]) -> dict[str, Company]:
    """Who is at these matches, by all processes that were heard of lately."""
    with store.engine.connect() as connection:
        rows = connection.execute(_WHO, {"keys": list(keys), "now": store.now}).all()
    seats: dict[str, int] = {}
    watching: dict[str, int] = {}
    for row in rows:
        seats[row.id] = seats.get(row.id, 0) | (row.seats or 0)
        watching[row.id] = watching.get(row.id, 0) + (row.watching or 0)
    came = {row.id: row.came for row in rows}
    return {key: Company(by_seat(seats[key]), by_seat(came[key]), watching[key]) for key in seats}


def has_come(store: Store, key: str, seat: int) -> bool:
    """Whether a seat of a match was ever taken, by whoever said so."""
    with store.engine.connect() as connection:
        came = connection.execute(_CAME, {"key": key}).scalar() or 0
    return by_seat(came)[seat]


def by_seat(bits: int) -> Seats:
    """The seats whose bits are set.

    >>> by_seat(2)
    (False, True)
    """
    return bool(bits & 1), bool(bits & 2)


def renew(store: Store) -> set[str]:
    """Repeat what this process has told, and forget whoever has not been heard of.

    Say of which matches it was repeated: others may have forgotten this process meanwhile.
    """
    store.tick()  # the clock by which the others judge
    with store.writer.begin() as connection:
        told = {*connection.execute(_TOLD, {"me": store.origin}).scalars()}
        connection.execute(_RENEW, {"me": store.origin, "new_until": store.now + LEASE})
    # apart: two processes that forget each other would wait for each other's rows
    with store.writer.begin() as connection:
        connection.execute(_LAPSED, {"now": store.now})
    return told


def leave(store: Store) -> None:
    """This process ends: nobody is there by its sockets, and the others are told to look."""
    with store.writer.begin() as connection:
        connection.execute(_QUIT, {"me": store.origin})
        store.notify(connection, [MARK])
