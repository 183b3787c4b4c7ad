"""The readable search: it knows the rules and nothing else, and is the judge of every theory.

A position is won by the player who has just moved into it (a P-position) exactly when no move
leads from it to another such position; in misère play a position without moves is the exception.
Two savings, both of source 002: positions that differ only in the order of heaps are one position
(where the rules do not tell the heaps apart), and what was found is remembered.
"""

from collections.abc import Iterator

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, leave


class Search:
    """The P-positions of a game inside a growing box, found by trying every move.

    >>> from marienbad.games.catalogue import define
    >>> search = Search(define("wythoff"))
    >>> search.is_p((3, 5)), search.winning_moves((3, 4))
    (True, ((2, 2),))
    """

    def __init__(self, game: Definition) -> None:
        self.game = game
        self._p_positions: set[Position] = set()
        self._solved: list[Position] = []

    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into the position wins."""
        corner = tuple(sorted(position))
        if not any(_covers(solved, corner) for solved in self._solved):
            self._solve(corner)
        return corner in self._p_positions

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move to a P-position, sorted."""
        self.is_p(position)
        return tuple(
            sorted(
                move
                for move in self.game.moves(position)
                if tuple(sorted(leave(position, move))) in self._p_positions
            )
        )

    def _solve(self, corner: Position) -> None:
        known = [solved for solved in self._solved if len(solved) == len(corner)]
        for position in sorted_positions(corner):
            if not any(_covers(solved, position) for solved in known) and self._is_lost(position):
                self._p_positions.add(position)
        self._solved = [solved for solved in self._solved if not _covers(corner, solved)]
        self._solved.append(corner)

    def _is_lost(self, position: Position) -> bool:
        """The definition itself: no move reaches a P-position."""
        is_over = True
        for move in self.game.moves(position):
            if tuple(sorted(leave(position, move))) in self._p_positions:
                return False
            is_over = False
        return not (is_over and self.game.is_misere)


def sorted_positions(corner: Position) -> Iterator[Position]:
    """Every sorted position that fits under a sorted one, each after all those it can lead to.

    >>> list(sorted_positions((1, 2)))
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """
    return _extend((), corner)


def _extend(prefix: Position, corner: Position) -> Iterator[Position]:
    if len(prefix) == len(corner):
        yield prefix
        return
    for heap in range(prefix[-1] if prefix else 0, corner[len(prefix)] + 1):
        yield from _extend((*prefix, heap), corner)


def count_sorted_positions(corner: Position) -> int:
    """How many positions :func:`sorted_positions` gives, without listing them.

    >>> count_sorted_positions((30, 30, 30, 30))
    46376
    """
    ways = [1]
    for heap in sorted(corner):
        ways += [0] * (heap + 1 - len(ways))
        total, sums = 0, []
        for way in ways:
            total += way
            sums.append(total)
        ways = sums
    return sum(ways) if corner else 1


def _covers(large: Position, small: Position) -> bool:
    return len(large) == len(small) and all(a >= b for a, b in zip(large, small, strict=True))
