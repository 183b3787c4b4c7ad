"""What is known of positions: analyses, moves, drawings, tables and chances."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, RootModel

from marienbad.web.api.models.common import (
    Shown,
    ShownCall,
    ShownForbidding,
    ShownHeaps,
    ShownMove,
)
from marienbad.web.api.models.theory import EntryLink

Square = Annotated[list[int], Field(min_length=2, max_length=2)]


class WinningMove(BaseModel):
    """What to take, and what it leaves."""

    take: ShownHeaps
    leave: ShownHeaps


class Analysis(BaseModel):
    """Who wins, every winning move, and why; ``best`` is the one of which the HTML tells."""

    game: str
    position: ShownHeaps
    state: Shown | None = None
    outcome: Literal["P", "N"]
    theory: str
    authority: Literal["theorem", "proof", "table"]
    winning_moves: list[WinningMove | ShownCall | ShownForbidding]
    winning_moves_complete: bool | None = None
    explanation: list[dict[str, Any]]
    explanation_html: str | None = None
    best: WinningMove | ShownCall | ShownForbidding | None = None
    theorems: list[EntryLink] | None = None


class Answers(BaseModel):
    """What the other player may leave; what to leave then, ``null`` where he has lost by it."""

    answers: list[ShownHeaps]
    states: ShownHeaps | None = None
    leave: ShownHeaps | None
    leave_state: Shown | None = None


class Replies(BaseModel):
    """What is left to the other player: the position, or what the suggested move makes of it."""

    game: str
    theory: str
    left: ShownHeaps
    left_state: Shown | None = None
    over: bool
    replies: list[Answers]


class MoveValue(BaseModel):
    """Whether a move wins, and how many moves there are to the end, this one counted.

    Who wins hurries and who loses resists; the length is absent where it would take long to find.
    """

    wins: bool
    length: int | None = None


class Situation(BaseModel):
    """What a position says besides its heaps: what a move does, a sentence in each language.

    ``forbidden`` are the positions that may not be left.
    """

    act: Literal["take", "call", "choose", "forbid"]
    text: dict[str, str]
    forbidden: list[ShownHeaps]


class Moves(BaseModel):
    """The legal moves, or ``null`` where they are too many; where asked for, the value of each.

    ``lost`` says at the end whether whoever should play has lost. ``order`` are the seats that play
    from here, repeated; 0 has the move of the first player. ``start`` is the position as a match
    begins with it, ``states`` has the state that each move leaves.
    """

    game: str
    position: ShownHeaps
    state: Shown | None = None
    start: ShownHeaps
    start_state: Shown | None = None
    order: list[Literal[0, 1]]
    states: list[Shown] | None = None
    situation: Situation | None = None
    over: bool
    lost: bool | None
    moves: list[ShownMove] | None
    values: list[MoveValue] | None = None


class Check(BaseModel):
    """Whether a move may be played, and if not, why."""

    legal: bool
    reason: str | None
    leave: ShownHeaps | None
    leave_state: Shown | None = None


class Reply(BaseModel):
    """A machine's move; ``take`` and ``leave`` are ``null`` where there is none to play.

    ``call`` or ``forbid`` stands in the place of ``take`` where it takes nothing; where options may
    be forbidden, heaps alone are the start of a match. ``over`` says whether no move is left after
    it, ``plays_on`` whether the same player plays again, ``won`` whether he has won then.
    """

    game: str
    position: ShownHeaps
    state: Shown | None = None
    player: str
    take: ShownHeaps | None
    call: Shown | None = None
    forbid: list[ShownHeaps] | None = None
    leave: ShownHeaps | None
    leave_state: Shown | None = None
    leave_situation: Situation | None = None
    over: bool
    plays_on: bool
    won: bool | None


class Squares(BaseModel):
    """The positions to leave on a board, or on a slice of three heaps."""

    size: int
    slice: int | None
    positions: list[Square]


class HeapChange(BaseModel):
    """A winning change of one heap."""

    heap: int
    left: int


class PacketDrawing(BaseModel):
    """Rows in packets of powers of two."""

    kind: Literal["packets"]
    rows: list[list[int]]
    unpaired: list[int]
    change: HeapChange | None


class BinaryDrawing(BaseModel):
    """Rows in base two, with the odd columns."""

    kind: Literal["binary"]
    columns: list[str]
    digits: list[list[int]]
    odd: list[int]
    change: HeapChange | None


class Symbol(BaseModel):
    """A name as mathematics writes it: a letter, its index, its primes, what it is applied to."""

    base: str
    subscript: str
    primes: Literal[0, 1, 2]
    argument: Shown


class DigitRow(BaseModel):
    """A number in digits; ``null`` before its first."""

    name: str
    symbol: Symbol
    digits: list[Shown | None]
    value: Shown


class DigitDrawing(BaseModel):
    """Numbers in the digits of a numeration, their shift, and the pairs that a board shows."""

    kind: Literal["digits"]
    columns: ShownHeaps
    rows: list[DigitRow]
    pairs: list[Square]


class PathDrawing(BaseModel):
    """The digits that an automaton read and the states that it passed; whether the last accepts."""

    kind: Literal["path"]
    columns: ShownHeaps
    digits: list[list[int]]
    states: list[int]
    accepts: bool
    pairs: list[Square]


class MapDrawing(BaseModel):
    """The pairs to leave on the chessboard."""

    kind: Literal["map"]
    pairs: list[Square]


class NoDrawing(BaseModel):
    """Nothing that a board could show."""

    kind: Literal["none"]


class Drawing(
    RootModel[PacketDrawing | BinaryDrawing | DigitDrawing | PathDrawing | MapDrawing | NoDrawing]
):
    """What of an explanation can be drawn on the board."""


class Chance(BaseModel):
    """How many of the starts are lost for the player who begins."""

    game: str
    size: Shown
    heaps: int
    lost: Shown
    total: Shown
    numerator: Shown
    denominator: Shown
    method: Literal["formula", "pairs", "count"]
    least: Literal[0, 1] = Field(description="The smallest heap that is drawn.")
    text: str
    html: str


class Table(BaseModel):
    """A table, row by row."""

    game: str
    kind: str
    columns: list[str]
    caption: str = Field(description="What the table shows, as HTML.")
    has_bfile: bool = Field(description="Whether it can be had as a b-file.")
    heads: list[str] = Field(description="The columns’ heads for readers, as HTML with MathML.")
    math: dict[str, str] = Field(description="Cells as MathML, by “row,column” from 0.")
    theorems: list[EntryLink]
    rows: list[list[Any]]
