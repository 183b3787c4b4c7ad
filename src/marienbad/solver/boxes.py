"""The search behind a user's rules: plain for small boxes, compiled for larger ones."""

from __future__ import annotations

import sys
import time
from functools import cached_property
from importlib.util import find_spec
from math import prod
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, leave
from marienbad.solver.effort import tries
from marienbad.solver.reference import Search
from marienbad.text.problems import OutOfReach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from marienbad.solver.period import Periodic

PLAIN = 4096
"""Positions that are searched without loading a compiler; one that is loaded is quicker."""
TRIES = 4_000_000
"""The most amounts that are tried in Python to list moves, which takes some seconds."""
LARGEST = 2**20
"""The most positions of a box that a question may cost: 1,024 in each of two heaps."""
SECONDS = 20
"""How long a box may take; some rules have very many moves."""
_ROUND = {1: 1024, 2: 128, 3: 16, 4: 8}


class BoxSearch(Search):
    """The P-positions of a game in the boxes asked for so far.

    >>> from marienbad.games.catalogue import define
    >>> search = BoxSearch(define("rules:heaps 2; take n from one; take n, n from two"))
    >>> one_heap = BoxSearch(define("rules:heaps 1; take n from one where n in {1, 3, 4}"))
    >>> one_heap.winning_moves((10**100 + 2,))
    ((4,),)
    >>> search.is_p((3, 5)), search.is_p((300, 301)), search.winning_moves((300, 302))
    (True, False, ((297, 297),))
    """

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self._is_p: NDArray[Any] | None = None

    @cached_property
    def period(self) -> Periodic | None:
        """The period of a game with one heap, where it is certain."""
        from marienbad.solver.period import largest_amount, periodicity

        takes = self.game.ruleset.takes
        if self.game.ruleset.heaps != 1 or largest_amount(takes) is None or not find_spec("numba"):
            return None
        try:
            return periodicity(self.game)
        except OutOfReach:
            return None

    def is_periodic(self, position: Position) -> bool:
        """Whether the period, and no box, tells the outcome."""
        return len(position) == 1 and position[0] >= PLAIN and self.period is not None

    def check_reach(self, position: Position) -> None:
        """Refuse a box that is too large, or larger than a plain search can do."""
        if self.is_periodic(position):
            return
        positions = prod(heap + 1 for heap in position)
        is_bounded = positions <= LARGEST and tries(self.game, position) <= TRIES
        if not is_bounded or not (self._is_light(position) or find_spec("numba")):
            raise OutOfReach("errors.box_too_large", position=position)

    def _is_light(self, position: Position) -> bool:
        """Whether a plain search takes a moment; what the sizes forbid is tried all the same."""
        positions = prod(heap + 1 for heap in position)
        return positions <= PLAIN and positions * tries(self.game, position) <= TRIES

    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into the position wins."""
        if self.period is not None and self.is_periodic(position):
            return self.period.at(position[0]) == 1
        known = self._is_p
        if known is None or not all(h < n for h, n in zip(position, known.shape, strict=True)):
            if self._is_light(position) and "numba" not in sys.modules:
                return super().is_p(position)
            known = self._is_p = self._solved_box(position)
        return bool(known[position])

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move to a P-position, sorted."""
        self.is_p(position)
        if self._is_p is None and not self.is_periodic(position):
            return super().winning_moves(position)
        moves = self.game.moves(position)
        return tuple(sorted(move for move in moves if self.is_p(leave(position, move))))

    def _solved_box(self, position: Position) -> NDArray[Any]:
        from marienbad.solver.table import solve

        self.check_reach(position)
        step = _ROUND[len(position)]
        sizes = tuple(-(-(heap + 1) // step) * step for heap in position)
        if prod(sizes) > LARGEST:
            sizes = tuple(heap + 1 for heap in position)
        end = time.monotonic() + SECONDS

        def stop_in_time(done: int, rows: int) -> None:
            if time.monotonic() > end and done < rows:
                raise OutOfReach("errors.box_too_large", position=position)

        return solve(self.game, sizes, progress=stop_in_time).is_p
