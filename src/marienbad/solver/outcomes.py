"""Outcomes of a box, strip by strip, by the first engine that fits the moves.

A strip is all positions whose first heap lies between two numbers. It is computed in the first way
that fits the moves: rows with one P-position each and heaps that are alike, rows with few
P-positions, rows of bits, counts along rays where conditions on the heaps say where these may be
used, counts of a single heap where intervals may be taken that depend on its size, and the listing
of the moves that differ from place to place.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from marienbad.games.definition import Definition
from marienbad.solver.counting import Counted, Counts, Intervals, counts_of
from marienbad.solver.listing import Listed, is_stepped
from marienbad.solver.rows import Rows
from marienbad.solver.survivors import Survivors, Symmetric
from marienbad.solver.vectors import Moves, endless, moves_of, shapes
from marienbad.solver.words import MOST_HEAPS, padded, width_of
from marienbad.text.problems import OutOfReach

SMALL = 2**24
"""Octets that a state may take whatever the size of the table."""


class Strips:
    """The outcomes of a box in order of the first heap, some rows at a time.

    >>> from marienbad.games.catalogue import define
    >>> strips = Strips(define("wythoff"), (3, 5))
    >>> [f"{int(words):05b}"[::-1] for words in strips.advance(3).ravel()]
    ['10000', '00100', '01000']
    """

    def __init__(self, game: Definition, sizes: Sequence[int]) -> None:
        import numpy as np

        self.sizes = tuple(sizes)
        self.done = 0
        self.engine = engine_of(game, self.sizes)
        rows = padded(self.sizes, 1)[1:3] if len(sizes) <= MOST_HEAPS else self.sizes[1:-1]
        self._plane = (*rows, width_of(self.sizes[-1]))
        self._latest = np.zeros((0, *self._plane), np.uint64)

    @property
    def rows(self) -> int:
        """How many rows there are: the sizes of the first heap, a single row for one heap."""
        return self.sizes[0] if len(self.sizes) > 1 else 1

    @property
    def plane(self) -> tuple[int, ...]:
        """The shape of the words of a row."""
        return (*self.sizes[1:-1], self._plane[-1])

    def advance(self, count: int) -> Any:
        """The next rows: for each size of the first heap the words of all positions with it."""
        import numpy as np

        latest = self._latest
        stop = min(self.done + count, self.rows)
        table = np.empty((len(latest) + stop - self.done, *self._plane), np.uint64)
        table[: len(latest)] = latest
        self.engine.fill(table, self.done - len(latest), self.done, stop)
        self.done = stop
        self._latest = table[max(len(table) - self.engine.reach, 0) :].copy()
        return table[len(latest) :].reshape(-1, *self.sizes[1:-1], self._plane[-1])

    def fill(self, table: Any, count: int) -> None:
        """Compute the next rows in the array of all words, where the earlier ones still stand."""
        stop = min(self.done + count, self.rows)
        self.engine.fill(table.reshape(-1, *self._plane), 0, self.done, stop)
        self.done = stop


def engine_of(
    game: Definition, sizes: tuple[int, ...]
) -> Survivors | Rows | Counted | Intervals | Listed:
    """What computes the rows of a box."""
    block = game.ruleset.memory.block
    moves = uniform_moves(game, sizes) if block == 1 else None
    if moves is None:
        counts = counted_moves(game, sizes)
        if counts is not None:
            return Counted(counts, sizes, game.is_misere, block)
        if block > 1:
            raise OutOfReach("solver.uncounted", game=game.name)
        takes = game.box_takes
        if Intervals.fits(takes, sizes):
            return Intervals(takes, sizes, game.is_misere)
        rays, others = endless(takes, sizes)
        lines = [(ray.base, ray.step) for ray in rays]
        return Listed(takes, sizes, game.is_misere, lines, others)
    return kind_of(moves, sizes)[0](moves, sizes, game.is_misere)


def counted_moves(game: Definition, sizes: tuple[int, ...]) -> Counts | None:
    """The moves of two heaps along which P-positions can be counted, where there are such."""
    if game.ruleset.memory.block > 1:
        return counts_of(game.ruleset.takes, sizes, are_forbidden=True)
    return counts_of(game.box_takes, sizes, are_forbidden=False)


def uniform_moves(game: Definition, sizes: tuple[int, ...]) -> Moves | None:
    """The moves, where they are the same everywhere: vectors, rays and, of two heaps, regions."""
    if len(sizes) > MOST_HEAPS:
        return None
    moves = moves_of(game.box_takes, sizes)
    return None if moves.conditional or (moves.regions and len(sizes) != 2) else moves


def kind_of(moves: Moves, sizes: tuple[int, ...]) -> tuple[type[Survivors] | type[Rows], int]:
    """The first way that fits moves which are the same everywhere, and what its state takes."""
    for kind in (Symmetric, Survivors):
        needed = kind.bytes_needed(moves, sizes)
        if needed is not None and needed <= table_bytes(sizes) + SMALL:
            return kind, needed
    return Rows, Rows.bytes_needed(moves, sizes)


def lookups(game: Definition, sizes: Sequence[int], grundy: bool = False) -> int:
    """About how much is looked up while a box is solved, by which a size is chosen.

    Rows of bits look up 64 positions at a time by each line of moves, Grundy values one; a position
    whose moves are listed counts for 32, and every four of its moves for one.

    >>> from marienbad.games.catalogue import define
    >>> lookups(define("wythoff"), (64, 64)), lookups(define("euclid"), (64, 64))
    (4096, 274432)
    """
    together = 1 if grundy else 64
    lined = listed = 0
    for (take, heaps), _, lines in shapes(game.box_takes, sizes):
        if lines is None or len(sizes) > MOST_HEAPS:
            is_one = is_stepped(take, heaps)
            listed += 32 + (1 if is_one else max(sizes) ** len(take.names) // 4)
        else:
            lined += len(lines)
    return prod(sizes) * (1 + lined // together + listed)


def table_bytes(sizes: Sequence[int]) -> int:
    """What the words of a box take."""
    return 8 * prod(sizes[:-1]) * width_of(sizes[-1])


def state_bytes(game: Definition, sizes: tuple[int, ...]) -> int:
    """What is needed besides the words of the box, before anything is computed."""
    moves = uniform_moves(game, sizes) if game.ruleset.is_plain else None
    if moves is not None:
        return kind_of(moves, sizes)[1]
    counts = counted_moves(game, sizes)
    if counts is not None:
        return Counted.bytes_needed(counts, sizes)
    is_spanned = Intervals.fits(game.box_takes, sizes)
    return Intervals.bytes_needed(sizes) if is_spanned else prod(sizes)
