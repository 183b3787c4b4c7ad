"""The games by name: ``nim``, ``marienbad``, ``wythoff:a=2,b=3,misere``.

>>> define("wythoff:b=1,misere,a=2").name
'wythoff:a=2,misere'
>>> define("nim:misere").name
'marienbad'
>>> define("chess")
Traceback (most recent call last):
marienbad.text.problems.InputError: There is no game “chess”: expected nim, marienbad, wythoff...
"""

from functools import lru_cache

from marienbad.games.definition import Definition
from marienbad.games.euclid import EUCLID
from marienbad.games.family import MISERE, Family
from marienbad.games.lucas import LUCAS
from marienbad.games.moore import MOORE
from marienbad.games.nim import NIM
from marienbad.games.nimhoff import NIMHOFF
from marienbad.games.octal import OCTAL, SUBTRACTION
from marienbad.games.order import ORDER
from marienbad.games.ruleset import Ruleset
from marienbad.games.spite import SPITE
from marienbad.games.takeaway import TAKEAWAY
from marienbad.games.wythoff import WYTHOFF
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say


def _read(text: str) -> Definition:
    from marienbad.games.language.rule_text import define_rules

    return define_rules(text)


RULES = Family(
    name="rules",
    rules=Ruleset,
    start=(7, 11),
    nouns=("heap", "token"),
    piece="queen",
    references=(),
    examples=(),
    reader=_read,
)
"""The games that users make: their rules come from a text (:mod:`marienbad.games.language`)."""

FAMILIES: tuple[Family, ...] = (
    NIM,
    WYTHOFF,
    EUCLID,
    LUCAS,
    ORDER,
    SPITE,
    TAKEAWAY,
    OCTAL,
    SUBTRACTION,
    NIMHOFF,
    MOORE,
    RULES,
)
"""Every kind of game, one line each."""

BY_NAME = {name: family for family in FAMILIES for name in family.names}

EXAMPLES = tuple(name for family in FAMILIES for name in family.examples)
"""A few games of every family."""

EXAMPLE = max((name for name in EXAMPLES if name.endswith(MISERE)), key=len)
"""How parameters are written, ``misere`` too."""


@lru_cache(maxsize=256)
def define(text: str) -> Definition:
    """Return the game of that name; parameters are read in any order."""
    name, colon, rest = text.strip().partition(":")
    if name not in BY_NAME:
        known = [say("games.rules.written") if n == RULES.name else n for n in BY_NAME]
        raise InputError(
            "errors.unknown_game", name=name, known=Listing(known, "or"), example=EXAMPLE
        )
    return BY_NAME[name].read(name, rest if colon else None, text)


def titled(name: str) -> Message:
    """How the game of that name is called within a sentence."""
    return say("games.titled", title=define(name).title)


def misere(game: Definition) -> Definition:
    """The same rules, the last to move losing.

    >>> misere(define("wythoff:a=2")).name, misere(define("nim")).name
    ('wythoff:a=2,misere', 'marienbad')
    """
    if game.is_misere:
        return game
    return game.other_ending or define(f"{game.name}; last loses")
