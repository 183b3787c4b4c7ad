"""Which way a box is cut into tiles."""

from __future__ import annotations

from functools import lru_cache

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.programs import TooLarge
from marienbad.solver.strips import kind_of, uniform_moves
from marienbad.solver.survivors import Survivors
from marienbad.solver.table import check_sizes, check_whole, need
from marienbad.solver.tiling.cut import Cut, Question
from marienbad.solver.tiling.listed import ListedCut
from marienbad.solver.tiling.rows import RowCut
from marienbad.solver.tiling.sparse import SparseCut
from marienbad.solver.tiling.whole import WholeCut
from marienbad.text.problems import InputError


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
    moves = None if grundy else uniform_moves(game, sizes)
    if moves is None:
        return ListedCut(game, sizes, grundy, side)
    kind, _ = kind_of(moves, sizes)
    if issubclass(kind, Survivors):
        return SparseCut(kind, moves, sizes, game.is_misere, side)
    return RowCut(moves, sizes, game.is_misere, side)
