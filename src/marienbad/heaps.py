"""Positions and moves: plain tuples of heap sizes and of amounts taken.

A *position* is the tuple of heap sizes, a *move* the tuple of what is taken from each heap; both
are immutable and hold integers of any size. Whose turn it is, the rules and the past live
elsewhere.
"""

from collections.abc import Iterable
from operator import index
from typing import SupportsIndex

from marienbad.numeration.integers import digits_of, parse
from marienbad.text.problems import InputError

Position = tuple[int, ...]
Move = tuple[int, ...]


def leave(position: Position, move: Move) -> Position:
    """Return what is left of a position after a move.

    >>> leave((1, 3, 5, 7), (0, 0, 0, 1))
    (1, 3, 5, 6)
    """
    return tuple(heap - taken for heap, taken in zip(position, move, strict=True))


def take_from(position: Position, heap: int, amount: int) -> Move:
    """Return the move that takes an amount from one heap and nothing from the others.

    >>> take_from((1, 3, 5, 7), 3, 2)
    (0, 0, 0, 2)
    """
    return (0,) * heap + (amount,) + (0,) * (len(position) - heap - 1)


def read_position(text: str) -> Position:
    """Read heaps written as ``26,66``; spaces are allowed, heaps may have any number of digits.

    >>> read_position("1, 3,5,7")
    (1, 3, 5, 7)
    >>> read_position("1,-3")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “-3” is not a heap: expected a whole number, 0 or more.
    """
    if not text.strip():
        raise InputError("errors.no_heaps")
    return tuple(read_heap(part) for part in text.split(","))


def stored_position(text: str) -> Position:
    """Read heaps that the program has written itself, none at all as well.

    >>> stored_position("")
    ()
    """
    return read_position(text) if text else ()


def read_heap(text: str, complaint: str = "errors.heap") -> int:
    """Read one heap, or a bound of heaps: decimal digits, nothing else.

    >>> read_heap(" 12 ")
    12
    >>> read_heap(" ")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: A heap is missing: expected a whole number, 0 or more.
    """
    digits = text.strip()
    if not digits:
        raise InputError(f"{complaint}_missing")
    try:
        return parse(digits)
    except ValueError:
        raise InputError(complaint, text=digits) from None


def check_position(heaps: Iterable[SupportsIndex], expected: int | None) -> Position:
    """Return the heaps as a position, or say what is wrong with them.

    ``expected`` is the number of heaps of the game, ``None`` where any number will do. Whole
    numbers of other libraries, numpy's and gmpy2's, become Python's own.

    >>> check_position([3, 5], 2)
    (3, 5)
    """
    if isinstance(heaps, str) or not isinstance(heaps, Iterable):
        raise InputError("errors.position", text=heaps if type(heaps) is int else str(heaps))
    position = tuple(map(_checked_heap, heaps))
    if expected is not None and len(position) != expected:
        raise InputError(
            "errors.heap_count", expected=expected, count=len(position), position=position
        )
    return position


def _checked_heap(heap: SupportsIndex) -> int:
    try:
        number = -1 if isinstance(heap, bool) else index(heap)
    except TypeError:
        number = -1
    if number < 0:
        raise InputError("errors.heap", text=digits_of(heap) if type(heap) is int else str(heap))
    return number
