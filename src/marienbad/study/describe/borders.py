"""Borders: lines through the origin with positions to leave on one side only, and all of them.

In Euclid's game the positions to leave fill the wedge between two such lines. Far positions are put
in the order of their slopes; where that makes few groups, a border lies between two neighbours.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from marienbad.numeration.surds import Surd
from marienbad.study.describe.guesses import simplest
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

SMALLEST_BOX, LARGEST_BOX = 32, 1024
MOST_BORDERS = 6
NARROWEST = 50
"""A side holds at least this part of the slopes."""


class Border(Record):
    """A slope y/x between two bounds, and on which side of it the positions to leave lie."""

    low: Fraction
    high: Fraction
    is_left_above: bool
    """Whether the steeper side is the one to leave."""
    guess: Surd | None


def borders_of(is_p: NDArray[Any], is_symmetric: bool) -> list[Border]:
    """Return the borders of a square box; of a symmetric one those with x ≤ y.

    >>> import numpy as np
    >>> x, y = np.indices((64, 64))
    >>> [str(border.guess) for border in borders_of(y > 2 * x, False)]
    ['2']
    """
    import numpy as np

    size = min(len(is_p), LARGEST_BOX)
    if size < SMALLEST_BOX:
        return []
    x, y = np.indices((size, size))
    is_far = 2 * np.maximum(x, y) >= size
    corner = is_p[:size, :size]
    found = [
        (1 / high, 1 / low, not is_above)
        for low, high, is_above in _sides(corner, is_far & (y >= x), x, y)
    ]
    if not is_symmetric:
        found += _sides(corner, is_far & (x > y), y, x)
    return [Border(*sides, simplest(*sides[:2])) for sides in sorted(found)]


def _sides(
    is_p: NDArray[Any], part: NDArray[Any], small: NDArray[Any], large: NDArray[Any]
) -> list[tuple[Fraction, Fraction, bool]]:
    """Return bounds of the borders by small/large, and whether the side above is to be left."""
    import numpy as np

    small, large, status = small[part], large[part], is_p[part]
    # different fractions with denominators below the size differ by more than 1/size²
    keys = small * is_p.size // large
    order = np.lexsort((status, keys))
    small, large, status, keys = small[order], large[order], status[order], keys[order]
    starts = np.flatnonzero(np.diff(keys, prepend=-1))
    ends = np.append(starts[1:], len(keys)) - 1
    if (status[starts] != status[ends]).any():
        return []
    groups = np.split(starts, np.flatnonzero(np.diff(status[starts].astype(np.int8))) + 1)
    # a few neighbouring slopes are positions that happen to stand alone, not a side
    wide = [group for group in groups if len(group) > 1 and NARROWEST * len(group) >= len(starts)]
    found = [
        (
            Fraction(int(small[below[-1]]), int(large[below[-1]])),
            Fraction(int(small[above[0]]), int(large[above[0]])),
            bool(status[above[0]]),
        )
        for below, above in pairwise(wide)
        if status[below[0]] != status[above[0]]
    ]
    return found if len(found) <= MOST_BORDERS else []
