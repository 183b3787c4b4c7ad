"""``marienbad describe``: what a person would notice in the table of a game."""

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from marienbad.analysis import Game
from marienbad.cli.arguments import Speaker, terminal_width, whole_number

if TYPE_CHECKING:
    from marienbad.solver.table import Table

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


def solved(game: Game, sizes: tuple[int, ...], grundy: bool) -> "Table":
    """The solved box, and a bar that grows on a terminal while one waits for it."""
    from tqdm import tqdm

    with tqdm(total=sizes[0], leave=False, disable=None) as bar:

        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        # also without a terminal: only between the steps can the search be interrupted
        return game.solve(sizes, grundy, progress)


def run(arguments: Namespace) -> int:
    """Solve a box and print what is noticed in it."""
    from marienbad.study.describe import LARGEST_SIDE, describe
    from marienbad.text.problems import OutOfReach

    game = Game.named(arguments.game)
    heaps = arguments.heaps or game.definition.ruleset.heaps or USUAL_HEAPS
    size = USUAL_SIZE[heaps] if arguments.size is None else arguments.size
    if size > LARGEST_SIDE[heaps]:
        raise OutOfReach("describe.size", size=size, heaps=heaps, bound=LARGEST_SIDE[heaps])
    found = describe(game.definition, solved(game, (size,) * heaps, arguments.grundy))
    if arguments.json:
        print(json.dumps(found.data(arguments.lang), ensure_ascii=False))
    else:
        print(found.explanation.render(arguments.lang, terminal_width()))
    return 0
