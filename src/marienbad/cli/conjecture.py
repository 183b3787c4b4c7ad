"""``marienbad conjecture``: a condition that is claimed to tell the positions to leave, tried."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from importlib.util import find_spec

from marienbad.analysis import Game
from marienbad.cli.arguments import (
    Speaker,
    UsageError,
    add_game,
    add_number,
    speaker,
    terminal_width,
)
from marienbad.heaps import read_position
from marienbad.school.conjecture.conditions import Condition
from marienbad.school.conjecture.telling import claimed, proof_told, told
from marienbad.school.conjecture.trying import CLAIMS, LARGEST, condition_of, tried
from marienbad.text.explanation import Explanation
from marienbad.text.problems import InputError
from marienbad.text.sentences import Block


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("conjecture.help.about")
    parser.epilog = speak("conjecture.help.examples")
    add_game(parser, speak)
    parser.add_argument("heaps", metavar=speak("cli.heaps"), help=speak("conjecture.help.heaps"))
    metavar = speak("conjecture.help.condition.name")
    parser.add_argument("condition", metavar=metavar, help=speak("conjecture.help.condition"))
    about = speak("conjecture.help.claim")
    parser.add_argument("--claim", choices=CLAIMS, default=CLAIMS[0], help=about)
    add_number(parser, speak, "--up-to", (1, LARGEST), speak("conjecture.help.up_to"))
    parser.add_argument("--prove", action="store_true", help=speak("conjecture.help.prove"))
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("conjecture.help.out"))


def run(arguments: Namespace) -> int:
    """Say what was found; return 1 where there is a counterexample."""
    if arguments.out is not None and not arguments.prove:
        raise UsageError(speaker(arguments.lang)("conjecture.help.alone"), "marienbad conjecture")
    game = Game.named(arguments.game)
    condition, claim = condition_of(game, arguments.condition), arguments.claim
    if arguments.prove:
        return _proved(game, condition, arguments)
    found = tried(game, read_position(arguments.heaps), condition, claim, arguments.up_to)
    _write(told(found), arguments.lang)
    return 1 if found.wrong else 0


def _proved(game: Game, condition: Condition, arguments: Namespace) -> int:
    """Decide the conjecture for two heaps of every size, where that can be done."""
    if find_spec("numpy") is None:
        raise InputError("prover.missing")
    from marienbad.school.conjecture.proving import for_all_sizes

    found = for_all_sizes(game, condition, arguments.claim)
    _write([claimed(condition, arguments.claim), *proof_told(found)], arguments.lang)
    if arguments.out is not None and found.decided is not None and found.decided.proof is not None:
        found.decided.proof.write(arguments.out)
    return 1 if found.counterexample else 0


def _write(blocks: Iterable[Block], lang: str) -> None:
    print(Explanation(tuple(blocks)).render(lang, terminal_width()))
