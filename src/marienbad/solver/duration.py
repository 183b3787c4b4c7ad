"""How long a match lasts when the winner hurries and the loser resists.

The duration of a position is the number of moves to the end when whoever wins takes the shortest
way and whoever loses the longest. A loser's move that keeps the duration is the longest resistance.
"""

from functools import lru_cache

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, leave
from marienbad.solver.reference import Search, sorted_positions


class Durations:
    """The durations of all positions that fit under one.

    >>> from marienbad.games.catalogue import define
    >>> durations = Durations(define("nim"), (2, 2))
    >>> durations.of((2, 2)), durations.of((0, 2))
    (4, 1)
    """

    def __init__(self, game: Definition, corner: Position) -> None:
        self.game = game
        search = Search(game)
        search.solve(tuple(sorted(corner)))
        self._moves: dict[Position, int] = {}
        for position in sorted_positions(tuple(sorted(corner))):
            after = [tuple(sorted(leave(position, move))) for move in game.moves(position)]
            if search.is_p(position):
                self._moves[position] = 1 + max((self._moves[p] for p in after), default=-1)
            else:
                won = [self._moves[p] for p in after if search.is_p(p)]
                self._moves[position] = 1 + min(won, default=-1)

    def of(self, position: Position) -> int:
        """The number of moves to the end."""
        return self._moves[tuple(sorted(position))]

    def longest_resistance(self, position: Position) -> tuple[Move, ...]:
        """The moves from a lost position that put off the end as long as possible, sorted."""
        best = self.of(position) - 1
        return tuple(
            sorted(m for m in self.game.moves(position) if self.of(leave(position, m)) == best)
        )


@lru_cache(maxsize=16)
def durations_below(game: Definition, corner: Position) -> Durations:
    """The durations under a sorted position, remembered."""
    return Durations(game, corner)
