"""How long a match lasts when the winner hurries and the loser resists.

The duration of a position is the number of moves to the end when whoever wins takes the shortest
way and whoever loses the longest. A loser's move that keeps the duration is the longest resistance.
"""

from itertools import islice

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.solver.reference import Search, count_sorted_positions, sorted_positions

MOST_POSITIONS, MOST_MOVES = 2**12, 2**17
"""The most positions of which durations are found, and the most moves from all of them: where each
had as many as the last, half a second's work."""


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
    if max(corner, default=0) + len(corner) > MOST_POSITIONS:
        return None
    positions = count_sorted_positions(corner)
    if positions > MOST_POSITIONS:
        return None
    moves = sum(1 for _ in islice(game.moves(corner), MOST_MOVES // positions + 1))
    return Durations(game, corner) if positions * moves <= MOST_MOVES else None
