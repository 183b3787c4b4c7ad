"""The amounts of a take as arithmetic progressions on lines.

Amounts run along *lines*: one name that runs freely, or two names held together by a bound on both
sides such as −3 ≤ c − d ≤ 3, a line for each value. On a line the linear conditions leave one
arithmetic progression; what other conditions leave is computed point by point and split into
progressions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import gcd

from marienbad.games.declaration import Bound, Condition, Congruence, Linear
from marienbad.games.expressions import Formula
from marienbad.solver.conditions import TooLarge, check, hold

Line = dict[str, tuple[int, int]]
"""For each name its number at t = 0 and its slope, never negative."""

MOST_FIXED = 16
"""The most numbers of a name that are fixed one by one."""
SHORT = 16
"""A progression up to this length is kept as single vectors."""
MANY_LINES = 4096
LONGEST_PERIOD = 1024


def lines_of(
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
    if len(span) > MOST_FIXED:
        return None
    others = tuple(other for other in names if other != name)
    found: list[Line] = []
    for number in span:
        lines = lines_of(others, where, limits, {**fixed, name: number})
        if lines is None or len(found) + len(lines) > MANY_LINES:
            return None
        found += lines
    return found


def differences_of(
    amounts: Sequence[str | int], where: Sequence[Condition], limits: Sequence[int]
) -> range | None:
    """The differences c - d that are allowed, where just these are bounded, on both sides.

    >>> from marienbad.games.wythoff import WythoffRules
    >>> _, take = WythoffRules(a=3, b=50).takes
    >>> differences_of(take.amounts, take.where, (70, 999))
    range(-100, 51, 50)
    """
    if len(amounts) != 2 or amounts[0] == amounts[1]:
        return None
    span, ends = range(1 - limits[1], limits[0]), set()
    for condition in where:
        if isinstance(condition, Formula):
            return None
        factors = dict(condition.form.coefficients)
        sign = factors.get(str(amounts[0]), 0)
        if abs(sign) != 1 or factors != {amounts[0]: sign, amounts[1]: -sign}:
            return None
        if isinstance(condition, Bound):
            told = (condition.low, condition.high)[::sign]
            ends |= {side for side in (0, 1) if told[side] is not None}
        span = _reduced(condition, 0, sign, span)
    if len(ends) < 2 or not 0 < len(span) < MANY_LINES:
        return None
    return range(span[0], span[-1] + 1, span.step)


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


def spans_of(line: Line, where: Sequence[Condition], limits: Mapping[str, int]) -> list[range]:
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
    held = _held(line, formulas, limits, span)
    return [span[part.start : part.stop : part.step] for part in progressions(held, len(span))]


def _held(line: Line, formulas: Sequence[Formula], limits: Mapping[str, int], span: range) -> int:
    """Where formulas hold on a progression, as the bits of an integer."""
    try:
        import numpy as np

        for formula in formulas:
            check(formula.expression, limits)
    except (ImportError, TooLarge):
        points = ({name: start + slope * t for name, (start, slope) in line.items()} for t in span)
        digits = "".join(
            "01"[all(formula.holds(point) for formula in formulas)] for point in points
        )
        return int(digits[::-1], 2)
    times = np.arange(span.start, span.stop, span.step)
    moved = {name: start + slope * times for name, (start, slope) in line.items()}
    held = np.broadcast_to(hold(formulas, moved), times.shape)  # there may be no name at all
    return int.from_bytes(np.packbits(held, bitorder="little").tobytes(), "little")


def progressions(held: int, length: int) -> list[range]:
    """A set of places, the bits of an integer, as arithmetic progressions: a beginning, then what
    repeats up to the end.

    >>> progressions(0b101010101001, 12)
    [range(0, 1), range(3, 12, 2)]
    """
    cost, period, regular = held.bit_count(), 1, length
    for candidate in range(1, min(LONGEST_PERIOD, length // 3) + 1):
        broken = (held ^ held >> candidate) & (1 << length - candidate) - 1
        start = broken.bit_length()
        if start + 2 * candidate <= length:
            found = (held & (1 << start + candidate) - 1).bit_count()
            if found < cost:
                cost, period, regular = found, candidate, start
    places = [place for place, bit in enumerate(reversed(f"{held:b}")) if bit == "1"]
    before = [place for place in places if place < regular]
    repeated = (place for place in places if regular <= place < regular + period)
    return [*_runs(before), *(range(place, length, period) for place in repeated)]


def _runs(places: list[int]) -> Iterator[range]:
    """Places in order as progressions, the long ones first found, the rest one by one."""
    index = 0
    while index < len(places):
        step = places[index + 1] - places[index] if index + 1 < len(places) else 1
        end = index + 1
        while end < len(places) and places[end] - places[end - 1] == step:
            end += 1
        if end - index <= SHORT:
            end = index + 1
        yield range(places[index], places[end - 1] + 1, step)
        index = end
