"""Wythoff's pairs for the proofs of 3.1: by their recurrence, and how they are written."""

from functools import lru_cache

from marienbad.study.book.entry import Choice
from marienbad.study.book.family import Pair, pairs_of
from marienbad.text.mathematics import Call, Operand

X, Y = Choice("x", 27, 0, 80), Choice("y", 43, 0, 80)
"""The position of the theorem and of the three recipes."""
FEW = 10
"""The pairs are made by powers of two: at least two to this power of them."""


@lru_cache(maxsize=2)
def _grown(bits: int) -> list[Pair]:
    return pairs_of(1, 1 << bits)


def pairs(count: int) -> list[Pair]:
    """At least so many pairs, by the recurrence."""
    return _grown(max(FEW, count.bit_length()))


def small(n: int) -> int:
    return pairs(n)[n][0]


def large(n: int) -> int:
    return pairs(n)[n][1]


def is_small(number: int) -> bool:
    """Whether a positive number is a smaller member."""
    return number in {one for one, _ in pairs(number)[1 : number + 1]}


def a(index: Operand) -> Call:
    """a(n), written so that an index can have an index."""
    return Call("a", (index,))


def b(index: Operand) -> Call:
    return Call("b", (index,))
