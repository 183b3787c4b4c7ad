"""The slopes that a person would notice: beams, borders, and the simple numbers that they are.

Beams are the lines along which the positions to leave of two heaps run away from the origin. The
slopes of the far positions fall into clusters. Each cluster has its narrowest strip; the slopes
whose strip is little wider are the confidence in it. A fit, not a theorem.

Borders are lines through the origin with positions to leave on one side only, and all of them: in
Euclid's game they fill the wedge between two such lines. Far positions are put in the order of
their slopes; where that makes few groups, a border lies between two neighbours.

The simple number is a guess and no more: a rational, or a root of a quadratic equation. How simple
it is, is measured by |A| + |B| + |C| of its equation As² + Bs + C = 0 in lowest terms (A = 0: a
rational). The simplest number of the interval is offered only if an interval eleven times as wide
holds no other that is as simple.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import gcd, isqrt
from typing import TYPE_CHECKING, Any

from marienbad.numeration.surds import Surd, squarefree
from marienbad.prover.discovery.strips import Point, Strip, narrowest
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray


MOST_COMPLEX = 24
WIDENED = 5

Equation = tuple[int, int, int]


def simplest(low: Fraction, high: Fraction) -> Surd | None:
    """Return the simple number that stands out between two bounds, or ``None``.

    >>> print(simplest(Fraction(1617, 1000), Fraction(1620, 1000)))
    (1 + √5)/2
    >>> print(simplest(Fraction(1499, 1000), Fraction(1501, 1000)))
    3/2
    >>> print(simplest(Fraction(31415, 10000), Fraction(31416, 10000)))
    None
    """
    margin = WIDENED * (high - low)
    near: set[Surd] = set()
    for complexity in range(2, MOST_COMPLEX + 1):
        for equation in equations(complexity):
            near.update(roots(equation, low - margin, high + margin))
        inside = [number for number in near if low <= number <= high]
        if inside:
            return inside[0] if len(near) == 1 else None
    return None


@lru_cache(maxsize=MOST_COMPLEX)
def equations(complexity: int) -> tuple[Equation, ...]:
    """Return the equations As² + Bs + C = 0 of this complexity that do not fall into factors."""
    return tuple(
        (a, b, c)
        for a in range(complexity + 1)
        for rest in range(complexity - a + 1)
        for b in {rest, -rest}
        for c in {complexity - a - rest, a + rest - complexity}
        if gcd(a, b, c) == 1 and (a > 0 or b > 0) and not _is_reducible(a, b, c)
    )


def _is_reducible(a: int, b: int, c: int) -> bool:
    """Whether the equation is of the second degree with rational roots."""
    discriminant = b * b - 4 * a * c
    return a > 0 and discriminant >= 0 and isqrt(discriminant) ** 2 == discriminant


def roots(equation: Equation, low: Fraction, high: Fraction) -> Iterator[Surd]:
    """Return the solution between two bounds, where the sign of the equation changes.

    >>> print(*roots((1, -1, -1), Fraction(1), Fraction(2)))
    (1 + √5)/2
    """
    a, b, c = equation
    signs = [
        a * p * p + b * p * q + c * q * q
        for p, q in ((end.numerator, end.denominator) for end in (low, high))
    ]
    if signs[0] * signs[1] > 0:
        return
    if a == 0:
        yield Surd(-c, 0, b, 2)
        return
    discriminant = b * b - 4 * a * c
    radicand = squarefree(discriminant)
    factor = isqrt(discriminant // radicand)
    for sign in (1, -1):
        root = Surd(-b, sign * factor, 2 * a, radicand)
        if low <= root <= high:
            yield root


SMALLEST_BOX = 48
MOST_A_ROW = 32
"""With more positions to leave for every size of a heap they fill an area."""
GAP = 8
"""Beams whose smaller heaps differ by less, half-way to the edge, are seen as one."""
FEWEST, SHORTEST = 12, 24
"""The fewest far positions of a beam, and the least growth of its smaller heap."""
INNER = 16
"""Positions nearer to the origin than this part of the box belong to no beam."""
ALLOWANCE = Fraction(1, 4)
"""The strip of a slope that still fits may be wider by this much of the smaller heap."""


class Beam(Record):
    """Positions to leave near a line through the box, in terms of the larger and smaller heap.

    ``strip`` holds the smaller heap per unit of the larger one; ``inner`` is the strip that the
    half of the beam nearer to the origin needs, along a line of its own.
    """

    larger: str
    count: int
    strip: Strip
    inner: Strip

    @property
    def is_exact(self) -> bool:
        """Whether the positions lie on the line itself."""
        return self.strip.width == 0

    @property
    def is_steady(self) -> bool:
        """Whether the whole beam needs little more width than its inner half."""
        return self.strip.width <= self.inner.width * Fraction(5, 4) + ALLOWANCE

    @property
    def slopes(self) -> tuple[Fraction, Fraction, Fraction]:
        """The least, the best and the greatest slope y/x that fit."""
        strip = self.strip
        if self.larger == "x":
            return strip.low, strip.slope, strip.high
        return 1 / strip.high, 1 / strip.slope, 1 / strip.low

    @cached_property
    def guess(self) -> Surd | None:
        """A simple slope that fits, where one stands out."""
        return None if self.is_exact else simplest(*self.slopes[::2])

    @property
    def spread(self) -> Fraction:
        """How far y − slope·x goes from its least to its greatest value."""
        return self._height(self.strip)

    @property
    def inner_spread(self) -> Fraction:
        """The same for the half of the beam nearer to the origin, around its own line."""
        return self._height(self.inner)

    def _height(self, strip: Strip) -> Fraction:
        return strip.width if self.larger == "x" else strip.width / strip.slope


def beams_of(is_p: NDArray[Any], is_symmetric: bool) -> list[Beam]:
    """Return the beams of a square box; of a symmetric one those with x ≤ y.

    >>> import numpy as np
    >>> found = beams_of(np.eye(64, dtype=bool), True)
    >>> [(beam.is_exact, beam.slopes[1], beam.count) for beam in found]
    [(True, Fraction(1, 1), 60)]
    """
    import numpy as np

    size = len(is_p)
    positions = np.argwhere(is_p)
    if size < SMALLEST_BOX or len(positions) > MOST_A_ROW * size:
        return []
    x, y = positions[:, 0], positions[:, 1]
    found = half_beams("y", positions[y >= x][:, ::-1], size)
    if not is_symmetric:
        found += half_beams("x", positions[x > y], size)
    return sorted(found, key=lambda beam: beam.slopes[1])


def half_beams(larger: str, points: NDArray[Any], size: int) -> list[Beam]:
    """Return the beams among points (larger heap, smaller heap)."""
    import numpy as np

    far = points[2 * points[:, 0] >= size]
    scale = size * size
    order = far[np.argsort(far[:, 1] * scale // np.maximum(far[:, 0], 1), kind="stable")]
    ratio = order[:, 1] * scale // np.maximum(order[:, 0], 1)
    clusters = np.split(order, np.flatnonzero(np.diff(ratio) > GAP * size) + 1)
    found = (beam_of(larger, cluster, points, size) for cluster in clusters)
    return [beam for beam in found if beam is not None]


def beam_of(larger: str, cluster: NDArray[Any], points: NDArray[Any], size: int) -> Beam | None:
    """Return the beam to which a cluster of far points belongs, if it is one."""
    if len(cluster) < FEWEST or len({*cluster[:, 0].tolist()}) < 2:
        return None
    first = narrowest(cluster)
    if first.width > Fraction(size, INNER):
        return None
    members = [(x, s) for x, s in points.tolist() if _belongs((x, s), first, cluster, size)]
    lengths = [small for _, small in members]
    if max(lengths) - min(lengths) < SHORTEST:
        return None
    strip = narrowest(members, lambda width: max(ALLOWANCE, width / 8) if width else width)
    if strip.low <= 0:
        return None
    near = [point for point in members if 2 * point[0] < size]
    if len({large for large, _ in near}) < 2:
        return None
    inner = narrowest(near)
    return Beam(larger, len(members), strip, inner) if inner.slope > 0 else None


def _belongs(point: Point, strip: Strip, cluster: NDArray[Any], size: int) -> bool:
    """Whether a point lies in the strip of a cluster, or just outside."""
    large, small = point
    if large * INNER < size:
        return False
    far_large, far_small = (int(part) for part in cluster[len(cluster) // 2])
    deviation = small - far_small - strip.slope * (large - far_large)
    return abs(deviation) <= 2 * strip.width + 1


SMALLEST_BORDERED, LARGEST_BOX = 32, 1024
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
    if size < SMALLEST_BORDERED:
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
