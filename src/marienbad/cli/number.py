"""``marienbad number``: a number in a numeration, its shifts and neighbours, its place."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, terminal_width


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("number.help.examples")
    parser.add_argument("number", metavar="N", help=speak("number.help.number"))
    parser.add_argument(
        "--in", dest="system", default="fibonacci", metavar="S", help=speak("number.help.in")
    )


def run(arguments: Namespace) -> int:
    from marienbad.heaps import read_heap
    from marienbad.study.numbers import number_told

    number = read_heap(arguments.number, "number.wrong")
    print(number_told(number, arguments.system).render(arguments.lang, terminal_width()))
    return 0
