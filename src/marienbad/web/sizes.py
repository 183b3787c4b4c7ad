"""Every number that is given has a bound: digits, heaps, moves, sizes."""

import re

from marienbad.games.catalogue import FAMILIES
from marienbad.games.language.grammar import LARGEST_BLOCK
from marienbad.heaps import Block, Call, Move, Position, Split, read_position
from marienbad.text.problems import InputError

MOST_HEAPS = 64
MOST_DIGITS = 1000
LONGEST_POSITION = MOST_HEAPS * (MOST_DIGITS + 1)
LONGEST_GAME = 100 + MOST_DIGITS * max(len(family.parameters) for family in FAMILIES)
"""The parameters of any family in full length, and their names."""
BOX_SIZES = {
    **dict.fromkeys((1, 2), (16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)),
    3: (16, 24, 32, 48, 64),
    4: (4, 6, 8, 10, 12, 14, 16, 18, 20),
    5: (3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    6: (3, 4, 5, 6, 7, 8),
    7: (3, 4, 5, 6),
    8: (2, 3, 4),
}
"""The sizes of a heap that the lab offers, by the number of heaps: about 2¹⁸ positions."""
LARGEST_SLICE = 500
"""The largest third heap of a slice."""
SIDE = 256
"""How many points a tile of the lab's map has in each direction."""
LEVELS = 6
"""A point of the map stands for at most 2⁶ positions in each direction."""
SIZES_OF_PLANES = tuple(2**power for power in range(4, 15))
"""How large the two heaps of a plane may be that tiles are cut from."""
FARTHEST = 2**52
"""No tile begins at a larger heap."""
MOST_FORBIDDEN = LARGEST_BLOCK - 1
"""The most positions that any rules let forbid at once."""
LONGEST_MATCH = 5_000
MACHINE_BOXES, MACHINE_GAMES = 200, 100
"""The most boxes of a machine that learns, and the most games that it is asked to play at once."""


def bounded_position(text: str) -> Position:
    """Read heaps such as ``26,66`` within the bounds.

    >>> bounded_position("26, 66")
    (26, 66)
    """
    if text.count(",") >= MOST_HEAPS:
        raise InputError("server.heaps", bound=MOST_HEAPS)
    numbers = re.split("[,/]", text, maxsplit=MOST_HEAPS + 1)
    if len(text) > LONGEST_POSITION or max(map(len, numbers)) > MOST_DIGITS:
        raise InputError("server.digits", bound=MOST_DIGITS)
    return read_position(text)


def bounded_move(text: str) -> Move:
    """Read a move within the bounds: ``0,2``, ``=3``, ``0,2/5,2,3`` or ``-1,2+3,5``.

    These take, call, part, and forbid.

    >>> bounded_move("0,2"), bounded_move("=3"), bounded_move("0,2/5,2,3")
    ((0, 2), Call(3), Split((0, 2), (5, 2, 3)))
    >>> bounded_move("-1,2+3,5"), bounded_move("-")
    (Block(((1, 2), (3, 5))), Block(()))
    """
    if text.startswith("-"):
        written = text[1:].split("+") if text[1:] else []
        if len(written) > MOST_FORBIDDEN:
            raise InputError("server.forbidden", bound=MOST_FORBIDDEN)
        return Block(map(bounded_position, written))
    if text.startswith("="):
        (number, *_) = bounded_position(text[1:])
        return Call(number)
    taken, slash, left = text.partition("/")
    move = bounded_position(taken)
    return Split(move, bounded_position(left)) if slash else move
