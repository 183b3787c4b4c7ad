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
from typing import NamedTuple

SECRET_BYTES = 32
LONGEST_TOKEN = 200


class Seat(NamedTuple):
    """A place at a match: 0 for the player who begins, 1 for the other."""

    match: str
    number: int


def issue(secret: bytes, match: str, number: int) -> str:
    """The token of a seat."""
    claim = f"{match}.{number}"
    return f"{claim}.{signature(secret, claim)}"


def read(secret: bytes, token: str) -> Seat | None:
    """The seat that a token holds, or ``None`` where it is not a token of ours."""
    claim, _, given = token.rpartition(".")
    match, _, number = claim.rpartition(".")
    if len(token) > LONGEST_TOKEN or not token.isascii() or number not in ("0", "1"):
        return None
    if not hmac.compare_digest(given, signature(secret, claim)):
        return None
    return Seat(match, int(number))


def signature(secret: bytes, claim: str) -> str:
    """What shows that a claim is ours."""
    digest = hmac.digest(secret, claim.encode("ascii"), "sha256")
    return urlsafe_b64encode(digest).decode("ascii").rstrip("=")
