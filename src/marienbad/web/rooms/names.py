"""The names that pupils choose: short, of letters, and different from each other to the eye."""

import unicodedata
from collections.abc import Iterable

from marienbad.text.problems import InputError, quotable

LONGEST = 24
MOST_MARKS = 2
"""How many marks may stand on one letter."""
BESIDE = frozenset(" -'’.·_")
"""What a name may have beside letters, marks and digits."""


def cleaned(text: str) -> str:
    """The name as it is kept and shown, or an error that says what a name may be.

    Control characters, marks of direction and everything of which markup is made are refused.

    >>> cleaned("  Zoé   B. ")
    'Zoé B.'
    >>> cleaned("<b>")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “<b>” cannot be a name: ...
    """
    name = unicodedata.normalize("NFC", text[: 8 * LONGEST])
    is_plain = len(text) <= 8 * LONGEST and _is_plain(name)
    name = " ".join(name.split())
    if not is_plain or len(name) > LONGEST or not any(_kind(one) in "LN" for one in name):
        raise InputError("room.name", text=quotable(text), bound=LONGEST)
    return name


def _kind(character: str) -> str:
    """L for a letter, M for a mark, N for a digit, …"""
    return unicodedata.category(character)[0]


def _is_plain(name: str) -> bool:
    marks = 0
    for character in name:
        kind = _kind(character)
        marks = marks + 1 if kind == "M" else 0
        if marks > MOST_MARKS or not (kind in "LMN" or character in BESIDE):
            return False
    return True


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether another name looks the same, however it is written.

    >>> is_taken("anna", ["Ａnna"]), is_taken("Anne", ["Anna"])
    (True, False)
    """
    return _looks(name) in map(_looks, others)


def _looks(name: str) -> str:
    folded = unicodedata.normalize("NFKC", name).casefold()
    return "".join(character for character in folded if _kind(character) in "LMN")
