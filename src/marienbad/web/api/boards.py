"""Calls for boards: what can be drawn of a position, and its picture."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypedDict

from marienbad.analysis import Game
from marienbad.study.board import chosen_slice, corner_of, to_leave
from marienbad.text.data import json_integer, json_integers
from marienbad.text.plain import Plain
from marienbad.theories import theory as drawings
from marienbad.theories.theory import LARGEST_BOARD, Change
from marienbad.web.api.common import Pair, Shown, ShownHeaps, look_for_search, subject
from marienbad.web.api.routes import (
    Field,
    File,
    GameName,
    HeapsText,
    ReaderLanguage,
    TheoryName,
    ThirdHeap,
    get,
)
from marienbad.web.site import sharing
from marienbad.web.site.assets import FIRST_GAME
from marienbad.web.sizes import LONGEST_POSITION, bounded_position


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
    look_for_search(known.definition, heaps, theory)
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
    size: Annotated[int, Field(ge=1, le=LARGEST_BOARD)] = 8,
    slice: ThirdHeap = None,  # noqa: A002 (in addresses)
) -> Squares:
    """The safe positions of a square board, of three heaps those of a slice."""
    definition = Game.named(game).definition
    third = chosen_slice(definition, slice, None)
    look_for_search(definition, corner_of(size, third))
    return {"size": size, "slice": third, "positions": sorted(to_leave(definition, size, third))}


@get("/og.png", tag="boards", files=("image/png",), kept=4 * 1024**2)
def picture(
    game: GameName = FIRST_GAME,
    position: Annotated[str | None, Field(max_length=LONGEST_POSITION)] = None,
) -> File:
    """A position, drawn as matches or tokens, 1200 by 630; without one, the start of the game."""
    known = Game.named(game)
    heaps = known.start if position is None else known.position(bounded_position(position))
    drawn = sharing.picture(known.definition.nouns[1], heaps)
    return File(drawn, "image/png", {"Cache-Control": "public, max-age=86400"})
