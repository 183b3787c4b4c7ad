"""``marienbad analyse``: who wins from a position, by which moves, and why."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import NamedTuple

from marienbad.analysis import Analysis, Game
from marienbad.cli.arguments import Speaker, add_game, speaker, terminal_width, whole_number
from marienbad.games.catalogue import FAMILIES
from marienbad.heaps import read_position
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain, hanging, wrapped
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Count, Listing, Section, say
from marienbad.theories.wording import describe_move

LONGEST_INPUT = 50_000_000
SHOWN_MOVES = 64
DEEPEST = 1_000
"""The most levels of replies that can be asked for."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.epilog = speak("cli.analyse.examples")
    add_game(parser, speak)
    parser.add_argument("heaps", metavar=speak("cli.heaps"), help=speak("cli.heaps.help"))
    theories = [
        f"{', '.join(family.theories)} ({', '.join(family.names)})"
        for family in FAMILIES
        if family.theories
    ]
    about = speak("cli.analyse.theory", theories=Listing(theories, ";"))
    parser.add_argument("--theory", metavar=speak("cli.theory"), help=about)
    form = parser.add_mutually_exclusive_group()
    about = speak("cli.analyse.format")
    form.add_argument("--format", choices=tuple(WRITERS), default="text", help=about)
    about = speak("cli.analyse.json")
    form.add_argument("--json", dest="format", action="store_const", const="json", help=about)
    parser.add_argument("--short", action="store_true", help=speak("cli.analyse.short"))
    about = speak("cli.analyse.replies")
    depth = whole_number(speak, 1, DEEPEST)
    parser.add_argument("--replies", type=depth, nargs="?", const=1, metavar="N", help=about)


def run(arguments: Namespace) -> int:
    game = Game.named(arguments.game)
    position = read_position(_text_of(arguments.heaps))
    names = game.theories if arguments.theory == "all" else (arguments.theory,)
    analyses = list(_analyses(game, position, names))
    told = [Told(one, arguments.short, arguments.replies) for one in analyses]
    print(WRITERS[arguments.format](told, arguments.lang))
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


class Told(NamedTuple):
    """An analysis, and how much of it is told."""

    analysis: Analysis
    is_short: bool
    levels: int | None

    @property
    def explanation(self) -> Explanation:
        """All that was asked for."""
        found = self.analysis.explanation
        if self.is_short:
            found = found.brief
        if self.levels is None:
            return found
        proof = Section(say("words.replies.heading"), self.analysis.proof(self.levels).steps)
        return found.having(replies=(proof,))


def _json(told: list[Told], lang: str) -> str:
    from json import dumps

    objects = [one.analysis.data(lang, one.explanation) for one in told]
    return dumps(objects[0] if len(objects) == 1 else objects, ensure_ascii=False)


def _html(told: list[Told], lang: str) -> str:
    return "\n".join(one.explanation.html(lang) for one in told)


def _latex(told: list[Told], lang: str) -> str:
    return "\n\n".join(one.explanation.latex(lang) for one in told)


def _text(told: list[Told], lang: str) -> str:
    width = terminal_width()
    parts = [_summary(told[0].analysis, lang, width)]
    for one in told:
        # The summary has said already who wins and by which moves.
        found = one.explanation
        reason = Explanation((*found.reason, *found.replies)).render(lang, width)
        parts += [_heading(one.analysis, lang, width), *([reason] if reason else [])]
        if place := one.analysis.proved_in:
            parts.append(wrapped(speaker(lang)("cli.analyse.proved_in", place=place), width))
    return "\n\n".join(parts)


def _summary(analysis: Analysis, lang: str, width: int) -> str:
    """The game, the position, who wins, and every winning move or what to try."""
    plain = Plain(lang)
    definition, position = analysis.game.definition, analysis.position
    lines = [analysis.game.title(lang), analysis.game.rule(lang), ""]
    explanation = analysis.explanation
    # where there is more to say than heaps, the explanation's own words say it
    moves = () if definition.ruleset.memory.has_states else analysis.verdict.winning_moves
    told = [*explanation.opening, *explanation.advice]
    if moves:
        count = Count(len(moves), "winning_move")
        told = [
            say("cli.analyse.can_win", position=position),
            say("cli.analyse.moves", count=count),
        ]
    lines += map(plain.sentence, told)
    listed = []
    for move in moves[::-1][:SHOWN_MOVES]:
        taking, left = describe_move(definition, move), definition.after(position, move)
        listed.append(say("words.move.leaving", move=taking, position=left))
    if len(moves) > SHOWN_MOVES:
        more = Count(len(moves) - SHOWN_MOVES, "winning_move")
        listed.append(say("cli.analyse.more", count=more))
    written = [wrapped(line, width) for line in lines]
    for one in listed:
        written += hanging(wrapped(plain.sentence(one), width - 4), "  ", "    ")
    return "\n".join(written)


def _heading(analysis: Analysis, lang: str, width: int) -> str:
    """The method, on whose authority, and where to read about it."""
    works = Listing(analysis.citation.split("; "), ";")
    named = {"citation": works} if analysis.citation else {}
    text = speaker(lang)(
        "cli.analyse.method" if named else "cli.analyse.method_alone",
        theory=analysis.game.theory_title(analysis.theory),
        authority=say(f"cli.authority.{analysis.authority}"),
        **named,
    )
    return wrapped(text, width)


WRITERS = {"text": _text, "json": _json, "html": _html, "latex": _latex}
