"""``marienbad restore``: a database filled again from its copy."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, print_messages, speaker
from marienbad.cli.databases import configure_copy, opened
from marienbad.cli.progress import rows
from marienbad.text.sentences import Count, say


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    configure_copy(parser, speak, "restore")
    parser.add_argument("--replace", action="store_true", help=speak("backup.restore.replace"))


def run(arguments: Namespace) -> int:
    """Fill the database, and say how many matches it has."""
    with opened(arguments) as store, rows(speaker(arguments.lang)("solve.bar.rows")) as progress:
        from marienbad.web.matches.backup import restore

        count = restore(store, arguments.file, arguments.replace, progress)
    matches = Count(count, "contest")
    print_messages(arguments.lang, say("backup.restored", matches=matches))
    return 0
