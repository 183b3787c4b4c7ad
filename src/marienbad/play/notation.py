"""Moves as text: ``3:2`` takes 2 from the third heap, ``1:7+2:8`` takes 7 and 8 from two heaps.

``3:2/1/4`` takes 2 from the third heap and parts the rest into 1 and 4; ``=3`` calls 3;
``-1,2+3,5`` forbids to leave (1, 2) and (3, 5), and ``-`` nothing. A typed move may also say what
is taken from each heap: ``0,0,2,0``. Where something is called, or is to be called, the number
alone will do.

A match as text that can be kept, sent and read again: headers, then the moves in turns.

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

from itertools import islice

from marienbad.analysis import Game
from marienbad.games.memory import CallHeap, Memory
from marienbad.heaps import (
    Block,
    Call,
    Move,
    Position,
    Split,
    read_heap,
    read_position,
    state_of,
    stored_position,
    take_from,
    write_position,
    write_taken,
)
from marienbad.numeration.integers import digits_of
from marienbad.play.match import Match, left_after
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Count, Message, Value, say


def write_move(move: Move) -> str:
    """The move in its short form.

    >>> write_move((0, 0, 2, 0)), write_move((7, 8))
    ('3:2', '1:7+2:8')
    >>> write_move(Call(3)), write_move(Split((0, 0, 2), (4, 5, 1, 4)))
    ('=3', '3:2/1/4')
    """
    if isinstance(move, Call | Block):
        return write_taken(move)
    if isinstance(move, Split):
        heap = next(heap for heap, amount in enumerate(move) if amount)
        numbers = (move[heap], *move.leave[heap : heap + 2])
        return f"{heap + 1}:{'/'.join(map(digits_of, numbers))}"
    return "+".join(
        f"{heap}:{digits_of(amount)}" for heap, amount in enumerate(move, start=1) if amount
    )


def read_move(text: str, game: Game, position: Position) -> Move:
    """Read a move in either form; whether it is legal is for the game to say.

    >>> nim, euclid = Game.named("nim"), Game.named("euclid")
    >>> read_move("3:2", nim, (1, 3, 5, 7)), read_move("0,0,2,0", nim, (1, 3, 5, 7))
    ((0, 0, 2, 0), (0, 0, 2, 0))
    >>> read_move("nine", euclid, (7, 18))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “nine” is not a move: expected what is taken from each \
heap, such as 0,7, or heap:amount, such as 2:7.
    >>> read_move("9:9", nim, (1, 3, 5, 7))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: There is no row 9: the game has 4 rows.
    """
    stripped, noun = text.strip(), game.nouns[0]
    memory = game.definition.ruleset.memory
    if memory.has_calls and not state_of(position):
        return _call(stripped)
    if memory.is_to_forbid(position):
        return _block(stripped)
    parted: list[int] = []
    try:
        if memory.has_calls and stripped.isdigit():
            taken: dict[int, int] | None = _chosen(memory, read_heap(stripped), position)
        elif ":" in stripped:
            kept, *parts = stripped.split("/")
            taken, parted = _by_heap(kept), [*map(read_heap, parts)]
        elif "/" in stripped:
            kept, left = stripped.split("/", 1)
            return Split(read_position(kept), read_position(left))
        else:
            taken = _each(stripped, position)
    except InputError:
        taken = None
    if taken is None or (parted and (len(parted) != 2 or len(taken) != 1)):
        shown = example(game, position)
        raise InputError("errors.move", text=stripped, heap=say(f"play.noun.{noun}"), **shown)
    heaps = range(1, len(position) + 1)
    unknown = next((heap for heap in taken if heap not in heaps), None)
    if unknown is not None:
        count = Count(len(position), noun)
        raise InputError(f"errors.no_such.{noun}", number=digits_of(unknown), count=count)
    move = tuple(taken.get(heap, 0) for heap in heaps)
    if not parted:
        return move
    (heap,) = taken
    return Split(move, (*position[: heap - 1], *parted, *position[heap:]))


def _call(text: str) -> Call:
    """Read a call: a number, from 1 up.

    >>> _call("=3"), _call(" 3 ")
    (Call(3), Call(3))
    """
    try:
        number = read_heap(text.removeprefix("="))
    except InputError:
        number = 0
    if number < 1:
        raise InputError("errors.call", text=text)
    return Call(number)


def _block(text: str) -> Block:
    """Read what is forbidden: positions, or nothing.

    >>> _block("-1,2+3,5"), _block("3,5"), _block("-")
    (Block(((1, 2), (3, 5))), Block(((3, 5),)), Block(()))
    """
    try:
        written = text.removeprefix("-").replace("+", " ").split()
        if not text or (not written and text != "-"):
            raise InputError("errors.block", text=text)
        return Block(map(read_position, written))
    except InputError:
        raise InputError("errors.block", text=text) from None


def _chosen(memory: Memory, number: int, position: Position) -> dict[int, int]:
    """What is taken where the answer to a call is a number: of the heap, or of objects."""
    called = state_of(position)
    return {called: number} if isinstance(memory, CallHeap) else {number: called}


def _each(text: str, position: Position) -> dict[int, int] | None:
    amounts = [read_heap(part) for part in text.split(",")]
    return dict(enumerate(amounts, start=1)) if len(amounts) == len(position) else None


def _by_heap(text: str) -> dict[int, int] | None:
    taken: dict[int, int] = {}
    for part in text.split("+"):
        heap_text, _, amount_text = part.partition(":")
        heap, amount = read_heap(heap_text), read_heap(amount_text)
        if heap in taken or amount < 1:
            return None
        taken[heap] = amount
    return taken


def example(game: Game, position: Position) -> dict[str, Value]:
    """A move in both forms: a legal one from as few heaps as possible, while there is one."""
    legal = islice(game.definition.ruleset.least_moves(position), 64)  # there may be thousands
    any_move = take_from(position, len(position) - 1, 1)
    move = max(
        (one for one in legal if not isinstance(one, Block)),
        key=lambda move: (move.count(0), move[::-1]),
        default=any_move,
    )
    return {"each": quotable(write_taken(move)), "short": quotable(write_move(move))}


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
