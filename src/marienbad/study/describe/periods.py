"""Eventual periods of sequences, as far as they can be seen, or proved for a subtraction game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marienbad.games.ruleset import Ruleset
from marienbad.solver.period import largest_amount, repetition
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHORTEST = 12
SHOWN_ROWS = 8
"""The number of rows whose periods are looked for."""


class Period(Record):
    """From ``start`` on, what comes ``length`` later is larger by ``rise``."""

    start: int
    length: int
    rise: int = 0


def eventual_period(values: NDArray[Any]) -> Period | None:
    """Return the least period that holds from the middle on, three times over, where it began.

    >>> import numpy as np
    >>> eventual_period(np.array([9, 9, *[0, 1, 2] * 8]))
    Period(start=2, length=3, rise=0)
    """
    size = len(values)
    found = repetition(values, size // 2) if size >= SHORTEST else None
    return Period(*found) if found is not None and found[1] <= size // 4 else None


def additive_period(values: NDArray[Any]) -> Period | None:
    """Return the period of the differences, with what a period adds.

    >>> import numpy as np
    >>> additive_period(np.array([5, *(n + n % 2 for n in range(20))]))
    Period(start=1, length=2, rise=2)
    """
    import numpy as np

    found = eventual_period(np.diff(values.astype(np.int64)))
    if found is None:
        return None
    rise = int(values[found.start + found.length]) - int(values[found.start])
    return Period(found.start, found.length, rise)


def is_proved(rules: Ruleset, period: Period, size: int) -> bool:
    """Whether the values of a game of one heap below a size prove their period.

    Where at most m can be taken, and what may be taken does not depend on the heap, a value is
    decided by the m before it; so it is enough that m values in a row have come again.
    """
    if not rules.is_plain:  # the parts of a heap are decided by all smaller heaps
        return False
    most = largest_amount(rules.takes)
    return most is not None and period.start + period.length + most <= size
