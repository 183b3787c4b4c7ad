"""``marienbad describe``: what a person would notice in the table of a game."""

import json
from argparse import ArgumentParser, Namespace

from marienbad.analysis import Game
from marienbad.cli.arguments import Speaker, add_game, add_number, speaker, terminal_width
from marienbad.cli.progress import rows


def configure(parser: ArgumentParser, say: Speaker) -> None:
    from marienbad.study.describe.facts import USUAL_SIDE

    parser.epilog = say("describe.help.examples")
    add_game(parser, say)
    usual = ", ".join(map(str, USUAL_SIDE.values()))
    add_number(parser, say, "--size", (1, 1_000_000), say("describe.help.size", usual=usual))
    add_number(parser, say, "--heaps", (1, len(USUAL_SIDE)), say("describe.help.heaps"), "H")
    parser.add_argument("--grundy", action="store_true", help=say("describe.help.grundy"))
    parser.add_argument("--json", action="store_true", help=say("describe.help.json"))


def run(arguments: Namespace) -> int:
    game = Game.named(arguments.game)
    with rows(speaker(arguments.lang)("solve.bar.rows")) as progress:
        found = game.describe(arguments.size, arguments.heaps, arguments.grundy, progress)
    if arguments.json:
        print(json.dumps(found.data(arguments.lang), ensure_ascii=False))
    else:
        print(found.explanation.render(arguments.lang, terminal_width()))
    return 0
