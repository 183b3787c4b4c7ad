"""The tiles of a box that is cut along its first heap and its last."""

from __future__ import annotations

from math import prod
from typing import Any

from marienbad.solver.tiling.cut import Cut, Place

SLACK = 2**18
"""Octets that a tile takes besides its large arrays."""


class Grid(Cut):
    """A cut into tiles of one height and width, those at the far edges aside.

    One heap is a single row. Tiles of outcomes have whole words.
    """

    def __init__(self, sizes: tuple[int, ...], dtype: Any, height: int, width: int) -> None:
        """Cut the box; ``dtype`` is that of Grundy values, ``None`` for outcomes."""
        import numpy as np

        self.box = sizes if len(sizes) > 1 else (1, *sizes)
        """The sizes, of two heaps at least."""
        self.dtype = np.dtype(np.uint64 if dtype is None else dtype)
        self.height = min(height, self.box[0])
        self.word = word = 64 if dtype is None else 1
        """How many positions an element of the table has."""
        self.width = min(-(-width // word), -(-sizes[-1] // word)) * word
        self.shape = (*sizes[:-1], -(-sizes[-1] // word))
        self.chunk = (self.height, *self.box[1:-1], self.width // word)[-len(sizes) :]
        self.counts = -(-self.box[0] // self.height), -(-self.box[-1] // self.width)
        """How many tiles there are along the first heap and along the last."""
        self.places = [(i, j) for i in range(self.counts[0]) for j in range(self.counts[1])]

    def rows(self, place: Place) -> range:
        """The sizes of the first heap in a tile."""
        return range(self.box[0])[place[0] * self.height : (place[0] + 1) * self.height]

    def last(self, place: Place) -> range:
        """The sizes of the last heap in a tile."""
        return range(self.box[-1])[place[1] * self.width : (place[1] + 1) * self.width]

    def part(self, place: Place) -> tuple[int, ...]:
        """The shape of the table of a tile."""
        last = -(-len(self.last(place)) // self.word)
        return (len(self.rows(place)), *self.box[1:-1], last)[-len(self.shape) :]

    @property
    def octets(self) -> int:
        """What a tile of the table takes."""
        return int(self.dtype.itemsize) * prod(self.chunk)

    @property
    def positions(self) -> int:
        """How many positions a tile has."""
        return self.height * self.width * prod(self.box[1:-1])


def value_type(sizes: tuple[int, ...]) -> str:
    """The type of Grundy values: each move takes something, so that none exceeds all objects.

    >>> value_type((200, 57)), value_type((200, 58))
    ('u1', 'u2')
    """
    largest = sum(size - 1 for size in sizes)
    return next(f"u{octets}" for octets in (1, 2, 4, 8) if largest < 256**octets)
