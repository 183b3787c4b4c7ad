"""How far the search may go on a server, where others wait meanwhile."""

from math import prod

from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import PREFIX
from marienbad.games.wythoff import WythoffRules
from marienbad.heaps import Position
from marienbad.registry import theory_names
from marienbad.solver.boxes import BoxSearch
from marienbad.solver.effort import tries
from marienbad.text.problems import OutOfReach
from marienbad.theories.table import search_of

SEARCHED_HEAP = 192
"""The largest heap where almost any two amounts may be taken, so that a search is slow."""
SEARCHED_POSITIONS = 2**18
"""The largest box that is solved for a user's rules: 512 in each of two heaps."""
MOST_TRIES = 50_000
"""How many amounts may be gone through to list the moves of a user's rules: a tenth of a second."""


def check_search(definition: Definition, position: Position, theory: str | None = None) -> None:
    """Refuse a search that would take more than a second.

    >>> from marienbad.games.catalogue import define
    >>> check_search(define("wythoff:a=9"), (150, 150), "table")
    >>> check_search(define("wythoff:a=9"), (300, 300), "table")
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: The plain search cannot reach (300, 300) in good time...
    """
    if (theory or theory_names(definition)[0]) != "table":
        return
    search = search_of(definition)
    if isinstance(search, BoxSearch):
        positions = prod(heap + 1 for heap in position)
        if positions > SEARCHED_POSITIONS and not search.is_periodic(position):
            raise OutOfReach("errors.box_too_large", position=position)
        return
    rules = definition.ruleset
    is_wide = isinstance(rules, WythoffRules) and rules.a > 1
    if is_wide and max(position, default=0) > SEARCHED_HEAP:
        raise OutOfReach("errors.table_too_large", position=position)


def check_moves(definition: Definition, position: Position) -> None:
    """Refuse to list the moves of a user's rules where that would take long.

    >>> from marienbad.games.catalogue import define
    >>> check_moves(define("rules:heaps 4; take a, b, c, d from all"), (9, 9, 9, 9))
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: From (9, 9, 9, 9) these rules allow too many moves...
    """
    if definition.name.startswith(PREFIX) and tries(definition, position) > MOST_TRIES:
        raise OutOfReach("lab.moves", position=position)
