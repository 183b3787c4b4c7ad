"""``marienbad board``: the positions to leave on a chessboard, as text or as a picture."""

from argparse import ArgumentParser, Namespace

from marienbad.cli.arguments import Speaker, whole_number

LARGEST_SIZE = 512
LARGEST_PAIRS = 1000


def configure(parser: ArgumentParser, say: Speaker) -> None:
    """Declare the arguments."""
    parser.epilog = say("board.help.examples")
    parser.add_argument("game", metavar=say("cli.game"), help=say("cli.game.help"))
    size = whole_number(say, 1, LARGEST_SIZE)
    parser.add_argument("--size", type=size, metavar="N", help=say("board.help.size"))
    parser.add_argument("--at", metavar="X,Y", help=say("board.help.at"))
    pairs = whole_number(say, 1, LARGEST_PAIRS)
    parser.add_argument("--pairs", type=pairs, metavar="K", help=say("board.help.pairs"))
    parser.add_argument(
        "--format", choices=("text", "svg"), default="text", help=say("board.help.format")
    )
    parser.add_argument("--out", metavar=say("board.help.file"), help=say("board.help.out"))


def run(arguments: Namespace) -> int:
    """Print the board, or write it into a file."""
    import sys
    from pathlib import Path

    from marienbad.board import draw
    from marienbad.games.catalogue import define
    from marienbad.heaps import read_position

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
