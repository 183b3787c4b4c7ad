"""The machine's move within a bound of time, whatever the position.

The graded players look ahead. Where that would go on for too long, every further position is
shown to them as one with too many moves to look at, and so they judge by what they have seen.
"""

from collections.abc import Iterator
from itertools import repeat
from random import Random

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.play.foresight import WIDTH
from marienbad.play.players import GRADES, player

SEEN_MOVES = 25_000
"""How many moves one choice may look at: a fifth of a second."""
QUICK_HEAP = 1_000
"""Up to this size of heaps the perfect machine knows its move at once."""


class Glance(Definition):
    """A game of which only so many moves are looked at."""

    def moves(self, position: Position) -> Iterator[Move]:
        if vars(self).setdefault("_seen", 0) > SEEN_MOVES:
            # never played: so many are too many even to be considered
            yield from repeat((), WIDTH + 1)
            return
        for move in super().moves(position):
            vars(self)["_seen"] += 1
            yield move


def choose(game: Game, position: Position, name: str, chance: Random) -> Move:
    """The move of the machine of that name; the position has one.

    >>> choose(Game.named("nim"), (1, 3), "perfect", Random(0))
    (0, 2)
    """
    definition = game.definition
    if name in GRADES:
        facts = {field: getattr(definition, field) for field in Definition._fields}
        return player(name, game).choose(Game(Glance(**facts)), position, chance)
    return player(name, game).choose(game, position, chance)


def is_quick(game: Game, position: Position, name: str) -> bool:
    """Whether the choice comes sooner than a thread is found for it."""
    if name in GRADES or game.theories == ("table",):
        return False
    return max(position) <= QUICK_HEAP or name == "naive"
