"""The moves of a ruleset inside a box, as data for the compiled search.

Where the conditions of a take speak of the amounts alone, the moves are the same at every position:
single vectors, and *rays* base + t·step. The amounts run along *lines*: one name that runs freely
or two names held together by a bound on both sides such as −3 ≤ c − d ≤ 3, a line for each value.
On a line the linear conditions leave one arithmetic progression; what other conditions leave is
computed point by point and split into progressions.

A take with more freedom than a line is kept as a *region*, one that speaks of the heap sizes
as a *conditional* take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import gcd
from typing import Any

from marienbad.games.declaration import Bound, Condition, Congruence, Linear, Take
from marienbad.games.expressions import Formula
from marienbad.solver.listing import Placed, placed
from marienbad.solver.programs import TooLarge, program
from marienbad.text.record import Record

Vector = tuple[int, ...]
Line = dict[str, tuple[int, int]]
"""For each name its number at t = 0 and its slope, never negative."""

FEW = 16
"""A name with so few numbers is fixed to each; a progression so short is kept as single vectors."""
MANY_LINES = 4096
LONGEST_PERIOD = 1024


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


class Moves(Record):
    """What may be taken inside a box."""

    vectors: frozenset[Vector]
    rays: frozenset[Ray]
    regions: tuple[Placed, ...]
    conditional: tuple[Placed, ...]

    @property
    def is_symmetric(self) -> bool:
        """Whether exchanging heaps changes nothing, as far as vectors and rays tell."""
        some = next(iter(self.vectors), None) or next((ray.base for ray in self.rays), ())
        return not self.regions and all(
            frozenset(_exchanged(vector, heap) for vector in self.vectors) == self.vectors
            and frozenset(
                Ray(_exchanged(ray.base, heap), _exchanged(ray.step, heap), ray.count)
                for ray in self.rays
            )
            == self.rays
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
    regions, conditional = [], []
    for take in takes:
        free = frozenset(take.names)
        for _, heaps in placed([take], len(sizes)):
            if any(not condition.names <= free for condition in take.where):
                conditional.append((take, heaps))
                continue
            limits = _limits(take, heaps, sizes)
            if limits is None:
                continue
            lines = _lines(take.names, take.where, limits, {})
            if lines is None:
                regions.append((take, heaps))
                continue
            for line in lines:
                for span in _spans(line, take.where, limits):
                    _add(_ray(take, heaps, line, span, len(sizes)), sizes, vectors, rays)
    kept = _essential(rays)
    alone = frozenset(v for v in vectors if not any(ray.contains(v) for ray in kept))
    return Moves(alone, kept, tuple(regions), tuple(conditional))


def _limits(take: Take, heaps: tuple[int, ...], sizes: Sequence[int]) -> dict[str, int] | None:
    """How much each name can be inside the box; ``None`` where a number is too large for it."""
    limits: dict[str, int] = {}
    for amount, heap in zip(take.amounts, heaps, strict=True):
        most = sizes[heap] - 1
        if isinstance(amount, str):
            limits[amount] = min(limits.get(amount, most), most)
        elif amount > most:
            return None
    return limits


def _lines(
    names: tuple[str, ...],
    where: Sequence[Condition],
    limits: Mapping[str, int],
    fixed: Mapping[str, int],
) -> list[Line] | None:
    """Lines that hold every solution, or ``None`` where there are too many."""
    point: Line = {name: (number, 0) for name, number in fixed.items()}
    if len(names) <= 1:
        return [{**point, **dict.fromkeys(names, (0, 1))}]
    if len(names) == 2:
        for bound in where:
            if isinstance(bound, Bound) and bound.names >= set(names):
                strips = _strips(bound, names, limits, fixed)
                if strips is not None:
                    return [{**point, **strip} for strip in strips]
    name = min(names, key=lambda name: len(_range(name, where, limits)))
    span = _range(name, where, limits)
    if len(span) > FEW:
        return None
    others = tuple(other for other in names if other != name)
    found: list[Line] = []
    for number in span:
        lines = _lines(others, where, limits, {**fixed, name: number})
        if lines is None or len(found) + len(lines) > MANY_LINES:
            return None
        found += lines
    return found


def _range(name: str, where: Sequence[Condition], limits: Mapping[str, int]) -> range:
    """Between which numbers a name can lie, from the bounds and the limits of the other names."""
    low, high = 1, limits[name]
    for bound in where:
        if not isinstance(bound, Bound) or name not in bound.names:
            continue
        factor, _ = bound.form.split(name, dict.fromkeys(bound.names, 0))
        others = [
            sorted((coefficient, coefficient * limits[other]))
            for other, coefficient in bound.form.coefficients
            if other != name
        ]
        least, most = (sum(ends[side] for ends in others) for side in (0, 1))
        if bound.high is not None:
            low, high = _narrowed(low, high, factor, bound.high - least)
        if bound.low is not None:
            low, high = _narrowed(low, high, -factor, most - bound.low)
    return range(low, high + 1)


def _narrowed(low: int, high: int, factor: int, most: int) -> tuple[int, int]:
    """The numbers n between low and high with factor·n ≤ most."""
    if factor > 0:
        return low, min(high, most // factor)
    return (max(low, -(most // -factor)), high) if factor < 0 else (low, high)


def _strips(
    bound: Bound, names: tuple[str, ...], limits: Mapping[str, int], fixed: Mapping[str, int]
) -> list[Line] | None:
    """The lines on which αc + βd, with α and β of different signs, has one of its values."""
    values = {**dict.fromkeys(names, 0), **fixed}
    alpha, beta = (bound.form.split(name, values)[0] for name in names)
    if bound.low is None or bound.high is None or alpha * beta >= 0:
        return None
    rest = bound.form.value(values)
    ends = [sorted((a, a * limits[n])) for a, n in zip((alpha, beta), names, strict=True)]
    common = gcd(alpha, beta)
    first = -(-max(bound.low - rest, ends[0][0] + ends[1][0]) // common)
    last = min(bound.high - rest, ends[0][1] + ends[1][1]) // common
    if last - first >= MANY_LINES:
        return None
    alpha, beta = alpha // common, beta // common
    inverse = pow(alpha, -1, abs(beta))
    starts = ((value * inverse, value) for value in range(first, last + 1))
    return [
        {names[0]: (start, abs(beta)), names[1]: ((value - alpha * start) // beta, abs(alpha))}
        for start, value in starts
    ]


def _spans(line: Line, where: Sequence[Condition], limits: Mapping[str, int]) -> list[range]:
    """The progressions of t for which all conditions hold on a line."""
    moving = {name: ends for name, ends in line.items() if ends[1]}
    span = range(1)
    if moving:
        low = max(-((start - 1) // slope) for start, slope in moving.values())
        high = min((limits[name] - start) // slope for name, (start, slope) in moving.items())
        span = range(low, high + 1)
    formulas = [condition for condition in where if isinstance(condition, Formula)]
    for condition in where:
        if not isinstance(condition, Formula):
            start, slope = (
                sum(factor * line[name][side] for name, factor in condition.form.coefficients)
                for side in (0, 1)
            )
            span = _reduced(condition, start, slope, span)
    return _computed(line, formulas, limits, span) if formulas and span else [span] * bool(span)


def _reduced(condition: Bound | Congruence, start: int, slope: int, span: range) -> range:
    """The part of a progression on which start + slope·t meets a linear condition.

    >>> _reduced(Congruence(Linear(()), 6, 4), 0, 2, range(1, 10))
    range(2, 10, 3)
    """
    if isinstance(condition, Congruence):
        rest = condition.residue - start - slope * span.start
        factor, modulus = slope * span.step, condition.modulus
        common = gcd(factor, modulus)
        if rest % common:
            return span[:0]
        period = modulus // common
        first = rest // common * pow(factor // common, -1, period) % period
        return span[first::period]
    low, high = (None if end is None else end - start for end in (condition.low, condition.high))
    if slope == 0:
        is_met = (low is None or low <= 0) and (high is None or high >= 0)
        return span if is_met else span[:0]
    return Bound(Linear((("t", slope),)), low, high).narrow("t", {}, span)


def _computed(
    line: Line, formulas: Sequence[Formula], limits: Mapping[str, int], span: range
) -> list[range]:
    """The progressions that are left where formulas are worked out point by point."""
    import numpy as np

    from marienbad.solver.kernels.machine import hold

    names = list(line)
    held = np.zeros(len(span), np.bool_)
    try:
        code = np.array(program(formulas, names, limits), np.int64)
    except TooLarge:
        held[:] = [
            all(f.holds({n: a + b * t for n, (a, b) in line.items()}) for f in formulas)
            for t in span
        ]
    else:
        starts = np.array([line[name][0] + line[name][1] * span.start for name in names])
        steps = np.array([line[name][1] * span.step for name in names])
        hold(code, starts, steps, held)
    return [span[part.start : part.stop : part.step] for part in progressions(held)]


def progressions(held: Any) -> list[range]:
    """A set of places as arithmetic progressions: a beginning, then what repeats up to the end.

    >>> import numpy
    >>> progressions(numpy.array([1, 0, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1], bool))
    [range(0, 1), range(3, 12, 2)]
    """
    import numpy as np

    length, places = len(held), np.flatnonzero(held)
    cost, period, regular = len(places), 1, length
    for candidate in range(1, min(LONGEST_PERIOD, length // 3) + 1):
        broken = np.flatnonzero(held[:-candidate] != held[candidate:])
        start = int(broken[-1]) + 1 if len(broken) else 0
        found = int(np.count_nonzero(held[: start + candidate]))
        if start + 2 * candidate <= length and found < cost:
            cost, period, regular = found, candidate, start
    repeated = [place for place in places.tolist() if regular <= place < regular + period]
    return [
        *_runs([place for place in places.tolist() if place < regular]),
        *(range(place, length, period) for place in repeated),
    ]


def _runs(places: list[int]) -> Iterator[range]:
    """Places in order as progressions, the long ones first found, the rest one by one."""
    index = 0
    while index < len(places):
        step = places[index + 1] - places[index] if index + 1 < len(places) else 1
        end = index + 1
        while end < len(places) and places[end] - places[end - 1] == step:
            end += 1
        if end - index <= FEW:
            end = index + 1
        yield range(places[index], places[end - 1] + 1, step)
        index = end


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
    if count > FEW or (beyond and count > 2):
        rays.add(Ray(ray.base, ray.step, None if beyond else count))
    else:
        vectors.update(ray.at(times) for times in range(count))


def _essential(rays: Iterable[Ray]) -> frozenset[Ray]:
    """The rays without those that lie on another one."""
    by_line: dict[tuple[Vector, Vector], list[tuple[int, int, Ray]]] = {}
    for ray in rays:
        length = gcd(*ray.step)
        direction = tuple(part // length for part in ray.step)
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


def _exchanged(vector: Vector, heap: int) -> Vector:
    """The vector with two neighbouring heaps exchanged."""
    return (*vector[:heap], vector[heap + 1], vector[heap], *vector[heap + 2 :])
