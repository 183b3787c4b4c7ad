"""Which theories a game has, the default first; a theory's module is loaded at first use."""

from functools import lru_cache

from marienbad.games.definition import Definition
from marienbad.prover.games.library import is_proved
from marienbad.theories.known import known_of
from marienbad.theories.theory import Theory

OF_EVERY_FAMILY = ("automaton", "table")
"""The theories that belong to no family."""


@lru_cache(maxsize=1024)
def theory_names(game: Definition) -> tuple[str, ...]:
    """The names of the theories of a game.

    >>> from marienbad.games.catalogue import define
    >>> theory_names(define("nim"))
    ('binary', 'packets', 'base4', 'base8', 'base16', 'table')
    >>> theory_names(define("wythoff:b=2,misere"))
    ('recurrence', 'automaton', 'table')

    An automaton reads two heaps: where any number will do it is not offered, but answers if named.
    """
    names = game.theories
    is_offered = game.ruleset.heaps is not None and is_proved(game)
    return (*names, "automaton", "table") if is_offered else (*names, "table")


@lru_cache(maxsize=1024)
def all_theory_names(game: Definition) -> tuple[str, ...]:
    """The names of all theories that answer, also of those that are not offered.

    >>> from marienbad.games.catalogue import define
    >>> "automaton" in all_theory_names(define("nim"))
    True
    """
    names = theory_names(game)
    return (*names, "automaton") if "automaton" not in names and is_proved(game) else names


@lru_cache(maxsize=1024)
def theory_of(game: Definition, name: str) -> Theory:
    """A theory of a game by name."""
    if name == "table":
        from marienbad.theories.table import TableTheory

        return TableTheory(game)
    if name == "automaton":
        from marienbad.prover.theory import AutomatonTheory

        return AutomatonTheory(game)
    return known_of(game.family).theory(game, name)


def theories_of(game: Definition) -> dict[str, Theory]:
    """All theories of a game by name, the default first."""
    return {name: theory_of(game, name) for name in theory_names(game)}
