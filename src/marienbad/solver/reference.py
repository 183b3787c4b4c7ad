"""The readable search: it knows the rules and nothing else, and is the judge of every theory.

A position is won by the player who has just moved into it (a P-position) exactly when no move leads
from it to another such position; in misère play a position without moves is the exception.

:func:`p_positions` and :func:`grundy_values` list the moves of every position of a box. Of a game
with a memory the positions of a box are those in the state of a start. :class:`Search` takes
positions that differ in the order of heaps for one, where the rules do not tell the heaps apart: it
visits them upwards, and marks every position with a move to a P-position. :class:`Durations` says
how long a match lasts when the winner hurries and the loser resists.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice, permutations, product

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, distinct
from marienbad.solver.clock import clock
from marienbad.solver.reachable import Nimbers, Reachable


def p_positions(game: Definition, sizes: Sequence[int]) -> Iterator[Position]:
    """The P-positions whose heaps are smaller than the sizes, in order.

    >>> from marienbad.games.catalogue import define
    >>> list(p_positions(define("wythoff"), (4, 4)))
    [(0, 0), (1, 2), (2, 1)]

    Where options may be forbidden, fewer than K of those of a P-position are P-positions.

    >>> game = define("rules:heaps 2; take n from one; take n, n from two; block 2")
    >>> list(p_positions(game, (4, 4)))
    [(0, 0), (0, 1), (1, 0), (1, 3), (2, 2), (3, 1)]
    """
    positions = product(*map(range, sizes))
    if not game.ruleset.fills_boxes:
        yield from filter(Reachable(game).is_p, positions)
        return
    found: set[Position] = set()
    block = game.ruleset.memory.block
    for position in positions:
        clock.check()
        after = (game.after(position, move) for move in game.moves(position))
        # where options may be forbidden, each position that can be left counts once
        good = (left for left in (distinct(after) if block > 1 else after) if left in found)
        is_p = sum(1 for _ in islice(good, block)) < block
        if is_p and not (game.is_misere and game.is_over(position)):
            found.add(position)
            yield position


def grundy_values(game: Definition, sizes: Sequence[int]) -> dict[Position, int]:
    """The Grundy values of the positions whose heaps are smaller than the sizes.

    >>> from marienbad.games.catalogue import define
    >>> list(grundy_values(define("wythoff"), (3, 3)).values())
    [0, 1, 2, 1, 2, 0, 2, 0, 1]

    Reference: P. M. Grundy, Mathematics and games, Eureka 2 (1939) 6-8.
    """
    positions = product(*map(range, sizes))
    if not game.ruleset.is_plain:
        nimbers = Nimbers(game)
        return {position: nimbers.value(position) for position in positions}
    values: dict[Position, int] = {}
    for position in positions:
        clock.check()
        reached = {values[game.after(position, move)] for move in game.moves(position)}
        values[position] = next(value for value in range(len(reached) + 1) if value not in reached)
    return values


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
        for number, position in enumerate(sorted_positions(corner)):
            if not number % 256:
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
