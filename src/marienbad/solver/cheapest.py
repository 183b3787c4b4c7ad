"""Which search answers a question about a position: the cheapest, whatever the game is called.

There are seven ways: the readable search over sorted positions, over a box, over a box where
options may be forbidden or over what can follow, the lines of a game in which numbers are called,
the compiled search over a box, and the period of a single heap. What each would cost is known
before any work begins (:mod:`marienbad.solver.costs`); what none can do within the bound is
refused.
"""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import suppress
from contextvars import ContextVar
from functools import cached_property, lru_cache
from importlib.util import find_spec
from itertools import islice, product
from math import prod
from operator import le
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, state_of
from marienbad.solver import blocking
from marienbad.solver.calls import CalledBox, calls_freely
from marienbad.solver.costs import (
    LARGEST,
    SECOND,
    called_cost,
    compiled_cost,
    listing_cost,
    plain_cost,
    positions_under,
    reachable_cost,
)
from marienbad.solver.plain import p_positions
from marienbad.solver.reachable import Reachable, situations
from marienbad.solver.reference import Search
from marienbad.text.problems import OutOfReach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from marienbad.solver.period import Periodic

READABLE_REACH = 60 * SECOND
"""The most nanoseconds that the readable search may cost where no other bound is set."""
COMPILED_REACH = 300 * SECOND
"""The same for the compiled search: it leaves a position at the first winning move, so that it may
take all of its cost or a hundredth of it."""
LOADING = SECOND // 2
"""To load the compiler: less work than this is done without it, unless it is loaded already."""
PREPARING = SECOND // 50
"""To prepare a search, however small its box."""
MOST_HEAPS = 8
"""With more heaps than this no box is compiled: it would be no smaller than 2 in most of them."""
CHEAP = SECOND // 10
"""A box is rounded up where it costs no more than this, or twice as much as it must."""
BOX_STEPS = {1: 1024, 2: 128, 3: 16, 4: 8}
"""Boxes are rounded up to multiples of these sizes, for the next question."""
MOST_BLOCKS = 10_001
"""The most ways to forbid all that is to be forbidden that are looked at: more are not listed."""
EXAMPLES = tuple(10**digits for digits in range(6, -1, -1))
"""The largest heap of a position that an error names in place of one out of reach."""
BOUND: ContextVar[int | None] = ContextVar("BOUND", default=None)
"""The most nanoseconds that any search may cost, set where others wait meanwhile."""


class Way(ABC):
    """One way to find P-positions; it remembers those that it has found."""

    is_compiled = True
    reach = COMPILED_REACH

    def __init__(self, game: Definition) -> None:
        self.game = game

    @abstractmethod
    def cost(self, position: Position) -> int | None:
        """The cost to solve a position, ``None`` where this way cannot."""

    def is_worth(self, rounded: Position, position: Position) -> bool:
        """Whether to solve more than a position needs, so that the next question is answered."""
        more, cost = self.cost(rounded), self.cost(position)
        return more is not None and cost is not None and more <= max(2 * cost, CHEAP)

    @abstractmethod
    def knows(self, position: Position) -> bool:
        """Whether the position is solved already."""

    @abstractmethod
    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into the position wins; it is solved where it is not."""

    def p_positions(self, corner: Position) -> Iterator[Position]:
        """The P-positions of the box up to a corner that is known, in order."""
        return filter(self.is_p, product(*(range(heap + 1) for heap in corner)))


class Readable(Way):
    """The readable search."""

    is_compiled = False
    reach = READABLE_REACH

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self._search = Search(game)

    def cost(self, position: Position) -> int | None:
        is_small = positions_under(self.game, position) <= LARGEST
        return plain_cost(self.game, position) if is_small else None

    def knows(self, position: Position) -> bool:
        return self._search.knows(position)

    def is_p(self, position: Position) -> bool:
        if not self.knows(position):
            rounded = self._search.rounded(position)
            self._search.solve(rounded if self.is_worth(rounded, position) else position)
        return self._search.is_p(position)


class Following(Way):
    """The readable search of rules with a memory or with parted heaps."""

    is_compiled = False
    reach = READABLE_REACH

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self._search = Reachable(game)

    def cost(self, position: Position) -> int | None:
        number = situations(self.game, position)
        is_small = number is not None and number <= LARGEST
        return reachable_cost(self.game, position) if is_small else None

    def knows(self, position: Position) -> bool:
        return self._search.knows(position)

    def is_p(self, position: Position) -> bool:
        return self._search.is_p(position)


class PlainBox(Way):
    """The readable search over a box, of which the latest is remembered."""

    is_compiled = False
    reach = READABLE_REACH

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self._corner: Position = ()
        self._found = frozenset[Position]()

    def cost(self, position: Position) -> int | None:
        is_small = positions_under(self.game, position) <= LARGEST
        return plain_cost(self.game, tuple(position)) if is_small else None

    def knows(self, position: Position) -> bool:
        return len(position) == len(self._corner) and all(map(le, position, self._corner))

    def is_p(self, position: Position) -> bool:
        if not self.knows(position):
            self._found = frozenset(p_positions(self.game, [heap + 1 for heap in position]))
            self._corner = tuple(position)
        return tuple(position) in self._found


class Called(Way):
    """The lines of a game in which numbers are called; the latest box of them is remembered."""

    is_compiled = False
    reach = READABLE_REACH

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self._box: CalledBox | None = None

    def cost(self, position: Position) -> int | None:
        is_small = positions_under(self.game, position) <= LARGEST
        return called_cost(self.game, position) if is_small else None

    def knows(self, position: Position) -> bool:
        return self._box is not None and self._box.covers(position)

    def is_p(self, position: Position) -> bool:
        if self._box is None or not self._box.covers(position):
            rounded = _rounded(position)
            corner = rounded if self.is_worth(rounded, position) else position
            self._box = CalledBox(self.game, corner)
        return self._box.is_p(position)


class CompiledBox(Way):
    """The compiled search over a box, of which the latest is remembered."""

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self._is_p: NDArray[Any] | None = None

    def cost(self, position: Position) -> int | None:
        if not 0 < len(position) <= MOST_HEAPS or prod(heap + 1 for heap in position) > LARGEST:
            return None
        return compiled_cost(self.game, tuple(heap + 1 for heap in position))

    def knows(self, position: Position) -> bool:
        box = self._is_p
        return (
            box is not None
            and len(position) == box.ndim
            and all(heap < size for heap, size in zip(position, box.shape, strict=True))
        )

    def is_p(self, position: Position) -> bool:
        from marienbad.solver.table import solve

        if not self.knows(position):
            rounded = _rounded(position)
            corner = rounded if self.is_worth(rounded, position) else position
            try:
                self._is_p = solve(self.game, [heap + 1 for heap in corner]).is_p
            except (OutOfReach, MemoryError):
                if corner == position:
                    raise
                self._is_p = solve(self.game, [heap + 1 for heap in position]).is_p
        assert self._is_p is not None
        return bool(self._is_p[position])

    def p_positions(self, corner: Position) -> Iterator[Position]:
        assert self._is_p is not None
        box = self._is_p[tuple(slice(heap + 1) for heap in corner)]
        return map(tuple, zip(*(places.tolist() for places in box.nonzero()), strict=True))


class Period(Way):
    """The period of a game with one heap, where it is certain; it answers for heaps of any size."""

    @cached_property
    def found(self) -> Periodic | None:
        """The period, searched for when it is first needed."""
        from marienbad.solver.period import periodicity

        try:
            return periodicity(self.game)
        except OutOfReach:
            return None

    def cost(self, position: Position) -> int | None:
        from marienbad.solver.period import LONGEST, SHORTEST, largest_amount

        ruleset = self.game.ruleset
        if ruleset.heaps != 1 or position[0] < SHORTEST or largest_amount(ruleset.takes) is None:
            return None
        return compiled_cost(self.game, (LONGEST,))

    def knows(self, position: Position) -> bool:
        return "found" in vars(self) and self.found is not None

    def is_p(self, position: Position) -> bool:
        assert self.found is not None
        return self.found.at(position[0]) == 1


class CheapestSearch:
    """The outcomes of a game, each found in the cheapest way.

    >>> from marienbad.games.catalogue import define
    >>> search = CheapestSearch(define("rules:heaps 2; take n from one; take n, n from two"))
    >>> search.is_p((3, 5)), search.is_p((300, 301)), search.winning_moves((300, 302))
    (True, False, ((297, 297),))
    >>> one_heap = CheapestSearch(define("rules:heaps 1; take n from one where n in {1, 3, 4}"))
    >>> one_heap.winning_moves((10**100 + 2,))
    ((4,),)
    """

    def __init__(self, game: Definition) -> None:
        self.game = game
        self.period = Period(game)
        self._ways: tuple[Way, ...] = (Following(game),)
        if calls_freely(game.ruleset):
            self._ways = (Called(game), *self._ways)
        self._is_ordered = True
        if game.ruleset.is_plain:
            self._ways = (self.period, CompiledBox(game), Readable(game))
            self._is_ordered = game.ruleset.names_heaps
        elif game.ruleset.fills_boxes:
            self._ways = (CompiledBox(game), PlainBox(game))

    def way(self, position: Position) -> Way:
        """The cheapest way to solve a position."""
        return self.ways(position)[0]

    def ways(self, position: Position) -> list[Way]:
        """The ways to solve a position, the cheapest first; of a single large heap, its period."""
        costs = self._within(position)
        if costs.pop(self.period, None) is not None and self.period.found is not None:
            return [self.period]
        if not costs:
            raise self.refusal(position)
        loading = 0 if is_loaded() else LOADING
        return sorted(costs, key=lambda way: costs[way] + (loading if way.is_compiled else 0))

    def cost(self, position: Position) -> int:
        """What the cheapest way to solve a position costs, apart from loading the compiler.

        Nothing is solved: a single large heap without a period is refused only when it is solved.
        """
        cheapest = min(self._within(position).values())
        return PREPARING + cheapest + listing_cost(self.game, position)

    def check_reach(self, position: Position, bound: int | None = None) -> None:
        """Refuse a position that no way solves within its reach, or within a stricter bound."""
        self._within(position, bound)

    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into the position wins."""
        if self.game.ruleset.memory.block > 1 and state_of(position):
            return blocking.is_lost(self.game, position, self.is_p)
        key = position if self._is_ordered else tuple(sorted(position))
        for way in self._ways:
            if way.knows(key):
                return way.is_p(key)
        *first, last = self.ways(key)
        for way in first:
            # the numbers of a rule may not fit into words, or a table not into memory
            with suppress(OutOfReach, MemoryError):
                return way.is_p(key)
        return last.is_p(key)

    def p_positions(self, corner: Position) -> Iterator[Position]:
        """Every P-position up to a corner, in order.

        >>> from marienbad.games.catalogue import define
        >>> list(CheapestSearch(define("wythoff")).p_positions((2, 3)))
        [(0, 0), (1, 2), (2, 1)]
        """
        self.is_p(corner)  # what is found on the way answers for the whole box
        for way in self._ways if self.game.ruleset.fills_boxes else ():
            if way.knows(corner):
                return way.p_positions(corner)
        return filter(self.is_p, product(*(range(heap + 1) for heap in corner)))

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move to a P-position, sorted; where options may be forbidden, those that win."""
        self.is_p(position)
        if self.game.ruleset.memory.block > 1:
            found = blocking.winning_moves(self.game, position, self.is_p)
            return tuple(sorted(islice(found, MOST_BLOCKS)))
        return self.game.winning_moves(position, self.is_p)

    def _within(self, position: Position, bound: int | None = None) -> dict[Way, int]:
        """The ways within reach and their costs; all of them list the moves of the position."""
        bound = min((b for b in (bound, BOUND.get()) if b is not None), default=None)
        known = self._costs(position, bound)
        found = {way: known[way] for way in known if has_compiler() or not way.is_compiled}
        if not found:
            key = "errors.table_needs_compiler" if known else "errors.table_too_large"
            raise self.refusal(position, bound, key)
        return found

    def _costs(self, position: Position, bound: int | None) -> dict[Way, int]:
        """The ways that would be within reach if the compiler were there, and their costs."""
        listing = listing_cost(self.game, position)
        costs = {way: way.cost(position) for way in self._ways}
        return {
            way: cost
            for way, cost in costs.items()
            if cost is not None and cost + listing <= (way.reach if bound is None else bound)
        }

    def refusal(
        self, position: Position, bound: int | None = None, key: str = "errors.table_too_large"
    ) -> OutOfReach:
        """The error that names a smaller position of as many heaps that is within reach.

        >>> from marienbad.games.catalogue import define
        >>> print(CheapestSearch(define("nim")).refusal((5000, 5000)))
        The search for (5000, 5000) could take more than 60 s of computing: expected smaller \
heaps, such as (1000, 1000).
        """
        seconds = -(-(bound or READABLE_REACH) // SECOND)
        smaller = (tuple(min(heap, size) for heap in position) for size in EXAMPLES)
        fitting = (
            corner
            for corner in smaller
            if corner != position and self._costs(corner, bound).keys() - {self.period}
        )
        example = next(fitting, (0,) * len(position))
        return OutOfReach(key, position=position, bound=seconds, example=example)


def _rounded(position: Position) -> Position:
    step = BOX_STEPS.get(len(position), 1)
    return tuple(-(-(heap + 1) // step) * step - 1 for heap in position)


@lru_cache(maxsize=16)
def search_of(game: Definition) -> CheapestSearch:
    """The search of a game, which remembers what it has found."""
    return CheapestSearch(game)


def has_compiler() -> bool:
    """Whether the modules of the compiled search are installed."""
    return find_spec("numba") is not None


def is_loaded() -> bool:
    """Whether this process has loaded the compiler already."""
    return "numba" in sys.modules
