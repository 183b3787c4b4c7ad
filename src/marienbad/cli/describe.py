"""``marienbad describe``: what a person would notice in the table of a game."""

import json
from argparse import ArgumentParser, Namespace

from marienbad.analysis import Game
from marienbad.cli.arguments import Speaker, speaker, terminal_width, whole_number
from marienbad.cli.progress import rows

USUAL_SIZE = {1: 1000, 2: 256, 3: 64, 4: 24}
USUAL_HEAPS = 2


def configure(parser: ArgumentParser, say: Speaker) -> None:
    """Declare the arguments."""
    parser.epilog = say("describe.help.examples")
    parser.add_argument("game", metavar=say("cli.game"), help=say("cli.game.help"))
    usual = ", ".join(map(str, USUAL_SIZE.values()))
    parser.add_argument(
        "--size",
        type=whole_number(say, 1, 1_000_000),
        metavar="N",
        help=say("describe.help.size", usual=usual),
    )
    heaps = whole_number(say, 1, len(USUAL_SIZE))
    parser.add_argument("--heaps", type=heaps, metavar="H", help=say("describe.help.heaps"))
    parser.add_argument("--grundy", action="store_true", help=say("describe.help.grundy"))
    parser.add_argument("--json", action="store_true", help=say("describe.help.json"))


def run(arguments: Namespace) -> int:
    """Solve a box and print what is noticed in it."""
    from marienbad.study.describe import LARGEST_SIDE, describe
    from marienbad.text.problems import OutOfReach

    game = Game.named(arguments.game)
    heaps = arguments.heaps or game.definition.ruleset.heaps or USUAL_HEAPS
    size = USUAL_SIZE[heaps] if arguments.size is None else arguments.size
    if size > LARGEST_SIDE[heaps]:
        raise OutOfReach("describe.size", size=size, heaps=heaps, bound=LARGEST_SIDE[heaps])
    with rows(speaker(arguments.lang)("solve.bar.rows")) as progress:
        table = game.solve((size,) * heaps, arguments.grundy, progress)
    found = describe(game.definition, table)
    if arguments.json:
        print(json.dumps(found.data(arguments.lang), ensure_ascii=False))
    else:
        print(found.explanation.render(arguments.lang, terminal_width()))
    return 0
