"""What a theory is: one way to decide a position and to find every winning move.

A theory answers with data, a :class:`Verdict`; it explains itself only when asked, as steps that
the text floor turns into sentences. What of an explanation can be drawn on a board is data too, a
:data:`Drawing`: each face draws it in its own way.
"""

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement, islice
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.text.mathematics import Call, Expression, Prime, Subscript
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Message
from marienbad.values import Record

if TYPE_CHECKING:
    from collections.abc import Iterable

    from marienbad.text.tabular import Sheet

Authority = Literal["theorem", "proof", "table"]
Square: TypeAlias = tuple[int, int]
LARGEST_BOARD = 64
"""The largest chessboard on which the pairs to leave are drawn."""
SMALLEST_BOARD = 8


MOST_LISTED = 10_000
"""The most winning moves that are listed."""


class Verdict(Record):
    """Whether a position is a P-position, and every winning move, sorted.

    With it goes what the theory found on the way, for its own explanation and drawing. It is no
    part of the answer: methods that agree give equal verdicts.
    """

    is_p: bool
    winning_moves: tuple[Move, ...]
    working: object = None
    unlisted: Move | None = None
    """A winning move, where there are more than :data:`MOST_LISTED` and none is listed."""

    def _values(self) -> tuple[object, ...]:
        return self.is_p, self.winning_moves

    @property
    def is_complete(self) -> bool:
        """Whether every winning move is listed."""
        return self.unlisted is None

    @property
    def best(self) -> Move | None:
        """The last winning move of the list; where they are too many, one of them."""
        return self.winning_moves[-1] if self.winning_moves else self.unlisted

    @classmethod
    def of(cls, is_p: bool, moves: "Iterable[Move]", working: object = None) -> "Verdict":
        """The verdict with the winning moves in order, or with one of them where they are many.

        >>> Verdict.of(False, ((n,) for n in (3, 1, 2))).winning_moves
        ((1,), (2,), (3,))
        >>> Verdict.of(False, ((n,) for n in range(20_000))).is_complete
        False
        """
        listed = sorted(islice(moves, MOST_LISTED + 1))
        if len(listed) > MOST_LISTED:
            return cls(is_p, (), working, listed[-1])
        return cls(is_p, tuple(listed), working)


class Change(Record):
    """A winning change of one heap: its index and what to leave of it."""

    heap: int
    left: int

    def applied(self, position: Position) -> Position:
        """What it makes of a position.

        >>> Change(1, 4).applied((3, 5, 7))
        (3, 4, 7)
        """
        return (*position[: self.heap], self.left, *position[self.heap + 1 :])


def bits_of(position: Position) -> int:
    """The bits of all heaps."""
    return sum(map(int.bit_length, position))


class Theory(ABC):
    """One way to decide and to find every winning move of a game, with its citation."""

    name: ClassVar[str]
    authority: ClassVar[Authority] = "theorem"
    most_heaps: ClassVar[int] = sys.maxsize
    repeated_bits: ClassVar[int] = 5_000_000
    """The most bits of heaps that follow a position and are looked at for its explanation."""

    def __init__(self, game: Definition) -> None:
        self.game = game

    @property
    @abstractmethod
    def citation(self) -> str:
        """Where to read about it, for the game at hand; empty where no source treats it."""

    @property
    def proved_in(self) -> str:
        """The name of the book's statement that proves it; empty where there is none."""
        return ""

    def check_reach(self, position: Position) -> None:
        """Raise :class:`OutOfReach` where the theory cannot answer at this size."""
        if len(position) > self.most_heaps:
            raise OutOfReach("errors.too_many_heaps", count=len(position), bound=self.most_heaps)

    def repeatable(self, position: Position, most: int) -> int:
        """How many positions that follow are solved for an explanation: fewer of long heaps."""
        return max(1, min(most, self.repeated_bits // max(bits_of(position), 1)))

    @abstractmethod
    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move."""

    def resisting_moves(self, position: Position) -> "Iterable[Move] | None":
        """From a lost position, few moves among which one leaves the fewest winning replies.

        ``None`` where the theory knows no such choice: then all moves are compared.
        """
        return None

    @property
    def _form(self) -> str:
        """The end of the key of a sentence that is another in misère play."""
        return "_misere" if self.game.is_misere else ""

    def is_p(self, position: Position) -> bool:
        """Whether the position is one to leave, which may be easier to say than how to win."""
        return self.solve(position).is_p

    @abstractmethod
    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        """The steps of the method on this position, without the opening and the advice.

        The verdict is the theory's own.
        """

    def method(self) -> list[Block]:
        """The rule for every case of this game: with it a reader plays any other position."""
        return []

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        """The steps in a sentence or two, for a reader who wants to know what to do."""
        return []

    def drawing(self, position: Position, verdict: Verdict) -> "Drawing | None":
        """What of the explanation can be drawn: here the pairs to leave, where there is a board."""
        pairs = self.pairs_on_board(position)
        return MapDrawing(pairs) if pairs else None

    def pairs_on_board(self, position: Position) -> tuple[Square, ...]:
        """The pairs to leave on the chessboard of a position of two heaps.

        There are none where the board would be too large, for a reader or for the theory, or where
        the order of the heaps matters.
        """
        rules = self.game.ruleset
        if rules.heaps != 2 or rules.tells_heaps_apart:
            return ()
        size = max(*position, SMALLEST_BOARD - 1) + 1
        try:
            return self.pairs_below(size) if size <= LARGEST_BOARD else ()
        except OutOfReach:
            return ()

    def pairs_below(self, size: int) -> tuple[Square, ...]:
        """The pairs x ≤ y < size to leave, in order."""
        # from the largest down: a search that has solved it knows all others
        squares = combinations_with_replacement(reversed(range(size)), 2)
        return tuple(sorted((x, y) for y, x in squares if self.is_p((x, y))))


if TYPE_CHECKING:
    from marienbad.numeration.continued_fraction import Representation


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


Limit: TypeAlias = int | Callable[[Definition], int]


class TableKind(Record):
    """A table that a family offers, with its limits: numbers, or functions of a game."""

    name: str
    title: str
    """The key of its name."""
    maker: "Callable[..., Sheet] | None"
    """Makes the sheet of a game and a number of rows; ``None``: :mod:`marienbad.study` does."""
    usual_rows: int = 20
    most_rows: Limit = 100_000
    served_rows: Limit = 2_000
    """The most rows that a server makes."""
    bases: tuple[int, ...] = (10,)
    """The bases in which it can be written, the usual one first."""
    takes_numbers: bool = False
    """Whether it can be made of numbers of one's own."""
    takes_slice: bool = False
    """Whether it is made for one third heap."""
    fits: Callable[[Definition], bool] = lambda _game: True
    """Which games of the family have it."""

    def limit(self, game: Definition, is_served: bool = False) -> int:
        """Return how many rows the table of a game may have."""
        limit = self.served_rows if is_served else self.most_rows
        return limit if isinstance(limit, int) else limit(game)


PAIRS = TableKind(
    "pairs",
    "table.kind.pairs",
    None,
    most_rows=10_000_000,
    fits=lambda game: game.ruleset.heaps in (2, None),
)
"""The positions to leave with two heaps, by the theory or as a search finds them."""


class Counting(Record):
    """What is known of all positions of a family's games: their pairs and counts of lost starts."""

    pairs: Callable[[Definition, int | None], Iterator[tuple[int, int]]] | None = None
    """The pairs to leave x ≤ y, ordered by x, then y, without end or of heaps below a bound."""
    lost_starts: Callable[[Definition, int, int], int] | None = None
    """How many starts are lost, by game, size and number of heaps."""
    empty_starts: Callable[[Definition, int, int], int] | None = None
    """How many among them have an empty heap."""
    in_words: Callable[[Definition, int, int], list[Block]] | None = None
    """The words on that count and its growth."""
    delicate_numbers: Callable[[Definition, int], list[int]] | None = None
    """The numbers up to a bound that test rounding hardest."""
    is_formula: Callable[[Definition], bool] = lambda game: game.has_formulas
    """Whether a formula counts the starts; else they are counted pair by pair."""
