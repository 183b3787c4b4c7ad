"""``marienbad completion``: what a shell needs to complete commands and options."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker

SHELLS = ("bash", "zsh", "tcsh")


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("cli.completion.examples")
    parser.add_argument(
        "shell", choices=SHELLS, metavar=speak("cli.shell"), help=speak("cli.completion.shell")
    )


def run(arguments: Namespace) -> int:
    from shtab import complete

    from marienbad.cli import COMMANDS, parser_of

    parser = parser_of(arguments.lang, COMMANDS, COMMANDS)
    print(complete(parser, shell=arguments.shell))
    return 0
