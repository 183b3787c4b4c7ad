"""The narrowest strip around points of a plane, and every slope that is nearly as good, exactly.

For points (x, s) and a slope u the strip s − u·x has the width max − min, a convex function of u
that is linear between the slopes of the edges of the convex hull. So its least value stands at one
of them, and the slopes with a width up to a bound are an interval with rational ends.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

Point = tuple[int, int]


class Strip(Record):
    """The slope of the narrowest strip, its width, and the slopes whose strip is little wider.

    >>> narrowest([(n, n // 2) for n in range(100)])
    Strip(slope=Fraction(1, 2), width=Fraction(1, 2), low=Fraction(1, 2), high=Fraction(1, 2))
    """

    slope: Fraction
    width: Fraction
    low: Fraction
    high: Fraction


def narrowest(
    points: NDArray[Any] | Sequence[Point],
    allowance: Callable[[Fraction], Fraction] = lambda _: Fraction(0),
) -> Strip:
    """Return the narrowest strip around points, of which at least two have different x.

    Its ``low`` and ``high`` are the slopes whose strip is wider by the allowance at most, which
    may depend on the least width.
    """
    upper, lower = hulls(points)
    slopes = sorted({slope for side in (upper, lower) for slope in _edges(side)})
    widths = [width(upper, lower, slope) for slope in slopes]
    least = min(widths)
    first, last = widths.index(least), len(widths) - 1 - widths[::-1].index(least)
    limit = least + allowance(least)
    reach = upper[-1][0] - upper[0][0]
    low = _crossing(slopes[: first + 1][::-1], widths[: first + 1][::-1], limit, -reach)
    high = _crossing(slopes[last:], widths[last:], limit, reach)
    return Strip((slopes[first] + slopes[last]) / 2, least, low, high)


def width(upper: Sequence[Point], lower: Sequence[Point], slope: Fraction) -> Fraction:
    """Return the width of the strip of this slope around points with these hulls."""
    return max(s - slope * x for x, s in upper) - min(s - slope * x for x, s in lower)


def hulls(points: NDArray[Any] | Sequence[Point]) -> tuple[list[Point], list[Point]]:
    """Return the upper and the lower convex hull, each from left to right.

    >>> hulls([(0, 0), (1, 3), (2, 1), (3, 0)])
    ([(0, 0), (1, 3), (3, 0)], [(0, 0), (3, 0)])
    """
    import numpy as np

    x, s = np.asarray(points, np.int64).T
    if (x[1:] < x[:-1]).any():
        order = np.argsort(x, kind="stable")
        x, s = x[order], s[order]
    firsts = np.flatnonzero(np.append(True, x[1:] > x[:-1]))
    x, top, bottom = x[firsts], np.maximum.reduceat(s, firsts), np.minimum.reduceat(s, firsts)
    return _corners(x, top, 1), _corners(x, bottom, -1)


def _corners(x: NDArray[Any], s: NDArray[Any], side: int) -> list[Point]:
    """Return the corners of the hull of points with growing x, on one side.

    A point on or below the line through its neighbours is no corner of the upper hull; all of
    these are left out at once, again and again, so that millions of points take little time.
    """
    import numpy as np

    while len(x) > 2:
        is_corner = np.ones(len(x), np.bool_)
        rises = (s[1:-1] - s[:-2]) * (x[2:] - x[:-2]) - (x[1:-1] - x[:-2]) * (s[2:] - s[:-2])
        is_corner[1:-1] = side * rises > 0
        if is_corner.all():
            break
        x, s = x[is_corner], s[is_corner]
    return list(zip(x.tolist(), s.tolist(), strict=True))


def _edges(side: Sequence[Point]) -> list[Fraction]:
    return [Fraction(d - b, c - a) for (a, b), (c, d) in pairwise(side)]


def _crossing(
    slopes: Sequence[Fraction], widths: Sequence[Fraction], limit: Fraction, reach: int
) -> Fraction:
    """Return the last slope on one side whose strip is not wider than the limit."""
    for number in range(1, len(slopes)):
        if widths[number] > limit:
            before, after = slopes[number - 1], slopes[number]
            part = (limit - widths[number - 1]) / (widths[number] - widths[number - 1])
            return before + (after - before) * part
    # beyond the last edge the width grows with the whole length of the strip
    return slopes[-1] + (limit - widths[-1]) / reach
