"""``marienbad sweep``: the same question about a game with every choice of its numbers."""

import os
import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.cli.arguments import Speaker, add_game, add_number, speaker, terminal_width
from marienbad.cli.cluster import add_cluster, cluster_of
from marienbad.cli.discover import BOUNDS, LEAST_BOUNDS
from marienbad.cli.progress import counted
from marienbad.cli.solve import LARGEST_SIZE, MOST_HEAPS, box_of, sizes, tell
from marienbad.cli.verify import NUMBERS
from marienbad.games.catalogue import FAMILIES, define, misere
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Cell, Listing, Table, say

if TYPE_CHECKING:
    from marienbad.study.sweep import Answer, Journal, Question

LARGEST_NUMBER = 10**6
MOST_PROCESSES = 1024
OPTIONS = {
    "solve": ("size", "heaps", "grundy", "format"),
    "verify": tuple(NUMBERS),
    "discover": ("size", *BOUNDS),
}
PARAMETERS = dict.fromkeys(
    name for family in FAMILIES for name in family.numbers if name not in OPTIONS["solve"]
)
"""The names of the numbers that games depend on; the number of heaps is one and the same."""
COLUMNS = {
    "solve": ("numbers", "to_leave", "positions", "first", "largest", "milliseconds"),
    "verify": ("numbers", "theories", "positions", "random", "disagreements", "milliseconds"),
    "discover": ("numbers", "ending", "system", "states", "same_as", "size", "milliseconds"),
}
SHOWN = 5
LEAST = 8
"""The smallest table from which something is discovered."""


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    parser.description = speak("sweep.help.about")
    parser.epilog = speak("sweep.help.examples")
    parser.add_argument("what", choices=tuple(OPTIONS), help=speak("sweep.help.what"))
    add_game(parser, speak)
    for name in PARAMETERS:
        parser.add_argument(
            f"--{name}", type=numbers(speak), metavar="1..6", help=speak("sweep.help.parameter")
        )
    parser.add_argument(
        "--let",
        type=named_numbers(speak),
        metavar="k=1..6",
        action="append",
        default=[],
        help=speak("sweep.help.let"),
    )
    _configure_questions(parser, speak)
    parser.add_argument("--misere", action="store_true", help=speak("solve.help.misere"))
    parser.add_argument(
        "--out", type=Path, metavar=speak("sweep.folder"), help=speak("sweep.help.out")
    )
    processes, about = os.cpu_count() or 1, speak("sweep.help.processes")
    add_number(parser, speak, "--processes", (1, MOST_PROCESSES), about, "P", processes)
    add_cluster(parser, speak)


def _configure_questions(parser: ArgumentParser, speak: Speaker) -> None:
    """Declare what belongs to one of the questions only."""
    from marienbad.study.export import FORMATS

    parser.add_argument(
        "--size", metavar="N[,M…]", type=sizes(speak), help=speak("solve.help.size")
    )
    add_number(parser, speak, "--heaps", (1, MOST_HEAPS), speak("solve.help.heaps"), "H")
    parser.add_argument(
        "--grundy", action="store_true", default=None, help=speak("solve.help.grundy")
    )
    forms = tuple(form for form in FORMATS if form != "zarr")
    parser.add_argument("--format", choices=forms, help=speak("sweep.help.format"))
    for name, (usual, least, most) in NUMBERS.items():
        about, metavar = speak(f"sweep.help.{name}", usual=usual), speak("cli.verify.number")
        add_number(parser, speak, f"--{name}", (least, most), about, metavar)
    for name, (usual, most) in BOUNDS.items():
        about = speak(f"sweep.help.{name}", usual=usual)
        add_number(parser, speak, f"--{name}", (LEAST_BOUNDS[name], most), about)


def numbers(speak: Speaker) -> Callable[[str], Sequence[int]]:
    """The reader of numbers and ranges.

    >>> numbers(speaker("en"))("1..3,10")
    [1, 2, 3, 10]
    """

    def read(text: str) -> Sequence[int]:
        found: list[int] = []
        for part in text.split(","):
            ends = re.fullmatch(r"\s*(\d{1,9})(?:\.\.(\d{1,9}))?\s*", part)
            low, high = (int(ends[1]), int(ends[2] or ends[1])) if ends else (1, 0)
            if low > high or high > LARGEST_NUMBER:
                raise ArgumentTypeError(
                    speak("sweep.numbers", text=quotable(text), most=LARGEST_NUMBER)
                )
            found += range(low, high + 1)
        return list(dict.fromkeys(found))

    return read


def named_numbers(speak: Speaker) -> Callable[[str], tuple[str, Sequence[int]]]:
    values = numbers(speak)

    def read(text: str) -> tuple[str, Sequence[int]]:
        name, equals, rest = text.partition("=")
        if not equals or not name.strip().isidentifier():
            raise ArgumentTypeError(speak("sweep.let", text=quotable(text)))
        return name.strip(), values(rest)

    return read


def run(arguments: Namespace) -> int:
    """Ask about all games, print a table of the answers, and return 1 where anything disagrees
    or is not proved.
    """
    from marienbad.study.sweep import Journal, sweep, variants

    chosen = dict(arguments.let)
    chosen |= {name: getattr(arguments, name) for name in PARAMETERS if getattr(arguments, name)}
    if not chosen:
        options = Listing([f"--{name}" for name in (*PARAMETERS, "let")], "or")
        raise InputError("sweep.ranges", options=options)
    game = define(arguments.game)
    game = misere(game) if arguments.misere else game
    question = question_of(arguments)
    games = variants(game.name, chosen)
    journal = Journal(arguments.out, question, arguments.format) if arguments.out else None
    known = _tell_known(journal, games, arguments)
    answers = sweep(
        question,
        games,
        processes=arguments.processes,
        cluster=arguments.cluster,
        journal=journal,
        **cluster_of(arguments),
    )
    found = {answer["game"]: answer for answer in counted(answers, len(games), known)}
    rows = [{"numbers": label, **found[game]} for label, game in games.items()]
    print(Plain(arguments.lang).table(_table(rows, arguments.what), terminal_width()))
    if journal:
        journal.export(rows)
        print("\n" + speaker(arguments.lang)("sweep.written", path=str(arguments.out)))
    return int(any(a.get("disagreements") or a.get("ending", "proved") != "proved" for a in rows))


def question_of(arguments: Namespace) -> "Question":
    """The question, or a sentence about an option that belongs to another one."""
    from marienbad.study.sweep import Discovering, Solving, Verifying

    for name in (name for names in OPTIONS.values() for name in names):
        if name not in OPTIONS[arguments.what] and getattr(arguments, name) is not None:
            raise InputError("sweep.option", option=f"--{name}", what=arguments.what)
    if arguments.what == "verify":
        given = {name: getattr(arguments, name) for name in NUMBERS}
        return Verifying(**{n: NUMBERS[n][0] if v is None else v for n, v in given.items()})
    if arguments.what == "discover":
        size = arguments.size
        if size is not None and (len(size) > 1 or size[0] < LEAST):
            raise InputError("sweep.discover_size", least=LEAST)
        given = {name: getattr(arguments, name) or usual for name, (usual, _) in BOUNDS.items()}
        return Discovering(size and size[0], **given)
    if arguments.size is None:
        raise InputError("sweep.size", most=LARGEST_SIZE)
    if arguments.format and not arguments.out:
        raise InputError("solve.format_without_file", format=arguments.format)
    box = box_of(define(arguments.game), arguments.size, arguments.heaps)
    return Solving(box, bool(arguments.grundy), bool(arguments.format))


def _tell_known(journal: "Journal | None", games: Mapping[str, str], arguments: Namespace) -> int:
    """Say how many answers there are already."""
    known = sum(game in journal.answers for game in games.values()) if journal else 0
    if known:
        speak = speaker(arguments.lang)
        tell(speak("sweep.resumed", path=str(arguments.out), known=known, games=len(games)))
    return known


def _table(answers: "Sequence[Answer]", what: str) -> Table:
    columns = [name for name in COLUMNS[what] if any(a[name] is not None for a in answers)]
    heads = tuple(say(f"sweep.column.{name}") for name in columns)
    return Table(heads, tuple(tuple(_cell(name, a[name]) for name in columns) for a in answers))


def _cell(name: str, value: Any) -> Cell:
    if name == "ending":
        return say(f"sweep.ending.{value}")
    if not isinstance(value, list):
        cell: Cell = value
        return cell
    if value and isinstance(value[0], str):
        return ", ".join(value)
    return Listing(tuple(map(tuple, value[:SHOWN])), "")
