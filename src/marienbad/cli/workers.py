"""The options of all commands that can hand their work to a cluster."""

import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

from marienbad.cli.arguments import Speaker, add_number, terminal_width
from marienbad.text.plain import Plain, wrapped
from marienbad.text.sentences import Message

PATIENCE, LONGEST = 60, 10**6
"""How many seconds a command usually waits for workers, and at most."""


def add_cluster(parser: ArgumentParser, speak: Speaker) -> None:
    """Declare where the cluster is, and how long to wait for its workers."""

    def address(text: str) -> str:
        if not text.strip():
            raise ArgumentTypeError(speak("cluster.address", address=text).rstrip("."))
        return text

    about = speak("cluster.help.address")
    parser.add_argument("--cluster", metavar="tcp://…", type=address, help=about)
    about = speak("cluster.help.patience", usual=PATIENCE)
    add_number(parser, speak, "--patience", (0, LONGEST), about, "S")


def cluster_of(arguments: Namespace) -> dict[str, Any]:
    """What the options say, for the functions that hand work to a cluster."""
    given = arguments.patience
    return {"patience": PATIENCE if given is None else given, "notice": notice(arguments.lang)}


def notice(lang: str) -> Any:
    """The function that says a sentence about the work, beside what it gives."""

    def tell(message: Message) -> None:
        sys.stderr.write(f"{wrapped(Plain(lang).line(message), terminal_width())}\n")
        sys.stderr.flush()

    return tell
