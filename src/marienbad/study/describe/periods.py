"""What repeats: eventual periods as far as they are seen or proved, and facts of Grundy values."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from marienbad.games.ruleset import Ruleset
from marienbad.solver.period import largest_amount, repetition
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


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


class Grundy(Record):
    """What is noticed in the Grundy values: the greatest, repetitions, and periods of rows."""

    greatest: int
    at: tuple[int, ...]
    is_nim_sum: bool
    repeats: bool
    """Whether a row holds a value twice."""
    complete: int
    """Every row x < size/4 holds all values below this one."""
    periods: tuple[tuple[int, Period], ...]


def nim_sums(sizes: tuple[int, ...]) -> Array:
    """Return the nim-sum of every position of a box.

    >>> nim_sums((2, 3)).tolist()
    [[0, 1, 2], [1, 0, 3]]
    """
    import numpy as np

    sides = np.ix_(*(np.arange(size) for size in sizes))
    return np.asarray(reduce(np.bitwise_xor, sides))


def grundy_of(table: Any) -> Grundy:
    """Return what is noticed in the Grundy values of a box."""
    import numpy as np

    values = np.asarray(table)
    place = tuple(int(n) for n in np.unravel_index(np.argmax(values), values.shape))
    rows = values.reshape(-1, values.shape[-1])
    ordered = np.sort(rows, axis=1)
    shown = rows[:SHOWN_ROWS] if values.ndim <= 2 else ()
    periods = ((x, eventual_period(row) or additive_period(row)) for x, row in enumerate(shown))
    return Grundy(
        int(values[place]),
        place,
        np.array_equal(values, nim_sums(values.shape)),
        bool((ordered[:, 1:] == ordered[:, :-1]).any()),
        least_missing(rows[: max(1, len(rows) // 4)]) if values.ndim == 2 else 0,
        tuple((x, period) for x, period in periods if period is not None),
    )


def least_missing(rows: Array) -> int:
    """Return the least value that one of the rows lacks.

    >>> import numpy as np
    >>> least_missing(np.array([[0, 1, 2], [1, 0, 3]]))
    2
    """
    import numpy as np

    least: int = rows.shape[1]
    for row in rows:
        present = np.zeros(rows.shape[1] + 1, dtype=bool)
        present[row[row < len(present)]] = True
        least = min(least, int(np.argmin(present)))
    return least
