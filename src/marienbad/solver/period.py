"""Periods of single heaps: of octal games, and of any game with one heap.

**Octal games.** Every heap is a game by itself. A move takes a bounded number from one heap,
whatever its size, and may leave nothing, one heap or two: the octal digit of a number that is taken
has 1 where it may leave nothing, 2 where it may leave one heap, 4 where it may leave two. The value
of a heap is the least number that no move from it leads to; that of several heaps is the nim-sum of
their values (Sprague, Grundy).

**The period.** Let at most k be taken, and let G(n + p) = G(n) for n₀ ≤ n < 2n₀ + p + k, where
n₀ ≥ 1. Then it holds for every n ≥ n₀ (R. K. Guy, C. A. B. Smith, The G-values of various games,
Proceedings of the Cambridge Philosophical Society 52 (1956), 514-526). Proof: let n ≥ 2n₀ + p + k,
and let it hold below n. A move from n + p leaves a + b ≥ n + p − k ≥ 2n₀ + 2p, where b may be 0 and
a ≥ b; so a ≥ n₀ + p, and a − p and b can be left from n. Since n₀ ≤ a − p < n, their value is that
of a and b. In the same way every move from n leaves some a ≥ n₀, and a + p can be left from n + p.
So the same values can be reached from n and from n + p. ∎

Where no heap is parted a value follows from the k before it, and it is enough that
G(n + p) = G(n) for n₀ ≤ n < n₀ + k.

>>> kayles = values_of((7, 7))
>>> kayles.period, kayles.value(10**100), [kayles.value(heap) for heap in range(12)]
(Period(start=71, length=12, computed=168), 1, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6])

**One heap** of any rules: the sequence of outcomes or Grundy values. Where no more than m may be
taken and heap sizes play no part, the value of a heap is found from the m values before it, in the
same way for every heap of at least m. So once m values in a row have stood before, all that follows
has followed before: the sequence is periodic for ever, and that is certain. Elsewhere a period that
is seen is only seen.

>>> from marienbad.games.language.rule_text import define_rules
>>> game = define_rules("heaps 1; take n from one where n in {1, 3, 4}")
>>> found = periodicity(game, grundy=True)
>>> found.values, found.preperiod, found.period, found.is_certain
((0, 1, 0, 1, 2, 3, 2), 0, 7, True)
>>> found.at(10**100)
2

Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays,
chapter 4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from math import isqrt
from typing import Any

from marienbad.games.declaration import WHOLE, Bound, Condition, Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, Name, Number, Operation
from marienbad.games.memory import NOTHING
from marienbad.games.ruleset import Ruleset
from marienbad.solver.table import solve
from marienbad.text.problems import InputError, OutOfReach
from marienbad.values import Record

MOST_TAKEN = 1_000
"""The most that may be taken at once."""
MOST_PARTED = 32
"""The most numbers of which the rest may be parted."""
FIRST_HEAPS, MOST_HEAPS = 256, 2**16
"""How many heaps are looked at first, and at most."""
MOST_PAIRS = 2**27
"""The most pairs of parts that are looked at in all: half a second's work."""
LARGEST_VALUE = 255
"""A value is kept in an octet: the heap that would have a larger one ends the sequence."""


class Period(Record):
    """From ``start`` on, every value is that of the heap that is larger by ``length``."""

    start: int
    length: int
    computed: int
    """The heaps below this one were computed, which proves the period."""


class HeapValues:
    """The Grundy values of the heaps of an octal game; what was computed is remembered."""

    def __init__(self, digits: tuple[int, ...]) -> None:
        amounts = [*enumerate(digits, 1)]
        self.digits = digits
        self.emptying = frozenset(amount for amount, digit in amounts if digit & 1)
        self.keeping = tuple(amount for amount, digit in amounts if digit & 2)
        self.parting = tuple(amount for amount, digit in amounts if digit & 4)
        self.bound = MOST_HEAPS // (1 + len(self.keeping) // 64)
        """The values are computed of heaps below it, unless there is a period."""
        if self.parting:
            self.bound = min(MOST_HEAPS // 4, isqrt(4 * MOST_PAIRS // len(self.parting)))
        self._values = bytearray(1)
        self._period: Period | None = None

    @property
    def period(self) -> Period | None:
        """The period, where it can be proved by the heaps below the bound."""
        while self._period is None and len(self._values) < self.bound:
            self._grow()
        return self._period

    def reaches(self, heap: int) -> bool:
        """Whether the value of a heap is known, by its period or from below the bound."""
        while self._period is None and len(self._values) <= min(heap, self.bound - 1):
            self._grow()
        return self._period is not None or heap < len(self._values)

    def value(self, heap: int) -> int:
        """The Grundy value of a heap."""
        if not self.reaches(heap):
            raise OutOfReach("octal.no_period", heap=heap, bound=self.bound)
        return self._values[self._place(heap)]

    def between(self, first: int, end: int) -> bytes:
        """The values of neighbouring heaps that are known.

        >>> list(values_of((7, 7)).between(10**100 - 2, 10**100 + 1))
        [2, 8, 1]
        """
        self.value(max(first, end - 1))
        if end <= len(self._values):
            return bytes(self._values[first:end])
        assert self._period is not None
        start, length = self._period.start, self._period.length
        place = self.like(first)
        cycle = bytes(self._values[start : start + length])
        found = bytes(self._values[place : start + length])
        return (found + cycle * ((end - first) // length + 1))[: end - first]

    def partings(self, rest: int, value: int) -> Iterator[tuple[int, int, int]]:
        """The smaller parts x of a rest whose two parts have a value: first, last and step of some.

        >>> list(values_of((7, 7)).partings(10, 0)), list(values_of((7, 7)).partings(1000, 3))[:2]
        ([(5, 5, 1)], [(5, 5, 1), (17, 17, 1)])
        """
        half = rest // 2
        if half <= 0:
            return
        first, step = half + 1, 1  # from the first on they repeat with the period
        if rest >= len(self._values) and self.value(rest) is not None and self._period:
            first, step = max(self._period.start, 1), self._period.length
        tried = min(half, first + step - 1)
        small = int.from_bytes(self.between(1, tried + 1), "little")
        large = int.from_bytes(self.between(rest - tried, rest), "big")
        sums = (small ^ large).to_bytes(tried, "little")
        place = sums.find(value)
        while place >= 0:
            part = place + 1
            yield (part, half - (half - part) % step, step) if part >= first else (part, part, 1)
            place = sums.find(value, part)

    @property
    def horizon(self) -> int:
        """How far the parts of a heap are looked at one by one."""
        period = self._period
        return self.bound if period is None else period.start + period.length + len(self._values)

    def like(self, heap: int) -> int:
        """The heap of the same value from the beginning or the first period.

        >>> values_of((7, 7)).like(70), values_of((7, 7)).like(1000)
        (70, 76)
        """
        period = self.period
        if period is None or heap < period.start + period.length:
            return heap
        return period.start + int((heap - period.start) % period.length)

    def _place(self, heap: int) -> int:
        """A heap of the same value that was computed."""
        if heap < len(self._values) or self._period is None:
            return heap
        start, length = self._period.start, self._period.length
        return start + int((heap - start) % length)

    def _grow(self) -> None:
        """Compute as many values again, and look for a period."""
        size = min(max(FIRST_HEAPS, 2 * len(self._values)), self.bound)
        for value in islice(self._next_values(), size - len(self._values)):
            if value > LARGEST_VALUE:
                self.bound = len(self._values)
                break
            self._values.append(value)
        self._period = self._proved()

    def _next_values(self) -> Iterator[int]:
        """The values of the next heaps; each is expected to be there when the next is asked for."""
        values = self._values
        while True:
            heap = len(values)
            sums = [bytes([values[heap - amount] for amount in self.keeping if amount < heap])]
            if heap in self.emptying:
                sums.append(bytes(1))
            for amount in self.parting:
                rest = heap - amount
                half = rest // 2
                if half > 0:  # all sums of the values of two parts at once, an octet each
                    small = int.from_bytes(values[1 : half + 1], "little")
                    large = int.from_bytes(values[rest - half : rest], "big")
                    sums.append((small ^ large).to_bytes(half, "little"))
            reached, value = b"".join(sums), 0
            while value <= LARGEST_VALUE and value in reached:
                value += 1
            yield value

    def _proved(self) -> Period | None:
        """The least period from the least heap on, where what was computed proves it."""
        values, most = self._values, len(self.digits)
        size = len(values)
        window = size // 2 if self.parting else most
        # From the end backwards: what is found first is the least period.
        backwards = bytes(reversed(values))
        length = backwards.find(backwards[:window], 1)
        if length < 0:
            return None
        differences = int.from_bytes(values[:-length], "little") ^ int.from_bytes(
            values[length:], "little"
        )
        start = (differences.bit_length() + 7) // 8
        first = max(start, 1)
        needed = first + length + most
        if self.parting:
            needed += first + length
        return Period(start, length, needed) if needed <= size else None


@lru_cache(maxsize=256)
def values_of(digits: tuple[int, ...]) -> HeapValues:
    """The values of the heaps of the octal game with these digits."""
    return HeapValues(digits)


@lru_cache(maxsize=256)
def digits_of(rules: Ruleset) -> tuple[int, ...] | None:
    """The octal digits of rules under which every heap is played by itself; ``None`` of others.

    >>> from marienbad.games.catalogue import define
    >>> digits_of(define("rules:heaps 2; take n from one where n in {1, 3}").ruleset)
    (3, 0, 3)
    >>> digits_of(define("wythoff").ruleset) is digits_of(define("nim").ruleset) is None
    True
    """
    takes = rules.takes
    if rules.memory is not NOTHING or any(t.heaps > 1 or t.places is not None for t in takes):
        return None
    most = largest_amount(takes)
    if most is None or not 0 < most <= MOST_TAKEN:
        return None
    digits = [0] * most
    for take in takes:
        for (amount,) in take.having(parts=WHOLE).vectors((most,)):
            for parts in take.parts:
                digits[amount - 1] |= 1 << parts
    while digits and not digits[-1]:
        digits.pop()
    is_small = sum(1 for digit in digits if digit & 4) <= MOST_PARTED
    return tuple(digits) if digits and is_small else None


LONGEST = 2**22
"""The longest beginning of a sequence that is computed."""
LONGEST_SEEN = 2**14
"""The same where a period is only seen: there all moves may have to be listed."""
SHORTEST = 2**12
SEEN = 4
"""How often a period must be seen where it cannot be certain."""


class Periodic(Record):
    """A sequence that repeats: its values up to the end of the first period."""

    game: Definition
    values: tuple[int, ...]
    preperiod: int
    period: int
    is_certain: bool
    computed: int
    """How many heaps were solved."""

    def at(self, heap: int) -> int:
        """The Grundy value of a heap, or its outcome: 1 for P, 0 for N."""
        if heap < 0:
            raise InputError("errors.heap", text=str(heap))
        if heap >= self.computed and not self.is_certain:
            raise OutOfReach("solver.only_seen", game=self.game.name, bound=self.computed)
        if heap < self.preperiod:
            return self.values[heap]
        return self.values[self.preperiod + (heap - self.preperiod) % self.period]


def periodicity(game: Definition, grundy: bool = False, bound: int = LONGEST) -> Periodic:
    """The period of a game with one heap, certain where the amounts are bounded.

    >>> from marienbad.games.catalogue import define
    >>> periodicity(define("nim"), grundy=True, bound=2**12)
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: ... no period ...
    """
    most = largest_amount(game.box_takes)
    bound = min(bound, LONGEST if most is not None else LONGEST_SEEN)
    size = SHORTEST
    while size <= bound:
        table = solve(game, (size,), grundy)
        values = table.is_p.view("u1") if table.grundy is None else table.grundy
        window = size // SEEN if most is None else most
        found = repetition(values, max(window, 1)) if 2 * window <= size else None
        if found is not None:
            start, period = found
            # What is only seen must have been seen several times.
            if most is not None or start + SEEN * period <= size:
                known = tuple(values[: start + period].tolist())
                return Periodic(game, known, start, period, most is not None, size)
        size *= 4
    raise OutOfReach("solver.no_period", game=game.name, bound=bound)


def largest_amount(takes: Iterable[Take]) -> int | None:
    """The most that can be taken from one heap of any size; ``None`` where there is no limit.

    It is ``None`` also where the heap size plays a part, since no window of values shows it.
    """
    largest = 0
    for take in takes:
        (amount,) = take.amounts
        if take.depends_on_sizes:
            return None
        if isinstance(amount, str):
            limits = [_limit(condition, amount) for condition in take.where]
            known = [limit for limit in limits if limit is not None]
            if not known:
                return None
            amount = min(known)
        largest = max(largest, amount)
    return largest


def _limit(condition: Condition, name: str) -> int | None:
    """The largest number that a condition leaves to a name, where it says so."""
    if isinstance(condition, Bound):
        factor = dict(condition.form.coefficients)[name]
        end = condition.high if factor > 0 else condition.low
        return None if end is None else end // factor
    if isinstance(condition, Formula):
        match condition.expression:
            case Operation("in", (Name(), *members)):
                numbers = [part.value for part in members if isinstance(part, Number)]
                return max(numbers) if len(numbers) == len(members) else None
    return None


def repetition(values: Any, window: int) -> tuple[int, int] | None:
    """Where a sequence begins to repeat and with which period, if its last window stood before."""
    import numpy as np

    # From the end backwards, since searching forwards takes linear time whatever the values.
    octets, width = values[::-1].tobytes(), values.itemsize
    place = octets.find(octets[: window * width], width)
    while place % width and place > 0:
        place = octets.find(octets[: window * width], place + 1)
    if place < 0:
        return None
    period = place // width
    broken = np.flatnonzero(values[:-period] != values[period:])
    return (int(broken[-1]) + 1 if len(broken) else 0), period
