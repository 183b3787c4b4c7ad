"""Which theories a game has, the default first; a module is loaded when its theory is asked for."""

from functools import lru_cache
from importlib import import_module

from marienbad.games.definition import Definition
from marienbad.games.nim import NimRules
from marienbad.games.wythoff import WythoffRules
from marienbad.theories.theory import Theory

THEORIES = {
    "binary": "nim.binary.Binary",
    "packets": "nim.packets.Packets",
    "base4": "nim.bases.Base4",
    "base8": "nim.bases.Base8",
    "base16": "nim.bases.Base16",
    "recurrence": "wythoff.recurrence.Recurrence",
    "algebra": "wythoff.algebra.Algebra",
    "arithmetic": "wythoff.arithmetic.Arithmetic",
    "table": "table.TableTheory",
}
"""Every theory by name, and where it stands."""


def theory_names(game: Definition) -> tuple[str, ...]:
    """The names of the theories of a game.

    >>> from marienbad.games.catalogue import define
    >>> theory_names(define("nim"))
    ('binary', 'packets', 'base4', 'base8', 'base16', 'table')
    >>> theory_names(define("wythoff:b=2,misere"))
    ('table',)
    """
    rules = game.ruleset
    if isinstance(rules, NimRules):
        return "binary", "packets", "base4", "base8", "base16", "table"
    if isinstance(rules, WythoffRules) and not (game.is_misere and rules.b > 1):
        return "recurrence", "algebra", "arithmetic", "table"
    return ("table",)


@lru_cache(maxsize=1024)
def theory_of(game: Definition, name: str) -> Theory:
    """A theory of a game by name."""
    module, _, kind = THEORIES[name].rpartition(".")
    theory: Theory = getattr(import_module(f"marienbad.theories.{module}"), kind)(game)
    return theory


def theories_of(game: Definition) -> dict[str, Theory]:
    """All theories of a game by name, the default first."""
    return {name: theory_of(game, name) for name in theory_names(game)}
