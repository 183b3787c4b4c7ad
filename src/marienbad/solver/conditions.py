"""Conditions of rules, worked out quickly: by a stack machine, and by numpy at many points at once.

A program is a flat list of pairs, an operation and its argument; numbers are pushed, names are read
from the values by their index, ``REQUIRE`` ends with *false* where the last result is 0, and so
does any division by 0. The machine is in :mod:`marienbad.solver.kernels.machine`, compiled once for
all rules; it computes in words of 64 bits, and a program whose numbers could outgrow them is
refused here.

>>> import numpy
>>> from marienbad.games.catalogue import define
>>> (take,) = define("rules:heaps 2; take n from x where n % y == 0").ruleset.takes
>>> hold(take.where, {"n": numpy.arange(1, 5), "y": numpy.array([0, 1, 2, 2])}).tolist()
[False, True, False, True]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

from marienbad.games.declaration import Bound, Condition, Congruence, Linear
from marienbad.games.expressions import Expression, Name, Number, Operation, xor_between

OPERATIONS = (
    *("number", "name", "require", "in", "neg", "abs", "not"),
    *("//", "%", "+", "-", "*", "min", "max", "gcd", "<", "==", "and", "or", "^"),
)
CODES = {operation: code for code, operation in enumerate(OPERATIONS)}
OPPOSITES = {">=": "<", "!=": "==", "<=": ">"}
LARGEST = 2**62
"""No number on the way may be larger, so that no sum of two leaves the word."""

Interval = tuple[int, int]


class TooLarge(ArithmeticError):
    """A number of the program could leave the word."""


def program(
    where: Iterable[Condition], names: Sequence[str], limits: Mapping[str, int]
) -> list[int]:
    """The program that tells whether all conditions hold; names lie between 0 and their limits.

    >>> from marienbad.games.declaration import Linear
    >>> program([Bound(Linear((("n", 1),)), high=3)], ["n"], {"n": 9})
    [0, 3, 1, 0, 15, 0, 6, 0, 2, 0]
    """
    written: list[int] = []
    for condition in where:
        for expression in expressions(condition):
            check(expression, limits)
            written += [*code(expression, names), CODES["require"], 0]
    return written


def expressions(condition: Condition) -> Iterator[Operation]:
    """A condition as one or two trees of operations."""
    if isinstance(condition, Bound):
        if condition.low is not None:
            yield Operation(">=", (linear_tree(condition.form), Number(condition.low)))
        if condition.high is not None:
            yield Operation("<=", (linear_tree(condition.form), Number(condition.high)))
    elif isinstance(condition, Congruence):
        rest = Operation("-", (linear_tree(condition.form), Number(condition.residue)))
        remainder = Operation("%", (rest, Number(condition.modulus)))
        yield Operation("==", (remainder, Number(0)))
    else:
        yield condition.expression


def check(expression: Expression, limits: Mapping[str, int]) -> None:
    """Raise :class:`TooLarge` where a number on the way could leave the word."""
    _interval(expression, {name: (0, limit) for name, limit in limits.items()})


def linear_tree(form: Linear) -> Expression:
    """A linear form as a tree of operations."""
    total: Expression | None = None
    for name, factor in form.coefficients:
        term = Name(name) if factor == 1 else Operation("*", (Number(factor), Name(name)))
        total = term if total is None else Operation("+", (total, term))
    return Number(0) if total is None else total


def code(expression: Expression, names: Sequence[str]) -> list[int]:
    """The operations that leave the value of an expression on the stack."""
    if isinstance(expression, Number):
        return [CODES["number"], expression.value]
    if isinstance(expression, Name):
        return [CODES["name"], names.index(expression.name)]
    operation, operands = expression.operator, expression.operands
    if operation in OPPOSITES:
        return [*code(Operation(OPPOSITES[operation], operands), names), CODES["not"], 0]
    if operation == ">":
        operation, operands = "<", operands[::-1]
    written = code(operands[0], names)
    if operation == "in":
        for member in operands[1:]:
            written += code(member, names)
        return [*written, CODES["in"], len(operands) - 1]
    if len(operands) == 1 and operation in ("neg", "abs", "not"):
        return [*written, CODES[operation], 0]
    for operand in operands[1:]:
        written += [*code(operand, names), CODES[operation], 0]
    return written


def _interval(expression: Expression, intervals: Mapping[str, Interval]) -> Interval:
    """Between which numbers the value lies; everything on the way must fit."""
    if isinstance(expression, Number):
        found = (expression.value, expression.value)
    elif isinstance(expression, Name):
        found = intervals[expression.name]
    else:
        first, *others = [_interval(operand, intervals) for operand in expression.operands]
        found = _one(expression.operator, first)
        for other in others:
            found = _two(expression.operator, found, other)
    if max(map(abs, found)) > LARGEST:
        raise TooLarge(str(expression))
    return found


def _one(operation: str, interval: Interval) -> Interval:
    low, high = interval
    if operation == "neg":
        return -high, -low
    if operation == "abs":
        return 0, max(abs(low), abs(high))
    return (0, 1) if operation == "not" else interval


def _two(operation: str, one: Interval, other: Interval) -> Interval:
    largest, divisor = (max(abs(low), abs(high)) for low, high in (one, other))
    if operation == "+":
        return one[0] + other[0], one[1] + other[1]
    if operation == "-":
        return one[0] - other[1], one[1] - other[0]
    if operation == "*":
        products = [a * b for a in one for b in other]
        return min(products), max(products)
    if operation == "^":
        return xor_between(*one, *other)
    if operation == "//":
        return -largest, largest
    if operation == "%":
        return -divisor, divisor
    if operation in ("min", "max"):
        return min(one[0], other[0]), max(one[1], other[1])
    return (0, max(largest, divisor)) if operation == "gcd" else (0, 1)


Points = Mapping[str, Any]
"""For each name its numbers at all points: one number, or arrays that go together."""

FUNCTIONS = {
    "neg": "negative",
    "abs": "absolute",
    "not": "logical_not",
    "+": "add",
    "-": "subtract",
    "*": "multiply",
    "//": "floor_divide",
    "%": "remainder",
    "min": "minimum",
    "max": "maximum",
    "gcd": "gcd",
    "^": "bitwise_xor",
    "<": "less",
    "<=": "less_equal",
    ">": "greater",
    ">=": "greater_equal",
    "==": "equal",
    "!=": "not_equal",
    "and": "logical_and",
    "or": "logical_or",
}
"""How numpy calls the operations."""


def hold(where: Iterable[Condition], points: Points) -> Any:
    """Whether all conditions hold at each point; one is false where a divisor in it is 0.

    The numbers on the way must fit words, as :func:`marienbad.solver.conditions.check` tells.
    """
    import numpy as np

    shape = np.broadcast_shapes(*(np.shape(numbers) for numbers in points.values()))
    found = np.ones(shape, np.bool_)
    with np.errstate(divide="ignore"):
        for condition in where:
            for tree in expressions(condition):
                found &= value_of(tree, points, found) != 0
    return found


def value_of(tree: Expression, points: Points, is_sound: Any) -> Any:
    """The value of an expression at each point; where it divides by 0, the point is not sound.

    >>> import numpy
    >>> from marienbad.games.expressions import Operation
    >>> square, is_sound = Operation("*", (Name("n"), Name("n"))), numpy.array([True, True])
    >>> value_of(square, {"n": numpy.array([2, 3])}, is_sound).tolist(), is_sound.tolist()
    ([4, 9], [True, True])
    """
    import numpy as np

    if isinstance(tree, Number):
        return np.int64(tree.value)
    if isinstance(tree, Name):
        return points[tree.name]
    value, *others = [value_of(operand, points, is_sound) for operand in tree.operands]
    if tree.operator == "in":
        is_member = reduce(np.logical_or, [np.equal(value, member) for member in others])
        return np.asarray(is_member, np.int64)
    function = getattr(np, FUNCTIONS[tree.operator])
    if not others:
        return np.asarray(function(value), np.int64)
    for other in others:
        if tree.operator in ("//", "%"):
            is_sound &= np.not_equal(other, 0)
        value = np.asarray(function(value, other), np.int64)
    return value
