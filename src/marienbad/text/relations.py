"""Mathematics that relates its terms: equations, nim-sums, sets.

>>> from marienbad.text.plain import Plain
>>> text = Plain("en").line
>>> text(eq(3, "a", "b")), text(Relation("<", Relation("<", "a", 5), "b")), text(NimSum((1, 3, 5)))
('3 = a = b', 'a < 5 < b', '1 ⊕ 3 ⊕ 5')
>>> text(Union((SetOf((1, 1)), SetOf((0,))))), text(SetOf(()))
('{1, 1} ∪ {0}', '∅')
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from marienbad.text.mathematics import (
    NIM_SUM,
    PRODUCT,
    RELATION,
    Expression,
    Operand,
    as_expression,
)

if TYPE_CHECKING:
    from marienbad.text.notation import Notation

RelationSign: TypeAlias = Literal["=", "≠", "<", ">", "≤", "≥", "≈", "≡", "∈"]


class Relation(Expression):
    """Two sides compared; a relation on the left or on the right makes a chain."""

    sign: RelationSign
    left: Operand
    right: Operand
    precedence = RELATION

    def write(self, notation: Notation) -> str:
        left, right = notation.part(self.left), notation.part(self.right)
        return notation.row([left, notation.operator(self.sign), right])


def eq(*terms: Operand) -> Expression:
    return as_expression(reduce(lambda left, right: Relation("=", left, right), terms))


class Joined(Expression):
    """Terms with the same sign between neighbours."""

    terms: Sequence[Operand]
    sign: ClassVar[str]
    precedence = NIM_SUM

    def write(self, notation: Notation) -> str:
        return notation.separated(self.terms, notation.operator(self.sign), PRODUCT)


class NimSum(Joined):
    """The nim-sum: addition in base two without carrying."""

    sign = "⊕"


class Union(Joined):
    """Sets put together."""

    sign = "∪"


class SetOf(Expression):
    """A finite set by its elements."""

    items: Sequence[Operand]

    def write(self, notation: Notation) -> str:
        if not self.items:
            return notation.identifier("∅")
        return notation.fenced("{", notation.items(self.items), "}")
