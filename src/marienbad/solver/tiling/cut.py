"""A box cut into tiles: what a tile needs and hands over, and which cut fits which moves.

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
from functools import lru_cache
from math import prod
from typing import Any

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.conditions import TooLarge
from marienbad.solver.grundy import lined_moves
from marienbad.solver.outcomes import kind_of, lookups, uniform_moves
from marienbad.solver.survivors import Survivors
from marienbad.solver.table import check_sizes, check_whole, need, solve
from marienbad.text.problems import InputError
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


SMALLEST, LARGEST = 64, 8192
"""The least and the greatest side of a tile; a larger one is long to wait for, and to lose."""
TILES_A_THREAD = 4
"""Tiles along each side for each thread: so all threads are busy along most antidiagonals."""
WORTH = 2**23
"""How often positions must be looked up to solve a tile that is worth sending."""


@lru_cache(maxsize=8)
def cut_of(question: Question) -> Cut:
    """The cut of a box: the same on every machine that is asked the same.

    >>> cut = cut_of(Question("euclid", (1000, 1000), grundy=False, side=256))
    >>> cut.shape, cut.chunk, len(cut.places)
    ((1000, 16), (256, 4), 16)
    """
    return cut_for(define(question.game), question.sizes, question.grundy, question.side)


def cut_for(game: Definition, sizes: tuple[int, ...], grundy: bool, side: int) -> Cut:
    """The first cut that fits the moves; what cannot be solved raises what ``solve`` would."""
    checked = check_sizes(game, sizes)
    if grundy and game.is_misere:
        raise InputError("solver.misere_grundy", game=game.name)
    need("numpy", "numba")
    if game.ruleset.is_plain:
        try:
            return _compiled(game, checked, grundy, side)
        except TooLarge:
            pass
    check_whole(game, checked)
    return WholeCut(game, checked, grundy)


def _compiled(game: Definition, sizes: tuple[int, ...], grundy: bool, side: int) -> Cut:
    """The cut for the way in which the compiled search would go."""
    from marienbad.solver.tiling.lines import LineCut
    from marienbad.solver.tiling.listed import ListedCut
    from marienbad.solver.tiling.rows import RowCut, SparseCut

    lined = lined_moves(game, sizes) if grundy else None
    if lined is not None:
        return LineCut(lined, sizes, side)
    moves = None if grundy else uniform_moves(game, sizes)
    if moves is None:
        return ListedCut(game, sizes, grundy, side)
    kind, _ = kind_of(moves, sizes)
    if issubclass(kind, Survivors):
        return SparseCut(kind, moves, sizes, game.is_misere, side)
    return RowCut(moves, sizes, game.is_misere, side)


def side_for(
    game: Definition, sizes: tuple[int, ...], grundy: bool, memory: int, threads: int
) -> int:
    """The side of tiles that keep all threads busy, each within its share of the memory.

    They are larger where to solve one would take less time than to send it.

    >>> euclid, wythoff = define("euclid"), define("wythoff")
    >>> side_for(euclid, (4096, 4096), False, 2**30, threads=2)
    512
    >>> side_for(wythoff, (65536, 65536), False, 2**30, 2)
    8192
    >>> side_for(wythoff, (65536, 65536), False, 2**30, 64)
    4096
    """
    price = lookups(game, sizes, grundy)
    between = prod(sizes[1:-1])

    def is_worth(side: int) -> bool:
        return price * side * side * between >= WORTH * prod(sizes)

    side, busy = LARGEST, max(sizes[0], sizes[-1]) // (TILES_A_THREAD * threads)
    while side > max(busy, SMALLEST) and is_worth(side // 2):
        side //= 2
    while side > SMALLEST and threads * cut_for(game, sizes, grundy, side).memory() > memory:
        side //= 2
    return side


class WholeCut(Grid):
    """One tile, solved as one machine solves it.

    >>> from marienbad.games.catalogue import define
    >>> cut = WholeCut(define("kayles"), (10,), grundy=True)
    >>> cut.solve((0, 0), []).table.tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    """

    def __init__(self, game: Definition, sizes: tuple[int, ...], grundy: bool) -> None:
        self.game, self.sizes, self.grundy = game, sizes, grundy
        # Where heaps are parted, there may be more moves than objects.
        super().__init__(sizes, "u4" if grundy else None, max(sizes), max(sizes))

    def needs(self, place: Place) -> tuple[Border, ...]:
        return ()

    def solve(self, place: Place, borders: Sequence[Arrays]) -> Solved:
        table = solve(self.game, self.sizes, self.grundy)
        found = table.packed if table.grundy is None else table.grundy.astype(self.dtype)
        return Solved(found, {})

    def memory(self) -> int:
        return 32 * prod(self.sizes)
