"""Who wins from each heap at each place of an order, heap by heap, until it repeats.

What is known of a heap is one number, its *column*: bit s says whether party A wins if the player
at index s of the order has left this heap. No more than m can be taken, so that the column of a
heap of at least m is found from the m columns before it, always in the same way. Once m columns in
a row have stood before, all that follows has followed before: the columns repeat for ever.

Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays,
chapter 4, where the players alternate.
"""

from array import array
from bisect import bisect_left
from functools import lru_cache

from marienbad.games.amounts import MOST_AMOUNTS
from marienbad.games.definition import Definition
from marienbad.games.order import PARTIES, OrderRules
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

LONGEST = 2**16
"""The most heaps that are solved to find a period."""
SHORTEST = 2**8
COLUMN, AMOUNT = 1_500, 150
"""Nanoseconds for a column, and for each amount that may be taken."""


class Repeating(Record):
    """From which heap on the columns repeat, and after how many heaps."""

    start: int
    period: int


class Outcomes:
    """The parties that win, of a game with an order, as far as they were asked for."""

    def __init__(self, game: Definition) -> None:
        rules = game.ruleset
        assert isinstance(rules, OrderRules)
        self._order, self._amounts = rules.order, rules.amounts
        own = sum(1 << index for index, party in enumerate(self._order) if party == PARTIES[0])
        others = (1 << len(self._order)) - 1 - own
        self._own, self._others = own, others
        self._stuck = own if game.is_misere else others
        self._columns = array("Q", [others if game.is_misere else own])
        self._is_searched = False
        self._found: Repeating | None = None

    def winner(self, heap: int, place: int) -> str:
        """The party that wins where the player at a place of the order is to play."""
        return self.winner_after(heap, (place - 1) % len(self._order))

    def winner_after(self, heap: int, place: int) -> str:
        """The party that wins where the player at a place of the order has left a heap."""
        return PARTIES[not self._columns[self._known(heap)] >> place & 1]

    def like(self, heap: int) -> int:
        """The first heap with the same winners, by the period; the heap itself before it."""
        found = self.repeating if heap >= SHORTEST else self._found
        if found is None or heap < found.start:
            return heap
        return found.start + (heap - found.start) % found.period

    @property
    def repeating(self) -> Repeating | None:
        """The period, ``None`` where it would be found beyond :data:`LONGEST` heaps only."""
        size = SHORTEST
        while not self._is_searched:
            self._solve(size)
            self._found = repetition(self._columns, self._amounts[-1])
            self._is_searched = self._found is not None or size >= LONGEST
            size *= 2
        return self._found

    def _known(self, heap: int) -> int:
        """A heap whose column is solved and the same."""
        like = self.like(heap)
        if like >= LONGEST:
            raise OutOfReach("order.no_period", heap=heap, bound=LONGEST)
        self._solve(like + 1)
        return like

    def _solve(self, size: int) -> None:
        columns, last = self._columns, len(self._order) - 1
        for heap in range(len(columns), size):
            some, every = 0, self._own | self._others
            for amount in self._amounts:
                if amount > heap:
                    break
                column = columns[heap - amount]
                some |= column
                every &= column
            wins = some & self._own | every & self._others
            if self._amounts[0] > heap:
                wins = self._stuck
            columns.append(wins >> 1 | (wins & 1) << last)


def repetition(values: "array[int]", window: int) -> Repeating | None:
    """Where a sequence begins to repeat and after how many, if its last window stood before.

    >>> repetition(array("Q", [9, 8, 1, 2, 3, 1, 2, 3, 1, 2]), 3)
    Repeating(start=2, period=3)
    """
    # from the end backwards, so that the shortest period is found
    octets, width = values[::-1].tobytes(), values.itemsize
    place = octets.find(octets[: window * width], width)
    while place > 0 and place % width:
        place = octets.find(octets[: window * width], place + 1)
    if place < 0 or len(values) < window:
        return None
    period = place // width
    whole = memoryview(values.tobytes())
    ends = len(whole) - place

    def repeats_from(start: int) -> bool:
        return whole[start * width : ends] == whole[start * width + place :]

    return Repeating(bisect_left(range(len(values) - period), True, key=repeats_from), period)


def solving_cost(game: Definition, heap: int) -> int:
    """At most how many nanoseconds it takes to know a heap; of a large one, to find the period."""
    assert isinstance(game.ruleset, OrderRules)
    # twice as much may be solved as is asked for
    heaps = max(SHORTEST, min(2 * heap + 2, LONGEST))
    return heaps * (COLUMN + AMOUNT * min(len(game.ruleset.amounts), MOST_AMOUNTS))


@lru_cache(maxsize=16)
def outcomes_of(game: Definition) -> Outcomes:
    """The outcomes of a game, which remember what was found."""
    return Outcomes(game)
