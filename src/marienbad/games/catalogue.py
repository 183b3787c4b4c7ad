"""The games by name: ``nim``, ``marienbad``, ``wythoff:a=2,b=3,misere``.

>>> define("wythoff:b=1,misere,a=2").name
'wythoff:a=2,misere'
>>> define("nim:misere").name
'marienbad'
>>> define("chess")
Traceback (most recent call last):
marienbad.text.problems.InputError: There is no game 'chess': expected nim, marienbad or wythoff, \
with parameters such as wythoff:a=2,b=3,misere, or rules:TEXT for rules of your own.
"""

from collections.abc import Callable
from functools import lru_cache

from marienbad.games.definition import Convention, Definition
from marienbad.games.nim import NimRules
from marienbad.games.wythoff import WythoffRules
from marienbad.numeration.integers import digits_of, parse
from marienbad.text.explanation import say
from marienbad.text.problems import InputError

Parameters = dict[str, int | bool]

PARAMETER_DIGITS = 1000
"""The longest parameter that is read: far beyond any use, and still quick."""

_BOUTON = "C. L. Bouton, Nim, a game with a complete mathematical theory, Ann. Math. 3 (1902) 35-39"
_PANTALONI = "V. Pantaloni, Le jeu de Marienbad (2009)"
_DESLONGCHAMPS = (
    "J. Deslongchamps, Le jeu de Wythoff et ses généralisations, Université de Montréal (1999)"
)
_WYTHOFF = "W. A. Wythoff, A modification of the game of Nim, Nieuw Arch. Wisk. 7 (1907) 199-202"
_CONNELL = "I. G. Connell, A generalization of Wythoff's game, Canad. Math. Bull. 2 (1959) 181-190"
_FRAENKEL = (
    "A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts, "
    "Amer. Math. Monthly 89 (1982) 353-361"
)
_FRAENKEL_BOROSH = (
    "A. S. Fraenkel, I. Borosh, A generalization of Wythoff's game, "
    "J. Combin. Theory A 15 (1973) 175-191"
)
_FRAENKEL_MISERE = (
    "A. S. Fraenkel, Wythoff games, continued fractions, cedar trees and Fibonacci searches, "
    "Theoret. Comput. Sci. 29 (1984) 49-73"
)


@lru_cache(maxsize=256)
def define(text: str) -> Definition:
    """Return the game of that name; parameters are read in any order."""
    name, colon, rest = text.strip().partition(":")
    if name == "rules":
        from marienbad.games.language.rule_text import (
            define_rules,  # read only where somebody wrote rules
        )

        return define_rules(rest)
    if name not in FAMILIES:
        raise InputError("errors.unknown_game", name=name)
    build, allowed = FAMILIES[name]
    return build(_read_parameters(text, rest if colon else None, allowed))


def misere(game: Definition) -> Definition:
    """The same rules, the last to move losing.

    >>> misere(define("wythoff:a=2")).name, misere(define("nim")).name
    ('wythoff:a=2,misere', 'marienbad')
    """
    if game.is_misere:
        return game
    name, _, parameters = game.name.partition(":")
    if name == "rules":
        return define(f"{game.name}; last loses")
    return define(f"{name}:{parameters},misere" if parameters else f"{name}:misere")


def _read_parameters(text: str, rest: str | None, allowed: tuple[str, ...]) -> Parameters:
    parameters: Parameters = {}
    for part in () if rest is None else (piece.strip() for piece in rest.split(",")):
        if not allowed:
            raise InputError("errors.no_parameters", text=part, game=text)
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key not in allowed or key in parameters or (key == "misere") == bool(equals):
            raise InputError("errors.parameter", text=part, game=text, allowed=", ".join(allowed))
        parameters[key] = True if key == "misere" else _read_number(part, value)
    return parameters


def _read_number(part: str, value: str) -> int:
    try:
        number = parse(value) if len(value) <= PARAMETER_DIGITS else 0
    except ValueError:
        number = 0
    if number < 1:
        raise InputError("errors.parameter_value", text=part, digits=PARAMETER_DIGITS)
    return number


def _nim(parameters: Parameters) -> Definition:
    misere = bool(parameters.get("misere"))
    name = "marienbad" if misere else "nim"
    return Definition(
        name=name,
        ruleset=NimRules(),
        convention=Convention.MISERE if misere else Convention.NORMAL,
        start=(1, 3, 5, 7) if misere else (3, 5, 6, 7),
        title=say(f"games.{name}.title"),
        rule=say(f"games.{name}.rule"),
        piece=say("games.piece.rook"),
        nouns=("row", "match"),
        references=(_BOUTON, _PANTALONI, _DESLONGCHAMPS),
    )


def _marienbad(parameters: Parameters) -> Definition:
    return _nim({**parameters, "misere": True})


def _wythoff(parameters: Parameters) -> Definition:
    a, b = int(parameters.get("a", 1)), int(parameters.get("b", 1))
    misere = bool(parameters.get("misere"))
    shown = [f"{key}={digits_of(value)}" for key, value in (("a", a), ("b", b)) if value > 1]
    shown += ["misere"] * misere
    kind = ("" if a == 1 else "a") + ("" if b == 1 else "b") or "plain"
    ending = say("games.ending.misere" if misere else "games.ending.normal")
    values = {"a": a, "b": b, "ab": a * b}
    return Definition(
        name="wythoff" + (":" + ",".join(shown) if shown else ""),
        ruleset=WythoffRules(a, b),
        convention=Convention.MISERE if misere else Convention.NORMAL,
        start=(7, 11),
        title=say(f"games.wythoff.{kind}.title" + ("_misere" if misere else ""), **values),
        rule=say(f"games.wythoff.{kind}.rule", ending=ending, **values),
        piece=say(f"games.piece.queen_{kind}", **values),
        nouns=("heap", "token"),
        references=_wythoff_references(a, b, misere),
    )


def _wythoff_references(a: int, b: int, misere: bool) -> tuple[str, ...]:
    if misere:
        own = _FRAENKEL_MISERE
    elif a > 1:
        own = _FRAENKEL if b == 1 else _FRAENKEL_BOROSH
    else:
        own = _WYTHOFF if b == 1 else _CONNELL
    return own, _DESLONGCHAMPS


FAMILIES: dict[str, tuple[Callable[[Parameters], Definition], tuple[str, ...]]] = {
    "nim": (_nim, ("misere",)),
    "marienbad": (_marienbad, ()),
    "wythoff": (_wythoff, ("a", "b", "misere")),
}
"""One line a family: how to build its definition, and the parameters it takes."""
