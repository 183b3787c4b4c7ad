"""``marienbad review``: every move of a recorded match judged."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.cli.arguments import Speaker, print_messages, terminal_width
from marienbad.play.grading import tell_match
from marienbad.play.notation import LONGEST_RECORD, read_record
from marienbad.text.problems import InputError
from marienbad.text.sentences import say


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("play.help.review_examples")
    parser.add_argument(
        "record", metavar=speak("play.help.record"), help=speak("play.help.record_is")
    )


def run(arguments: Namespace) -> int:
    match = read_record(_text_of(arguments.record))
    definition = match.game.definition
    start = say("play.start", position=match.start)
    print_messages(arguments.lang, definition.title, definition.rule, start)
    print(f"\n{tell_match(match).render(arguments.lang, terminal_width())}")
    return 0


def _text_of(record: str) -> str:
    """What the file holds, or standard input for ``-``."""
    if record == "-":
        data = sys.stdin.buffer.read(LONGEST_RECORD + 1)
    else:
        with Path(record).open("rb") as file:
            data = file.read(LONGEST_RECORD + 1)
    if len(data) > LONGEST_RECORD:
        raise InputError("errors.record_length", bound=LONGEST_RECORD)
    return data.decode("utf-8", "replace")
