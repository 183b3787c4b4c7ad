"""The moves of a ruleset inside a box, as data for the compiled search.

Where the conditions of a take speak of the amounts alone, the moves are the same at every position:
single vectors, and *rays* base + t·step, made of the progressions of :mod:`marienbad.solver.lines`.
Amounts that may differ by so much are a *band* of parallel rays, thousands of them at times. A take
with more freedom than a line is kept as a *region*, one that speaks of the heap sizes as a
*conditional* take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import gcd

from marienbad.games.declaration import Take
from marienbad.games.expressions import Formula
from marienbad.solver.lines import SHORT, Line, differences_of, lines_of, spans_of
from marienbad.solver.listing import MOST_BITS, Placed, placed
from marienbad.values import Record

FORMULA_LINES = 16
"""The most lines on which formulas are worked out."""

Vector = tuple[int, ...]


class Ray(Record):
    """The vectors base + t·step: as many as ``count``, or all those inside the box."""

    base: Vector
    step: Vector
    count: int | None = None

    def contains(self, vector: Vector) -> bool:
        """Whether the vector lies on a ray that ends at the edge of the box.

        >>> Ray((1, 2), (2, 4)).contains((5, 10)), Ray((1, 2), (2, 4)).contains((4, 8))
        (True, False)
        """
        if self.count is not None:
            return False
        axis = next(axis for axis, length in enumerate(self.step) if length)
        times, rest = divmod(vector[axis] - self.base[axis], self.step[axis])
        return times >= 0 and rest == 0 and self.at(times) == vector

    def at(self, times: int) -> Vector:
        return tuple(
            start + times * length for start, length in zip(self.base, self.step, strict=True)
        )


class Band(Record):
    """Rays with step 1 in two heaps: for each difference of what is taken from them, all amounts.

    >>> [ray.base for ray in Band((0, 1), range(-4, 5, 4), 2).rays]
    [(1, 5), (1, 1), (5, 1)]
    """

    pair: tuple[int, int]
    """The two heaps, in order."""
    differences: range
    """By how much more may be taken from the first of them than from the second."""
    heaps: int

    def __len__(self) -> int:
        return len(self.differences)

    @property
    def step(self) -> Vector:
        return tuple(int(heap in self.pair) for heap in range(self.heaps))

    @property
    def rays(self) -> Iterator[Ray]:
        return (Ray(self.base(difference), self.step) for difference in self.differences)

    def base(self, difference: int) -> Vector:
        """The least vector with a difference."""
        first, second = self.pair
        base = [0] * self.heaps
        base[first], base[second] = 1 + max(difference, 0), 1 + max(-difference, 0)
        return tuple(base)

    def exchanged(self, heap: int) -> Band:
        """The band with two neighbouring heaps exchanged."""
        names = {heap: heap + 1, heap + 1: heap}
        first, second = (names.get(place, place) for place in self.pair)
        band = Band((first, second), self.differences, self.heaps)
        return band if first < second else band.turned

    @property
    def turned(self) -> Band:
        """The same band, told from the other heap of the two."""
        opposite = range(-self.differences[-1], 1 - self.differences[0], self.differences.step)
        return Band(self.pair[::-1], opposite, self.heaps)


Shape = tuple[Placed, dict[str, int] | None, list[Line] | Band | None]
"""A take with its heaps, the limits of its names, and its lines."""


class Moves(Record):
    """What may be taken inside a box."""

    vectors: frozenset[Vector]
    lone: frozenset[Ray]
    """The rays that are in no band."""
    bands: frozenset[Band]
    regions: tuple[Placed, ...]
    conditional: tuple[Placed, ...]

    @cached_property
    def rays(self) -> frozenset[Ray]:
        """All rays, one by one."""
        return self.lone.union(*(band.rays for band in self.bands))

    @property
    def least(self) -> list[Vector]:
        """Moves of which at least one fits into every position that has a move."""
        bases = [ray.base for ray in self.lone]
        for band in self.bands:
            # of the differences of one sign, the least asks for the least from either heap
            near = [d for d in band.differences if abs(d) < band.differences.step]
            ends = near or [min(band.differences, key=abs)]
            bases += [band.base(difference) for difference in ends]
        return [*self.vectors, *bases]

    @property
    def is_symmetric(self) -> bool:
        """Whether exchanging heaps changes nothing, as far as vectors and rays tell."""
        some = next(iter(self.least), ())
        return not self.regions and all(
            frozenset(_exchanged(vector, heap) for vector in self.vectors) == self.vectors
            and frozenset(
                Ray(_exchanged(ray.base, heap), _exchanged(ray.step, heap), ray.count)
                for ray in self.lone
            )
            == self.lone
            and frozenset(band.exchanged(heap) for band in self.bands) == self.bands
            for heap in range(len(some) - 1)
        )


def moves_of(takes: Iterable[Take], sizes: Sequence[int]) -> Moves:
    """The moves inside a box, whose heaps are smaller than the sizes.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> moves = moves_of(WythoffRules(b=4).takes, (100, 100))
    >>> for ray in sorted(moves.rays, key=lambda ray: ray.base):
    ...     print(ray.base, ray.step)
    (0, 4) (0, 4)
    (1, 1) (1, 1)
    (4, 0) (4, 0)
    """
    vectors: set[Vector] = set()
    rays: set[Ray] = set()
    bands: list[Band] = []
    regions, conditional = [], []
    for (take, heaps), limits, lines in shapes(takes, sizes):
        if limits is None:
            conditional.append((take, heaps))
        elif lines is None:
            regions.append((take, heaps))
        elif isinstance(lines, Band):
            bands.append(lines)
        else:
            for line in lines:
                for span in spans_of(line, take.where, limits):
                    _add(_ray(take, heaps, line, span, len(sizes)), sizes, vectors, rays)
    steps = {band.step for band in bands}
    if len(steps) < len(bands) or any(_direction(ray.step) in steps for ray in rays):
        # some may lie on others
        rays.update(ray for band in bands for ray in band.rays)
        bands = []
    moves = Moves(frozenset(vectors), _essential(rays), frozenset(bands), (), ())
    alone = {v for v in vectors if not any(ray.contains(v) for ray in moves.rays)}
    return Moves(frozenset(alone), moves.lone, moves.bands, tuple(regions), tuple(conditional))


def endless(takes: Iterable[Take], sizes: Sequence[int]) -> tuple[list[Ray], list[Placed]]:
    """A few rays up to the edge of the box, and the takes that are not made of these.

    >>> from marienbad.games.lucas import LucasRules
    >>> rays, others = endless(LucasRules().takes, (100, 100))
    >>> [ray.step for ray in rays], [take.amounts for take, _ in others]
    ([(1, 0), (0, 1), (1, 1)], [(1, 2), (2, 1), ('c', 'd'), ('c', 'd')])
    """
    found: list[Ray] = []
    others: list[Placed] = []
    for (take, heaps), limits, lines in shapes(takes, sizes):
        vectors: set[Vector] = set()
        rays: set[Ray] = set()
        if isinstance(lines, Band):
            rays.update(lines.rays)
        else:
            for line in lines or ():
                for span in spans_of(line, take.where, limits or {}):
                    _add(_ray(take, heaps, line, span, len(sizes)), sizes, vectors, rays)
        is_endless = bool(rays) and not vectors and all(ray.count is None for ray in rays)
        if is_endless and len(found) + len(rays) <= MOST_BITS:
            found += sorted(rays, key=lambda ray: (ray.step, ray.base))
        else:
            others.append((take, heaps))
    return found, others


def shapes(takes: Iterable[Take], sizes: Sequence[int]) -> Iterator[Shape]:
    """Every take with every choice of heaps that can be taken from inside a box.

    With it come the limits of its names, ``None`` where its conditions speak of the heap sizes, and
    the lines of its amounts, ``None`` where they have more freedom than that.
    """
    for take, heaps in placed(takes, len(sizes)):
        if take.depends_on_sizes:
            yield (take, heaps), None, None
            continue
        limits = _limits(take, heaps, sizes)
        if limits is None:
            continue
        band = _band(take, heaps, sizes)
        if band is not None:
            yield (take, heaps), limits, band
            continue
        lines = lines_of(take.names, take.where, limits, {})
        is_linear = not any(isinstance(condition, Formula) for condition in take.where)
        is_few = lines is not None and (is_linear or len(lines) <= FORMULA_LINES)
        yield (take, heaps), limits, lines if is_few else None


def _band(take: Take, heaps: tuple[int, ...], sizes: Sequence[int]) -> Band | None:
    """The band of a take from two heaps whose conditions speak of the difference alone."""
    differences = differences_of(take.amounts, take.where, [sizes[heap] - 1 for heap in heaps])
    if differences is None:
        return None
    band = Band((heaps[0], heaps[1]), differences, len(sizes))
    return band if heaps[0] < heaps[1] else band.turned


def _limits(take: Take, heaps: tuple[int, ...], sizes: Sequence[int]) -> dict[str, int] | None:
    """How much each name can be inside the box; ``None`` where it has no room for the take."""
    limits: dict[str, int] = {}
    for amount, heap in zip(take.amounts, heaps, strict=True):
        most = sizes[heap] - 1
        if most < (1 if isinstance(amount, str) else amount):
            return None
        if isinstance(amount, str):
            limits[amount] = min(limits.get(amount, most), most)
    return limits


def _ray(take: Take, heaps: tuple[int, ...], line: Line, span: range, count: int) -> Ray:
    """The vectors along a progression of a line."""
    base, step = [0] * count, [0] * count
    for amount, heap in zip(take.amounts, heaps, strict=True):
        start, slope = line[amount] if isinstance(amount, str) else (amount, 0)
        base[heap], step[heap] = start + slope * span.start, slope * span.step
    return Ray(tuple(base), tuple(step), len(span))


def _add(ray: Ray, sizes: Sequence[int], vectors: set[Vector], rays: set[Ray]) -> None:
    """Add a finite ray: as one up to the edge of the box if it goes there, or vector by vector."""
    count = ray.count or 0
    beyond = any(part >= size for part, size in zip(ray.at(count), sizes, strict=True))
    if count > SHORT or (beyond and (count > 2 or ray.base == ray.step)):
        rays.add(Ray(ray.base, ray.step, None if beyond else count))
    else:
        vectors.update(ray.at(times) for times in range(count))


def _essential(rays: Iterable[Ray]) -> frozenset[Ray]:
    """The rays without those that lie on another one."""
    by_line: dict[tuple[Vector, Vector], list[tuple[int, int, Ray]]] = {}
    for ray in rays:
        length = gcd(*ray.step)
        direction = _direction(ray.step)
        place = min(b // d for b, d in zip(ray.base, direction, strict=True) if d)
        origin = Ray(ray.base, direction).at(-place)
        by_line.setdefault((direction, origin), []).append((place, length, ray))
    kept = []
    for line in by_line.values():
        for place, length, ray in line:
            dominated = any(
                other is not ray
                and other.count is None
                and length % step == 0
                and place >= start
                and (place - start) % step == 0
                for start, step, other in line
            )
            if not dominated:
                kept.append(ray)
    return frozenset(kept)


def _direction(step: Vector) -> Vector:
    length = gcd(*step)
    return tuple(part // length for part in step)


def _exchanged(vector: Vector, heap: int) -> Vector:
    """The vector with two neighbouring heaps exchanged."""
    return (*vector[:heap], vector[heap + 1], vector[heap], *vector[heap + 2 :])
