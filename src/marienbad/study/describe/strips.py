"""The narrowest strip around points of a plane, and every slope that is nearly as good, exactly.

For points (x, s) and a slope u the strip s − u·x has the width max − min, a convex function of u
that is linear between the slopes of the edges of the convex hull. So its least value stands at one
of them, and the slopes with a width up to a bound are an interval with rational ends.
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from marienbad.values import Record

Point = tuple[int, int]


class Strip(Record):
    """The slope of the narrowest strip, its width, and the slopes whose strip is little wider.

    >>> narrowest([(n, n // 2) for n in range(100)], Fraction(0))
    Strip(slope=Fraction(1, 2), width=Fraction(1, 2), low=Fraction(1, 2), high=Fraction(1, 2))
    """

    slope: Fraction
    width: Fraction
    low: Fraction
    high: Fraction


def narrowest(points: Sequence[Point], allowance: Fraction) -> Strip:
    """Return the narrowest strip around points with different x.

    Its ``low`` and ``high`` are the slopes whose strip is wider by the allowance at most.
    """
    upper, lower = hull(points, 1), hull(points, -1)
    slopes = sorted({slope for side in (upper, lower) for slope in _edges(side)})
    widths = [width(upper, lower, slope) for slope in slopes]
    least = min(widths)
    first, last = widths.index(least), len(widths) - 1 - widths[::-1].index(least)
    limit = least + allowance
    reach = upper[-1][0] - upper[0][0]
    low = _crossing(slopes[: first + 1][::-1], widths[: first + 1][::-1], limit, -reach)
    high = _crossing(slopes[last:], widths[last:], limit, reach)
    return Strip((slopes[first] + slopes[last]) / 2, least, low, high)


def width(upper: Sequence[Point], lower: Sequence[Point], slope: Fraction) -> Fraction:
    """Return the width of the strip of this slope around points with these hulls."""
    return max(s - slope * x for x, s in upper) - min(s - slope * x for x, s in lower)


def hull(points: Sequence[Point], side: int) -> list[Point]:
    """Return the upper (side 1) or lower (side −1) convex hull, from left to right.

    >>> hull([(0, 0), (1, 3), (2, 1), (3, 0)], 1)
    [(0, 0), (1, 3), (3, 0)]
    """
    extreme: dict[int, int] = {}
    for x, s in points:
        if x not in extreme or side * s > side * extreme[x]:
            extreme[x] = s
    found: list[Point] = []
    for x, s in sorted(extreme.items()):
        while len(found) > 1:
            (a, b), (c, d) = found[-2:]
            if side * ((c - a) * (s - b) - (d - b) * (x - a)) < 0:
                break
            found.pop()
        found.append((x, s))
    return found


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
