"""Beams: the lines along which the positions to leave of two heaps run away from the origin.

The slopes of the far positions fall into clusters. Each cluster has its narrowest strip; the slopes
whose strip is little wider are the confidence in it. A fit, not a theorem.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from marienbad.numeration.surds import Surd
from marienbad.prover.discovery.strips import Point, Strip, narrowest
from marienbad.study.describe.guesses import simplest
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
