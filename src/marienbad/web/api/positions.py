"""Calls on a position: its analysis, its moves, what can be drawn of it, its game's certificate."""

from collections.abc import Sequence
from importlib.util import find_spec
from itertools import islice
from typing import Any, Literal, NotRequired, TypedDict, cast

from marienbad.analysis import Game
from marienbad.games.catalogue import define
from marienbad.games.data import step_data
from marienbad.heaps import Block, Call, Move, Position, state_of
from marienbad.play.objection import objection
from marienbad.prover.games.library import is_proved
from marienbad.solver.reference import durations_from
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message, say
from marienbad.web.api.common import (
    AtPosition,
    EntryLink,
    FromStart,
    Leave,
    Left,
    Shown,
    ShownCall,
    ShownForbidding,
    ShownHeaps,
    ShownMove,
    Told,
    at_position,
    from_start,
    leave_data,
    left_data,
    shown_move,
    subject,
    told,
)
from marienbad.web.api.routes import (
    JSON,
    PROOF,
    File,
    GameName,
    HeapsText,
    ReaderLanguage,
    TheoryName,
    attachment,
    get,
)
from marienbad.web.api.theory import reference
from marienbad.web.sizes import bounded_move

MOST_MOVES = 3_000


class WinningMove(TypedDict):
    """What to take, and what it leaves."""

    take: ShownHeaps
    leave: ShownHeaps


class Analysis(AtPosition):
    """Who wins, every winning move, and why; ``best`` is the one that the HTML describes."""

    game: str
    outcome: Literal["P", "N"]
    theory: str
    authority: Literal["theorem", "proof", "table"]
    winning_moves: list[WinningMove | ShownCall | ShownForbidding]
    winning_moves_complete: NotRequired[bool | None]
    explanation: list[dict[str, Any]]
    explanation_html: NotRequired[str]
    best: NotRequired[WinningMove | ShownCall | ShownForbidding | None]
    theorems: NotRequired[list[EntryLink]]


@get("/api/analysis", tag="positions")
def analyse(
    game: GameName,
    position: HeapsText,
    theory: TheoryName = None,
    format: Literal["text", "html"] = "text",  # noqa: A002 (in addresses)
    form: Literal["long", "short"] = "long",
    lang: ReaderLanguage = "",
) -> Analysis:
    """Who wins, every winning move, and why; with `format=html` also as HTML.

    `form=short` says only what to do, without the rule for other positions.
    """
    known, heaps = subject(game, position)
    analysis = known.analyse(heaps, theory)
    explanation = analysis.explanation.brief if form == "short" else analysis.explanation
    data = cast(Analysis, analysis.data(lang, explanation))
    if format == "html":
        best = analysis.verdict.best
        data["explanation_html"] = explanation.html(lang)
        step = None if best is None else step_data(known.definition, heaps, best)
        data["best"] = cast(WinningMove | None, step)
        data["theorems"] = [reference(entry, lang) for entry in analysis.theorems]
    return data


class States(TypedDict):
    """The states of positions, if one of them has one."""

    states: NotRequired[ShownHeaps]


class Answers(Leave, States):
    """What the other player may leave; what to leave then, ``null`` where he has lost by it."""

    answers: list[ShownHeaps]


class Replies(Left):
    """What is left to the other player: the position, or what the suggested move makes of it."""

    game: str
    theory: str
    over: bool
    replies: list[Answers]


@get("/api/replies", tag="positions")
def replies(game: GameName, position: HeapsText, theory: TheoryName = None) -> Replies:
    """What to leave from a position, every answer to it, and what to leave then."""
    known, heaps = subject(game, position)
    analysis = known.analyse(heaps, theory)
    return {
        "game": known.name,
        "theory": analysis.theory,
        **left_data(analysis.left),
        "over": known.is_over(analysis.left),
        "replies": [_answers(reply.answers, reply.left) for reply in analysis.replies],
    }


def _answers(answers: Sequence[Position], left: Position | None) -> Answers:
    found = [*map(state_of, answers)]
    states: States = {"states": json_integers(found)} if any(found) else {}
    return {"answers": [*map(json_integers, answers)], **states, **leave_data(left)}


class MoveValue(TypedDict):
    """Whether a move wins, and how many moves there are to the end, this one counted.

    Who wins hurries and who loses resists; the length is absent where it would take long to find.
    """

    wins: bool
    length: NotRequired[int]


class MoveValues(TypedDict):
    """What each move is worth, if that was asked for."""

    values: NotRequired[list[MoveValue] | None]


class MoveStates(Told):
    """The state that each move leaves, and what the position says, if it has a state."""

    states: NotRequired[list[Shown] | None]


class Moves(AtPosition, FromStart, MoveStates, MoveValues):
    """The legal moves, or ``null`` where they are too many; where asked for, the value of each.

    ``lost`` says at the end whether whoever should play has lost. ``order`` are the seats that play
    from here, repeated; 0 has the move of the first player. ``start`` is the position as a match
    begins with it, ``states`` has the state that each move leaves.
    """

    game: str
    order: Sequence[int]
    over: bool
    lost: bool | None
    moves: list[ShownMove] | None


@get("/api/moves", tag="positions")
def moves(game: GameName, position: HeapsText, values: Literal["true", "false"] = "false") -> Moves:
    """Every legal move, where there are at most 3,000; with `values=true` what each is worth."""
    known, heaps = subject(game, position)
    found = list(islice(known.definition.moves(heaps), MOST_MOVES + 1))
    are_few = len(found) <= MOST_MOVES
    memory, after = known.definition.ruleset.memory, known.definition.after
    states: MoveStates = {}
    if memory.has_states:
        states = {
            "states": json_integers(state_of(after(heaps, move)) for move in found)
            if found and are_few
            else None,
            **told(known.definition, heaps),
        }
    worth: MoveValues = {}
    if values == "true":
        worth = {"values": values_of(known, heaps, found) if are_few else None}
    return {
        "game": known.name,
        **at_position(heaps),
        **from_start(memory.begun(heaps)),
        "order": memory.order(state_of(heaps)),
        "over": not found,
        "lost": None if found else known.definition.is_p_at_end(heaps),
        "moves": [*map(shown_move, found)] if are_few else None,
        **states,
        **worth,
    }


def values_of(game: Game, heaps: Position, found: list[Move]) -> list[MoveValue]:
    """Whether each move wins and, where a search of all that can follow is short, how soon it ends.

    A length counts the moves to the end, this one too: who wins hurries, who loses resists.

    >>> values_of(Game.named("nim"), (1, 2), [(1, 0), (0, 1), (0, 2)])
    [{'wins': False, 'length': 2}, {'wins': True, 'length': 3}, {'wins': False, 'length': 2}]
    """
    analysis = game.analyse(heaps)
    durations = durations_from(game.definition, heaps)
    if durations is None:
        return [{"wins": analysis.is_winning(move)} for move in found]
    after = game.definition.after
    return [
        {"wins": analysis.is_winning(move), "length": 1 + durations.of(after(heaps, move))}
        for move in found
    ]


class Check(Leave):
    """Whether a move may be played, and if not, why."""

    legal: bool
    reason: str | None


@get("/api/check", tag="positions")
def check(game: GameName, position: HeapsText, take: HeapsText, lang: ReaderLanguage = "") -> Check:
    """Whether a move may be played from a position, and if not, why."""
    known, heaps = subject(game, position)
    move, against = judged_move(known, heaps, take)
    if against is None:
        return {
            "legal": True,
            "reason": None,
            **leave_data(known.definition.after(heaps, move)),
        }
    return {"legal": False, "reason": Plain(lang).line(against), "leave": None}


def judged_move(game: Game, heaps: Position, take: str) -> tuple[Move, Message | None]:
    """A move that was written, and what stands against it, ``None`` where it is legal."""
    move = bounded_move(take)
    if len(move) != len(heaps) and not isinstance(move, Call | Block):
        return move, say("server.take_length", heaps=len(heaps), count=len(move))
    return move, objection(game, heaps, move)


@get(
    "/api/certificate", tag="positions", queue=PROOF, files=(JSON,), slow="server.certificate_slow"
)
def certificate(game: GameName) -> File:
    """The certificate of a game that is proved, as docs/certificates.md describes it."""
    known = define(game)
    if not is_proved(known):
        raise OutOfReach("prover.not_proved", game=known.name)
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.prover.games.proof import Proof, prove

    found = prove(known)
    if not isinstance(found, Proof):
        raise OutOfReach("prover.not_proved", game=known.name)
    return attachment(found.certificate().encode("utf-8"), JSON, "certificate.json")
