"""A box solved tile by tile, each from borders that have travelled."""

import pickle
import tracemalloc
from typing import Any

import numpy as np

from marienbad.games.definition import Definition
from marienbad.solver.table import solve
from marienbad.solver.tiling.cut import Border, Cut


def whole(game: Definition, sizes: tuple[int, ...], grundy: bool = False) -> Any:
    """The table as the search finds it in one piece: words of outcomes, or Grundy values."""
    table = solve(game, sizes, grundy)
    return table.grundy if grundy else table.packed


def assembled(cut: Cut) -> Any:
    """The table that the tiles make together; what they hand over is pickled on its way."""
    table = np.full(cut.shape, 77, cut.dtype)
    handed: dict[Border, bytes] = {}
    for place in cut.places:
        borders = [pickle.loads(handed[border]) for border in cut.needs(place)]
        before = pickle.dumps(borders)
        solved = cut.solve(place, borders)
        assert pickle.dumps(borders) == before
        for name, arrays in solved.borders.items():
            handed[place, name] = pickle.dumps(arrays)
        block = cut.block(place)
        if block is None:
            assert solved.table is None
        else:
            assert solved.table.shape == table[block].shape
            assert solved.table.dtype == cut.dtype
            table[block] = solved.table
    return table


def most_octets(cut: Cut) -> int:
    """What the tile takes that takes the most, its borders included."""
    handed: dict[Border, Any] = {}
    most = 0
    for place in cut.places:
        borders = [handed[border] for border in cut.needs(place)]
        tracemalloc.start()
        solved = cut.solve(place, borders)
        taken = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        given = sum(array.nbytes for border in borders for array in border.values())
        most = max(most, taken + given)
        handed |= {(place, name): arrays for name, arrays in solved.borders.items()}
    return most
