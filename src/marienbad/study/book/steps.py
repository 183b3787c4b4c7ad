"""The steps of a proof, and the formulas that its chapter writes.

In ``{n} + {a(n)} = {b(n)}`` what stands in braces is worked out, and shown so. Elsewhere a letter
stands for itself, ``nα`` is a product, ``a(n)`` a function, and ``F_n`` has an index. A formula
whose letters all have values is checked.

>>> from marienbad.text.plain import Plain
>>> values = {"n": 5, "a": lambda n: 8, "b": lambda n: 13, "whole": 8}
>>> for text in ("n + a({n}) = {b(n)}", "⌊{n}τ⌋ = {whole}", "{n} ⊕ {whole} > 14", "1/τ^2 = 2 − τ"):
...     formula, holds = worked_out(text, values)
...     print(Plain("en").line(formula), holds)
n + a(5) = 13 True
⌊5τ⌋ = 8 None
5 ⊕ 8 > 14 False
1/τ² = 2 − τ None
"""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple, get_args

from marienbad.numeration.integers import plain
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import (
    Approximation,
    Call,
    Expression,
    Floor,
    Number,
    Operand,
    Product,
    SquareRoot,
    Subscript,
    Symbol,
    as_expression,
)
from marienbad.text.relations import NimSum, Relation, RelationSign, eq
from marienbad.text.sentences import Block, Cell, Equation, Message, Table, Value, say
from marienbad.values import Record

PLACES, TELLING = 4, 1000
"""Decimals that are shown of an irrational number, and more until its figures are at least this.

None of them decides anything.
"""


class Step(Record):
    """A step of a proof, worked out for the chosen numbers."""

    text: Message
    shown: tuple[Block, ...] = ()
    """Equations and tables that show it."""
    holds: bool = True
    """Whether what it says of these numbers is so: computed, never supposed."""


def step(key: str, *shown: Block, holds: bool = True, **values: Value) -> Step:
    """A sentence of a proof, with what shows it and whether it is so.

    A key without a dot is one of the entry that is proved, as ``1``; one that begins with a dot is
    one of its chapter, as ``.rest``. Both may name the numbers that the reader chose.
    """
    return Step(say(key, **values), shown, holds)


def equation(*terms: Operand) -> Equation:
    """Terms that are equal, on a line of their own."""
    return Equation(eq(*terms))


def table(heads: Sequence[str | Expression], rows: Iterable[Sequence[Cell]]) -> Table:
    """A table under these letters."""
    columns = tuple(Symbol(head) if isinstance(head, str) else head for head in heads)
    return Table(columns, tuple(tuple(row) for row in rows))


def decimals(number: Surd) -> Expression:
    """The number in decimals, cut towards 0 after the first few that say something."""
    if number < 0:
        return -decimals(-number)
    if number.is_rational and number.w == 1:
        return Number(number.u)
    places = PLACES
    while (scaled := plain(number.scaled(places))) < TELLING:
        places += 1
    return Approximation(scaled, places)


Values = Mapping[str, Any]
SIGNS: tuple[RelationSign, ...] = get_args(RelationSign)
COMPARED: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "≠": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "≤": operator.le,
    "≥": operator.ge,
}
BRACKETS = {"(": ")", "{": "}", "⌊": "⌋"}


class Part(NamedTuple):
    """A part of a formula: how it is shown, and its value where it has one."""

    shown: Any
    value: Any = None


def worked_out(text: str, values: Values) -> tuple[Expression, bool | None]:
    """A formula for some values of its letters, and whether it holds, where that is known."""
    reader = _Reader(text, values)
    found, holds = reader.relation()
    if reader.tokens != [""]:
        raise ValueError(f"this is no formula: {text}")
    return found.shown, holds


def _tokens(text: str) -> Iterator[str]:
    """The signs, numbers and letters; in braces also words."""
    depth = 0
    for token in re.findall(r"\d+|[^\W\d_][^\W_]*|\S", text):
        depth += (token == "{") - (token == "}")
        yield from [token] if depth or token.isdigit() else token
    yield ""


def _applied(operation: Callable[..., Any], *parts: Part) -> Part:
    """What becomes of some parts; its value is known if all of theirs are."""
    values = [part.value for part in parts]
    value = None if None in values else operation(*values)
    return Part(operation(*(part.shown for part in parts)), value)


class _Reader:
    """Reads a formula from left to right: a method for each kind of part, the loosest first."""

    def __init__(self, text: str, values: Values) -> None:
        self.values, self.tokens, self.depth = values, [*_tokens(text)], 0

    def next(self, *expected: str) -> str:
        """Take the next token, if it is one of those that are expected."""
        return self.tokens.pop(0) if self.tokens[0] in expected else ""

    def relation(self) -> tuple[Part, bool | None]:
        left = self.nim_sum()
        shown, checks = left.shown, list[bool | None]()
        while sign := next((sign for sign in SIGNS if self.next(sign)), None):
            right = self.nim_sum()
            is_known = sign in COMPARED and None not in (left.value, right.value)
            checks.append(COMPARED[sign](left.value, right.value) if is_known else None)
            shown, left = Relation(sign, shown, right.shown), right
        return Part(shown, left.value), None if None in checks else all(checks)

    def nim_sum(self) -> Part:
        terms = [self.sum()]
        while self.next("⊕"):
            terms.append(self.sum())
        values = [term.value for term in terms]
        value = None if None in values else reduce(operator.xor, values)
        return terms[0] if len(terms) == 1 else Part(NimSum([one.shown for one in terms]), value)

    def sum(self) -> Part:
        left = _applied(operator.neg, self.product()) if self.next("−") else self.product()
        while sign := self.next("+", "−"):
            left = _applied(operator.add if sign == "+" else operator.sub, left, self.product())
        return left

    def product(self) -> Part:
        left = self.power()
        while (sign := self.next("/", "×", "·")) or self._is_factor(self.tokens[0]):
            right = self.power()
            if sign == "/":
                left = Part(left.shown / right.shown)
            else:
                value = _applied(operator.mul, left, right).value
                left = Part(Product((left.shown, right.shown), "×" if sign == "×" else ""), value)
        return left

    def _is_factor(self, token: str) -> bool:
        return token.isalpha() or token in (*BRACKETS, "√")

    def power(self) -> Part:
        base = self.atom()
        return _applied(operator.pow, base, self.power()) if self.next("^") else base

    def atom(self) -> Part:
        token = self.tokens.pop(0)
        if token.isdigit():
            return Part(Number(int(token)), int(token))
        if token in BRACKETS:
            return self.inside(token)
        if token == "√":
            return Part(SquareRoot(self.power().shown))
        return self.letter(token)

    def inside(self, bracket: str) -> Part:
        self.depth += bracket == "{"
        found = self.nim_sum()
        self.depth -= bracket == "{"
        if not self.next(BRACKETS[bracket]):
            raise ValueError(f"{bracket} is not closed")
        if bracket == "⌊":
            return Part(Floor(found.shown))
        if bracket == "(" or found.value is None:
            return found
        return Part(Number(found.value), found.value)

    def letter(self, name: str) -> Part:
        """A letter, a function at its argument, a letter with an index, or what a name means."""
        if not name.isalnum():
            raise ValueError(f"expected a letter, got {name!r}")
        known = self.values.get(name)
        if self.tokens[0] in ("(", "_"):
            is_call = self.tokens.pop(0) == "("
            argument = self.inside("(") if is_call else self.atom()
            shown = Call(name, (argument.shown,)) if is_call else Subscript(name, argument.shown)
            if not callable(known) or argument.value is None:
                return Part(shown)
            return Part(shown, known(argument.value))
        value = known if isinstance(known, int) else None
        if not self.depth:
            return Part(Symbol(name), value)
        if known is None:
            raise ValueError(f"{name} has no value")
        return Part(as_expression(known), value)
