"""Positions and moves: plain tuples of heap sizes and of amounts taken.

A *position* is the tuple of heap sizes, a *move* the tuple of what is taken from each heap; both
are immutable and hold integers of any size. Whose turn it is, the rules and the past live
elsewhere.

Where the heaps alone do not say what may be played, a position is a :class:`Situation`: it has a
*state* besides, what was taken before, whose turn it is in an order, or what is called. The state 0
is that of a plain tuple. A move that takes nothing but names a number is a :class:`Call`, one that
parts what is left of a heap a :class:`Split`, one that forbids the other to leave some positions a
:class:`Block`.

>>> situated((20,), 3), situated((20,), 0), Call(3), Split((2,), (5, 3))
(Situation((20,), 3), (20,), Call(3), Split((2,), (3, 5)))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import SupportsIndex, TypeVar

from marienbad.numeration.integers import digits_of, parse
from marienbad.text.problems import InputError

T = TypeVar("T")
Position = tuple[int, ...]
Move = tuple[int, ...]


class _Marked(tuple[int, ...]):  # noqa: SLOT001 (a tuple has no room for slots)
    """A tuple with something besides, which counts when it is compared."""

    def _mark(self) -> object:
        raise NotImplementedError

    def _whole(self) -> tuple[object, ...]:
        return tuple(self), self._mark()

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._whole() == other._whole()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __lt__(self, other: tuple[int, ...]) -> bool:
        """Order by the tuple first; a plain one comes before those with something besides."""
        return _order(self) < _order(other)

    def __gt__(self, other: tuple[int, ...]) -> bool:
        return _order(self) > _order(other)

    def __hash__(self) -> int:
        return hash(self._whole())

    def __repr__(self) -> str:
        return f"{type(self).__name__}({tuple(self)}, {self._mark()!r})"


def _order(values: tuple[int, ...]) -> tuple[object, ...]:
    return values._whole() if isinstance(values, _Marked) else (tuple(values),)


class Situation(_Marked):
    """A position with a state that is not 0."""

    state: int

    def __new__(cls, heaps: Iterable[int], state: int) -> Situation:
        situation = super().__new__(cls, heaps)
        situation.state = state
        return situation

    def _mark(self) -> int:
        return self.state

    def __reduce__(self) -> tuple[type, tuple[Position, int]]:
        return Situation, (tuple(self), self.state)


class Call(_Marked):
    """The number that is called, of objects or of a heap; nothing is taken yet."""

    number: int

    def __new__(cls, number: int) -> Call:
        call = super().__new__(cls)
        call.number = number
        return call

    def _mark(self) -> int:
        return self.number

    def __reduce__(self) -> tuple[type, tuple[int]]:
        return Call, (self.number,)

    def __repr__(self) -> str:
        return f"Call({self.number})"


class Block(_Marked):
    """The positions that the other may not leave by his next move; nothing is taken.

    What forbids most comes first in order, so that the last of several that win forbids least.

    >>> Block([(3, 5), (1, 2), (3, 5)])
    Block(((1, 2), (3, 5)))
    >>> sorted([Block([]), Block([(1, 2)]), Block([(1, 2), (3, 5)])])
    [Block(((1, 2), (3, 5))), Block(((1, 2),)), Block(())]
    """

    forbidden: tuple[Position, ...]

    def __new__(cls, forbidden: Iterable[Iterable[int]]) -> Block:
        block = super().__new__(cls)
        block.forbidden = tuple(sorted({tuple(position) for position in forbidden}))
        return block

    def _mark(self) -> tuple[int, tuple[Position, ...]]:
        return -len(self.forbidden), self.forbidden

    def __reduce__(self) -> tuple[type, tuple[tuple[Position, ...]]]:
        return Block, (self.forbidden,)

    def __repr__(self) -> str:
        return f"Block({self.forbidden})"


class Split(_Marked):
    """A move that parts what is left of a heap in two: what is taken, and the whole position left.

    The two parts stand in the place of their heap, the smaller first, in whatever order they are
    given.
    """

    leave: Position

    def __new__(cls, take: Iterable[int], leave: Iterable[int]) -> Split:
        split = super().__new__(cls, take)
        left = list(leave)
        heap = next((heap for heap, amount in enumerate(split) if amount), 0)
        left[heap : heap + 2] = sorted(left[heap : heap + 2])
        split.leave = tuple(left)
        return split

    def _mark(self) -> Position:
        return self.leave

    def __reduce__(self) -> tuple[type, tuple[Move, Position]]:
        return Split, (tuple(self), self.leave)


def situated(heaps: Iterable[int], state: int) -> Position:
    """Return the heaps as a position in a state."""
    return Situation(heaps, state) if state else tuple(heaps)


def state_of(position: Position) -> int:
    """Return the state of a position, 0 where there is none.

    >>> state_of((3, 4)), state_of(Situation((3, 4), 2))
    (0, 2)
    """
    return position.state if isinstance(position, Situation) else 0


def distinct(moves: Iterable[T]) -> Iterator[T]:
    """Each of them once, as soon as it comes."""
    seen: set[T] = set()
    for move in moves:
        if move not in seen:
            seen.add(move)
            yield move


def without_empty(position: Position) -> Position:
    """Return the position without its empty heaps.

    >>> without_empty((0, 3, 0, 1))
    (3, 1)
    """
    return situated(filter(None, position), state_of(position))


def ascending(position: Position) -> Position:
    """Return the position with its heaps in order, the smallest first.

    >>> ascending((5, 3)), ascending(Situation((5, 3), 2))
    ((3, 5), Situation((3, 5), 2))
    """
    return situated(sorted(position), state_of(position))


def leave(position: Position, move: Move) -> Position:
    """Return what is left of the heaps after a move that takes and parts nothing.

    What any move of a game leaves is told by its rules: ``Definition.after``.

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

    A state follows a slash.

    >>> read_position("1, 3,5,7"), read_position("20/3"), read_position("20/0")
    ((1, 3, 5, 7), Situation((20,), 3), (20,))
    >>> read_position("1,-3")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “-3” is not a heap: expected a whole number, 0 or more.
    """
    if not text.strip():
        raise InputError("errors.no_heaps")
    heaps, slash, state = text.partition("/")
    position = tuple(read_heap(part) for part in heaps.split(","))
    return situated(position, read_heap(state, "errors.state")) if slash else position


def write_position(position: Position) -> str:
    """Write a position as it is read.

    >>> write_position((26, 66)), write_position(Situation((20,), 3)), write_position(())
    ('26,66', '20/3', '')
    """
    heaps, state = ",".join(map(digits_of, position)), state_of(position)
    return f"{heaps}/{digits_of(state)}" if state else heaps


def stored_position(text: str) -> Position:
    """Read heaps that the program has written itself, none at all as well.

    >>> stored_position("")
    ()
    """
    return read_position(text) if text else ()


def write_taken(move: Move) -> str:
    """Write a move as it is kept: what is taken, a call, what a split leaves, or what is forbidden.

    >>> write_taken((0, 2)), write_taken(Call(3)), write_taken(Split((0, 2), (5, 2, 3)))
    ('0,2', '=3', '0,2/5,2,3')
    >>> write_taken(Block([(1, 2), (3, 5)])), write_taken(Block([]))
    ('-1,2+3,5', '-')
    """
    if isinstance(move, Block):
        return f"-{'+'.join(','.join(map(digits_of, heaps)) for heaps in move.forbidden)}"
    if isinstance(move, Call):
        return f"={digits_of(move.number)}"
    taken = ",".join(map(digits_of, move))
    return f"{taken}/{','.join(map(digits_of, move.leave))}" if isinstance(move, Split) else taken


def stored_move(text: str) -> Move:
    """Read a move that the program has written itself.

    >>> [stored_move(text) for text in ("0,2", "=3", "0,2/5,2,3", "-1,2+3,5", "-")]
    [(0, 2), Call(3), Split((0, 2), (5, 2, 3)), Block(((1, 2), (3, 5))), Block(())]
    """
    if text.startswith("-"):
        return Block(map(stored_position, filter(None, text[1:].split("+"))))
    if text.startswith("="):
        return Call(parse(text[1:]))
    taken, slash, left = text.partition("/")
    if slash:
        return Split(stored_position(taken), stored_position(left))
    return stored_position(taken)


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


def as_move(taken: Iterable[int]) -> Move:
    """Return what is taken as a move; a call, a block and a split are moves already."""
    if not isinstance(taken, Iterable):
        raise InputError("errors.taken", text=str(taken))
    return taken if isinstance(taken, (Call, Block, Split)) else tuple(taken)


def check_position(
    heaps: Iterable[SupportsIndex], expected: int | None, state: SupportsIndex | None = None
) -> Position:
    """Return the heaps as a position, or say what is wrong with them.

    ``expected`` is the number of heaps of the game, ``None`` where any number will do. Whole
    numbers of other libraries, numpy's and gmpy2's, become Python's own. A state is that of the
    position which is given, unless another is named.

    >>> check_position([3, 5], 2)
    (3, 5)
    """
    if isinstance(heaps, str) or not isinstance(heaps, Iterable):
        text = heaps if type(heaps) is int else str(heaps)
        example = str(tuple(range(3, 3 + 2 * (expected or 2), 2)))
        raise InputError("errors.position", text=text, example=example)
    position = tuple(map(_checked_heap, heaps))
    if expected is not None and len(position) != expected:
        raise InputError(
            "errors.heap_count", expected=expected, count=len(position), position=position
        )
    if state is not None:
        return situated(position, _checked_heap(state, "errors.state"))
    return situated(position, heaps.state) if isinstance(heaps, Situation) else position


def _checked_heap(heap: SupportsIndex, complaint: str = "errors.heap") -> int:
    try:
        number = -1 if isinstance(heap, bool) else index(heap)
    except TypeError:
        number = -1
    if number < 0:
        raise InputError(complaint, text=digits_of(heap) if type(heap) is int else str(heap))
    return number
