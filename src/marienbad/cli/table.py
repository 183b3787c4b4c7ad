"""``marienbad table``: pairs to leave, nim-sums, convergents and representations, in every form."""

import sys
from argparse import ArgumentParser, Namespace
from itertools import islice

from marienbad.cli.arguments import Offered, Speaker, add_game, add_number, terminal_width
from marienbad.heaps import read_position
from marienbad.study.slices import LARGEST_THIRD
from marienbad.study.tables import all_kinds
from marienbad.study.thesis import tabulated
from marienbad.text.tabular import FORMS, written

LINES_AT_ONCE = 4096
LARGEST_ROWS = 10_000_000


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("table.help.examples")
    add_game(parser, speak, nargs="?")
    parser.add_argument("--thesis", metavar="I…XXII", help=speak("table.help.thesis"))
    parser.add_argument("--kind", choices=Offered(all_kinds()), help=speak("table.help.kind"))
    add_number(parser, speak, "--rows", (1, LARGEST_ROWS), speak("table.help.rows"))
    bases = sorted({base for kind in all_kinds().values() for base in kind.bases})
    parser.add_argument("--base", choices=[*map(str, bases)], help=speak("table.help.base"))
    parser.add_argument("--of", metavar="N,…", help=speak("table.help.of"))
    add_number(parser, speak, "--slice", (0, LARGEST_THIRD), speak("table.help.slice"), "Z")
    parser.add_argument("--format", choices=FORMS, default="text", help=speak("table.help.format"))


def run(arguments: Namespace) -> int:
    numbers = () if arguments.of is None else read_position(arguments.of)
    base = None if arguments.base is None else int(arguments.base)
    asked = (arguments.game, arguments.kind, arguments.rows, base, numbers)
    sheet = tabulated(arguments.thesis, *asked, third=arguments.slice)
    lines = written(sheet, arguments.format, arguments.lang, terminal_width())
    while some := list(islice(lines, LINES_AT_ONCE)):
        sys.stdout.write("\n".join(some) + "\n")
    return 0
