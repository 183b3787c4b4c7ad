"""``marienbad backup``: a copy of all matches, also while servers go on."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, print_messages, speaker
from marienbad.cli.databases import configure_copy, opened
from marienbad.cli.progress import rows
from marienbad.text.sentences import Count, say


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    configure_copy(parser, speak, "help")


def run(arguments: Namespace) -> int:
    """Write the copy, and say how many matches it has."""
    with opened(arguments) as store, rows(speaker(arguments.lang)("solve.bar.rows")) as progress:
        from marienbad.web.matches.backup import back_up

        count = back_up(store, arguments.file, progress)
    matches = Count(count, "contest")
    print_messages(arguments.lang, say("backup.done", matches=matches, name=str(arguments.file)))
    return 0
