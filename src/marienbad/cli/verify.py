"""``marienbad verify``: every theory against the search, and against each other."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable

from marienbad.cli.arguments import Speaker, add_number, print_messages, speaker, terminal_width
from marienbad.cli.cluster import add_cluster, cluster_of
from marienbad.cli.progress import counted
from marienbad.games.catalogue import EXAMPLES
from marienbad.study.verification import Disagreement, Report, all_games, verify
from marienbad.text.numbers import decimal_text
from marienbad.text.plain import Plain
from marienbad.text.sentences import Count, Listing, Message, Table, say
from marienbad.theories.theory import Verdict

NUMBERS = {"bound": (40, 1, 500), "random": (100, 0, 1_000_000), "seed": (1961, 0, 2**63)}
"""The options that are numbers: the usual one, the least and the greatest."""
COLUMNS = ("game", "theories", "positions", "random", "disagreements", "seconds")


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("cli.verify.about")
    parser.epilog = speak("cli.verify.examples")
    parser.add_argument(
        "games", nargs="*", metavar=speak("cli.game"), help=speak("cli.verify.games")
    )
    parser.add_argument("--all", action="store_true", help=speak("cli.verify.all"))
    for name, (default, least, most) in NUMBERS.items():
        about, metavar = speak(f"cli.verify.{name}"), speak("cli.verify.number")
        add_number(parser, speak, f"--{name}", (least, most), about, metavar, default)
    add_cluster(parser, speak)


def run(arguments: Namespace) -> int:
    """Verify, print what was found, and return 1 where anything disagrees."""
    games = arguments.games or (() if arguments.all else EXAMPLES)
    chosen = tuple(dict.fromkeys((*games, *(all_games() if arguments.all else ()))))
    checks = verify(
        chosen,
        arguments.bound,
        arguments.random,
        arguments.seed,
        os.cpu_count() or 1,
        cluster=arguments.cluster,
        **cluster_of(arguments),
    )
    reports = list(counted(checks, len(chosen)))
    lang = arguments.lang
    print(Plain(lang).table(_table(reports, lang), terminal_width()), end="\n\n")
    print_messages(lang, *(_disagreed(r.game, r.first) for r in reports if r.first))
    if any(report.disagreements for report in reports):
        return 1
    total = sum(report.positions + report.random_positions for report in reports)
    key = "cli.verify.agreed" if total else "cli.verify.nothing"
    print(speaker(lang)(key, count=Count(total, "position")))
    return 0


def _table(reports: Iterable[Report], lang: str) -> Table:
    heads = tuple(say(f"cli.verify.column.{name}") for name in COLUMNS)
    return Table(heads, tuple(_row(report, lang) for report in reports))


def _row(report: Report, lang: str) -> tuple[str | int | Message, ...]:
    return (
        report.game,
        ", ".join(report.theories) if report.theories else say("cli.verify.no_theory"),
        report.positions,
        report.random_positions,
        report.disagreements,
        f"{decimal_text(report.milliseconds // 100, 1, lang):>7}",
    )


def _disagreed(game: str, disagreement: Disagreement) -> Message:
    return say(
        "cli.verify.disagreed",
        game=game,
        position=disagreement.position,
        judge=disagreement.judge,
        expected=_verdict(disagreement.expected),
        theory=disagreement.theory,
        found=_verdict(disagreement.found),
    )


def _verdict(verdict: Verdict) -> Message:
    outcome = "P" if verdict.is_p else "N"
    if not verdict.winning_moves:
        return say("cli.verify.verdict_without_moves", outcome=outcome)
    return say("cli.verify.verdict", outcome=outcome, moves=Listing(verdict.winning_moves))
