"""A match as text that can be kept, sent and read again: headers, then the moves in turns.

>>> from marienbad.analysis import Game
>>> match = Match(Game.named("wythoff:a=2"), (2, 3), ("human", "club"), "1961-06-25")
>>> match = match.play((2, 1)).play((0, 2))
>>> print(write_record(match), end="")
[Game "wythoff:a=2"]
[Start "2,3"]
[First "human"]
[Second "club"]
[Date "1961-06-25"]
[Result "second"]
<BLANKLINE>
1. 1:2+2:1 2:2
>>> read_record(write_record(match)) == match
True
"""

from marienbad.analysis import Game
from marienbad.heaps import Move, stored_position, write_position
from marienbad.play.match import Match, left_after
from marienbad.play.notation import read_move, write_move
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message

HEADERS = ("Game", "Start", "First", "Second", "Date", "Result")
LONGEST_RECORD = 64_000_000
BREAKING = frozenset('"[]')


class RecordError(InputError):
    """A record that cannot be read: which line, and why."""

    def __init__(self, line: int, reason: Message) -> None:
        super().__init__("errors.record", line=line, reason=reason)
        self.line = line


def write_record(match: Match) -> str:
    """The record of a match."""
    start = write_position(match.start)
    values = (match.game.name, start, *match.players, match.date, match.result)
    lines = [f'[{key} "{_safe(value)}"]' for key, value in zip(HEADERS, values, strict=True)]
    moves = [write_move(move) for move in match.moves]
    turns = [
        f"{number + 1}. {' '.join(moves[2 * number : 2 * number + 2])}"
        for number in range((len(moves) + 1) // 2)
    ]
    return "\n".join([*lines, "", *turns]) + "\n" if turns else "\n".join(lines) + "\n"


def read_record(text: str) -> Match:
    """Read a record; one that is broken or holds an illegal move is refused with its line."""
    return read_moves(text, read_start(text))


def read_start(text: str) -> Match:
    """Read the headers of a record: the match before its first move."""
    name, start, first, second, date, _ = _read_headers(_lines(text))
    try:
        game = Game.named(name)
    except InputError as problem:
        raise RecordError(1, problem.message) from None
    try:
        return Match(game, stored_position(start), (first, second), date)
    except InputError as problem:
        raise RecordError(2, problem.message) from None


def read_moves(text: str, begun: Match) -> Match:
    """Read the moves of a record whose headers gave this match."""
    lines = _lines(text)
    result = _read_headers(lines)[-1]
    if len(lines) > len(HEADERS) and lines[len(HEADERS)].strip():
        raise RecordError(len(HEADERS) + 1, Message("errors.record_blank", {}))
    match = _read_turns(begun, lines[len(HEADERS) + 1 :])
    if result != match.result:
        reason = Message("errors.record_result", {"text": result, "result": match.result})
        raise RecordError(HEADERS.index("Result") + 1, reason)
    return match


def _lines(text: str) -> list[str]:
    if len(text) > LONGEST_RECORD:
        raise InputError("errors.record_length", bound=LONGEST_RECORD)
    return text.replace("\r\n", "\n").rstrip("\n").split("\n")


def _read_headers(lines: list[str]) -> list[str]:
    return [_read_header(lines, index) for index in range(len(HEADERS))]


def _read_header(lines: list[str], index: int) -> str:
    key = HEADERS[index]
    line = lines[index].strip() if index < len(lines) else ""
    start, end = f'[{key} "', '"]'
    inside = line[len(start) : -len(end)]
    if not (line.startswith(start) and line.endswith(end) and _is_safe(inside)):
        raise RecordError(index + 1, Message("errors.record_header", {"key": key, "text": line}))
    return inside


def _read_turns(match: Match, lines: list[str]) -> Match:
    """Play the one or two moves of every turn; only the last turn may have one."""
    moves: list[Move] = []
    position = match.start
    for number, line in enumerate(lines, start=1):
        place, words = len(HEADERS) + 1 + number, line.split()
        is_complete = len(moves) == 2 * (number - 1)
        if not (is_complete and len(words) in (2, 3) and words[0] == f"{number}."):
            reason = Message("errors.record_turn", {"text": line, "number": number})
            raise RecordError(place, reason)
        for word in words[1:]:
            try:
                moves.append(read_move(word, match.game, position))
                position = left_after(match.game, position, moves[-1])
            except InputError as problem:
                raise RecordError(place, problem.message) from None
    return match.after_all(moves)


def _is_safe(value: str) -> bool:
    """Whether nothing in a header's value would break the line."""
    return value.isprintable() and BREAKING.isdisjoint(value)


def _safe(value: str) -> str:
    """A header's value without what would break the line."""
    return "".join(letter for letter in value if _is_safe(letter))
