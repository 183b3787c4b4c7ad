"""Which way a box is cut into tiles."""

from __future__ import annotations

from functools import lru_cache
from math import prod

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.grundy import lined_moves
from marienbad.solver.programs import TooLarge
from marienbad.solver.strips import kind_of, lookups, uniform_moves
from marienbad.solver.survivors import Survivors
from marienbad.solver.table import check_sizes, check_whole, need
from marienbad.solver.tiling.cut import Cut, Question
from marienbad.solver.tiling.lines import LineCut
from marienbad.solver.tiling.listed import ListedCut
from marienbad.solver.tiling.rows import RowCut
from marienbad.solver.tiling.sparse import SparseCut
from marienbad.solver.tiling.whole import WholeCut
from marienbad.text.problems import InputError

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
