"""A box cut into tiles that need of each other no more than their borders.

The first heap and the last one are cut. Into a tile come, from the one above it, the latest rows
of the P-positions and of the sequences of :mod:`marienbad.solver.kernels.rows`; from the one to its
left, the last words of each row. So all tiles of an antidiagonal can be solved at once, each on
another machine, and what they send each other is small.

>>> from marienbad.games.catalogue import define
>>> tiling = Tiling.of(define("wythoff"), (100, 100))
>>> tile = tiling.solve(Tile(range(50), range(1)))
>>> below = tiling.solve(Tile(range(50, 100), range(1)), above=tile.below)
>>> right = tiling.solve(Tile(range(50), range(1, 2)), left=tile.right)
>>> below.words.shape, right.words.shape
((50, 1, 1, 1), (50, 1, 1, 1))
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.rows import Plan, Rows
from marienbad.solver.vectors import moves_of
from marienbad.solver.words import MOST_HEAPS, Arrays, padded, width_of
from marienbad.values import Record

LARGEST_TILE = 2**25
"""Octets of a tile: it travels in one piece."""
LEAST_ROWS, LEAST_WORDS = 256, 4
"""Smaller tiles take less time to solve than to send."""


class Tile(Record):
    """Which part of a box: sizes of the first heap, and words of the last."""

    rows: range
    words: range


class Solved(Record):
    """The words of a tile and what its neighbours need."""

    words: Any
    below: Arrays
    right: Arrays


class Tiling:
    """The search in the tiles of one box."""

    def __init__(self, engine: Rows) -> None:
        self.engine = engine
        arrays = engine.arrays
        reached = [*arrays.terms[:, 5], *arrays.amounts, *arrays.progressions.ravel(), 1]
        self.halo = width_of(int(max(reached)))

    @staticmethod
    @lru_cache(maxsize=8)
    def of(game: Definition, sizes: tuple[int, ...]) -> Tiling | None:
        """The search, or ``None`` where a position depends on too much for its tile's borders.

        >>> from marienbad.games.catalogue import define
        >>> Tiling.of(define("rules:heaps 2; take n from x where n % y == 0"), (99, 99)) is None
        True
        """
        if not 2 <= len(sizes) <= MOST_HEAPS:
            return None
        moves = moves_of(game.box_takes, sizes)
        if moves.conditional or moves.regions or Plan(moves, padded(sizes, 1)).masks:
            return None
        return Tiling(Rows(moves, sizes, game.is_misere))

    def cut(self, rows: range, count: int) -> tuple[list[range], list[range]]:
        """The rows and the words of the tiles of a strip, about this many along each side.

        >>> from marienbad.games.catalogue import define
        >>> rows, words = Tiling.of(define("wythoff"), (5000, 5000)).cut(range(5000), 4)
        >>> rows[-1], words[-1]
        (range(3750, 5000), range(60, 79))
        """
        _, *plane, last = self.engine.sizes
        words = range(width_of(last))
        width = max(-(-len(words) // count), LEAST_WORDS, self.halo)
        height = max(-(-len(rows) // count), LEAST_ROWS, self.engine.reach)
        height = max(1, min(height, LARGEST_TILE // (8 * width * plane[0] * plane[1])))
        return list(_cut(rows, height)), list(_cut(words, width))

    def solve(self, tile: Tile, above: Arrays | None = None, left: Arrays | None = None) -> Solved:
        """The positions of a tile, from what the tiles above and to the left hand over."""
        import numpy as np

        from marienbad.solver.kernels import tiles

        engine, halo = self.engine, self.halo
        plane, width = tuple(engine.sizes[1:3]), halo + len(tile.words)
        above = above or {
            "kept": np.zeros((len(engine.state["kept"]), *plane, width), np.uint64),
            "latest": np.zeros((engine.reach, *plane, width), np.uint64),
        }
        sequences, streams = len(engine.arrays.depths), len(engine.arrays.progressions)
        shape = (len(tile.rows), *plane)
        left = left or {
            "outcomes": np.zeros((*shape, halo), np.uint64),
            "sequences": np.zeros((*shape, sequences, halo), np.uint64),
            "streams": np.zeros((*shape, streams, halo), np.uint64),
        }
        kept = above["kept"].copy()
        right = {name: left[name].copy() for name in ("sequences", "streams")}
        table = np.empty((engine.reach + len(tile.rows), *plane, width), np.uint64)
        table[: engine.reach] = above["latest"]
        table[engine.reach :, ..., :halo] = left["outcomes"]
        tiles.advance(
            tile.rows.start,
            tile.rows.stop,
            64 * tile.words.start,
            min(64 * tile.words.stop, engine.sizes[3]),
            halo,
            engine.arrays,
            kept,
            table,
            right["sequences"],
            right["streams"],
            np.zeros((0, *plane, 0), np.uint64),
        )
        right["outcomes"] = table[engine.reach :, ..., width - halo :].copy()
        below = {"kept": kept, "latest": table[len(table) - engine.reach :].copy()}
        return Solved(table[engine.reach :, ..., halo:].copy(), below, right)


def window(rows: Any, words: range, halo: int) -> Any:
    """The words of whole rows that a tile needs: its own, and as many before them.

    >>> import numpy
    >>> window(numpy.arange(1, 6), range(1, 3), 2).tolist()
    [0, 1, 2, 3]
    """
    import numpy as np

    found = np.zeros((*rows.shape[:-1], halo + len(words)), rows.dtype)
    start = max(words.start - halo, 0)
    found[..., halo - (words.start - start) :] = rows[..., start : words.stop]
    return found


def solve_tile(
    name: str, sizes: tuple[int, ...], tile: Tile, above: Arrays | None, left: Arrays | None
) -> Solved:
    """What a worker does: the game and its box travel as a name and numbers."""
    tiling = Tiling.of(define(name), sizes)
    if tiling is None:
        raise ValueError(f"{name} cannot be cut into tiles")
    return tiling.solve(tile, above, left)


def _cut(whole: range, part: int) -> Iterator[range]:
    return (whole[start : start + part] for start in range(0, len(whole), part))
