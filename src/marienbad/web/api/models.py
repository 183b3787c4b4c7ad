"""What goes in and comes out, as the OpenAPI document tells it.

Bodies are checked by these models. Answers are written without a second check, for speed; the tests
compare them with the models.
"""

from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    RootModel,
    WithJsonSchema,
)
from pydantic_core import PydanticCustomError

from marienbad.numeration.integers import parse
from marienbad.web.http.language import LanguageCode
from marienbad.web.http.limits import BOX_SIZES, LONGEST_GAME, MOST_DIGITS, MOST_HEAPS

LARGEST = 2**53 - 1
TOO_LARGE = 10**MOST_DIGITS


def _read_integer(value: object) -> object:
    """A number, or the decimal digits of one; whatever else is left to be refused."""
    if isinstance(value, str):
        if not (value.isascii() and value.isdigit()):
            return value
        if len(value) > MOST_DIGITS:
            raise _too_many_digits()
        return parse(value)
    return value


def _too_many_digits() -> PydanticCustomError:
    return PydanticCustomError("too_many_digits", "at most {digits}", {"digits": MOST_DIGITS})


def _check_bounds(value: int) -> int:
    """The number within its bounds, which are too long for the constraints of pydantic."""
    if value < 0:
        raise PydanticCustomError("greater_than_equal", "at least {ge}", {"ge": 0})
    if value >= TOO_LARGE:
        raise _too_many_digits()
    return value


INTEGER_SCHEMA: dict[str, Any] = {
    "anyOf": [
        {"type": "integer", "minimum": 0, "maximum": LARGEST},
        {"type": "string", "pattern": f"^[0-9]{{1,{MOST_DIGITS}}}$"},
    ],
    "description": "An integer; beyond 2⁵³ − 1 as a string of decimal digits.",
}
Integer = Annotated[
    int,
    BeforeValidator(_read_integer),
    Field(strict=True),
    AfterValidator(_check_bounds),
    WithJsonSchema(INTEGER_SCHEMA),
]
Heaps = Annotated[list[Integer], Field(max_length=MOST_HEAPS)]
Shown = Annotated[int | str, WithJsonSchema(INTEGER_SCHEMA)]
ShownHeaps = list[Shown]
Square = Annotated[list[int], Field(min_length=2, max_length=2)]
Seat = Literal[0, 1]


class Body(BaseModel):
    """What a client sends: known fields only."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Body):
    """The wish for a match; players in order of play, ``human`` or a level."""

    game: Annotated[str, Field(max_length=LONGEST_GAME)]
    position: Heaps | None = None
    players: Annotated[
        list[Annotated[str, Field(max_length=32)]], Field(min_length=2, max_length=2)
    ]


class NewMove(Body):
    """What is taken from each heap, and the number of moves played before."""

    take: Heaps
    ply: Annotated[int, Field(ge=0, le=LARGEST, strict=True)]


ChosenNumber = Annotated[int, Field(ge=1, le=10**6)]
ChosenText = Annotated[str, Field(max_length=500)]


class LabQuestion(Body):
    """Rules to be solved: each heap smaller than the size, for outcomes or for Grundy values."""

    rules: Annotated[str, Field(max_length=LONGEST_GAME)]
    size: Annotated[int, Field(ge=2, le=max(map(max, BOX_SIZES.values())))] | None = None
    kind: Literal["outcomes", "grundy"] = "outcomes"
    fit: bool = False
    """Whether a size or a kind that these rules do not allow gives way to one that they do."""


class RuleChoices(Body):
    """Rules by choice: what may be taken from one heap, from two and from all."""

    heaps: Annotated[int, Field(ge=1, le=len(BOX_SIZES))] = 2
    one: Literal["any", "bound", "multiple", "set", "none"] = "any"
    both: Literal["same", "near", "ratio", "none"] = "same"
    all: Literal["same", "none"] = "none"
    bound: ChosenNumber = 1
    multiple: ChosenNumber = 1
    gap: ChosenNumber = 1
    amounts: ChosenText = ""
    without: ChosenText = ""
    added: ChosenText = ""
    last_loses: bool = False


class ErrorText(BaseModel):
    """The key of a sentence, and the sentence in the reader's language.

    Of a mistake in a text of rules also the place, both numbers from 1.
    """

    key: str
    message: str
    line: int | None = None
    column: int | None = None


class Error(BaseModel):
    """What went wrong."""

    error: ErrorText


class Health(BaseModel):
    """That the server and its database answer."""

    status: Literal["ok"]
    version: str


class Match(BaseModel):
    """A match as it stands; ``legal`` lists the moves that may be played.

    It is ``null`` where they are too many to be sent with every change: then ask ``/api/moves``.
    """

    id: str
    revision: int
    game: str
    start: ShownHeaps
    position: ShownHeaps
    ply: int
    turn: Seat | None
    over: bool
    winner: Seat | None
    moves: list[ShownHeaps]
    players: Annotated[list[str], Field(min_length=2, max_length=2)]
    date: str
    result: Literal["first", "second", "*"]
    legal: list[ShownHeaps] | None
    title: str | None = None
    rule: str | None = None


class CreatedMatch(Match):
    """A new match with the tokens of its human seats, given only here."""

    seats: Annotated[list[str | None], Field(min_length=2, max_length=2)]


class Hint(BaseModel):
    """As much of the advice as was asked for."""

    step: int
    key: str
    text: str
    heaps: list[int] | None
    take: ShownHeaps | None


class WinningMove(BaseModel):
    """What to take, and what it leaves."""

    take: ShownHeaps
    leave: ShownHeaps


class Analysis(BaseModel):
    """Who wins, every winning move, and why."""

    game: str
    position: ShownHeaps
    outcome: Literal["P", "N"]
    theory: str
    authority: Literal["theorem", "proof", "table"]
    winning_moves: list[WinningMove]
    explanation: list[dict[str, Any]]
    explanation_html: str | None = None


class Named(BaseModel):
    """A name, and the word for it."""

    name: str
    title: str


class Level(Named):
    """A machine player."""

    description: str


class Nouns(BaseModel):
    """What the game is played with."""

    heap: Literal["heap", "row"]
    object: Literal["token", "match"]


class ParameterChoice(Named):
    """A number of a family's rules."""

    least: int


class FamilyChoices(Named):
    """A kind of games and the numbers to choose."""

    usually_misere: bool
    from_text: bool
    parameters: list[ParameterChoice]


class TableChoice(Named):
    """A table that a game has."""

    usual_rows: int
    most_rows: int
    bases: list[int]
    corner: str | None


class GameFacts(BaseModel):
    """A game and its words."""

    game: str
    title: str
    rule: str
    piece: str
    piece_symbol: str
    heaps: int | None
    start: ShownHeaps
    theories: list[Named]
    misere: bool
    other_ending: str | None
    nouns: Nouns
    levels: list[Level]
    family: str
    parameters: dict[str, Shown]
    tables: list[TableChoice]


class Words(BaseModel):
    """The sentences of the page; with plural forms as a list.

    ``plurals`` says which form goes with a number: below 200 the entry of that number, for a
    multiple of a million the last entry, else that of 100 and the last two digits. ``languages``
    has the own names of all.
    """

    lang: LanguageCode
    languages: dict[str, str]
    plurals: list[int]
    words: dict[str, str | list[str]]


class Moves(BaseModel):
    """The legal moves, or ``null`` where they are too many."""

    game: str
    position: ShownHeaps
    over: bool
    moves: list[ShownHeaps] | None


class Check(BaseModel):
    """Whether a move may be played, and if not, why."""

    legal: bool
    reason: str | None
    leave: ShownHeaps | None


class JudgedMove(BaseModel):
    """A move of the history."""

    ply: int
    player: Seat
    take: ShownHeaps
    position: ShownHeaps
    judgement: Literal["kept", "thrown", "lost"]
    text: str
    longest: bool | None
    better: list[ShownHeaps]
    leader: Seat


class History(BaseModel):
    """A match as a tug of war."""

    moves: list[JudgedMove]
    decisive: int | None
    text: str


class Squares(BaseModel):
    """The positions to leave on a board."""

    size: int
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


class MapDrawing(BaseModel):
    """The pairs to leave on the chessboard."""

    kind: Literal["map"]
    pairs: list[Square]


class NoDrawing(BaseModel):
    """Nothing that a board could show."""

    kind: Literal["none"]


class Drawing(RootModel[PacketDrawing | BinaryDrawing | DigitDrawing | MapDrawing | NoDrawing]):
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
    method: Literal["formula", "count"]
    text: str


class Table(BaseModel):
    """A table, row by row."""

    game: str
    kind: str
    columns: list[str]
    rows: list[list[Any]]


class Period(BaseModel):
    """From ``start`` on, the positions of one heap repeat after so many."""

    start: int
    length: int


class RuleText(BaseModel):
    """A text of rules."""

    rules: str


class LabOffer(BaseModel):
    """What the laboratory offers: examples, and the sizes of a heap by the number of heaps."""

    examples: dict[str, str]
    sizes: dict[int, list[int]]


class LabMap(BaseModel):
    """The solved positions of some rules.

    ``pieces`` joined are the text of the rules, the numbers that can be changed apart, each after
    its name.

    ``table`` is in base64: for outcomes a bit a position, set where it is to be left, the first in
    the lowest bit; for Grundy values an octet or two, the lower first. The last heap runs fastest.
    """

    game: str
    title: str
    rule: str
    misere: bool
    pieces: list[str | tuple[str, int]]
    sizes: list[int]
    start: list[int]
    kind: Literal["outcomes", "grundy"]
    bits: Literal[1, 8, 16]
    table: str
    greatest: int
    count: int
    description: str | None
    period: Period | None
