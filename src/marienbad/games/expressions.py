"""Expressions over amounts and heap sizes, as data.

What cannot be said by a linear bound or a congruence is kept as a tree of operations and evaluated
with exact integers. Nothing of Python is reachable from it: a tree holds numbers, names and the
operations listed in :data:`FUNCTIONS` and :data:`PRECEDENCE`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, reduce
from typing import Any

from marienbad.values import Record

Values = Mapping[str, int]
Word = Callable[[str], str]
"""How a keyword is written."""

LAST = "last"
"""The name of what the move before took."""

FUNCTIONS: dict[str, Callable[..., int]] = {"abs": abs, "min": min, "max": max, "gcd": math.gcd}
"""Functions by name; ``abs`` takes one number, the others two or more."""

PRECEDENCE = {
    "or": 1,
    "and": 2,
    "not": 3,
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!=", "in"), 4),
    "^": 5,
    **dict.fromkeys(("+", "-"), 6),
    **dict.fromkeys(("*", "//", "%"), 7),
    "neg": 8,
}
"""How strongly the operators bind, as in Python: ``neg`` is a minus before a number, ``^`` xor."""

CONDITIONS = frozenset(("or", "and", "not", "<", "<=", ">", ">=", "==", "!=", "in"))
"""The operators whose result is true or false."""

_RESULTS: dict[str, Callable[..., int]] = {
    **FUNCTIONS,
    "or": lambda *values: any(values),
    "and": lambda *values: all(values),
    "not": lambda value: not value,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "in": lambda value, *members: value in members,
    "^": lambda a, b: a ^ b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "neg": lambda value: -value,
}


def xor_between(*ends: int) -> tuple[int, int]:
    """Between which numbers the xor of two numbers lies, given the ends of their intervals.

    >>> xor_between(0, 9, 3, 20), xor_between(-3, 2, 0, 4)
    ((0, 31), (-8, 7))
    """
    digits = max((end if end >= 0 else ~end).bit_length() for end in ends)
    return (0 if min(ends) >= 0 else -(2**digits)), 2**digits - 1


class Number(Record):
    """A whole number."""

    value: int

    names = frozenset[str]()

    def evaluate(self, values: Values) -> int:
        return self.value

    def __str__(self) -> str:
        return str(self.value)


class Name(Record):
    """An amount, a heap, a named number, or what the move before took."""

    name: str

    @property
    def names(self) -> frozenset[str]:
        return frozenset((self.name,))

    def evaluate(self, values: Values) -> int:
        return values[self.name]

    def __str__(self) -> str:
        return self.name


class Operation(Record):
    """An operator or a function with its operands.

    >>> twice = Operation("*", (Number(2), Name("c")))
    >>> print(Operation("==", (Name("d"), twice)))
    d == 2 * c
    >>> Operation("==", (Name("d"), twice)).evaluate({"c": 3, "d": 6})
    True
    """

    operator: str
    operands: tuple[Expression, ...]

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset[str]().union(*(operand.names for operand in self.operands))

    @property
    def is_condition(self) -> bool:
        return self.operator in CONDITIONS

    def evaluate(self, values: Values) -> int:
        """The value; every operand is evaluated, so that a divisor of 0 is never overlooked."""
        return _RESULTS[self.operator](*[operand.evaluate(values) for operand in self.operands])

    def __str__(self) -> str:
        return self.written()

    def written(self, word: Word = str) -> str:
        """The text, its words in the language of a function."""
        operator = self.operator
        if operator in FUNCTIONS:
            return f"{word(operator)}({_listed(self.operands, word)})"
        own = PRECEDENCE[operator]
        if operator == "in":
            return self._among(word("in"), word)
        inner = self.operands[0]
        if operator == "not" and isinstance(inner, Operation) and inner.operator == "in":
            return inner._among(f"{word('not')} {word('in')}", word)
        if operator in ("neg", "not"):
            sign = "-" if operator == "neg" else f"{word('not')} "
            return sign + _within(inner, own, word)
        # the operators that are not associative bind their right side more strongly
        first, *rest = self.operands
        left = own + 1 if own == PRECEDENCE["<"] else own
        parts = [_within(first, left, word), *(_within(part, own + 1, word) for part in rest)]
        return f" {word(operator)} ".join(parts)

    def _among(self, words: str, word: Word) -> str:
        value, *members = self.operands
        return f"{_within(value, PRECEDENCE['in'] + 1, word)} {words} {{{_listed(members, word)}}}"


Expression = Number | Name | Operation


def written(expression: Expression, word: Word = str) -> str:
    """The text of an expression, its words in the language of a function."""
    if isinstance(expression, Operation):
        return expression.written(word)
    return word(LAST) if expression == Name(LAST) else str(expression)


def _listed(expressions: Sequence[Expression], word: Word) -> str:
    return ", ".join(written(expression, word) for expression in expressions)


def _within(expression: Expression, least: int, word: Word) -> str:
    """The expression, in parentheses where it binds less strongly than its place asks."""
    if isinstance(expression, Operation) and expression.operator not in FUNCTIONS:
        binding = PRECEDENCE[expression.operator]
    elif isinstance(expression, Number) and expression.value < 0:
        binding = PRECEDENCE["neg"]
    else:
        return written(expression, word)
    text = written(expression, word)
    return text if binding >= least else f"({text})"


def substitute(expression: Expression, numbers: Values) -> Expression:
    """The expression with named numbers put in and what is then constant worked out.

    A constant divisor of 0 raises :class:`ZeroDivisionError`.

    >>> print(substitute(Operation("*", (Name("a"), Number(3))), {"a": 2}))
    6
    """
    if isinstance(expression, Name) and expression.name in numbers:
        return Number(numbers[expression.name])
    if not isinstance(expression, Operation):
        return expression
    operands = tuple(substitute(operand, numbers) for operand in expression.operands)
    folded = Operation(expression.operator, operands)
    if folded.operator in ("//", "%") and operands[1] == Number(0):
        raise ZeroDivisionError
    if not folded.is_condition and all(isinstance(operand, Number) for operand in operands):
        return Number(folded.evaluate({}))
    return folded


def parts(expression: Expression) -> list[Expression]:
    """The expression and everything in it, itself first.

    >>> [str(part) for part in parts(Operation("+", (Name("c"), Number(1))))]
    ['c + 1', 'c', '1']
    """
    found: list[Any] = [expression]
    for part in found:
        if isinstance(part, Operation):
            found.extend(part.operands)
    return found


class Formula(Record):
    """Any condition on amounts and heap sizes; false where a divisor in it is 0.

    >>> divides = Operation("==", (Operation("%", (Name("n"), Name("y"))), Number(0)))
    >>> Formula(divides).holds({"n": 4, "y": 2}), Formula(divides).holds({"n": 4, "y": 0})
    (True, False)
    """

    expression: Operation

    @property
    def names(self) -> frozenset[str]:
        return self.expression.names

    def holds(self, values: Values) -> bool:
        try:
            return bool(self.expression.evaluate(values))
        except ZeroDivisionError:
            return False

    def modulus(self, name: str) -> Expression | None:
        """The number that must divide an amount, where the formula says just that.

        >>> divides = Operation("==", (Operation("%", (Name("n"), Name("y"))), Number(0)))
        >>> print(Formula(divides).modulus("n"), Formula(divides).modulus("y"))
        y None
        """
        match self.expression:
            case Operation("==", (Operation("%", (Name(found), modulus)), Number(0))):
                return modulus if found == name and name not in modulus.names else None
        return None

    def solved(self, name: str) -> Expression | None:
        """What an amount must be, where the formula is an equation of xors that has it once.

        >>> xor = Operation("^", (Name("c"), Name("d")))
        >>> formula = Formula(Operation("==", (xor, Name("e"))))
        >>> print(formula.solved("e"), formula.solved("c"), formula.solved("x"))
        c ^ d d ^ e None
        """
        return self._solutions.get(name)

    @cached_property
    def _solutions(self) -> dict[str, Expression]:
        """What each name must be that an equation of xors has once, on its own."""
        terms, found = self._xors(), dict[str, Expression]()
        for place, term in enumerate(terms):
            if isinstance(term, Name) and sum(term.name in other.names for other in terms) == 1:
                first, *rest = terms[:place] + terms[place + 1 :]
                found[term.name] = reduce(lambda a, b: Operation("^", (a, b)), rest, first)
        return found

    def is_nim_sum_of(self, names: frozenset[str]) -> bool:
        """Whether the formula says that these names, each once, have the nim-sum 0, in any order.

        >>> xor = Operation("^", (Name("c"), Name("d")))
        >>> Formula(Operation("==", (xor, Name("e")))).is_nim_sum_of(frozenset("cde"))
        True
        """
        terms = [term for term in self._xors() if term != Number(0)]
        return len(terms) == len(names) and set(terms) == {Name(name) for name in names}

    def _xors(self) -> list[Expression]:
        """The terms whose xor must be 0, where the formula is an equation of xors; else none."""
        if self.expression.operator != "==":
            return []
        sides, terms = list(self.expression.operands), list[Expression]()
        while sides:
            side = sides.pop(0)
            if isinstance(side, Operation) and side.operator == "^":
                sides[:0] = side.operands
            else:
                terms.append(side)
        return terms if len(terms) > 2 else []

    def narrow(self, name: str, values: Values, span: range) -> range:
        """The one number, the multiples, or between the ends of a set; else all numbers.

        >>> divides = Operation("==", (Operation("%", (Name("n"), Name("y"))), Number(0)))
        >>> Formula(divides).narrow("n", {"y": 10**9}, range(1, 10**30))
        range(1000000000, 1000000000000000000000000000000, 1000000000)
        """
        modulus, solved = self.modulus(name), self.solved(name)
        if modulus is not None:
            return _multiples(modulus, values, span)
        if solved is not None:
            return _only(solved, values, span)
        operator, (first, *others) = self.expression.operator, self.expression.operands
        members = [other.value for other in others if isinstance(other, Number)]
        if operator != "in" or first != Name(name) or len(members) < len(others):
            return span
        start = span.start + max(0, -(-(min(members) - span.start) // span.step)) * span.step
        return range(start, min(span.stop, max(members) + 1), span.step)

    def __str__(self) -> str:
        return str(self.expression)


def _only(expression: Expression, values: Values, span: range) -> range:
    """The value of an expression as a range, empty where it has none in another range."""
    try:
        number = expression.evaluate(values)
    except ZeroDivisionError:
        return span[:0]
    return range(number, number + 1) if number in span else span[:0]


def _multiples(modulus: Expression, values: Values, span: range) -> range:
    """The multiples of a number in a range of neighbours; none where the number is 0.

    >>> _multiples(Name("y"), {"y": 3}, range(1, 9)), len(_multiples(Number(0), {}, range(1, 9)))
    (range(3, 9, 3), 0)
    """
    try:
        step = abs(modulus.evaluate(values))
    except ZeroDivisionError:
        step = 0
    if step == 0:
        return span[:0]
    return range(-(-span.start // step) * step, span.stop, step) if span.step == 1 else span
