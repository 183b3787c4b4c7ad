"""Tiles of the lab's map: squares of 256 points, each point a position or a block of them.

At level n a point stands for 2ⁿ positions in each direction. What a point tells: the share of its
positions that are to be left, and where it is wanted the mean of their Grundy values.
"""

from __future__ import annotations

import gzip
import struct
from math import prod
from typing import Any

from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Position
from marienbad.solver.listing import fits_words
from marienbad.solver.table import LARGEST_PLAIN
from marienbad.solver.words import MOST_HEAPS
from marienbad.text.problems import InputError, OutOfReach
from marienbad.values import Record
from marienbad.web.api.maps import is_tested
from marienbad.web.api.planes import Plane, plane_at
from marienbad.web.sizes import SIDE, SIZES_OF_PLANES

SECONDS = 3
"""The CPU seconds within which the largest plane is solved."""
MOST_OUTCOMES, MOST_VALUES, MOST_DEEP_VALUES, MOST_FEW_VALUES = 2**28, 2**24, 2**22, 2**18
"""The most positions of the box of a plane whose moves follow from the amounts alone: outcomes,
values, those of more than two heaps, and those if some of the amounts are fixed."""
MOST_UNIFORM, MOST_UNIFORM_VALUES, MOST_TESTED = 2**36, 2**28, 2**26
"""The most amounts that are tried for a plane: the same ones at each position, or others."""
LARGEST = 32 * 2**20
"""The most octets of a plane."""
HEADER = struct.Struct("<HHII")
"""Columns and rows that the tile has, the size of the plane, and that of the largest plane."""
EVERY = 255
"""The share of a point whose positions are all to be left."""


class TileWish(Record):
    """A tile that somebody asks for."""

    rules: str
    has_grundy: bool
    axes: tuple[int, int]
    held: Position
    level: int
    column: int
    row: int


def tiled(wish: TileWish, folder: str | None) -> bytes:
    """The tile, compressed: its header, the values of two octets each, and the shares, row by row.

    Of one heap a row of the tile holds the positions that follow those of the row before it.
    """
    game = define_rules(wish.rules)
    check(wish, game)
    planes = planes_of(wish, game)
    if not planes:
        raise OutOfReach("lab.slow", seconds=SECONDS)
    extent = SIDE * SIDE if game.ruleset.heaps == 1 else SIDE << wish.level
    needed, largest = max(wish.column, wish.row) * extent, planes[-1].size
    # the tile begins inside, and so does a whole block
    if largest < max(needed + 1, 1 << wish.level):
        raise OutOfReach("lab.edge", bound=largest, seconds=SECONDS)
    # one that the tile fits into, where there is one
    plane = next((p for p in planes if p.size >= needed + extent), planes[-1])
    found = plane_at(folder, plane)
    values, shares = (_strip if game.ruleset.heaps == 1 else _points)(wish, plane, found)
    height, width = shares.shape
    header = HEADER.pack(width, height, plane.size, largest)
    octets = b"" if values is None else values.astype("<u2").tobytes()
    return gzip.compress(header + octets + shares.tobytes(), 1, mtime=0)


def check(wish: TileWish, game: Definition) -> None:
    """Refuse a tile that these rules do not have."""
    heaps = len(game.start)
    if not game.ruleset.is_plain:
        raise OutOfReach("lab.no_tiles")
    if wish.has_grundy and game.is_misere:
        raise InputError("solver.misere_grundy", game=game.name)
    if heaps == 1 and (wish.level or wish.column):
        raise InputError("lab.strip")
    if heaps > 1 and not 0 <= wish.axes[0] < wish.axes[1] < heaps:
        raise InputError("lab.axes", last=heaps - 1)
    if len(wish.held) != max(heaps - 2, 0):
        raise InputError("lab.held", count=len(wish.held), expected=max(heaps - 2, 0))


def planes_of(wish: TileWish, game: Definition) -> list[Plane]:
    """The planes that are solved for such a tile, from the smallest to the largest."""
    found: list[Plane] = []
    side = SIDE if game.ruleset.heaps == 1 else 1
    for size in (side * size for size in SIZES_OF_PLANES):
        plane = Plane(game, wish.axes, wish.held, size, wish.has_grundy)
        if plane.octets > LARGEST or not is_within_reach(plane):
            break
        found.append(plane)
    return found


def is_within_reach(plane: Plane) -> bool:
    """Whether a plane is small enough to be solved in time, by the kinds of its moves."""
    takes, values = plane.game.ruleset.takes, plane.has_grundy
    positions: int = prod(plane.box)
    if not fits_words(takes, plane.box):
        return positions <= LARGEST_PLAIN  # it is solved in Python
    tested = [take for take in takes if is_tested(take) or len(plane.box) > MOST_HEAPS]
    if not tested:
        if not values:
            return positions <= MOST_OUTCOMES
        if len(plane.box) > 1 and not all(take.names for take in takes):
            return positions <= MOST_FEW_VALUES
        return positions <= (MOST_VALUES if len(plane.box) < 3 else MOST_DEEP_VALUES)
    tried: int = positions * plane.size ** max(len(take.names) for take in tested)
    if len(plane.box) == 2 and not any(take.depends_on_sizes for take in tested):
        return tried <= (MOST_UNIFORM_VALUES if values else MOST_UNIFORM)
    return tried <= MOST_TESTED


def _strip(wish: TileWish, plane: Plane, found: Any) -> tuple[Any, Any]:
    """The positions of one heap, a row after another."""
    import numpy as np

    part = slice(wish.row * SIDE * SIDE, (wish.row + 1) * SIDE * SIDE)
    if plane.has_grundy:
        values = found[part].reshape(-1, SIDE)
        return values, np.where(values == 0, EVERY, 0).astype(np.uint8)
    bits = np.unpackbits(found, bitorder="little", count=plane.size)[part]
    return None, bits.reshape(-1, SIDE) * np.uint8(EVERY)


def _points(wish: TileWish, plane: Plane, found: Any) -> tuple[Any, Any]:
    """The points of a tile of two heaps, row by row: the first axis runs along a row."""
    import numpy as np

    side, block = SIDE << wish.level, 1 << wish.level
    columns = slice(wish.column * side, (wish.column + 1) * side)
    rows = slice(wish.row * side, (wish.row + 1) * side)
    if plane.has_grundy:
        part = found[columns, rows]
        zeros = _sums(part == 0, block)
        sums = _sums(part, block)
        values = ((sums + block * block // 2) // (block * block)).astype(np.uint16)
        # a block is 0 only where every position is to be left
        values[(values == 0) & (zeros < block * block)] = 1
        return values.T, _shares(zeros, block).T
    octets = np.ascontiguousarray(found[columns, rows.start // 8 : -(-rows.stop // 8)])
    if block < 8:
        counts = _sums(np.unpackbits(octets, axis=-1, bitorder="little"), block)
    else:
        counts = _sums(np.bitwise_count(octets.view(f"<u{block // 8}")), block, 1)
    return None, _shares(counts, block).T


def _sums(values: Any, across: int, along: int | None = None) -> Any:
    """The sums of blocks; what is left over at the edge, where a plane is smaller, is none."""
    import numpy as np

    along = across if along is None else along
    width, height = (values.shape[0] // across, values.shape[1] // along)
    blocks = values.reshape(width, across, height, along)
    return blocks.sum(axis=(1, 3), dtype=np.uint32)


def _shares(counts: Any, block: int) -> Any:
    """How much of a point is to be left: of 255, at least 1 where there is any such position."""
    import numpy as np

    return (-(-counts.astype(np.int64) * EVERY // (block * block))).astype(np.uint8)
