"""Maps, and what is found in them."""

from functools import lru_cache
from itertools import takewhile
from typing import Any

import numpy as np

from marienbad.games.catalogue import define
from marienbad.games.language.rule_text import define_rules
from marienbad.solver.reference import grundy_values, p_positions
from marienbad.study.describe import Description, describe
from marienbad.study.picture import Box
from marienbad.study.tables import ordered_pairs

Array = np.ndarray[Any, Any]


def family(name: str, size: int) -> Array:
    """The positions to leave of a game with a formula."""
    table = np.zeros((size, size), dtype=bool)
    for x, y in takewhile(lambda pair: pair[1] < size, ordered_pairs(define(name))):
        table[x, y] = table[y, x] = True
    return table


@lru_cache
def found_in(name: str, *sizes: int, grundy: bool = False) -> Description:
    """What is noticed in a game that the readable search solves."""
    game = define_rules(name) if name.startswith("heaps") else define(name)
    values = None
    table = np.zeros(sizes, dtype=bool)
    if grundy:
        values = np.zeros(sizes, dtype=np.int64)
        for position, value in grundy_values(game, sizes).items():
            values[position] = value
        table = values == 0
    else:
        for position in p_positions(game, sizes):
            table[position] = True
    return describe(game, Box(sizes, is_p=table, grundy=values))
