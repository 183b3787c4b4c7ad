"""A box cut into tiles, as whoever has them solved sees it: this machine's threads, or a cluster.

A tile is solved at one go, from the *borders* that earlier tiles hand over, and hands over borders
itself. What a border holds is the affair of the cut: rows of bits, the sets of the values along
lines, or a whole earlier tile. Which tile needs which borders is known before anything is solved,
so that every tile can be begun as soon as these are there, wherever they are.

A cut is made anew on every machine from the name of the game and some numbers, so that nothing
travels but borders and finished tiles.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

from marienbad.values import Record

Place = tuple[int, int]
"""Which tile: its number along the first heap and along the last. Tiles that belong to no part of
the table, but only prepare others, have −1 as the second."""
Border = tuple[Place, str]
"""A border: the tile that hands it over, and its name."""
Arrays = dict[str, Any]
"""What a border holds: numpy arrays by name."""
TABLE = "table"
"""The name of a border that is nothing but the tile's part of the table, as an array of the same
name, so that where finished tiles are kept it need not be kept as well."""


class Solved(Record):
    """What became of a tile."""

    table: Any
    """Its part of the table: words of outcomes, or Grundy values; ``None`` where it has none."""
    borders: Mapping[str, Arrays]
    """What it hands over, by name."""


class Question(Record):
    """What is solved: all that another machine needs to know to make the same cut."""

    game: str
    sizes: tuple[int, ...]
    grundy: bool
    side: int
    """How many positions a tile has along the first heap and along the last, about."""


class Cut(ABC):
    """One box cut into tiles."""

    shape: tuple[int, ...]
    """Of the whole table: of outcomes the last axis counts words of 64 positions."""
    dtype: Any
    """Of the table: ``uint64`` for words of outcomes, else that of the Grundy values."""
    chunk: tuple[int, ...]
    """Of a tile of the table; those at the far edges may be smaller."""
    places: Sequence[Place]
    """All tiles, in an order in which each comes after those that it needs."""

    @abstractmethod
    def needs(self, place: Place) -> tuple[Border, ...]:
        """The borders that a tile is solved from, in the order in which it is given them."""

    @abstractmethod
    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        """Solve a tile; the borders given are not changed, and those handed over share no memory
        with anything that will be.
        """

    @abstractmethod
    def memory(self) -> int:
        """At most how many octets it takes to solve one tile, its borders included."""

    def block(self, place: Place) -> tuple[slice, ...] | None:
        """Where the part of a tile stands in the table; ``None`` where it has none."""
        if place[1] < 0:
            return None
        starts = [place[0] * self.chunk[0], *[0] * (len(self.shape) - 2), place[1] * self.chunk[-1]]
        # One heap is a single row of tiles.
        return tuple(
            slice(start, min(start + part, size))
            for start, part, size in zip(
                starts[-len(self.shape) :], self.chunk, self.shape, strict=True
            )
        )
