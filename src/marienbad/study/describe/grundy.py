"""What a person would notice in Grundy values."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from marienbad.study.describe.periods import SHOWN_ROWS, Period, additive_period, eventual_period
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


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
