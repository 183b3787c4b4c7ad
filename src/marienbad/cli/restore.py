"""``marienbad restore``: a database filled again from its copy."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.cli.arguments import Speaker, print_messages, speaker
from marienbad.cli.databases import add_database, opened
from marienbad.cli.progress import rows
from marienbad.text.sentences import Count, say


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("backup.restore.about")
    parser.epilog = speak("backup.restore.examples")
    parser.add_argument(
        "file", type=Path, metavar=speak("cli.file"), help=speak("backup.restore.file")
    )
    add_database(parser, speak)
    parser.add_argument("--replace", action="store_true", help=speak("backup.restore.replace"))


def run(arguments: Namespace) -> int:
    """Fill the database, and say how many matches it has."""
    with opened(arguments) as store, rows(speaker(arguments.lang)("solve.bar.rows")) as progress:
        from marienbad.web.matches.copies import restore

        count = restore(store, arguments.file, arguments.replace, progress)
    matches = Count(count, "contest")
    print_messages(arguments.lang, say("backup.restored", matches=matches))
    return 0
