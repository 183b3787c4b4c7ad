"""Mathematics that relates its terms: equations, nim-sums, sets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Literal, TypeAlias

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
    """Two sides compared; a relation on the left or on the right makes a chain.

    >>> from marienbad.text.mathematics import Subscript
    >>> Relation("<", Relation("<", Subscript("a", 3), 5), "b").text()
    'a₃ < 5 < b'
    """

    sign: RelationSign
    left: Operand
    right: Operand
    precedence = RELATION

    def write(self, notation: Notation) -> str:
        left, right = notation.part(self.left), notation.part(self.right)
        return notation.row([left, notation.operator(self.sign), right])


def eq(*terms: Operand) -> Expression:
    """Return the terms as a chain of equalities.

    >>> eq(3, "a", "b").text()
    '3 = a = b'
    """
    return as_expression(reduce(lambda left, right: Relation("=", left, right), terms))


class NimSum(Expression):
    """The nim-sum: addition in base two without carrying.

    >>> NimSum((1, 3, 5, 7)).text()
    '1 ⊕ 3 ⊕ 5 ⊕ 7'
    """

    terms: Sequence[Operand]
    precedence = NIM_SUM

    def write(self, notation: Notation) -> str:
        return notation.separated(self.terms, notation.operator("⊕"), PRODUCT)


class Union(Expression):
    """Sets put together.

    >>> Union((SetOf((1, 1)), SetOf((0,)))).text()
    '{1, 1} ∪ {0}'
    """

    terms: Sequence[Operand]
    precedence = NIM_SUM

    def write(self, notation: Notation) -> str:
        return notation.separated(self.terms, notation.operator("∪"), PRODUCT)


class SetOf(Expression):
    """A finite set by its elements.

    >>> SetOf((1, 3, 4)).text(), SetOf(()).text()
    ('{1, 3, 4}', '∅')
    """

    items: Sequence[Operand]

    def write(self, notation: Notation) -> str:
        if not self.items:
            return notation.identifier("∅")
        return notation.fenced("{", notation.items(self.items), "}")
