"""``marienbad prove``: that a strategy is right for heaps of every size, or where it is wrong."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from marienbad.cli.arguments import (
    Speaker,
    UsageError,
    add_game,
    print_messages,
    speaker,
    terminal_width,
)
from marienbad.cli.progress import stages
from marienbad.games.catalogue import define
from marienbad.games.language.keywords import worded
from marienbad.text.numbers import decimal_text
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, Table, say

if TYPE_CHECKING:
    from marienbad.prover.games.proof import Proof, Refutation, Step

SHOWN_WEIGHTS = 8


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("prover.help.about")
    parser.epilog = speak("prover.help.examples")
    add_game(parser, speak, nargs="?")
    parser.add_argument("--theorems", action="store_true", help=speak("prover.help.theorems"))
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("prover.help.out"))
    parser.add_argument("--json", action="store_true", help=speak("prover.help.json"))


def run(arguments: Namespace) -> int:
    """Prove, say so, and return 1 where the claim is refuted."""
    is_alone = arguments.game is None and arguments.out is None
    if not is_alone if arguments.theorems else arguments.game is None:
        key = "prover.help.alone" if arguments.theorems else "prover.help.nothing"
        raise UsageError(speaker(arguments.lang)(key), "marienbad prove")
    if arguments.theorems:
        from marienbad.cli.theorems import run as run_theorems

        return run_theorems(arguments)
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.prover.games.proof import Proof, prove

    game = define(arguments.game)
    with stages(arguments.lang) as notice:
        found = prove(game, notice=notice)
    if arguments.json:
        from json import dumps

        print(dumps(_data(found)))
    else:
        _write(found, arguments.lang)
    if not isinstance(found, Proof):
        return 1
    if arguments.out is not None:
        found.write(arguments.out)
    return 0


def _write(found: "Proof | Refutation", lang: str) -> None:
    for block in _report(found, lang):
        if isinstance(block, Table):
            print(Plain(lang).table(block, terminal_width()), end="\n\n")
        else:
            print_messages(lang, block)


def _report(found: "Proof | Refutation", lang: str) -> Iterator[Message | Table]:
    """What was done, step by step, and what follows."""
    automaton, game = found.automaton, found.game
    weights = Listing(automaton.system.weights(SHOWN_WEIGHTS), "")
    yield say("prover.report.claim", game=game.name, states=automaton.states, weights=weights)
    yield say("prover.report.sets")
    heads = (say("prover.report.set"), say("prover.report.states"))
    yield Table(heads, tuple((_named(step), step.states) for step in found.steps))
    time = decimal_text(round(found.seconds * 100), 2, lang)
    if found.holds:
        key = "proved_misere" if game.is_misere else "proved"
        yield say(f"prover.report.{key}", game=game.name, seconds=time)
    else:
        key = "refuted_n" if found.is_p else "refuted_p"
        yield say(f"prover.report.{key}", position=found.position, seconds=time)


def _named(step: "Step") -> Message:
    if step.what is None:
        return say("prover.stage.terminal")
    return say("prover.stage.take", take=worded(step.what))


def _data(found: "Proof | Refutation") -> dict[str, object]:
    position = getattr(found, "position", None)
    return {
        "game": found.game.name,
        "proved": position is None,
        "system": found.automaton.system.name,
        "states": found.automaton.states,
        "steps": [{"set": step.what, "states": step.states} for step in found.steps],
        "seconds": round(found.seconds, 3),
        "counterexample": None if position is None else list(position),
    }
