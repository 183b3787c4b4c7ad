"""Which theories a game has, the default first; a module is loaded when its theory is asked for."""

from functools import lru_cache
from importlib import import_module

from marienbad.games.definition import Definition
from marienbad.games.nim import NimRules
from marienbad.games.wythoff import WythoffRules
from marienbad.prover.games.library import is_proved
from marienbad.theories.theory import Theory

THEORIES = {
    "binary": "theories.nim.binary.Binary",
    "packets": "theories.nim.packets.Packets",
    "base4": "theories.nim.bases.Base4",
    "base8": "theories.nim.bases.Base8",
    "base16": "theories.nim.bases.Base16",
    "recurrence": "theories.wythoff.recurrence.Recurrence",
    "algebra": "theories.wythoff.algebra.Algebra",
    "arithmetic": "theories.wythoff.arithmetic.Arithmetic",
    "automaton": "prover.games.theory.AutomatonTheory",
    "table": "theories.table.TableTheory",
}
"""Every theory by name, and where it stands."""


@lru_cache(maxsize=1024)
def theory_names(game: Definition) -> tuple[str, ...]:
    """The names of the theories of a game.

    >>> from marienbad.games.catalogue import define
    >>> theory_names(define("nim"))
    ('binary', 'packets', 'base4', 'base8', 'base16', 'table')
    >>> theory_names(define("wythoff:b=2,misere"))
    ('automaton', 'table')

    An automaton reads two heaps: where any number will do it is not offered, but answers if asked.
    """
    rules = game.ruleset
    names: tuple[str, ...] = ()
    if isinstance(rules, NimRules):
        names = "binary", "packets", "base4", "base8", "base16"
    elif isinstance(rules, WythoffRules) and not (game.is_misere and rules.b > 1):
        names = "recurrence", "algebra", "arithmetic"
    is_offered = rules.heaps is not None and is_proved(game)
    return (*names, "automaton", "table") if is_offered else (*names, "table")


def all_theory_names(game: Definition) -> tuple[str, ...]:
    """The names of all theories that can be asked, also of those that are not offered.

    >>> from marienbad.games.catalogue import define
    >>> "automaton" in all_theory_names(define("nim"))
    True
    """
    names = theory_names(game)
    return (*names, "automaton") if "automaton" not in names and is_proved(game) else names


@lru_cache(maxsize=1024)
def theory_of(game: Definition, name: str) -> Theory:
    """A theory of a game by name."""
    module, _, kind = THEORIES[name].rpartition(".")
    theory: Theory = getattr(import_module(f"marienbad.{module}"), kind)(game)
    return theory


def theories_of(game: Definition) -> dict[str, Theory]:
    """All theories of a game by name, the default first."""
    return {name: theory_of(game, name) for name in theory_names(game)}
