"""``marienbad describe``: what a person would notice in the table of a game."""

import json
from argparse import ArgumentParser, Namespace

from marienbad.analysis import Game
from marienbad.cli.arguments import Speaker, add_game, add_number, speaker, terminal_width
from marienbad.cli.progress import rows


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    from marienbad.study.describe.facts import USUAL_SIDE

    parser.epilog = speak("describe.help.examples")
    add_game(parser, speak)
    usual = ", ".join(map(str, USUAL_SIDE.values()))
    add_number(parser, speak, "--size", (1, 1_000_000), speak("describe.help.size", usual=usual))
    add_number(parser, speak, "--heaps", (1, len(USUAL_SIDE)), speak("describe.help.heaps"), "H")
    parser.add_argument("--grundy", action="store_true", help=speak("describe.help.grundy"))
    parser.add_argument("--json", action="store_true", help=speak("describe.help.json"))


def run(arguments: Namespace) -> int:
    game = Game.named(arguments.game)
    with rows(speaker(arguments.lang)("solve.bar.rows")) as progress:
        found = game.describe(arguments.size, arguments.heaps, arguments.grundy, progress)
    if arguments.json:
        print(json.dumps(found.data(arguments.lang), ensure_ascii=False))
    else:
        print(found.explanation.render(arguments.lang, terminal_width()))
    return 0
