"""Whoever is in a room shows a signed pass: that of the teacher, of a pupil, or of a projector.

A pass names the room's key, which no other room ever has, not its code, which may be given again.

>>> secret = b"0" * 32
>>> read(secret, issue(secret, "a-room", 7))
Pass(room='a-room', holder=7)
>>> read(secret, issue(b"1" * 32, "a-room", 7)) is None
True
"""

from typing import NamedTuple

from marienbad.web.matches.seats import claimed, signed

TEACHER, PROJECTOR = -1, -2
MARK = "room"


class Pass(NamedTuple):
    """Who somebody is in a room: the number of a pupil, from 1, the teacher or a projector."""

    room: str
    holder: int


def issue(secret: bytes, room: str, holder: int) -> str:
    """The pass of somebody."""
    return signed(secret, f"{MARK}.{room}.{holder}")


def read(secret: bytes, token: str) -> Pass | None:
    """Whose pass it is, or ``None`` where it is not one of ours."""
    mark, _, rest = (claimed(secret, token) or "").partition(".")
    room, _, holder = rest.rpartition(".")
    return Pass(room, int(holder)) if mark == MARK else None
