"""Whether a way to take can ever apply: a contradiction in its conditions is a mistake in a rule.

Every name gets the interval of its possible values, amounts from 1, heaps and the last take from 0,
and the conditions narrow them. Where an interval becomes empty the take never applies; where none
does, nothing is claimed.
"""

from __future__ import annotations

from math import gcd

from marienbad.games.declaration import (
    HEAP_NAMES,
    Bound,
    Congruence,
    Interval,
    Linear,
    Take,
    scaled,
)
from marienbad.games.expressions import (
    LAST,
    Expression,
    Formula,
    Name,
    Number,
    Operation,
    xor_between,
)

ROUNDS = 8
"""How often the intervals are narrowed: by 1 each time it could go on for ever."""


def can_apply(take: Take) -> bool:
    """Whether no contradiction is found in the conditions of a take.

    >>> from marienbad.games.declaration import Linear
    >>> amount = Linear((("n", 1),))
    >>> can_apply(Take(("n",), (Bound(amount, high=0),)))
    False
    >>> can_apply(Take(("n",), (Bound(amount, 4, 4), Congruence(amount, 2, 1))))
    False
    """
    intervals: dict[str, Interval] = dict.fromkeys((*HEAP_NAMES, LAST), (0, None))
    intervals |= dict.fromkeys(take.names, (1, None))
    bounds = [condition for condition in take.where if isinstance(condition, Bound)]
    bounds += _within_heaps(take)
    if not all(_meets(one, other) for one in bounds for other in bounds):
        return False
    for _ in range(ROUNDS):
        before = dict(intervals)
        for bound in bounds:
            for name, _factor in bound.form.coefficients:
                if not _narrow(bound, name, intervals):
                    return False
        if intervals == before:
            break
    congruences = [condition for condition in take.where if isinstance(condition, Congruence)]
    return (
        all(_has_solution(congruence, bounds, intervals) for congruence in congruences)
        and all(_agrees(one, other) for one in congruences for other in congruences)
        and all(
            not _is_excluded(condition.expression, intervals)
            for condition in take.where
            if isinstance(condition, Formula)
        )
    )


def _narrow(bound: Bound, name: str, intervals: dict[str, Interval]) -> bool:
    """Narrow the interval of one name of a bound; whether something is left."""
    factor, (low, high) = 0, (bound.low, bound.high)
    for other, coefficient in bound.form.coefficients:
        if other == name:
            factor = coefficient
        else:
            least, most = scaled(intervals[other], coefficient)
            low = None if low is None or most is None else low - most
            high = None if high is None or least is None else high - least
    if factor < 0:
        low, high = scaled((low, high), -1)
    factor = abs(factor)
    least = None if low is None else -(-low // factor)
    most = None if high is None else high // factor
    low, high = _larger(intervals[name][0], least), _smaller(intervals[name][1], most)
    intervals[name] = low, high
    return low is None or high is None or low <= high


def _within_heaps(take: Take) -> list[Bound]:
    """No more than a heap holds is taken from it, where the heaps are named."""
    bounds = []
    for place, amount in zip(take.places or (), take.amounts, strict=False):
        heap = (HEAP_NAMES[place], 1)
        if isinstance(amount, int):
            bounds.append(Bound(Linear((heap,)), low=amount))
        else:
            bounds.append(Bound(Linear((heap, (amount, -1))), low=0))
    return bounds


def _meets(one: Bound, other: Bound) -> bool:
    """Whether two bounds leave something, where they speak of the same form or of its opposite."""
    form, factors = dict(one.form.coefficients), dict(other.form.coefficients)
    low, high = other.low, other.high
    if form != factors:
        low, high = scaled((low, high), -1)
        if form != {name: -factor for name, factor in factors.items()}:
            return True
    low, high = _larger(one.low, low), _smaller(one.high, high)
    return low is None or high is None or low <= high


def _has_solution(
    congruence: Congruence, bounds: list[Bound], intervals: dict[str, Interval]
) -> bool:
    """Whether the residue is possible, alone and together with bounds on the same form."""
    divisor = gcd(congruence.modulus, *(factor for _, factor in congruence.form.coefficients))
    if congruence.residue % divisor:
        return False
    low: int | None = 0
    high: int | None = 0
    for name, factor in congruence.form.coefficients:
        least, most = scaled(intervals[name], factor)
        low, high = _plus(low, least), _plus(high, most)
    for bound in bounds:
        if bound.form == congruence.form:
            low, high = _larger(low, bound.low), _smaller(high, bound.high)
    if low is None or high is None:
        return True
    return low + (congruence.residue - low) % congruence.modulus <= high


def _agrees(one: Congruence, other: Congruence) -> bool:
    """Whether two congruences on the same form have a common solution."""
    difference = one.residue - other.residue
    return one.form != other.form or difference % gcd(one.modulus, other.modulus) == 0


def _is_excluded(expression: Expression, intervals: dict[str, Interval]) -> bool:
    """Whether the intervals leave no values for which the condition holds."""
    if not isinstance(expression, Operation):
        return False
    operator, operands = expression.operator, expression.operands
    if operator in ("and", "or"):
        decide = any if operator == "and" else all
        return decide(_is_excluded(operand, intervals) for operand in operands)
    if operator not in ("<", "<=", ">", ">=", "=="):
        return False
    left, right = (_range(operand, intervals) for operand in operands)
    if operator in (">", ">="):
        left, right = right, left
    is_strict = operator in ("<", ">")
    return _is_above(left, right, is_strict) or (operator == "==" and _is_above(right, left))


def _is_above(one: Interval, other: Interval, is_strict: bool = False) -> bool:
    """Whether all of one interval is above the other, or as high where it must be less."""
    low, high = one[0], other[1]
    return low is not None and high is not None and (low >= high if is_strict else low > high)


def _range(expression: Expression, intervals: dict[str, Interval]) -> Interval:
    """Bounds of an expression; open where nothing simple can be said."""
    if isinstance(expression, Number):
        return expression.value, expression.value
    if isinstance(expression, Name):
        return intervals[expression.name]
    ranges = [_range(operand, intervals) for operand in expression.operands]
    operator = expression.operator
    if operator == "neg":
        return scaled(ranges[0], -1)
    if operator in ("+", "-"):
        other = ranges[1] if operator == "+" else scaled(ranges[1], -1)
        return _plus(ranges[0][0], other[0]), _plus(ranges[0][1], other[1])
    if operator == "%" and ranges[1][0] is not None and ranges[1][0] >= 0:
        return 0, _plus(ranges[1][1], -1)
    if operator in ("abs", "gcd"):
        return 0, None
    if operator == "^":
        ends = [end for interval in ranges for end in interval if end is not None]
        if len(ends) == 4:
            return xor_between(*ends)
        return (0 if all(low is not None and low >= 0 for low, _ in ranges) else None), None
    return None, None


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _larger(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else max(a, b)


def _smaller(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)
