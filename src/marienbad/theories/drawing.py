"""What of an explanation can be drawn on a board, as data: each face draws it in its own way."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from marienbad.text.mathematics import Call, Expression, Prime, Subscript
from marienbad.theories.theory import Change
from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.numeration.representations import Representation


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

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(RowName("R", "F", 1, 8).expression)
    'R_F′(8)'
    """

    letter: str
    subscript: str
    primes: Literal[0, 1, 2]
    number: int

    @property
    def expression(self) -> Expression:
        name: Expression = Subscript(self.letter, self.subscript)
        if self.primes:
            name = Prime(name, self.primes)
        return Call(name, (self.number,))


class DigitRow(Record):
    """A number as it is written in a numeration."""

    name: RowName
    digits: "Representation"
    value: int


class Digits(Record):
    """Numbers below the weights that their digits count."""

    weights: tuple[int, ...]
    rows: Sequence[DigitRow]

    def cells(self, row: DigitRow) -> tuple[int | None, ...]:
        """The digits of a row, one for each weight; ``None`` before the first."""
        return (*(None,) * (len(self.weights) - len(row.digits)), *row.digits)


class DigitDrawing(Record):
    """The digits that decide, and the pairs x ≤ y to leave on the chessboard."""

    digits: Digits
    pairs: tuple[tuple[int, int], ...]


class PathDrawing(Record):
    """What an automaton read and the states that it passed, with the pairs x ≤ y to leave.

    The states begin with the one before the first column; 0 is the one that refuses.
    """

    weights: tuple[int, ...]
    digits: tuple[tuple[int, ...], ...]
    states: tuple[int, ...]
    accepts: bool
    pairs: tuple[tuple[int, int], ...]


class MapDrawing(Record):
    """The pairs x ≤ y to leave on the chessboard."""

    pairs: tuple[tuple[int, int], ...]


Drawing: TypeAlias = PacketDrawing | BinaryDrawing | DigitDrawing | PathDrawing | MapDrawing
