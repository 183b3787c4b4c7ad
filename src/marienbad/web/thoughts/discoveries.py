"""A strategy looked for and proved from rules alone, and its automaton, step by step."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from marienbad.analysis import Game
from marienbad.games.data import position_data, step_data
from marienbad.games.definition import Definition
from marienbad.games.language.rule_text import define_rules
from marienbad.heaps import Position
from marienbad.solver.search import has_compiler
from marienbad.text.data import json_integers
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Message
from marienbad.web.encoding import encoded
from marienbad.web.sizes import bounded_position
from marienbad.web.workers.worker import tell

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


def discovered(rules: str, lang: str, seconds: float) -> None:
    """Look for a strategy: tell the stages, what was found, and the certificate of a proof."""
    game = define_rules(rules)
    if not has_compiler():
        raise InputError("solver.missing", module="numba")
    from marienbad.prover.discovery.search import discover

    found = discover(game, seconds=seconds, memory=MEMORY, notice=_noticed(lang))
    tell(line("found", **_found(found, lang)))
    if found.proof is not None:
        tell(line("certificate", **_certified(found.proof, lang)))


def line(kind: str, **facts: Any) -> Line:
    """A line of the answer.

    >>> line("stage", stage="Guessing", done=0, of=0)
    ('stage', b'{"kind":"stage","stage":"Guessing","done":0,"of":0}\\n')
    """
    return kind, encoded({"kind": kind, **facts}) + b"\n"


def _noticed(lang: str) -> Callable[[Message, int, int], None]:
    """A function that tells each stage in words, and now and then how far it is."""
    plain, latest, when = Plain(lang), None, 0.0

    def notice(stage: Message, done: int, total: int) -> None:
        nonlocal latest, when
        now = time.monotonic()
        if stage != latest or now - when >= OFTEN:
            latest, when = stage, now
            tell(line("stage", stage=plain.line(stage), done=done, of=total))

    return notice


def _found(found: "Discovery", lang: str) -> dict[str, Any]:
    """How the search ended, in words and as data."""
    return {
        "game": found.game.name,
        "ending": found.ending,
        "reason": found.reason,
        "size": found.size,
        "seconds": round(found.seconds, 1),
        "same_as": found.same_as,
        "html": found.explanation.html(lang),
        "automaton": None if found.proof is None else _automaton(found.proof.automaton, found.game),
    }


def _automaton(automaton: "Automaton", game: Definition) -> dict[str, Any]:
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


def _certified(proof: "Proof", lang: str) -> dict[str, Any]:
    """The certificate, or the sentence that says why there is none."""
    try:
        return {"certificate": proof.certificate(), "error": None}
    except OutOfReach as problem:
        sentence = {"key": problem.message.key, "message": Plain(lang).line(problem.message)}
        return {"certificate": None, "error": sentence}


def stepped(rules: str, file: str, position: str) -> bytes:
    """How an automaton reads a position, letter by letter, and the moves into what it accepts."""
    known, diagram = Game(define_rules(rules)), read_automaton(file)
    game, heaps = known.definition, _heaps_of(known, position)
    system = diagram.system
    words = system.aligned(*map(system.digits, heaps))
    states = diagram.run(words)
    is_accepted = diagram.accepts(states[-1])
    moves = None if is_accepted else _moves_into(game, diagram, heaps)
    block = game.ruleset.memory.block
    most = max(MOVES, block)
    return encoded(
        {
            "game": game.name,
            **position_data(heaps),
            "weights": json_integers(system.weights(len(words[0]))[::-1]),
            "words": words,
            "states": states,
            "accepted": is_accepted,
            "block": block,
            "moves": None if moves is None else [step_data(game, heaps, m) for m in moves[:most]],
        }
    )


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
