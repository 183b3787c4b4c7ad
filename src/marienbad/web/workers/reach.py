"""How far the search may go on a server, where others wait meanwhile."""

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.registry import theory_names
from marienbad.solver.cheapest import LOADING, search_of
from marienbad.solver.costs import SECOND, listing_cost, plain_cost
from marienbad.text.problems import OutOfReach

SEARCH = 4 * SECOND
"""The most that a search may cost at its worst; most take about a second."""
LISTING = SECOND // 10
"""The most that listing the moves of a position may cost."""
LISTED_MOVES = 3_000
"""The most moves that are listed; of more, only these are looked at."""


def check_search(definition: Definition, position: Position, theory: str | None = None) -> None:
    """Refuse a search that would take long, before it begins.

    >>> from marienbad.games.catalogue import define
    >>> check_search(define("wythoff:a=9"), (150, 150), "table")
    >>> check_search(define("wythoff:a=9"), (3000, 3000), "table")
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: The search for (3000, 3000) could take more than 4 s...
    """
    if _is_searched(definition, theory):
        search_of(definition).check_reach(position, SEARCH)


def is_heavy(definition: Definition, position: Position, theory: str | None = None) -> bool:
    """Whether an answer is worth the compiled search, which is loaded in the workers alone.

    >>> from marienbad.games.catalogue import define
    >>> [is_heavy(define("wythoff"), heaps, "table") for heaps in ((7, 11), (800, 900))]
    [False, True]
    """
    check_search(definition, position, theory)
    return _is_searched(definition, theory) and plain_cost(definition, position) > LOADING


def _is_searched(definition: Definition, theory: str | None) -> bool:
    """Whether the search answers: by name, or where no theory comes before it."""
    return (theory or theory_names(definition)[0]) == "table"


def check_moves(definition: Definition, position: Position) -> None:
    """Refuse to list the moves of a position, or the first of them, where that would take long.

    >>> from marienbad.games.catalogue import define
    >>> check_moves(define("rules:heaps 4; take a, b, c, d from all"), (9, 9, 9, 9))
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: From (9, 9, 9, 9) these rules allow too many moves...
    """
    if listing_cost(definition, position, LISTED_MOVES) > LISTING:
        raise OutOfReach("lab.moves", position=position)
