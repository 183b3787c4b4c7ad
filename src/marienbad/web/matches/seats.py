"""Seats are held by signed tokens: whoever has the token of a seat may move for it.

A token names its match and its seat and is signed with the secret that all server processes on one
database share. Nothing about the person is in it.

>>> secret = b"0" * 32
>>> token = issue(secret, "a-match", 1)
>>> read(secret, token)
Seat(match='a-match', number=1)
>>> read(secret, token[:-1] + "?") is None
True
"""

import hmac
from base64 import urlsafe_b64encode
from functools import lru_cache
from typing import NamedTuple

SECRET_BYTES = 32
LONGEST_TOKEN = 200
SIGNED = 4096
"""How many signatures are kept: a seat shows its own with every move."""


class Seat(NamedTuple):
    """A place at a match: 0 for the player who begins, 1 for the other."""

    match: str
    number: int


def issue(secret: bytes, match: str, number: int) -> str:
    """The token of a seat."""
    return signed(secret, f"{match}.{number}")


def read(secret: bytes, token: str) -> Seat | None:
    """The seat that a token holds, or ``None`` where it is not a token of ours."""
    match, _, number = (claimed(secret, token) or "").rpartition(".")
    return Seat(match, int(number)) if number in ("0", "1") else None


def signed(secret: bytes, claim: str) -> str:
    """A claim with what shows that it is ours."""
    return f"{claim}.{_signature(secret, claim)}"


def claimed(secret: bytes, token: str) -> str | None:
    """What a token claims, or ``None`` where we have not signed it."""
    if len(token) > LONGEST_TOKEN or not token.isascii():
        return None
    claim, _, given = token.rpartition(".")
    return claim if hmac.compare_digest(given, _signature(secret, claim)) else None


@lru_cache(maxsize=SIGNED)
def _signature(secret: bytes, claim: str) -> str:
    digest = hmac.digest(secret, claim.encode("ascii"), "sha256")
    return urlsafe_b64encode(digest).decode("ascii").rstrip("=")
