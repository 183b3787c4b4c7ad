"""Where rooms are kept: a row of the database each, so that every server process has them."""

from collections.abc import Mapping, Sequence

import orjson
from sqlalchemy import bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from marienbad.web.matches.database import Store
from marienbad.web.matches.schema import ROOMS
from marienbad.web.rooms.classroom import Classroom

HOUR = 3_600
IDLE, LONGEST = 2 * HOUR, 8 * HOUR
"""A room goes after so many seconds without anybody, and in any case after so many."""
MARK = "#"
"""What stands before the codes in a notice that tells of rooms, and in no key."""

_LOAD = select(ROOMS.c.data).where(ROOMS.c.code == bindparam("wanted"))
_SAVE = (
    update(ROOMS)
    .where(ROOMS.c.code == bindparam("wanted"), ROOMS.c.revision == bindparam("before"))
    .values(revision=bindparam("after"), changed=bindparam("now"), data=bindparam("written"))
)
_COUNT = select(func.count()).select_from(ROOMS)
_REVISIONS = select(ROOMS.c.code, ROOMS.c.revision)
_OLD = select(ROOMS.c.code, ROOMS.c.data).where(
    or_(ROOMS.c.changed < bindparam("idle"), ROOMS.c.made < bindparam("oldest"))
)


def add(store: Store, room: Classroom, most: int) -> bool | None:
    """Keep a new room; ``False`` where its code is another's, ``None`` where there is no room."""
    now = store.now
    row = {"code": room.code, "revision": room.revision, "made": now, "changed": now}
    try:
        with store.writer.begin() as connection:
            if connection.execute(_COUNT).scalar_one() >= most:
                return None
            connection.execute(insert(ROOMS).values(**row, data=room.model_dump_json()))
    except IntegrityError:
        return False
    return True


def load(store: Store, code: str) -> Classroom | None:
    """The room with this code."""
    with store.engine.connect() as connection:
        found = connection.execute(_LOAD, {"wanted": code}).scalar()
    return None if found is None else Classroom.model_validate_json(found)


def save(store: Store, room: Classroom) -> bool:
    """Keep a room that was changed once; ``False`` where another has changed it meanwhile."""
    values = {"wanted": room.code, "before": room.revision - 1, "after": room.revision}
    with store.writer.begin() as connection:
        written = {**values, "now": store.now, "written": room.model_dump_json()}
        is_done = connection.execute(_SAVE, written).rowcount == 1
        if is_done:
            store.notify(connection, [MARK, room.code])
    return is_done


def touch(store: Store, codes: Sequence[str]) -> None:
    """Somebody is in these rooms."""
    with store.writer.begin() as connection:
        connection.execute(update(ROOMS).where(ROOMS.c.code.in_(codes)).values(changed=store.now))


def drop(store: Store, codes: Sequence[str]) -> None:
    """Forget rooms, and let every process know."""
    with store.writer.begin() as connection:
        connection.execute(delete(ROOMS).where(ROOMS.c.code.in_(codes)))
        store.notify(connection, [MARK, *codes])


def old(store: Store) -> list[Classroom]:
    """The rooms whose time is over."""
    times = {"idle": store.now - IDLE, "oldest": store.now - LONGEST}
    with store.engine.connect() as connection:
        rows = connection.execute(_OLD, times).all()
    return [Classroom.model_validate(orjson.loads(row.data)) for row in rows]


def newer(store: Store, told: Mapping[str, int]) -> list[str]:
    """Of these rooms, by the revision that is known of each, those that are another now or gone."""
    question = _REVISIONS.where(ROOMS.c.code.in_([*told]))
    with store.engine.connect() as connection:
        known = {row.code: row.revision for row in connection.execute(question)}
    return [code for code, revision in told.items() if known.get(code) != revision]
