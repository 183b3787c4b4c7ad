"""The names that pupils choose: short, of letters, and different from each other to the eye."""

import unicodedata
from collections.abc import Iterable

from marienbad.text.blanks import BLANKS
from marienbad.text.problems import InputError, quotable

LONGEST = 24
MOST_MARKS = 2
"""How many marks may stand on one letter."""
BESIDE = frozenset(" -'’.·_")
"""What a name may have beside letters, marks and digits."""


def cleaned(text: str) -> str:
    """The name as it is kept and shown, or an error that says what a name may be.

    Control characters, marks of direction, letters of which nothing is seen and everything of which
    markup is made are refused. What stands for several letters is kept, and counted, as those.

    >>> cleaned("  Zoé   B. ")
    'Zoé B.'
    >>> cleaned("<b>")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “<b>” cannot be a name: ...
    """
    name = unicodedata.normalize("NFKC", text[: 8 * LONGEST])
    is_plain = len(text) <= 8 * LONGEST and _is_plain(name)
    name = " ".join(name.split())
    if not is_plain or len(name) > LONGEST or not any(_kind(one) in "LN" for one in name):
        raise InputError("room.name", text=quotable(text), bound=LONGEST)
    return name


def _kind(character: str) -> str:
    """L for a letter, M for a mark, N for a digit, …"""
    return unicodedata.category(character)[0]


def _is_plain(name: str) -> bool:
    marks = MOST_MARKS  # a mark stands on a letter
    for character in name:
        kind = _kind(character)
        if kind == "M":
            marks += 1
        else:
            marks = 0 if kind in "LN" else MOST_MARKS
        is_known = (kind in "LMN" or character in BESIDE) and character not in BLANKS
        if marks > MOST_MARKS or not is_known or unicodedata.category(character) == "Me":
            return False
    return True


def is_taken(name: str, others: Iterable[str]) -> bool:
    """Whether another name looks the same, however it is written; an accent makes no difference.

    Letters of another alphabet do, though some look alike.

    >>> is_taken("anna", ["Ａnná"]), is_taken("Anne", ["Anna"])
    (True, False)
    """
    return _looks(name) in map(_looks, others)


def _looks(name: str) -> str:
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    kept = (one for one in folded if _kind(one) in "LMN" and not unicodedata.combining(one))
    return "".join(kept)
