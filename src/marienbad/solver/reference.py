"""The readable search: it knows the rules and nothing else, and is the judge of every theory.

A position is won by the player who has just moved into it (a P-position) exactly when no move leads
from it to another such position; in misère play a position without moves is the exception. So the
positions are visited upwards: one that is not marked is a P-position, and every position with a
move to it is marked.

Positions that differ only in the order of heaps are one position where the rules do not tell the
heaps apart.
"""

from collections.abc import Iterator
from itertools import accumulate, permutations

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.solver.clock import clock
from marienbad.solver.plain import p_positions

ROUND = 64
"""Boxes of two heaps are solved up to a multiple of this, for the next question."""


class Search:
    """The P-positions of a game inside the boxes solved until now.

    >>> from marienbad.games.catalogue import define
    >>> search = Search(define("wythoff"))
    >>> search.is_p((3, 5)), search.winning_moves((3, 4))
    (True, ((2, 2),))
    """

    def __init__(self, game: Definition) -> None:
        self.game = game
        self._is_ordered = game.ruleset.names_heaps or game.ruleset.memory.block > 1
        self._p_positions: set[Position] = set()
        self._solved: list[Position] = []

    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into the position wins."""
        if not self.knows(position):
            self.solve(self.rounded(position))
        return self._key(position) in self._p_positions

    def knows(self, position: Position) -> bool:
        """Whether the position lies in a box that is solved."""
        corner = self._key(position)
        return any(_covers(solved, corner) for solved in self._solved)

    def rounded(self, position: Position) -> Position:
        """The corner of the box that is solved for a position: larger, where that is cheap."""
        if not 0 < len(position) <= 2:
            return position
        return tuple(-(-heap // ROUND) * ROUND for heap in position)

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move to a P-position, sorted."""
        self.is_p(position)  # all that follows lies in the same box
        return self.game.winning_moves(position, lambda left: self._key(left) in self._p_positions)

    def solve(self, corner: Position) -> None:
        """Find every P-position that fits under a position."""
        corner = self._key(corner)
        if self._is_ordered:
            self._p_positions.update(p_positions(self.game, [heap + 1 for heap in corner]))
        else:
            self._solve_sorted(corner)
        self._solved = [solved for solved in self._solved if not _covers(corner, solved)]
        self._solved.append(corner)

    def _key(self, position: Position) -> Position:
        return position if self._is_ordered else tuple(sorted(position))

    def _solve_sorted(self, corner: Position) -> None:
        amounts = {tuple(filter(None, move)) for move in self.game.moves(corner)}
        reaches_p: set[Position] = set()
        for position in sorted_positions(corner):
            clock.check()
            if position in reaches_p or (self.game.is_misere and self.game.is_over(position)):
                continue
            self._p_positions.add(position)
            reaches_p.update(_before(position, amounts, corner))


def _before(
    position: Position, amounts: set[tuple[int, ...]], corner: Position
) -> Iterator[Position]:
    """The positions under the corner from which taking one of the amounts leads to the position."""
    for taken in amounts:
        for heaps in permutations(range(len(position)), len(taken)):
            earlier = list(position)
            for heap, amount in zip(heaps, taken, strict=True):
                earlier[heap] += amount
            earlier.sort()
            if _covers(corner, tuple(earlier)):
                yield tuple(earlier)


def sorted_positions(corner: Position) -> Iterator[Position]:
    """Every sorted position that fits under a sorted one, each after all those it can lead to.

    >>> list(sorted_positions((1, 2)))
    [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """
    heaps = len(corner)
    position = [0] * heaps
    while True:
        yield tuple(position)
        last = next(
            (heap for heap in reversed(range(heaps)) if position[heap] < corner[heap]), None
        )
        if last is None:
            return
        position[last:] = [position[last] + 1] * (heaps - last)


def count_sorted_positions(corner: Position) -> int:
    """How many positions :func:`sorted_positions` gives, without listing them.

    >>> count_sorted_positions((30, 30, 30, 30))
    46376
    """
    ways = [1]
    for heap in sorted(corner):
        ways = list(accumulate(ways + [0] * (heap + 1 - len(ways))))
    return sum(ways) if corner else 1


def _covers(large: Position, small: Position) -> bool:
    return len(large) == len(small) and all(a >= b for a, b in zip(large, small, strict=True))
