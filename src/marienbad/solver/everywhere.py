"""Conditions worked out at many points at once, by numpy: nothing has to be compiled for it.

>>> import numpy
>>> from marienbad.games.catalogue import define
>>> (take,) = define("rules:heaps 2; take n from x where n % y == 0").ruleset.takes
>>> hold(take.where, {"n": numpy.arange(1, 5), "y": numpy.array([0, 1, 2, 2])}).tolist()
[False, True, False, True]
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from marienbad.games.declaration import Condition
from marienbad.games.expressions import Expression, Name, Number
from marienbad.solver.programs import expressions

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

    The numbers on the way must fit words, as :func:`marienbad.solver.programs.check` tells.
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
