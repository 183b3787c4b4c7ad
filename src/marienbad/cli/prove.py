"""``marienbad prove``: that a strategy is right for heaps of every size, or where it is wrong."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

from marienbad.checker import LARGEST_VALUE
from marienbad.cli.arguments import (
    Speaker,
    UsageError,
    add_game,
    add_number,
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
from marienbad.text.sentences import Listing, Message, Table, Value, say

if TYPE_CHECKING:
    from marienbad.prover.games.proof import Proof, Refutation, Step

SHOWN_WEIGHTS = 8


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("prover.help.about")
    parser.epilog = speak("prover.help.examples")
    add_game(parser, speak, nargs="?")
    about = speak("values.help.prove", most=LARGEST_VALUE)
    add_number(parser, speak, "--value", (0, LARGEST_VALUE), about, metavar="G")
    parser.add_argument("--theorems", action="store_true", help=speak("prover.help.theorems"))
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("prover.help.out"))
    parser.add_argument("--json", action="store_true", help=speak("prover.help.json"))


def run(arguments: Namespace) -> int:
    """Prove, say so, and return 1 where the claim is refuted."""
    is_alone = arguments.game is arguments.out is arguments.value is None
    if not is_alone if arguments.theorems else arguments.game is None:
        key = "prover.help.alone" if arguments.theorems else "prover.help.nothing"
        raise UsageError(speaker(arguments.lang)(key), "marienbad prove")
    if arguments.theorems:
        from marienbad.cli.theorems import run as run_theorems

        return run_theorems(arguments)
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.prover.games.proof import Proof
    from marienbad.prover.games.values import prove_value

    game = define(arguments.game)
    with stages(arguments.lang) as notice:
        found = prove_value(game, arguments.value or 0, notice)
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
    states = automaton.states
    yield _said("claim", found, game=game.name, states=states, weights=weights)
    yield say("prover.report.sets")
    heads = (say("prover.report.set"), say("prover.report.states"))
    sets = [(_named(step, found.value), step.states) for step in found.steps]
    for smaller, level in enumerate(found.below.levels if found.below else ()):
        sets.append((say("values.report.smaller", value=smaller), level.states))
    yield Table(heads, tuple(sets))
    time = decimal_text(round(found.whole_seconds * 100), 2, lang)
    if found.holds:
        key = "proved_misere" if game.is_misere else "proved"
        yield _said(key, found, game=game.name, seconds=time)
    else:
        key = "refuted_n" if found.is_p else "refuted_p"
        yield _said(key, found, position=found.position, seconds=time)


def _said(key: str, found: "Proof | Refutation", **facts: Value) -> Message:
    """A sentence on the positions to leave, or on those of the Grundy value."""
    if found.value:
        return say(f"values.report.{key}", value=found.value, **facts)
    return say(f"prover.report.{key}", **facts)


def _named(step: "Step", value: int) -> Message:
    if step.what is None:
        return say("prover.stage.terminal")
    key = "values.report.take" if value else "prover.stage.take"
    return say(key, take=worded(step.what))


def _data(found: "Proof | Refutation") -> dict[str, object]:
    position = getattr(found, "position", None)
    return {
        "game": found.game.name,
        **({"value": found.value} if found.value else {}),
        "proved": position is None,
        "system": found.automaton.system.name,
        "states": found.automaton.states,
        "steps": [{"set": step.what, "states": step.states} for step in found.steps],
        "seconds": round(found.whole_seconds, 3),
        "counterexample": None if position is None else list(position),
    }
