"""``marienbad board``: the positions to leave on a chessboard, as text or as a picture."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.cli.arguments import Speaker, add_game, add_number
from marienbad.games.catalogue import define
from marienbad.heaps import read_position
from marienbad.study.board import LARGEST_PAIRS, LARGEST_SIZE, draw
from marienbad.study.thesis import drawn
from marienbad.text.problems import InputError


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("board.help.examples")
    add_game(parser, speak, nargs="?")
    parser.add_argument("--thesis", metavar="1…4", help=speak("board.help.thesis"))
    largest = max(LARGEST_SIZE.values())
    add_number(parser, speak, "--size", (1, largest), speak("board.help.size"))
    parser.add_argument("--at", metavar="X,Y", help=speak("board.help.at"))
    add_number(parser, speak, "--pairs", (1, LARGEST_PAIRS), speak("board.help.pairs"), "K")
    parser.add_argument(
        "--format", choices=tuple(LARGEST_SIZE), default="text", help=speak("board.help.format")
    )
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("board.help.out"))


def run(arguments: Namespace) -> int:
    game, size, pairs = arguments.game, arguments.size, arguments.pairs
    at = None if arguments.at is None else read_position(arguments.at)
    asked = (arguments.format, size, at, pairs, arguments.lang)
    if arguments.thesis is not None:
        drawing = drawn(arguments.thesis, game, *asked).rstrip("\n")
    elif game is None:
        raise InputError("board.which")
    else:
        drawing = draw(define(game), *asked).rstrip("\n")
    if arguments.out is None:
        sys.stdout.write(f"{drawing}\n")
    else:
        Path(arguments.out).write_text(f"{drawing}\n", encoding="utf-8")
    return 0
