"""``marienbad board``: the positions to leave on a chessboard, as text or as a picture."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.cli.arguments import Speaker, add_game, add_number
from marienbad.games.catalogue import define
from marienbad.heaps import read_position
from marienbad.numeration.integers import parse
from marienbad.study.board import LARGEST_PAIRS, LARGEST_SIZE, draw
from marienbad.study.thesis import drawn
from marienbad.text.problems import InputError

MOST_SLICES = 64


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("board.help.examples")
    add_game(parser, speak, nargs="?")
    parser.add_argument("--thesis", metavar="1…4", help=speak("board.help.thesis"))
    largest = max(LARGEST_SIZE.values())
    add_number(parser, speak, "--size", (1, largest), speak("board.help.size"))
    parser.add_argument("--at", metavar="X,Y", help=speak("board.help.at"))
    parser.add_argument("--slice", metavar="Z", help=speak("board.help.slice"))
    add_number(parser, speak, "--pairs", (1, LARGEST_PAIRS), speak("board.help.pairs"), "K")
    parser.add_argument(
        "--format", choices=tuple(LARGEST_SIZE), default="text", help=speak("board.help.format")
    )
    parser.add_argument("--out", metavar=speak("cli.file"), help=speak("board.help.out"))


def run(arguments: Namespace) -> int:
    game, size, pairs = arguments.game, arguments.size, arguments.pairs
    at = None if arguments.at is None else read_position(arguments.at)
    asked = (arguments.format, size, at, pairs, arguments.lang)
    if arguments.thesis is None and game is None:
        raise InputError("board.which")
    slices = [None] if arguments.slice is None else read_slices(arguments.slice)
    if len(slices) > 1 and arguments.format != "text":
        raise InputError("board.one_slice", text=arguments.slice)
    boards = (
        draw(define(game), *asked, third=third)
        if arguments.thesis is None
        else drawn(arguments.thesis, game, *asked, third)
        for third in slices
    )
    drawing = "\n\n".join(board.rstrip("\n") for board in boards)
    if arguments.out is None:
        sys.stdout.write(f"{drawing}\n")
    else:
        Path(arguments.out).write_text(f"{drawing}\n", encoding="utf-8")
    return 0


def read_slices(text: str) -> list[int | None]:
    """Read third heaps, one or several in a row.

    >>> read_slices("3"), read_slices("0-2")
    ([3], [0, 1, 2])
    """
    first, dash, last = (part.strip() for part in text.partition("-"))
    try:
        low = parse(first)
        high = parse(last) if dash else low
    except ValueError:
        low = high = -1
    if not 0 <= low <= high < low + MOST_SLICES:
        raise InputError("board.slice_text", text=text, most=MOST_SLICES)
    return [*range(low, high + 1)]
