"""``marienbad board``: the positions to leave on a chessboard, as text or as a picture."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.cli.arguments import Speaker, add_game, add_number
from marienbad.games.catalogue import define
from marienbad.heaps import read_position
from marienbad.study.board import LARGEST_PAIRS, LARGEST_SIZE, draw


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("board.help.examples")
    add_game(parser, speak)
    largest = max(LARGEST_SIZE.values())
    add_number(parser, speak, "--size", (1, largest), speak("board.help.size"))
    parser.add_argument("--at", metavar="X,Y", help=speak("board.help.at"))
    add_number(parser, speak, "--pairs", (1, LARGEST_PAIRS), speak("board.help.pairs"), "K")
    parser.add_argument(
        "--format", choices=tuple(LARGEST_SIZE), default="text", help=speak("board.help.format")
    )
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("board.help.out"))


def run(arguments: Namespace) -> int:
    drawing = draw(
        define(arguments.game),
        arguments.format,
        arguments.size,
        None if arguments.at is None else read_position(arguments.at),
        arguments.pairs,
        arguments.lang,
    ).rstrip("\n")
    if arguments.out is None:
        sys.stdout.write(f"{drawing}\n")
    else:
        Path(arguments.out).write_text(f"{drawing}\n", encoding="utf-8")
    return 0
