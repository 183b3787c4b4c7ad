"""Calls for boards: what can be drawn of a position, and its picture."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from marienbad.analysis import Game
from marienbad.study.board import (
    LARGEST_CONSTRUCTION,
    check_square,
    chequer,
    chosen_slice,
    construction,
    to_leave,
)
from marienbad.study.picture.chequer import CHARACTERS
from marienbad.text.data import json_integer, json_integers
from marienbad.text.plain import Plain
from marienbad.theories import theory as drawings
from marienbad.theories.theory import LARGEST_BOARD as LARGEST
from marienbad.theories.theory import Change
from marienbad.web.api.common import Pair, Shown, ShownHeaps, subject
from marienbad.web.api.routes import (
    STUDY,
    Field,
    GameName,
    HeapsText,
    ReaderLanguage,
    TheoryName,
    ThirdHeap,
    get,
)
from marienbad.web.sizes import bounded_position

LARGEST_BOARD = 16


class HeapChange(TypedDict):
    """A winning change of one heap."""

    heap: int
    left: int


class PacketDrawing(TypedDict):
    """Rows in packets of powers of two."""

    kind: Literal["packets"]
    rows: Sequence[Sequence[int]]
    unpaired: Sequence[int]
    change: HeapChange | None


class BinaryDrawing(TypedDict):
    """Rows in base two, with the odd columns."""

    kind: Literal["binary"]
    columns: list[str]
    digits: Sequence[Sequence[int]]
    odd: Sequence[int]
    change: HeapChange | None


class Symbol(TypedDict):
    """A name as mathematics writes it: a letter, its index, its primes, what it is applied to."""

    base: str
    subscript: str
    primes: int
    argument: Shown


class DigitRow(TypedDict):
    """A number in digits; ``null`` before its first."""

    name: str
    symbol: Symbol
    digits: list[Shown | None]
    value: Shown


class DigitDrawing(TypedDict):
    """Numbers in the digits of a numeration, their shift, and the pairs that a board shows."""

    kind: Literal["digits"]
    columns: ShownHeaps
    rows: list[DigitRow]
    pairs: Sequence[Pair]


class PathDrawing(TypedDict):
    """The digits that an automaton read and the states that it passed; whether the last accepts."""

    kind: Literal["path"]
    columns: ShownHeaps
    digits: Sequence[Sequence[int]]
    states: Sequence[int]
    accepts: bool
    pairs: Sequence[Pair]


class MapDrawing(TypedDict):
    """The safe pairs on the chessboard."""

    kind: Literal["map"]
    pairs: Sequence[Pair]


class NoDrawing(TypedDict):
    """Nothing that a board could show."""

    kind: Literal["none"]


Drawing = PacketDrawing | BinaryDrawing | DigitDrawing | PathDrawing | MapDrawing | NoDrawing


@get("/api/drawing", tag="boards")
def drawing(
    game: GameName, position: HeapsText, theory: TheoryName = None, lang: ReaderLanguage = ""
) -> Drawing:
    """What of the explanation can be drawn: packets, binary columns, digits or the pairs."""
    known, heaps = subject(game, position)
    match known.analyse(heaps, theory).drawing:
        case drawings.PacketDrawing(rows, unpaired, change):
            shown = _change(change)
            return {"kind": "packets", "rows": rows, "unpaired": unpaired, "change": shown}
        case drawings.BinaryDrawing(weights, binary, odd, change):
            columns = [*map(str, weights)]
            shown = _change(change)
            return {
                "kind": "binary",
                "columns": columns,
                "digits": binary,
                "odd": odd,
                "change": shown,
            }
        case drawings.DigitDrawing(digits, pairs):
            return {
                "kind": "digits",
                "columns": json_integers(digits.weights),
                "rows": [_digit_row(digits, row, lang) for row in digits.rows],
                "pairs": pairs,
            }
        case drawings.PathDrawing(weights, words, states, accepts, pairs):
            return {
                "kind": "path",
                "columns": json_integers(weights),
                "digits": words,
                "states": states,
                "accepts": accepts,
                "pairs": pairs,
            }
        case drawings.MapDrawing(pairs):
            return {"kind": "map", "pairs": pairs}
    return {"kind": "none"}


def _change(change: Change | None) -> HeapChange | None:
    return None if change is None else {"heap": change.heap, "left": change.left}


def _digit_row(digits: drawings.Digits, row: drawings.DigitRow, lang: str) -> DigitRow:
    """A row of digits; its name as text, and part by part for mathematics."""
    name = row.name
    return {
        "name": Plain(lang).line(name.expression),
        "symbol": {
            "base": name.letter,
            "subscript": name.subscript,
            "primes": name.primes,
            "argument": json_integer(name.number),
        },
        "digits": [digit if digit is None else json_integer(digit) for digit in digits.cells(row)],
        "value": json_integer(row.value),
    }


class Squares(TypedDict):
    """The safe positions on a board, or on a slice of three heaps."""

    size: int
    slice: int | None
    positions: list[Pair]


@get("/api/map", tag="boards")
def safe_squares(
    game: GameName,
    size: Annotated[int, Field(ge=1, le=LARGEST)] = 8,
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
) -> Squares:
    """The safe positions of a square board, of three heaps those of a slice."""
    definition = Game.named(game).definition
    third = chosen_slice(definition, slice, None)
    return {"size": size, "slice": third, "positions": sorted(to_leave(definition, size, third))}


# Boards with marks, and how they are found


class Stage(TypedDict):
    """A step: the squares that it decides, in which way, and why."""

    sign: Literal["leave", "excluded"]
    squares: Sequence[Pair]
    text: str


class Stages(TypedDict):
    """The steps by which all squares of a board are decided."""

    game: str
    title: str
    size: int
    stages: list[Stage]


@get("/api/construction", tag="tables", queue=STUDY)
def stages(
    game: GameName,
    size: Annotated[int, Field(ge=2, le=LARGEST_CONSTRUCTION)] = 8,
    lang: ReaderLanguage = "",
) -> Stages:
    """How the safe squares of a board are found from the rules alone, step by step."""
    definition, plain = Game.named(game).definition, Plain(lang)
    return {
        "game": definition.name,
        "title": plain.line(definition.title),
        "size": size,
        "stages": [
            {"sign": stage.sign, "squares": stage.squares, "text": plain.line(stage.words)}
            for stage in construction(definition, size)
        ],
    }


class Sign(TypedDict):
    """A mark of a board, its character and what it means."""

    sign: str
    character: str
    text: str


class Board(TypedDict):
    """A board: its marks by square, the square of the piece, and what the marks mean.

    ``slice`` is the third heap, where it is a slice of three heaps.
    """

    game: str
    title: str
    description: str
    size: int
    marks: list[tuple[int, int, str]]
    at: Pair | None
    slice: int | None
    legend: list[Sign]


@get("/api/board", tag="tables", queue=STUDY)
def board(
    game: GameName,
    size: Annotated[int, Field(ge=2, le=LARGEST_BOARD)] = 8,
    at: HeapsText | None = None,
    pairs: Annotated[int | None, Field(ge=1, le=LARGEST_BOARD)] = None,
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
    lang: ReaderLanguage = "",
) -> Board:
    """The safe squares on a board; with a piece where it can go, with a number of pairs what
    these exclude. Of three heaps it is a slice: that of the piece, else of 0, if none is named.
    """
    definition, plain = Game.named(game).definition, Plain(lang)
    square = None if at is None else bounded_position(at)
    third = chosen_slice(definition, slice, square)
    check_square(square, size, third)
    found = chequer(definition, size, square, pairs, third)
    return {
        "game": definition.name,
        "title": plain.line(found.title),
        "description": plain.line(found.description),
        "size": size,
        "marks": [(x, y, sign) for (x, y), sign in sorted(found.marks.items())],
        "at": found.at,
        "slice": third,
        "legend": [
            {
                "sign": sign,
                "character": CHARACTERS[sign],
                "text": plain.line(found.meaning(sign)),
            }
            for sign in found.legend
        ],
    }
