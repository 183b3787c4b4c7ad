"""The positions of each Grundy value of a square box, up to a value, as sorted lists.

Where a row holds few P-positions it holds few positions of each value: these are listed value after
value, those of the smaller values being barred, so that boxes with millions of rows stay small.
Elsewhere all values of the box are computed, which takes much more room.

>>> from marienbad.games.catalogue import define
>>> [list(level) for level in levels(define("wythoff"), 5, 1)]
[[(0, 0), (1, 2), (2, 1)], [(0, 1), (1, 0), (2, 2)]]
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marienbad.games.definition import Definition
from marienbad.prover.discovery.positions import STEP, Positions
from marienbad.solver.grundy import Values
from marienbad.solver.listing import Listed
from marienbad.solver.strips import uniform_moves
from marienbad.solver.survivors import Survivors, period_of
from marienbad.solver.table import Progress
from marienbad.solver.vectors import Moves

ROW, PLACE = 34, 5
"""About how many octets a row takes for each value where positions are listed, by trial, and how
many more for each position that it may hold."""
COMPUTED = 8
"""About how many octets a position takes where all values are computed."""


def levels(
    game: Definition, size: int, value: int, progress: Progress = lambda _, __: None
) -> list[Positions]:
    """The positions of the values 0, 1, …, value of a game of two heaps smaller than the size."""
    moves = _sparse(game, size)
    if moves is None:
        return _computed(game, size, value, progress)
    found: list[Positions] = []
    for _ in range(value + 1):
        found.append(_listed(moves, size, found, progress))
    return found


def levels_memory(game: Definition, size: int, value: int) -> int:
    """About how many octets the levels of a box take while they are found."""
    moves = _sparse(game, size)
    if moves is None:
        return COMPUTED * size * size
    return (ROW + PLACE * (period_of(moves) or 1)) * (value + 1) * size


def levels_growth(game: Definition) -> int:
    """How many times as large the next box may be: little where all values are computed."""
    return 2 if _sparse(game, 64) is None else 8


def _sparse(game: Definition, size: int) -> Moves | None:
    """The moves, where rows hold few positions of each value."""
    moves = uniform_moves(game, (size, size))
    is_sparse = moves is not None and Survivors.bytes_needed(moves, (size, size)) is not None
    return moves if is_sparse else None


def _listed(moves: Moves, size: int, smaller: Sequence[Positions], progress: Progress) -> Positions:
    """The positions of the next value, by a sweep that knows those of the smaller values."""
    engine = Survivors(moves, (size, size), False, _together(smaller) if smaller else None)
    for start in range(0, size, STEP):
        stop = min(start + STEP, size)
        engine.find(start, stop)
        progress(stop, size)
    counts, columns = engine.listed(0, size)
    return Positions(size, np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]), columns)


def _together(smaller: Sequence[Positions]) -> tuple[np.ndarray, np.ndarray]:
    """The positions of several lists in one: where each row begins, and their places."""
    rows = np.concatenate([level.rows for level in smaller])
    order = np.argsort(rows, kind="stable")
    counts = np.bincount(rows, minlength=smaller[0].size)
    places = np.concatenate([level.columns for level in smaller])[order]
    return np.concatenate([[0], np.cumsum(counts)]), places


def _computed(game: Definition, size: int, value: int, progress: Progress) -> list[Positions]:
    """All values of the box by their definition, and the places of the smaller ones."""
    search = Values(game, (size, size), progress)
    if isinstance(search.engine, Listed):  # a single row can take long
        search.engine.pause = lambda: progress(search.done, size)
    while search.done < search.rows:
        search.fill(1)
        progress(search.done, search.rows)
    table = search.values.reshape(size, size)
    return [_places(table == number) for number in range(value + 1)]


def _places(table: np.ndarray) -> Positions:
    counts = table.sum(axis=1, dtype=np.int64)
    columns = np.nonzero(table)[1].astype(np.int32)
    return Positions(len(table), np.concatenate([[0], np.cumsum(counts)]), columns)
