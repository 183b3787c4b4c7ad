"""``marienbad graph``: all that can follow a start, as a picture."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from marienbad.analysis import Game
from marienbad.cli.arguments import Speaker, add_game, add_number
from marienbad.drawing import SUFFIXES, write
from marienbad.drawing.svg import svg
from marienbad.heaps import read_position
from marienbad.school.graph import MOST_SITUATIONS, graph_of
from marienbad.school.graph_picture import dot, drawing, legend_of
from marienbad.school.situations import Situations
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Message, say

MOST_LEVELS = 1_000
FORMATS = (*SUFFIXES, ".dot")


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("graph.help.examples")
    add_game(parser, speak)
    about = speak("graph.help.heaps", most=MOST_SITUATIONS)
    parser.add_argument("heaps", metavar=speak("cli.heaps"), help=about)
    parser.add_argument("--out", type=Path, metavar=speak("cli.file"), help=speak("graph.help.out"))
    parser.add_argument("--colours", action="store_true", help=speak("graph.help.colours"))
    add_number(parser, speak, "--levels", (0, MOST_LEVELS), speak("graph.help.levels"))
    parser.add_argument(
        "--by", choices=("total", "moves"), default="total", help=speak("graph.help.by")
    )


def run(arguments: Namespace) -> int:
    game, out = Game.named(arguments.game), arguments.out
    if out is not None and out.suffix.lower() not in FORMATS:
        raise InputError("graph.file", name=out.name)
    found = Situations(game, read_position(arguments.heaps), MOST_SITUATIONS)
    graph = graph_of(found, arguments.by, arguments.levels)
    line = Plain(arguments.lang).line
    title = line(_title(found, arguments.levels, arguments.lang))
    marked = found.to_leave if arguments.colours else None
    if out is not None and out.suffix.lower() == ".dot":
        out.write_text(dot(graph, title, marked), encoding="utf-8")
        return 0
    legend = line(legend_of(game)) if arguments.colours else ""
    picture = drawing(graph, title, game.nouns[1], marked, legend)
    if out is None:
        sys.stdout.write(svg(picture))
    else:
        write(picture, out)
    return 0


def _title(found: Situations, levels: int | None, lang: str) -> Message:
    game = found.game.title(lang)
    if levels is None:
        return say("graph.title", game=game, position=found.start)
    return say("graph.title.levels", game=game, position=found.start, number=levels)
