"""What is known of a position, and what can be drawn of it."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from marienbad.analysis import Game
from marienbad.games.data import move_data, position_data, step_data
from marienbad.heaps import Block, Call, Move, Position, state_of
from marienbad.play.match import told_data
from marienbad.play.objection import objection
from marienbad.solver.duration import durations_from
from marienbad.study.board import chosen_slice, corner_of, to_leave
from marienbad.text.data import json_integer, json_integers
from marienbad.text.plain import Plain
from marienbad.text.sentences import Message, say
from marienbad.theories.theory import (
    BinaryDrawing,
    Change,
    DigitDrawing,
    DigitRow,
    Digits,
    MapDrawing,
    PacketDrawing,
    PathDrawing,
)
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_move
from marienbad.web.thoughts.subject import look_for_search, subject
from marienbad.web.thoughts.theory import reference

MOST_MOVES = 3_000


def analysed(
    game: str, position: str, theory: str | None, lang: str, has_html: bool, is_short: bool
) -> bytes:
    """Who wins, every winning move, and why, in short or in full; also as HTML where asked for."""
    known, heaps = subject(game, position)
    look_for_search(known.definition, heaps, theory)
    analysis = known.analyse(heaps, theory)
    told = analysis.explanation.brief if is_short else analysis.explanation
    data = analysis.data(lang, told)
    if has_html:
        data["explanation_html"] = told.html(lang)
        best = analysis.verdict.best
        data["best"] = None if best is None else step_data(known.definition, heaps, best)
        data["theorems"] = [reference(entry, lang) for entry in analysis.theorems]
    return encoded(data)


def replied(game: str, position: str, theory: str | None) -> bytes:
    """What to leave from a position, every answer to it, and what to leave then."""
    known, heaps = subject(game, position)
    look_for_search(known.definition, heaps, theory)
    analysis = known.analyse(heaps, theory)
    left = analysis.left
    return encoded(
        {
            "game": known.name,
            "theory": analysis.theory,
            **position_data(left, "left"),
            "over": known.is_over(left),
            "replies": [
                {
                    "answers": [json_integers(answer) for answer in reply.answers],
                    **_states(reply.answers),
                    **left_data(reply.left),
                }
                for reply in analysis.replies
            ],
        }
    )


def left_data(left: Position | None) -> dict[str, Any]:
    """What is left, ``None`` where nothing is said of it."""
    return {"leave": None} if left is None else position_data(left, "leave")


def _states(positions: Sequence[Position]) -> dict[str, Any]:
    """The states of positions, where one of them has one."""
    states = [*map(state_of, positions)]
    return {"states": json_integers(states)} if any(states) else {}


def moves(game: str, position: str, has_values: bool) -> bytes:
    """Every legal move, where they are not too many; where asked for, also what each is worth."""
    known, heaps = subject(game, position)
    found = list(islice(known.definition.moves(heaps), MOST_MOVES + 1))
    are_few = len(found) <= MOST_MOVES
    memory = known.definition.ruleset.memory
    listed: dict[str, Any] = {
        "game": known.name,
        **position_data(heaps),
        **position_data(memory.begun(heaps), "start"),
        "order": memory.order(state_of(heaps)),
        "over": not found,
        "lost": None if found else known.definition.is_p_at_end(heaps),
        "moves": [move_data(m) for m in found] if are_few else None,
    }
    if memory.has_states:
        after = known.definition.after
        states = [state_of(after(heaps, move)) for move in found] if are_few else None
        listed["states"] = states and json_integers(states)
        listed |= told_data(known.definition, heaps)
    if has_values:
        listed["values"] = values(known, heaps, found) if are_few else None
    return encoded(listed)


def values(game: Game, heaps: Position, found: list[Move]) -> list[dict[str, Any]]:
    """Whether each move wins and, where a search of all that can follow is short, how soon it ends.

    A length counts the moves to the end, this one too: who wins hurries, who loses resists.

    >>> values(Game.named("nim"), (1, 2), [(1, 0), (0, 1), (0, 2)])
    [{'wins': False, 'length': 2}, {'wins': True, 'length': 3}, {'wins': False, 'length': 2}]
    """
    look_for_search(game.definition, heaps)
    analysis = game.analyse(heaps)
    durations = durations_from(game.definition, heaps)
    if durations is None:
        return [{"wins": analysis.is_winning(move)} for move in found]
    after = game.definition.after
    return [
        {"wins": analysis.is_winning(move), "length": 1 + durations.of(after(heaps, move))}
        for move in found
    ]


def checked(game: str, position: str, take: str, lang: str) -> bytes:
    """Whether a move may be played, and if not, why."""
    known, heaps = subject(game, position)
    move, against = judged_move(known, heaps, take)
    if against is None:
        left = position_data(known.definition.after(heaps, move), "leave")
        return encoded({"legal": True, "reason": None, **left})
    reason = Plain(lang).line(against)
    return encoded({"legal": False, "reason": reason, "leave": None})


def judged_move(game: Game, heaps: Position, take: str) -> tuple[Move, Message | None]:
    """A move that was written, and what stands against it, ``None`` where it is legal."""
    move = bounded_move(take)
    if len(move) != len(heaps) and not isinstance(move, Call | Block):
        return move, say("server.take_length", heaps=len(heaps), count=len(move))
    return move, objection(game, heaps, move)


def squares_to_leave(game: str, size: int, third: int | None) -> bytes:
    """The positions to leave of a square board, in order."""
    definition = Game.named(game).definition
    third = chosen_slice(definition, third, None)
    look_for_search(definition, corner_of(size, third))
    found = sorted(to_leave(definition, size, third))
    return encoded({"size": size, "slice": third, "positions": found})


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
        case PathDrawing(weights, words, states, accepts, pairs):
            shown = {"columns": json_integers(weights), "digits": words, "states": states}
            return {"kind": "path", **shown, "accepts": accepts, "pairs": pairs}
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
