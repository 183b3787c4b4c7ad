"""The outcome of any position: which engine finds it, by the kind of the moves and the sizes.

| positions | engine |
|---|---|
| numbers are called, any heap may be chosen | lines of called numbers |
| others with a memory, or with parted heaps | all that can follow is looked at |
| one large heap, bounded amounts | the period, where there is one |
| few of them, or few in ascending order | the readable search |
| moves that are the same everywhere | rows of bits |
| all others, where numba is installed | the compiled search over a box |

Limits of size are checked before any work begins (:meth:`OutcomeSearch.check_reach`); a search that
takes longer than :data:`DEADLINE` is ended.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cached_property, lru_cache
from importlib.util import find_spec
from itertools import islice, product
from math import prod
from operator import lt
from typing import TYPE_CHECKING, Any, Protocol

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, state_of
from marienbad.solver import bits
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.solver.reachable import (
    CalledBox,
    Reachable,
    calls_freely,
    is_lost,
    situations,
    winning_blocks,
)
from marienbad.solver.reference import Search, count_sorted_positions
from marienbad.solver.table import LARGEST_FOLLOWED
from marienbad.text.problems import OutOfReach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from marienbad.solver.period import Periodic

LARGEST = 2**20
"""The most positions that are solved to answer a question: 1,024 in each of two named heaps."""
LARGEST_READABLE = 2**16
"""The most of these that are solved one by one in Python."""
FEW, FEWEST = 2**11, 2**6
"""So many are not worth loading the compiler, nor calling it where it is loaded."""
MOST_HEAPS = 8
"""With more heaps no box is solved: it would be no smaller than 2 in most of them."""
COUNTED = 2**14
"""The most heaps and objects in a heap with which positions in ascending order are counted."""
DEADLINE = 60
"""Seconds that a search may take."""
BOX_STEPS = {1: 1024, 2: 128, 3: 16, 4: 8}
"""Boxes are rounded up to multiples of these, by the number of heaps, for the next question."""
ROUNDED = 2**14
"""A box is rounded up to so many positions, or to twice as many as it must have."""
MOST_BLOCKS = 10_001
"""The most ways to forbid all that is to be forbidden that are looked at: more are not listed."""
EXAMPLES = tuple(10**digits for digits in range(6, -1, -1))
"""The largest heap of a position that an error names in place of one out of reach."""


class Engine(Protocol):
    """Finds the P-positions under a position, and remembers what it has found."""

    def knows(self, position: Position) -> bool:
        """Whether the position is solved already."""

    def solve(self, position: Position) -> None:
        """Solve a position and all under it."""

    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into a position that is solved wins."""


class Called:
    """The lines of a game in which numbers are called; the latest box is remembered."""

    def __init__(self, game: Definition) -> None:
        self.game = game
        self._box: CalledBox | None = None

    def knows(self, position: Position) -> bool:
        return self._box is not None and self._box.covers(position)

    def solve(self, position: Position) -> None:
        self._box = CalledBox(self.game, _rounded(position))

    def is_p(self, position: Position) -> bool:
        assert self._box is not None
        return self._box.is_p(position)


class Box:
    """A box of positions, by rows of bits or by the compiled search; the latest is remembered."""

    def __init__(self, game: Definition, is_compiled: bool) -> None:
        self.game, self.is_compiled = game, is_compiled
        self._sizes: tuple[int, ...] = ()
        self._lines: list[int] = []
        self._table: NDArray[Any] | None = None

    def knows(self, position: Position) -> bool:
        sizes = self._sizes
        return len(position) == len(sizes) > 0 and all(map(lt, position, sizes))

    def solve(self, position: Position) -> None:
        """Solve a larger box than is needed, where that is possible."""
        for corner in (_rounded(position), position):
            sizes = tuple(heap + 1 for heap in corner)
            try:
                self._solve(sizes)
            except (OutOfReach, MemoryError):
                if corner == position:
                    raise
            else:
                self._sizes = sizes
                return

    def _solve(self, sizes: tuple[int, ...]) -> None:
        from marienbad.solver.table import solve

        if self.is_compiled:
            self._table = solve(self.game, sizes).is_p
            return
        lines = bits.outcomes(self.game, sizes)
        if lines is None:
            raise too_large(sizes, LARGEST, ())
        self._lines = lines

    def is_p(self, position: Position) -> bool:
        if self._table is not None:
            return bool(self._table[position])
        number = 0
        for heap, size in zip(position[:-1], self._sizes, strict=False):
            number = number * size + heap
        return bool(self._lines[number] >> position[-1] & 1)


class Period:
    """The period of a game with one heap; it answers for heaps of any size."""

    def __init__(self, game: Definition) -> None:
        self.game = game

    @cached_property
    def found(self) -> Periodic | None:
        """The period, searched for when it is first needed; ``None`` where none is found."""
        from marienbad.solver.period import periodicity

        try:
            return periodicity(self.game)
        except OutOfReach:
            return None

    def serves(self, position: Position) -> bool:
        """Whether the heap is large, and there may be a period that is certain."""
        from marienbad.solver.period import SHORTEST, largest_amount

        ruleset = self.game.ruleset
        is_large = ruleset.is_plain and ruleset.heaps == 1 and position[0] >= SHORTEST
        return is_large and largest_amount(ruleset.takes) is not None

    def knows(self, position: Position) -> bool:
        return "found" in vars(self) and self.found is not None

    def solve(self, position: Position) -> None:
        if self.found is None:
            raise too_large(position, LARGEST, (LARGEST - 1,))

    def is_p(self, position: Position) -> bool:
        assert self.found is not None
        return self.found.at(position[0]) == 1


class OutcomeSearch:
    """The outcomes of a game, each found by the engine that suits it.

    >>> from marienbad.games.catalogue import define
    >>> search = OutcomeSearch(define("rules:heaps 2; take n from one; take n, n from two"))
    >>> search.is_p((3, 5)), search.is_p((300, 301)), search.winning_moves((300, 302))
    (True, False, ((297, 297),))
    >>> one_heap = OutcomeSearch(define("rules:heaps 1; take n from one where n in {1, 3, 4}"))
    >>> one_heap.winning_moves((10**100 + 2,))
    ((4,),)
    """

    def __init__(self, game: Definition) -> None:
        self.game = game
        self.period = Period(game)
        self.bit_rows, self.compiled = Box(game, False), Box(game, True)
        self.readable, self._called, self._following = Search(game), Called(game), Reachable(game)
        self._engines: tuple[Engine, ...] = (
            *(self.period, self.bit_rows, self.compiled),
            *(self.readable, self._called, self._following),
        )
        # where options may be forbidden, the order of heaps is kept: nothing is gained by sorting
        self._is_ordered = not game.ruleset.is_plain or game.ruleset.names_heaps

    def engine(self, position: Position) -> Engine:
        """What solves a position, by its size and by the kind of the moves.

        A position beyond the limits of size is refused; nothing is solved, but for the period of
        a large heap.
        """
        if self.period.serves(position) and (self.period.found or position[0] >= LARGEST):
            return self.period
        if not self._is_within(position):
            raise self.refusal(position)
        if calls_freely(self.game.ruleset):
            return self._called
        if not self.game.ruleset.fills_boxes:
            return self._following
        number, is_box = self._number(position), _is_box(position)
        is_compiled = is_loaded() and has_compiler()
        is_quick = len(position) <= 2 or not is_compiled  # rows of many heaps are long
        if is_box and is_quick and bits.fits(self.game, tuple(heap + 1 for heap in position)):
            return self.bit_rows
        if number <= (FEWEST if is_compiled else FEW):
            return self.readable
        if is_box and has_compiler():
            return self.compiled
        if number > LARGEST_READABLE:
            key = "errors.table_needs_compiler"
            raise OutOfReach(key, position=position, bound=LARGEST_READABLE)
        return self.readable

    def _is_within(self, position: Position) -> bool:
        """Whether a position is within the limits of size."""
        if calls_freely(self.game.ruleset):
            return self._number(position) <= LARGEST
        if not self.game.ruleset.fills_boxes:
            number = situations(self.game, position)
            return number is not None and number <= LARGEST_FOLLOWED
        return _is_box(position) or self._number(position) <= LARGEST_READABLE

    def _number(self, position: Position) -> int:
        """How many positions under one are looked at one by one; of many heaps each counts."""
        is_sorted = not self._is_ordered or calls_freely(self.game.ruleset)
        if is_sorted and max(position, default=0) + len(position) <= COUNTED:
            number = count_sorted_positions(position)
        else:
            number = prod(heap + 1 for heap in position)
        return number * (len(position) if len(position) > MOST_HEAPS else 1)

    def check_reach(self, position: Position) -> None:
        """Refuse a position beyond the limits of size; one large heap is refused when solved."""
        if not self.period.serves(position):
            self.engine(position)

    def _key(self, position: Position) -> Position:
        return position if self._is_ordered else tuple(sorted(position))

    def is_p(self, position: Position) -> bool:
        """Whether whoever has just moved into the position wins."""
        if self.game.ruleset.memory.block > 1 and state_of(position):
            return is_lost(self.game, position, self.is_p)
        key = self._key(position)
        return self._solved(key).is_p(key)

    def _solved(self, position: Position) -> Engine:
        """The engine that knows a position, after it has solved it."""
        for engine in self._engines:
            if engine.knows(position):
                return engine
        engine = self.engine(position)
        try:
            with clock.within(DEADLINE):
                engine.solve(position)
        except TimeIsUp:
            clock.check()  # a stricter limit of whoever asks
            smaller = tuple(heap // 2 for heap in position)
            raise OutOfReach(
                "errors.search_too_long", position=position, bound=DEADLINE, example=smaller
            ) from None
        except (OutOfReach, MemoryError):
            # the numbers of a rule may not fit into words, or a table not into memory
            if engine is self.readable or self._number(position) > LARGEST_READABLE:
                raise
            self.readable.solve(position)
            return self.readable
        return engine

    def p_positions(self, corner: Position) -> Iterator[Position]:
        """Every P-position up to a corner, in order.

        >>> from marienbad.games.catalogue import define
        >>> list(OutcomeSearch(define("wythoff")).p_positions((2, 3)))
        [(0, 0), (1, 2), (2, 1)]
        """
        positions = product(*(range(heap + 1) for heap in corner))
        if not self.game.ruleset.fills_boxes:
            return filter(self.is_p, positions)
        engine = self._solved(self._key(corner))  # it knows the whole box
        return (position for position in positions if engine.is_p(self._key(position)))

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move to a P-position, sorted; where options may be forbidden, those that win."""
        self.is_p(position)
        if self.game.ruleset.memory.block > 1:
            found = winning_blocks(self.game, position, self.is_p)
            return tuple(sorted(islice(found, MOST_BLOCKS)))
        return self.game.winning_moves(position, self.is_p)

    def refusal(self, position: Position) -> OutOfReach:
        """The error that names a smaller position of as many heaps that is within reach.

        >>> from marienbad.games.catalogue import define
        >>> print(OutcomeSearch(define("nim")).refusal((5000, 5000)))
        The search for (5000, 5000) would look at more than 1,048,576 positions: expected smaller \
heaps, such as (1000, 1000).
        """
        smaller = (tuple(min(heap, size) for heap in position) for size in EXAMPLES)
        fitting = (corner for corner in smaller if corner != position and self._is_within(corner))
        return too_large(position, LARGEST, next(fitting, (0,) * len(position)))


def _is_box(position: Position) -> bool:
    return 0 < len(position) <= MOST_HEAPS and prod(heap + 1 for heap in position) <= LARGEST


def too_large(position: Position, bound: int, example: Position) -> OutOfReach:
    return OutOfReach("errors.table_too_large", position=position, bound=bound, example=example)


def _rounded(position: Position) -> Position:
    """A larger corner for the next question, where it has not many more positions."""
    step = BOX_STEPS.get(len(position), 1)
    rounded = tuple(-(-(heap + 1) // step) * step - 1 for heap in position)
    more, needed = (prod(heap + 1 for heap in corner) for corner in (rounded, position))
    return rounded if more <= min(max(2 * needed, ROUNDED), LARGEST) else tuple(position)


@lru_cache(maxsize=16)
def search_of(game: Definition) -> OutcomeSearch:
    """The search of a game, which remembers what it has found."""
    return OutcomeSearch(game)


def has_compiler() -> bool:
    """Whether the modules of the compiled search are installed."""
    return find_spec("numba") is not None


def is_loaded() -> bool:
    """Whether this process has loaded the compiler already."""
    return "numba" in sys.modules
