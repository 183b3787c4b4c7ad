"""``marienbad chance``: how likely it is that a random start is lost for the player who begins."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, add_game, add_number, terminal_width

MOST_HEAPS = 1000


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("chance.help.examples")
    add_game(parser, speak)
    parser.add_argument("--size", required=True, metavar="N", help=speak("chance.help.size"))
    add_number(parser, speak, "--heaps", (1, MOST_HEAPS), speak("chance.help.heaps"), "H")
    parser.add_argument("--no-empty", action="store_true", help=speak("chance.help.no_empty"))


def run(arguments: Namespace) -> int:
    from marienbad.games.catalogue import define
    from marienbad.heaps import read_heap
    from marienbad.study.chance import chance, explanation_of

    definition = define(arguments.game)
    size = read_heap(arguments.size, "chance.size")
    found = chance(definition, size, arguments.heaps, arguments.no_empty)
    print(explanation_of(definition, found).render(arguments.lang, terminal_width()))
    return 0
