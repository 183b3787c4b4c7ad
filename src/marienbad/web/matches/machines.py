"""The machines that play over the web, and which of them answer at once."""

from random import SystemRandom

from marienbad.analysis import Game
from marienbad.heaps import Move, Position
from marienbad.play.players import GRADES, player

QUICK_HEAP = 1_000
"""Up to this size of heaps the perfect machine knows its move at once."""


def is_quick(game: Game, position: Position, name: str) -> bool:
    """Whether the choice comes sooner than a thread is found for it."""
    if name in GRADES or game.theories == ("table",):
        return False
    return max(position) <= QUICK_HEAP or name == "naive"


def choose(game: str, position: Position, name: str) -> Move:
    """The machine's move, by chance where several are as good."""
    known = Game.named(game)
    return player(name, known).choose(known, position, SystemRandom())
