"""``marienbad analyse``: who wins from a position, by which moves, and why."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from marienbad.analysis import Analysis, Game
from marienbad.cli.arguments import Speaker, add_game, speaker, terminal_width
from marienbad.games.catalogue import FAMILIES
from marienbad.heaps import leave, read_position
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Count, say
from marienbad.theories.telling import describe_move

LONGEST_INPUT = 50_000_000
SHOWN_MOVES = 64


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("cli.analyse.examples")
    add_game(parser, speak)
    parser.add_argument("heaps", metavar=speak("cli.heaps"), help=speak("cli.heaps.help"))
    theories = "; ".join(
        f"{', '.join(dict(family.theories))} ({', '.join(family.names)})"
        for family in FAMILIES
        if family.theories
    )
    about = speak("cli.analyse.theory", theories=theories)
    parser.add_argument("--theory", metavar=speak("cli.theory"), help=about)
    form = parser.add_mutually_exclusive_group()
    about = speak("cli.analyse.format")
    form.add_argument("--format", choices=tuple(WRITERS), default="text", help=about)
    about = speak("cli.analyse.json")
    form.add_argument("--json", dest="format", action="store_const", const="json", help=about)


def run(arguments: Namespace) -> int:
    game = Game.named(arguments.game)
    position = read_position(_text_of(arguments.heaps))
    names = game.theories if arguments.theory == "all" else (arguments.theory,)
    analyses = list(_analyses(game, position, names))
    print(WRITERS[arguments.format](analyses, arguments.lang))
    return 0


def _text_of(heaps: str) -> str:
    """The heaps as they were typed, or standard input for ``-``."""
    if heaps != "-":
        return heaps
    read = sys.stdin.buffer.read(LONGEST_INPUT + 1)
    if len(read) > LONGEST_INPUT:
        raise InputError("cli.input_too_long", most=LONGEST_INPUT)
    return read.decode("utf-8", "replace")


def _analyses(
    game: Game, position: tuple[int, ...], names: tuple[str | None, ...]
) -> Iterator[Analysis]:
    """The analysis by each theory; of several, those out of reach are left out."""
    for name in names:
        try:
            yield game.analyse(position, name)
        except OutOfReach:
            if len(names) == 1:
                raise


def _json(analyses: list[Analysis], lang: str) -> str:
    from json import dumps

    objects = [analysis.data(lang) for analysis in analyses]
    return dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False)


def _html(analyses: list[Analysis], lang: str) -> str:
    return "\n".join(analysis.explanation.html(lang) for analysis in analyses)


def _latex(analyses: list[Analysis], lang: str) -> str:
    return "\n\n".join(analysis.explanation.latex(lang) for analysis in analyses)


def _text(analyses: list[Analysis], lang: str) -> str:
    width = terminal_width()
    parts = [_summary(analyses[0], lang, width)]
    for analysis in analyses:
        # The summary has said already who wins and by which moves.
        reason = Explanation(analysis.explanation.steps).render(lang, width)
        parts += [_heading(analysis, lang, width), *([reason] if reason else [])]
    return "\n\n".join(parts)


def _summary(analysis: Analysis, lang: str, width: int) -> str:
    """The game, the position, who wins, and every winning move or what to try."""
    speak = speaker(lang)
    definition, position = analysis.game.definition, analysis.position
    lines = [analysis.game.title(lang), analysis.game.rule(lang), ""]
    moves, explanation = analysis.winning_moves, analysis.explanation
    if moves:
        lines.append(speak("cli.analyse.can_win", position=position))
        lines.append(speak("cli.analyse.moves", count=Count(len(moves), "winning_move")))
    else:
        lines += map(Plain(lang).line, (*explanation.opening, *explanation.advice))
    for move in moves[::-1][:SHOWN_MOVES]:
        taking = describe_move(definition, move)
        leaving = speak("words.move.leaving", move=taking, position=leave(position, move))
        lines.append(f"  {leaving}")
    if len(moves) > SHOWN_MOVES:
        more = Count(len(moves) - SHOWN_MOVES, "winning_move")
        lines.append("  " + speak("cli.analyse.more", count=more))
    return "\n".join(wrapped(line, width) for line in lines)


def _heading(analysis: Analysis, lang: str, width: int) -> str:
    """The method, on whose authority, and where to read about it."""
    text = speaker(lang)(
        "cli.analyse.method",
        theory=analysis.game.theory_title(analysis.theory),
        authority=say(f"cli.authority.{analysis.authority}"),
        citation=analysis.citation,
    )
    return wrapped(text, width)


WRITERS = {"text": _text, "json": _json, "html": _html, "latex": _latex}
