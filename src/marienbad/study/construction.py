"""How the squares to leave are found on a chessboard, step by step, from the rules alone.

A square whose moves all lead to squares not to be left is to be left; a square with a move to a
square to leave is not. So one goes on until every square is decided (thesis, figures 3 and 4).
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal

from marienbad.games.definition import Definition
from marienbad.heaps import leave
from marienbad.study.board import check_alternation
from marienbad.study.picture.chequer import Square
from marienbad.study.tables import check_two_heaps
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say
from marienbad.values import Record

LARGEST_SIZE = 16
SPOKEN = 12


class Stage(Record):
    """One step: the squares that it decides, in which way, and why."""

    sign: Literal["leave", "excluded"]
    squares: tuple[Square, ...]
    words: Message


def construction(definition: Definition, size: int = 8) -> Iterator[Stage]:
    """Return the steps by which all squares of a board are decided.

    >>> from marienbad.games.catalogue import define
    >>> for stage in construction(define("wythoff"), 3):
    ...     print(stage.sign, stage.squares)
    leave ((0, 0),)
    excluded ((0, 1), (0, 2), (1, 0), (1, 1), (2, 0), (2, 2))
    leave ((1, 2), (2, 1))
    """
    check_two_heaps(definition)
    check_alternation(definition)
    if not 2 <= size <= LARGEST_SIZE:
        raise InputError("board.construction_size", size=size, least=2, bound=LARGEST_SIZE)
    ahead = {square: {*reached(definition, square)} for square in product(range(size), range(size))}
    excluded: set[Square] = set()
    if definition.is_misere:
        over = [square for square, targets in ahead.items() if not targets]
        excluded |= {*over}
        yield Stage("excluded", tuple(over), say("board.stage.won", squares=spoken(over)))
    undecided = [square for square in ahead if square not in excluded]
    while undecided:
        found = [square for square in undecided if ahead[square] <= excluded]
        key = "board.stage.over" if len(undecided) == size * size else "board.stage.leave"
        yield Stage("leave", tuple(found), say(key, squares=spoken(found)))
        undecided = [square for square in undecided if square not in found]
        lost = [square for square in undecided if ahead[square].intersection(found)]
        if lost:
            words = say("board.stage.excluded", squares=spoken(found, "or"))
            yield Stage("excluded", tuple(lost), words)
        excluded |= {*lost}
        undecided = [square for square in undecided if square not in excluded]


def reached(definition: Definition, square: Square) -> Iterator[Square]:
    """Return the squares that a move reaches."""
    for move in definition.moves(square):
        x, y = leave(square, move)
        yield x, y


def spoken(squares: Sequence[Square], conjunction: Literal["and", "or"] = "and") -> Message:
    """Return some squares in words, a few of them where they are many."""
    if len(squares) > SPOKEN:
        return say("board.stage.many", squares=Listing(squares[:SPOKEN], ""))
    return say("board.stage.some", squares=Listing(squares, conjunction))
