"""The P-positions of a square box as sorted lists, found by the compiled search.

Where a row holds few P-positions they are listed as the search finds them, so that boxes with
millions of rows stay small; elsewhere the rows of bits are read strip by strip.

>>> from marienbad.games.catalogue import define
>>> found = solved(define("wythoff"), 8)
>>> list(found), (3, 5) in found
([(0, 0), (1, 2), (2, 1), (3, 5), (4, 7), (5, 3), (7, 4)], True)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marienbad.games.definition import Definition
from marienbad.solver.clock import clock
from marienbad.solver.counting import Counted
from marienbad.solver.listing import Listed
from marienbad.solver.outcomes import Strips, engine_of, state_bytes
from marienbad.solver.partners import Partners
from marienbad.solver.survivors import Survivors
from marienbad.solver.table import Progress
from marienbad.solver.words import unpacked

STEP = 1 << 18
"""Rows that are listed between two reports."""
STRIP = 1 << 22
"""Places of a strip of bits that are read between two reports, at most."""
QUICK = 0.1
"""Seconds: where a strip takes less, the next has twice as many rows."""


@dataclass(frozen=True, eq=False)
class Positions:
    """All P-positions (x, y) with x, y < size: the y of each x, in order."""

    size: int
    starts: NDArray[np.int64]
    columns: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self.rows.tolist(), self.columns.tolist(), strict=True)

    def __contains__(self, position: tuple[int, int]) -> bool:
        x, y = position
        return bool((self.columns[self.starts[x] : self.starts[x + 1]] == y).any())

    def membership(self, position: tuple[int, int]) -> bool | None:
        """Whether a position is listed; ``None`` where it lies beyond the box."""
        return position in self if max(position) < self.size else None

    @property
    def rows(self) -> NDArray[np.int64]:
        """The x of each P-position, beside ``columns``."""
        return np.repeat(np.arange(self.size), np.diff(self.starts))

    def block(self, x: int, width: int, y: int, height: int) -> bytes:
        """What stands in a rectangle, so that equal rectangles give equal octets."""
        first, last = self.starts[x], self.starts[x + width]
        lines = np.repeat(np.arange(width), np.diff(self.starts[x : x + width + 1]))
        places = self.columns[first:last].astype(np.int64) - y
        inside = (places >= 0) & (places < height)
        return (lines[inside] * height + places[inside]).tobytes()


SAMPLES, SAMPLE = 64, 1 << 14
"""How many runs of rows are looked at where a table is too long for all, and how long they are."""


@dataclass(frozen=True, eq=False)
class Paired:
    """All P-positions (x, y) with x < size, where each x has one y and each y its x."""

    size: int
    found: Partners

    def __contains__(self, position: tuple[int, int]) -> bool:
        x, y = position
        return int(self.found.partners(x, x + 1)[0]) == y

    def membership(self, position: tuple[int, int]) -> bool | None:
        """Whether a position is listed; ``None`` where the rows of both heaps are not known yet."""
        smaller, larger = sorted(position)
        return (smaller, larger) in self if smaller < self.found.size else None

    def block(self, x: int, width: int, y: int, height: int) -> bytes:
        """What stands in a rectangle, so that equal rectangles give equal octets."""
        places = self.found.partners(x, x + width) - y
        (lines,) = np.nonzero((places >= 0) & (places < height))
        return bytes((lines * height + places[lines]).tobytes())

    def sample(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Some rows, the first and the last among them, and their partners."""
        starts = np.linspace(0, max(self.size - SAMPLE, 0), SAMPLES, dtype=np.int64)
        rows = [np.arange(start, min(start + SAMPLE, self.size)) for start in np.unique(starts)]
        partners = [self.found.partners(int(run[0]), int(run[-1]) + 1) for run in rows]
        return np.concatenate(rows), np.concatenate(partners)


def solved(game: Definition, size: int, progress: Progress = lambda _, __: None) -> Positions:
    """The P-positions of a game of two heaps that are both smaller than the size."""
    strips = Strips(game, (size, size))
    if isinstance(strips.engine, Survivors):
        return _listed(strips.engine, size, progress)
    if isinstance(strips.engine, Listed):  # a single strip can take minutes
        strips.engine.pause = lambda: progress(strips.done, size)
    counts, columns = [np.zeros(1, np.int64)], []
    step = 1
    while strips.done < size:
        began = clock.now()
        places = unpacked(strips.advance(step), size)
        if clock.now() - began < QUICK:
            step = min(2 * step, max(1, STRIP // size))
        counts.append(places.sum(axis=1))
        columns.append(np.nonzero(places)[1].astype(np.int32))
        progress(strips.done, size)
    return Positions(size, np.cumsum(np.concatenate(counts)), np.concatenate(columns))


def _listed(engine: Survivors, size: int, progress: Progress) -> Positions:
    for start in range(0, size, STEP):
        stop = min(start + STEP, size)
        engine.find(start, stop)
        progress(stop, size)
    counts, columns = engine.listed(0, size)
    return Positions(size, np.concatenate([[0], np.cumsum(counts, dtype=np.int64)]), columns)


def growth(game: Definition) -> int:
    """How many times as large the next box may be: little where every position takes an octet."""
    return 2 if isinstance(engine_of(game, (64, 64)), Counted | Listed) else 8


def memory_needed(game: Definition, size: int) -> int:
    """About how many octets the P-positions of a box take while they are found."""
    engine = engine_of(game, (64, 64))
    if isinstance(engine, Survivors):
        # what is listed, once more in order; counts, starts and the closed places in misère play
        return 2 * state_bytes(game, (size, size)) + 32 * size
    values = size * size if isinstance(engine, Counted | Listed) else 0
    return values + size * size // 2 + 16 * STRIP
