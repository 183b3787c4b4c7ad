"""What a question is about."""

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.solver.cheapest import has_compiler, is_loaded
from marienbad.web.sizes import bounded_position
from marienbad.web.workers.reach import is_heavy
from marienbad.web.workers.worker import NeedsSearch


def subject(game: str, position: str) -> tuple[Game, Position]:
    """The game and the position that a question names."""
    known = Game.named(game)
    return known, known.position(bounded_position(position))


def leave_to_search() -> None:
    """Leave the question to the workers that have loaded the compiled search, where it exists."""
    if has_compiler() and not is_loaded():
        raise NeedsSearch


def look_for_search(definition: Definition, position: Position, theory: str | None = None) -> None:
    """Leave a question that is worth the compiled search to the workers that have loaded it.

    What would take too long even there is refused.
    """
    if is_heavy(definition, position, theory):
        leave_to_search()
