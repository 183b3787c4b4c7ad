"""Jobs of a match: its beginning, the machine's moves, hints, and what is said of it afterwards."""

import re
from collections.abc import Sequence
from random import SystemRandom
from typing import Literal, NotRequired, TypedDict, cast

from marienbad.analysis import Game
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.play import grading
from marienbad.play.coach import hint
from marienbad.play.grading import Grade
from marienbad.play.match import HUMAN, check_start, told_data
from marienbad.play.match import Match as PlayedMatch
from marienbad.play.notation import HEADERS, read_moves, read_start
from marienbad.play.objection import objection
from marienbad.play.players import player as level_of
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.values import Record
from marienbad.web import sizes
from marienbad.web.api.bodies import NewMatch, SeatNumber
from marienbad.web.api.common import (
    AtPosition,
    Leave,
    MoveFields,
    Saying,
    ShownMove,
    Taken,
    at_position,
    leave_data,
    shown_move,
    subject,
    taken,
)
from marienbad.web.api.routes import (
    STUDY,
    GameName,
    HeapsText,
    LevelName,
    ReaderLanguage,
    get,
    post,
)

SHOWN_BETTER = 8
MOST_BITS = 500_000
"""How much may be analysed for one history, in bits of all heaps at all plies: under a second."""
LONGEST_RECORD = sizes.LONGEST_MATCH // 2 + len(HEADERS) + 1
"""In lines: two moves stand on each."""
LONGEST_DATE = 32


# Beginnings


def made(
    game: str,
    start: Position | None,
    players: tuple[str, str],
    date: str,
    moves: Sequence[Move] = (),
) -> PlayedMatch:
    """A new match, or a branch of one; after the machine's move where it is its turn."""
    return opened(begun(game, start, players, date, moves))


def begun(
    game: str,
    start: Position | None,
    players: tuple[str, str],
    date: str,
    moves: Sequence[Move],
) -> PlayedMatch:
    """A match after moves that are to be checked."""
    match = PlayedMatch(Game.named(game), start, players, date)
    if not moves:
        return match
    for move in moves if match.game.definition.ruleset.is_plain else ():
        if len(move) != len(match.start):
            raise InputError("server.take_length", heaps=len(match.start), count=len(move))
    return PlayedMatch(match.game, match.start, players, date, moves)


def uploaded(body: bytes, today: str) -> PlayedMatch:
    """The match of a record, after the machine's move where it is its turn."""
    record = bounded_record(body)
    begun = read_start(record)
    begun = begun.again(begun.date[:LONGEST_DATE] or today)
    return opened(read_moves(record, begun))


def opened(match: PlayedMatch) -> PlayedMatch:
    """A match that can be played here, after the machine's move where it is its turn."""
    if not match.humans:
        raise InputError("server.no_human")
    check_players(match)
    check_parts(match.game.definition, match.start)
    check_states(match.game.definition, match.start)
    check_start(match.game, match.start)
    for name in {*match.players} - {HUMAN}:
        choose(match.game, match.start, name)  # what takes too long is refused now, not in a match
    if match.is_machine_turn:
        name = match.players[match.seat(match.ply)]
        for move in answers(match.game, match.position, name):
            match = match.after(move)
    return match.ending(match.is_over)


def check_parts(definition: Definition, start: Position) -> None:
    """Refuse a start that could be parted into more heaps than a move may name.

    A heap of n is parted at most (n − 1)/2 times, since each time something is taken and each part
    holds something.
    """
    if definition.ruleset.parts_heaps:
        heaps = len(start) + sum(max(heap - 1, 0) // 2 for heap in start)
        if heaps > sizes.MOST_HEAPS:
            raise InputError("server.parts", position=start, bound=sizes.MOST_HEAPS)


def check_states(definition: Definition, start: Position) -> None:
    """Refuse a start from which what is forbidden would be a longer number than may be sent.

    That number is below (1 + number of positions under the start) to the power of how many may be
    forbidden, and of two more.
    """
    most = definition.ruleset.memory.block - 1
    digits = sum(heap.bit_length() + 1 for heap in start) * most * 302 // 1000
    if most and digits >= sizes.MOST_DIGITS:
        raise InputError("server.states", position=tuple(start), bound=sizes.MOST_DIGITS)


def check_players(match: PlayedMatch) -> None:
    """Refuse a machine that nobody knows, or that cannot play this game."""
    for name in match.players:
        if name != HUMAN:
            level_of(name, match.game)


def bounded_record(body: bytes) -> str:
    """The text of a record that does not take long to play."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError("server.not_text") from None
    # huge heaps and many moves together would take long
    if max(map(len, re.findall(r"\d+", text)), default=0) > sizes.MOST_DIGITS:
        raise InputError("server.digits", bound=sizes.MOST_DIGITS)
    if any(line.count(",") >= sizes.MOST_HEAPS for line in text.splitlines()):
        raise InputError("server.heaps", bound=sizes.MOST_HEAPS)
    if len(text.splitlines()) > LONGEST_RECORD:
        raise InputError("server.long_record", bound=LONGEST_RECORD)
    return text


# Moves


class Turn(Record):
    """What follows a move: whether the match is over, else the machine's reply where it is its
    turn, and whether the match is over after that. A reply may be several moves, where the machine
    plays on.
    """

    is_over: bool
    replies: tuple[Move, ...] = ()
    is_over_then: bool = False


def choose(game: Game | str, position: Position, name: str) -> Move:
    """The machine's move, by chance where several are as good."""
    known = Game.named(game) if isinstance(game, str) else game
    return level_of(name, known).choose(known, position, SystemRandom())


def answers(game: Game | str, position: Position, name: str) -> tuple[Move, ...]:
    """The machine's moves until it is the other's turn, or no move is left."""
    known = Game.named(game) if isinstance(game, str) else game
    definition, moves = known.definition, list[Move]()
    plays_on = True
    while plays_on and not (moves and definition.is_over(position)):
        moves.append(choose(known, position, name))
        plays_on = definition.plays_on(position)
        position = definition.after(position, moves[-1])
    return tuple(moves)


class ToldLeft(TypedDict):
    """What the position that is left says, if it has a state."""

    leave_situation: NotRequired[Saying]


class Reply(AtPosition, Taken, Leave, ToldLeft):
    """A machine's move; ``take`` and ``leave`` are ``null`` where there is none to play.

    ``call`` or ``forbid`` replaces ``take`` where it takes nothing; where options may be forbidden,
    heaps alone are the start of a match. ``over`` says whether no move is left after it,
    ``plays_on`` whether the same player plays again, ``won`` whether he has won then.
    """

    game: str
    player: str
    over: bool
    plays_on: bool
    won: bool | None


@get("/api/reply", tag="positions")
def reply(game: GameName, position: HeapsText, player: LevelName) -> Reply:
    """What a machine of a level takes from a position; by chance where several are as good."""
    known, named = subject(game, position)
    definition = known.definition
    heaps = definition.ruleset.memory.begun(named)
    level_of(player, known)
    move = None if definition.is_over(heaps) else choose(known, heaps, player)
    left = None if move is None else definition.after(heaps, move)
    said = {} if left is None else told_data(definition, left, "leave_situation")
    return {
        "game": known.name,
        **at_position(heaps),
        "player": player,
        **taken(move),
        **leave_data(left),
        **cast(ToldLeft, said),
        "over": left is None or definition.is_over(left),
        "plays_on": move is not None and definition.plays_on(heaps),
        "won": None if left is None else definition.has_won(heaps, left),
    }


def played(game: Game | str, position: Position, take: Move, machine: str | None) -> Turn:
    """Check a move and reply to it; an illegal one is refused with the reason."""
    known = Game.named(game) if isinstance(game, str) else game
    against = objection(known, position, take)
    if against is not None:
        raise InputError(against.key, **against.values)
    definition = known.definition
    left = definition.after(position, take)
    is_over = definition.is_over(left)
    if is_over or machine is None or definition.plays_on(position):
        return Turn(is_over)
    replies = answers(known, left, machine)
    for reply in replies:
        left = definition.after(left, reply)
    return Turn(is_over, replies, definition.is_over(left))


class Hint(MoveFields):
    """As much of the advice as was asked for."""

    step: int
    key: str
    text: str
    heaps: Sequence[int] | None


def advice(game: Game, position: Position, step: int, lang: str) -> Hint:
    """The hint, with what the page shows of it on the board."""
    found = hint(game, position, step)
    return {
        "step": step,
        "key": found.message.key,
        "text": Plain(lang).line(found.message),
        "heaps": found.heaps,
        **taken(found.move),
    }


# What is said after it


class JudgedMove(AtPosition, MoveFields):
    """A move of the history."""

    ply: int
    player: SeatNumber
    judgement: Literal["kept", "thrown", "lost"]
    text: str
    longest: bool | None
    better: list[ShownMove]
    leader: SeatNumber


class History(TypedDict):
    """A match judged move by move."""

    moves: list[JudgedMove]
    decisive: int | None
    text: str


@post("/api/review", tag="records", queue=STUDY)
def review(wish: NewMatch, lang: ReaderLanguage = "") -> History:
    """Judge every move of a match that is not kept here, such as one between two machines."""
    first, second = wish.players
    match = begun(wish.game, wish.start, (first, second), "", wish.played)
    check_players(match)
    return judge_match(match, lang)


def judge_match(match: PlayedMatch, lang: str) -> History:
    """The history of a match as data and in words."""
    if match.ply * (64 + sum(map(int.bit_length, match.start))) > MOST_BITS:
        raise OutOfReach("server.long_history")
    grades = grading.grade_match(match)
    mistake = grading.decisive(grades)
    plain = Plain(lang)
    sentences = [grading.tell_result(match)]
    if mistake is not None:
        sentences.insert(0, grading.tell_mistake(match, mistake))
    return {
        "moves": [judged(grade, plain) for grade in grades],
        "decisive": None if mistake is None else mistake.ply,
        "text": " ".join(map(plain.line, sentences)),
    }


def judged(grade: Grade, plain: Plain) -> JudgedMove:
    """One move of the history."""
    return {
        "ply": grade.ply,
        "player": grade.player,
        **taken(grade.move),
        **at_position(grade.after),
        "judgement": grade.judgement,
        "text": plain.line(grading.tell_judgement(grade)),
        "longest": grade.is_longest,
        "better": [shown_move(move) for move in grade.better[:SHOWN_BETTER]],
        "leader": grade.leader,
    }
