"""What is known of a position, and what can be drawn of it."""

from itertools import islice
from typing import Any

from marienbad.analysis import Game
from marienbad.heaps import Position, leave
from marienbad.play.objection import objection
from marienbad.study.board import to_leave
from marienbad.text.data import json_integer, json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, say
from marienbad.theories.drawing import (
    BinaryDrawing,
    DigitDrawing,
    DigitRow,
    Digits,
    MapDrawing,
    PacketDrawing,
)
from marienbad.theories.theory import Change
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_position
from marienbad.web.thoughts.subject import look_for_search, subject
from marienbad.web.workers.reach import check_moves

MOST_MOVES = 3_000


def analysed(game: str, position: str, theory: str | None, lang: str, has_html: bool) -> bytes:
    """Who wins, every winning move, and why; also as HTML where asked for."""
    known, heaps = subject(game, position)
    look_for_search(known.definition, heaps, theory)
    analysis = known.analyse(heaps, theory)
    data = analysis.data(lang)
    if has_html:
        data["explanation_html"] = analysis.explanation.html(lang)
    return encoded(data)


def moves(game: str, position: str) -> bytes:
    """Every legal move, where they are not too many."""
    known, heaps = subject(game, position)
    check_moves(known.definition, heaps)
    found = list(islice(known.definition.moves(heaps), MOST_MOVES + 1))
    return encoded(
        {
            "game": known.name,
            "position": json_integers(heaps),
            "over": not found,
            "moves": [json_integers(m) for m in found] if len(found) <= MOST_MOVES else None,
        }
    )


def checked(game: str, position: str, take: str, lang: str) -> bytes:
    """Whether a move may be played, and if not, why."""
    known, heaps = subject(game, position)
    check_moves(known.definition, heaps)
    move = bounded_position(take)
    if len(move) != len(heaps):
        against: Message | None = say("server.take_length", heaps=len(heaps), count=len(move))
    else:
        against = objection(known, heaps, move)
    if against is None:
        left = json_integers(leave(heaps, move))
        return encoded({"legal": True, "reason": None, "leave": left})
    reason = Plain(lang).line(against)
    return encoded({"legal": False, "reason": reason, "leave": None})


def squares_to_leave(game: str, size: int) -> bytes:
    """The positions to leave of a square board, in order."""
    known = Game.named(game)
    if known.heaps not in (2, None):
        raise InputError("table.two_heaps", game=known.name)
    look_for_search(known.definition, (size - 1, size - 1))
    return encoded({"size": size, "positions": sorted(to_leave(known.definition, size))})


def pictured(game: str, position: str, theory: str | None, lang: str) -> bytes:
    """The drawing of a position."""
    known, heaps = subject(game, position)
    look_for_search(known.definition, heaps, theory)
    return encoded(drawing(known, heaps, theory, lang))


def drawing(game: Game, heaps: Position, theory: str | None, lang: str) -> dict[str, Any]:
    """The drawing of a position, ready for JSON."""
    match game.analyse(heaps, theory).drawing:
        case PacketDrawing(rows, unpaired, change):
            shown: dict[str, Any] = {"rows": rows, "unpaired": unpaired}
            return {"kind": "packets", **shown, "change": _change(change)}
        case BinaryDrawing(weights, digits, odd, change):
            shown = {"columns": [*map(str, weights)], "digits": digits, "odd": odd}
            return {"kind": "binary", **shown, "change": _change(change)}
        case DigitDrawing(digits, pairs):
            lines = [_digit_row(digits, row, lang) for row in digits.rows]
            columns = json_integers(digits.weights)
            return {"kind": "digits", "columns": columns, "rows": lines, "pairs": pairs}
        case MapDrawing(pairs):
            return {"kind": "map", "pairs": pairs}
    return {"kind": "none"}


def _change(change: Change | None) -> dict[str, int] | None:
    return None if change is None else {"heap": change.heap, "left": change.left}


def _digit_row(digits: Digits, row: DigitRow, lang: str) -> dict[str, Any]:
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
