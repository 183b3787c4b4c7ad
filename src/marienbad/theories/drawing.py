"""What of an explanation can be drawn on a board, as data: each face draws it in its own way."""

from typing import TypeAlias

from marienbad.text.mathematics import Call, Expression, Prime, Subscript
from marienbad.values import Record

LARGEST_BOARD = 64
"""The largest chessboard on which the pairs to leave are shown."""
SMALLEST_BOARD = 8

Square: TypeAlias = tuple[int, int]


class Change(Record):
    """A winning change of one heap: its index and what to leave of it."""

    heap: int
    left: int


class PacketDrawing(Record):
    """Rows in packets of powers of two, the packets without a partner, and the advised change."""

    rows: tuple[tuple[int, ...], ...]
    unpaired: tuple[int, ...]
    change: Change | None


class BinaryDrawing(Record):
    """Rows in base two below the weights of the columns, and the advised change.

    The odd columns are given by their index from the left.
    """

    weights: tuple[int, ...]
    digits: tuple[tuple[int, ...], ...]
    odd: tuple[int, ...]
    change: Change | None


class RowName(Record):
    """The name of a row of digits.

    >>> RowName("R", "F", 1, 8).expression.text()
    'R_F′(8)'
    """

    letter: str
    subscript: str
    primes: int
    number: int

    @property
    def expression(self) -> Expression:
        """The name as mathematics."""
        name: Expression = Subscript(self.letter, self.subscript)
        if self.primes:
            name = Prime(name, 1 if self.primes == 1 else 2)
        return Call(name, (self.number,))


class DigitRow(Record):
    """A number in digits, ``None`` before its first."""

    name: RowName
    digits: tuple[int | None, ...]
    value: int


class Digits(Record):
    """Numbers written in a numeration, below its weights."""

    weights: tuple[int, ...]
    rows: tuple[DigitRow, ...]


class DigitDrawing(Record):
    """The digits that decide, and the pairs x ≤ y to leave on the chessboard."""

    digits: Digits
    pairs: tuple[Square, ...]


class MapDrawing(Record):
    """The pairs x ≤ y to leave on the chessboard."""

    pairs: tuple[Square, ...]


Drawing: TypeAlias = PacketDrawing | BinaryDrawing | DigitDrawing | MapDrawing
