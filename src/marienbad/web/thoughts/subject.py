"""What a question is about."""

from math import prod

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.registry import theory_names
from marienbad.solver.search import has_compiler, is_loaded
from marienbad.web.sizes import bounded_position
from marienbad.web.workers.worker import NeedsSearch

FEW = 1_000
"""The readable search answers a question about a box of at most this many positions."""


def subject(game: str, position: str) -> tuple[Game, Position]:
    """The game and the position that a question names."""
    known = Game.named(game)
    return known, known.position(bounded_position(position))


def leave_to_search() -> None:
    """Leave the question to the workers that have loaded the compiled search, where it exists."""
    if has_compiler() and not is_loaded():
        raise NeedsSearch


def look_for_search(definition: Definition, position: Position, theory: str | None = None) -> None:
    """Leave a search of more than a few positions to the workers that have the compiled search."""
    if is_large_search(definition, position, theory):
        leave_to_search()


def is_large_search(definition: Definition, position: Position, theory: str | None = None) -> bool:
    """Whether the search answers, and its box has more than a few positions.

    >>> from marienbad.games.catalogue import define
    >>> [is_large_search(define("wythoff"), heaps, "table") for heaps in ((7, 11), (800, 900))]
    [False, True]
    >>> is_large_search(define("wythoff"), (800, 900))
    False
    """
    is_searched = (theory or theory_names(definition)[0]) == "table"
    return (
        is_searched and definition.ruleset.fills_boxes and prod(heap + 1 for heap in position) > FEW
    )
