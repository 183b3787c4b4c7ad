"""One heap: the sequence of outcomes or Grundy values, its pre-period and its period.

Where no more than m may be taken and heap sizes play no part, the value of a heap is found from the
m values before it, in the same way for every heap of at least m. So once m values in a row have
stood before, all that follows has followed before: the sequence is periodic for ever, and that
is certain. Elsewhere a period that is seen is only seen.

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

from collections.abc import Iterable
from typing import Any

from marienbad.games.declaration import Bound, Condition, Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, Name, Number, Operation
from marienbad.solver.table import solve
from marienbad.text.problems import InputError, OutOfReach
from marienbad.values import Record

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
