"""How long a match lasts when the winner hurries and the loser resists.

The duration of a position is the number of moves to the end when whoever wins takes the shortest
way and whoever loses the longest. A loser's move that keeps the duration is the longest resistance.
"""

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.solver.costs import OPERATION, SECOND, mean_operations, plain_cost, positions_under
from marienbad.solver.reference import Search, sorted_positions

LONGEST = SECOND // 2
"""The most that the durations may cost: where they cost more they are not looked for."""
REPEATED = 3
"""To sort and compare what the moves of a position leave, in terms of listing them."""


class Durations:
    """The durations of all positions that fit under one.

    >>> from marienbad.games.catalogue import define
    >>> durations = Durations(define("nim"), (2, 2))
    >>> durations.of((2, 2)), durations.of((0, 2))
    (4, 1)
    """

    def __init__(self, game: Definition, corner: Position) -> None:
        self._game, self._heaps = game, len(corner)
        search = Search(game)
        search.solve(tuple(sorted(corner)))
        self._moves: dict[Position, int] = {}
        for position in sorted_positions(tuple(sorted(corner))):
            after = [tuple(sorted(game.after(position, move))) for move in game.moves(position)]
            if search.is_p(position):
                self._moves[position] = 1 + max((self._moves[p] for p in after), default=-1)
            else:
                won = [self._moves[p] for p in after if search.is_p(p)]
                self._moves[position] = 1 + min(won, default=-1)

    def of(self, position: Position) -> int:
        """The number of moves to the end; heaps beyond those of the corner must be empty."""
        beyond = len(position) - self._heaps
        return self._moves[tuple(sorted(position))[beyond:]]

    def resists_longest(self, position: Position, move: Move) -> bool:
        """Whether a move from a lost position puts off the end as long as possible.

        >>> from marienbad.games.catalogue import define
        >>> durations = Durations(define("nim"), (2, 2))
        >>> durations.resists_longest((2, 2), (0, 1)), durations.resists_longest((2, 2), (0, 2))
        (True, False)
        """
        return self.of(self._game.after(position, move)) == self.of(position) - 1


def durations_from(game: Definition, position: Position) -> Durations | None:
    """The durations of all that can follow a position, or ``None`` where there is too much of it.

    >>> from marienbad.games.catalogue import define
    >>> durations_from(define("nim"), (10**100, 10**100)) is None
    True
    """
    if game.ruleset.names_heaps or not game.ruleset.is_plain:
        return None  # the table below takes every order of the heaps for one, and no state
    # Empty heaps change nothing in a game of any number of heaps, and much in the count.
    corner = position if game.ruleset.heaps is not None else tuple(filter(None, position))
    return Durations(game, corner) if durations_cost(game, corner) <= LONGEST else None


def durations_cost(game: Definition, corner: Position) -> int:
    """To find the durations of all that fits under a position: in each the moves are listed.

    >>> from marienbad.games.catalogue import define
    >>> durations_cost(define("marienbad"), (1, 3, 5, 7)) < SECOND // 10
    True
    """
    moves = REPEATED * OPERATION * mean_operations(game, corner)
    return plain_cost(game, corner) + positions_under(game, corner) * moves
