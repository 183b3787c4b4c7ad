"""Calls of the lab that look for a strategy and prove it, and step through its automaton."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict, cast

from marienbad.analysis import Game
from marienbad.games.data import step_data
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Position
from marienbad.solver.search import has_compiler
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from marienbad.web.api.common import AtPosition, ErrorText, Shown, ShownHeaps, at_position
from marienbad.web.api.positions import WinningMove
from marienbad.web.api.routes import Body, Field, RuleText, post, tell
from marienbad.web.encoding import encoded
from marienbad.web.sizes import LONGEST_POSITION, bounded_position

if TYPE_CHECKING:
    from marienbad.prover.automata.automaton import Automaton
    from marienbad.prover.automata.diagram import Diagram
    from marienbad.prover.discovery.search import Discovery
    from marienbad.prover.games.proof import Proof

MEMORY = 768
"""The most mebibytes of a table; the rest of the worker's memory is for the proof."""
OFTEN = 0.25
"""After so many seconds it is told again how far a stage is."""
DRAWN = 24
"""The most states that are drawn."""
WEIGHTS = 16
"""How many weights of a system are told."""
LONGEST_FILE = 96 * 1024
"""The most letters of an automaton that is sent, and may be sent back."""
STEP_DIGITS = 40
"""The most decimal digits of a heap that is read step by step."""
MOVES = 8
"""The most winning moves that are told, unless more of them may be forbidden."""
HEAPS = ("x", "y")

Line = tuple[str, bytes]
"""The kind of what is told, and the line of JSON that tells it."""


@dataclass(frozen=True, kw_only=True)
class DiscoveryQuestion(Body):
    """Rules of two heaps for which a strategy is looked for."""

    rules: RuleText


class DiscoveredAutomaton(TypedDict):
    """The automaton that accepts the safe positions; from state 0 there is no way back.

    ``system`` is the numeration in which both heaps are written, with its first ``weights``, the
    least first; ``file`` the automaton with its edges, as ``/api/lab/steps`` reads it, unless it is
    too long for that; ``picture`` it as SVG, where it is small: every state bears its number as
    ``data-state``.
    """

    system: str
    weights: ShownHeaps
    states: int
    start: int
    accepting: Sequence[int]
    file: str | None
    picture: str | None


class StageLine(TypedDict):
    """What is being done; how much of it, where that is known, else 0 of 0."""

    kind: Literal["stage"]
    stage: str
    done: int
    of: int


class FoundLine(TypedDict):
    """How the search ended.

    ``reason`` is which bound ended it, such as ``seconds``, empty where it ended with a proof; the
    heaps of the largest table are below ``size``; ``same_as`` is a game of the catalogue that is
    proved to have the same safe positions.
    """

    kind: Literal["found"]
    game: str
    ending: Literal["proved", "refuted", "not_found"]
    reason: str
    size: int
    seconds: float
    same_as: str | None
    html: str
    automaton: DiscoveredAutomaton | None


class CertificateLine(TypedDict):
    """The certificate of what was proved, as its file holds it, or why there is none."""

    kind: Literal["certificate"]
    certificate: str | None
    error: ErrorText | None


class ErrorLine(TypedDict):
    """Why the answer ends here."""

    kind: Literal["error"]
    error: ErrorText


DiscoveryLine = StageLine | FoundLine | CertificateLine | ErrorLine
"""A line of the answer: stages, then what was found, then the certificate of a proof."""


def discovered(rules: str, lang: str, seconds: float) -> None:
    """Look for a strategy: tell the stages, what was found, and the certificate of a proof."""
    game = define_rules(rules)
    if not has_compiler():
        raise InputError("solver.missing", module="numba")
    from marienbad.prover.discovery.search import discover

    found = discover(game, seconds=seconds, memory=MEMORY, notice=_noticed(lang))
    tell(line(_found(found, lang)))
    if found.proof is not None:
        tell(line(_certified(found.proof, lang)))


def line(content: DiscoveryLine) -> Line:
    """A line of the answer.

    >>> line({"kind": "stage", "stage": "Guessing", "done": 0, "of": 0})
    ('stage', b'{"kind":"stage","stage":"Guessing","done":0,"of":0}\\n')
    """
    return content["kind"], encoded(content) + b"\n"


def stage_line(stage: str, done: int = 0, total: int = 0) -> Line:
    """A line that says what is being done."""
    return line({"kind": "stage", "stage": stage, "done": done, "of": total})


def _noticed(lang: str) -> Callable[[Message, int, int], None]:
    """A function that tells each stage in words, and now and then how far it is."""
    plain, latest, when = Plain(lang), None, 0.0

    def notice(stage: Message, done: int, total: int) -> None:
        nonlocal latest, when
        now = time.monotonic()
        if stage != latest or now - when >= OFTEN:
            latest, when = stage, now
            tell(stage_line(plain.line(stage), done, total))

    return notice


def _found(found: "Discovery", lang: str) -> FoundLine:
    """How the search ended, in words and as data."""
    return {
        "kind": "found",
        "game": found.game.name,
        "ending": found.ending,
        "reason": found.reason,
        "size": found.size,
        "seconds": round(found.seconds, 1),
        "same_as": found.same_as,
        "html": found.explanation.html(lang),
        "automaton": None if found.proof is None else _automaton(found.proof.automaton, found.game),
    }


def _automaton(automaton: "Automaton", game: Definition) -> DiscoveredAutomaton:
    """An automaton as data: its picture where it is small, its file unless it is long."""
    from marienbad.drawing.svg import svg
    from marienbad.prover.automata.diagram import written
    from marienbad.prover.automata.picture import drawing

    diagram, system = automaton.diagram(), automaton.system
    file = written(game.name, diagram)
    return {
        "system": system.name,
        "weights": json_integers(system.weights(WEIGHTS)),
        "states": automaton.states,
        "start": automaton.start,
        "accepting": diagram.accepting,
        "file": file if len(file) <= LONGEST_FILE else None,
        "picture": svg(drawing(diagram, system.name)) if automaton.states <= DRAWN else None,
    }


def _certified(proof: "Proof", lang: str) -> CertificateLine:
    """The certificate, or the sentence that says why there is none."""
    try:
        return {"kind": "certificate", "certificate": proof.certificate(), "error": None}
    except OutOfReach as problem:
        error: ErrorText = {
            "key": problem.message.key,
            "message": Plain(lang).line(problem.message),
        }
        return {"kind": "certificate", "certificate": None, "error": error}


# Steps of an automaton


@dataclass(frozen=True, kw_only=True)
class StepsQuestion(Body):
    """A position that an automaton is to read: the ``file`` of one that was found for the rules."""

    rules: RuleText
    automaton: Annotated[str, Field(max_length=LONGEST_FILE)]
    position: Annotated[str, Field(max_length=LONGEST_POSITION)]


class Steps(AtPosition):
    """How an automaton reads the heaps, a digit of each at a time.

    ``weights`` are those of each digit, the first digit first. ``states`` has one more than there
    are digits: it begins with the start. One position fewer than ``block`` may be forbidden before
    each move; it is 1 where none may. ``moves`` are the first to positions that are accepted, one
    more at least than may be forbidden; none where this one is, or where they are too many to be
    listed.
    """

    game: str
    weights: list[Shown]
    words: Sequence[Sequence[int]]
    states: Sequence[int]
    accepted: bool
    block: int
    moves: list[WinningMove] | None


@post("/api/lab/steps", tag="lab")
def steps(wish: StepsQuestion) -> Steps:
    """How an automaton reads a position, state by state, and the moves into what it accepts."""
    known, diagram = Game(define_rules(wish.rules)), read_automaton(wish.automaton)
    game, heaps = known.definition, _heaps_of(known, wish.position)
    system = diagram.system
    words = system.aligned(*map(system.digits, heaps))
    states = diagram.run(words)
    is_accepted = diagram.accepts(states[-1])
    moves = None if is_accepted else _moves_into(game, diagram, heaps)
    block = game.ruleset.memory.block
    most = max(MOVES, block)
    return {
        "game": game.name,
        **at_position(heaps),
        "weights": json_integers(system.weights(len(words[0]))[::-1]),
        "words": words,
        "states": states,
        "accepted": is_accepted,
        "block": block,
        "moves": None
        if moves is None
        else [cast(WinningMove, step_data(game, heaps, move)) for move in moves[:most]],
    }


def read_automaton(file: str) -> "Diagram":
    """The automaton of a file that anybody may have sent; it reads two heaps."""
    from marienbad.prover.automata.diagram import read

    try:
        _, diagram = read(file)
    except (ArithmeticError, RecursionError) as problem:
        raise InputError("prover.file") from problem
    if diagram.tracks != HEAPS:
        raise InputError("prover.file")
    return diagram


def _heaps_of(game: Game, position: str) -> Position:
    """Two heaps that are not too long."""
    heaps = game.position(bounded_position(position))
    if len(heaps) != len(HEAPS):
        raise OutOfReach("prover.heaps", game=game.name, heaps=len(HEAPS))
    if max(heaps) >= 10**STEP_DIGITS:
        raise OutOfReach("server.digits", bound=STEP_DIGITS)
    return heaps


def _moves_into(game: Definition, diagram: "Diagram", heaps: Position) -> tuple[Any, ...] | None:
    """The moves that leave what is accepted; ``None`` where they are too many to be listed."""
    from marienbad.prover.games.replies import Replies

    try:
        return Replies(game, diagram).moves(heaps)
    except OutOfReach:
        return None
