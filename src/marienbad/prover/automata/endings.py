"""Sets of numbers defined by their digits: the end of a word, all of it, words shifted by a place.

An ending is written as pieces from the left to the right: a digit, a set of digits, or a group
that may be repeated any number of times, ``Many``. What stands before the ending is free, and
a number may have any number of zeros in front.

>>> from marienbad.prover.systems.linear import FIBONACCI
>>> even = ending(FIBONACCI, 1, Many(0, 0))  # with an even number of zeros at the end
>>> [n for n in range(20) if (n,) in even]
[1, 3, 4, 6, 8, 9, 11, 12, 14, 16, 17, 19]
"""

from __future__ import annotations

from collections.abc import Iterable

from marienbad.prover.automata.automaton import Automaton, built
from marienbad.prover.systems.linear import System

Digits = frozenset[int]


class Many(tuple[int, ...]):
    """A group of digits that stands there any number of times, or not at all."""

    __slots__ = ()

    def __new__(cls, *digits: int) -> Many:
        return super().__new__(cls, digits)


Piece = int | Iterable[int] | Many


def ending(system: System, *pieces: Piece) -> Automaton:
    """The numbers whose words end so, on the track x."""
    edges: list[tuple[int, Digits, int]] = []
    jumps: set[tuple[int, int]] = set()
    place = 0
    for piece in pieces:
        group = tuple(piece) if isinstance(piece, Many) else (piece,)
        first = place
        for digits in group:
            allowed = frozenset([digits] if isinstance(digits, int) else digits)
            edges.append((place, allowed, place + 1))
            place += 1
        if isinstance(piece, Many):
            jumps |= {(place, first), (first, place)}

    def closed(states: set[int]) -> frozenset[int]:
        found = {0, *states}  # the ending may begin anywhere
        while more := {new for old, new in jumps if old in found} - found:
            found |= more
        return frozenset(found)

    def follow(states: frozenset[int], digit: int) -> frozenset[int]:
        return closed({new for old, allowed, new in edges if old in states and digit in allowed})

    start = closed(set())
    while (padded := start | follow(start, 0)) != start:
        start = padded
    return built(system, ("x",), start, follow, lambda states: place in states)


def spelled(system: System, follow: dict[tuple[int, int], int], last: set[int]) -> Automaton:
    """The numbers whose words lead from the state 0 to one of the last, on the track x."""
    return built(
        system,
        ("x",),
        0,
        lambda state, digit: follow.get((state, digit)),
        lambda state: state in last,
    )


def weights(system: System) -> Automaton:
    """The weights of the system, a one and zeros after it, on the track x."""
    return spelled(system, {(0, 0): 0, (0, 1): 1, (1, 0): 1}, {1})


def shift(system: System) -> Automaton:
    """The word of y is that of x with a zero appended (R′ in the thesis), on the tracks x, y."""
    return built(
        system,
        ("x", "y"),
        (0, True),
        lambda state, x, y: (y, y == 0) if x == state[0] else None,
        lambda state: bool(state[1]),
    )


def appended(system: System) -> Automaton:
    """The word of y is that of x with some digit appended, on the tracks x, y (x is R″ of y)."""
    return built(
        system, ("x", "y"), 0, lambda digit, x, y: y if x == digit else None, lambda _: True
    )
