"""``marienbad solve``: every position of a box by search, in memory or on disk; or of a start.

``marienbad solve --moves``: every situation from a start, and all the moves that win from it.
"""

import os
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from errno import EISDIR
from itertools import islice
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from marienbad.analysis import Game
from marienbad.cli.arguments import (
    Speaker,
    add_game,
    add_number,
    speaker,
    terminal_width,
    whole_number,
)
from marienbad.cli.cluster import add_cluster, cluster_of
from marienbad.cli.progress import rows
from marienbad.games.catalogue import misere
from marienbad.games.definition import Definition
from marienbad.heaps import read_position
from marienbad.school.situations import Situations, check_turns, counts, lines, sheet
from marienbad.text.plain import Plain, wrapped
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Count, Listing, say
from marienbad.text.tabular import written

if TYPE_CHECKING:
    from marienbad.solver.store import StoredTable
    from marienbad.solver.table import Table
    from marienbad.solver.tiling.forecast import Forecast

USUAL_HEAPS, MOST_HEAPS = 2, 64
LARGEST_SIZE = 10**9
SHOWN = 10
MEBIBYTE = 2**20


def configure(parser: ArgumentParser, speak: Speaker) -> None:
    from marienbad.cli.solve import FORMS
    from marienbad.study.export import FORMATS

    parser.description = speak("solve.help.about")
    parser.epilog = speak("solve.help.examples")
    add_game(parser, speak)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--size", metavar="N[,M…]", type=sizes(speak), help=speak("solve.help.size"))
    what.add_argument("--moves", metavar=speak("cli.heaps"), help=speak("solve.help.moves"))
    add_number(parser, speak, "--heaps", (1, MOST_HEAPS), speak("solve.help.heaps"), "H")
    parser.add_argument("--grundy", action="store_true", help=speak("solve.help.grundy"))
    parser.add_argument("--misere", action="store_true", help=speak("solve.help.misere"))
    parser.add_argument("--out", type=Path, metavar=speak("cli.file"), help=speak("solve.help.out"))
    forms = (*FORMATS, *(form for form in FORMS if form not in FORMATS))
    parser.add_argument("--format", choices=forms, help=speak("solve.help.format"))
    add_number(parser, speak, "--memory", (1, 2**30), speak("solve.help.memory"), "MiB")
    add_cluster(parser, speak)


def sizes(speak: Speaker) -> Callable[[str], tuple[int, ...]]:
    """The reader of one size for all heaps, or of one for each."""
    one = whole_number(speak, 1, LARGEST_SIZE)

    def read(text: str) -> tuple[int, ...]:
        try:
            return tuple(map(one, text.split(",")))
        except ArgumentTypeError:
            written = quotable(text.strip())
            raise ArgumentTypeError(speak("solve.sizes", text=written, most=LARGEST_SIZE)) from None

    return read


def run(arguments: Namespace) -> int:
    """Solve the box, write it into the file that is named, and say what was found."""
    if arguments.moves is not None:
        from marienbad.cli.solve import tabulate

        return tabulate(arguments)
    from marienbad.study.export import format_of, write
    from marienbad.study.tables import check_memory

    game = Game.named(arguments.game).definition
    check_memory(game)
    game = misere(game) if arguments.misere else game
    box = box_of(game, arguments.size, arguments.heaps)
    form = format_of(arguments.out, arguments.format) if arguments.out else None
    if form is None and arguments.format:
        raise InputError("solve.format_without_file", format=arguments.format)
    if arguments.out:
        check_place(arguments.out, str(form))
    start = time.monotonic()
    table, part = solved(game, box, arguments, form)
    seconds = time.monotonic() - start
    if form not in (None, "zarr"):
        write(table, arguments.out, str(form), arguments.lang)
    for line in summary(table, part, seconds, arguments.lang):
        print(wrapped(line, terminal_width()))
    if arguments.out:
        speak = speaker(arguments.lang)
        print(speak("solve.written", path=str(arguments.out), format=str(form)))
    return 0


def check_place(path: Path, form: str = "") -> None:
    """Refuse, before the work is done, a place where nothing could be written."""
    if not path.absolute().parent.is_dir():
        raise InputError("solve.folder", path=str(path.parent))
    if path.is_dir() and form != "zarr":
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR), str(path))


def box_of(game: Definition, sizes: tuple[int, ...], heaps: int | None) -> tuple[int, ...]:
    """The sizes of the box, one for each heap."""
    if len(sizes) > 1:
        return sizes
    return sizes * (heaps or game.ruleset.heaps or USUAL_HEAPS)


def solved(
    game: Definition, box: tuple[int, ...], arguments: Namespace, form: str | None
) -> "tuple[Table | StoredTable, float]":
    """The table: from a cluster, on disk where that is chosen or needed, or in memory; and which
    part of it was not known before.
    """
    from marienbad.solver.table import available_memory, memory_needed, solve
    from marienbad.solver.tiling.cut import Question
    from marienbad.solver.tiling.forecast import in_memory

    speak = speaker(arguments.lang)
    if form == "zarr":
        return stored(arguments.out, game, box, arguments, speak)
    needed = memory_needed(game, box, arguments.grundy)
    limit = available_memory() if arguments.memory is None else arguments.memory * MEBIBYTE
    tell(speak("solve.memory", needed=-(-needed // MEBIBYTE), limit=limit // MEBIBYTE))
    if arguments.cluster:
        from marienbad.solver.cluster.solve import solve_on

        with rows(speak("solve.bar.rows")) as progress:
            table = solve_on(
                arguments.cluster, game, box, arguments.grundy, progress, **cluster_of(arguments)
            )
        return table, 1.0
    if needed > limit:
        if not arguments.out:
            raise InputError("solve.no_room")
        store = arguments.out.with_name(f"{arguments.out.name}.zarr")
        tell(speak("solve.on_disk", path=str(store)))
        return stored(store, game, box, arguments, speak)
    foretell(in_memory(Question(game.name, box, arguments.grundy, 0), needed), speak)
    with rows(speak("solve.bar.rows")) as progress:
        return solve(game, box, arguments.grundy, memory_limit=limit, progress=progress), 1.0


def stored(
    path: Path, game: Definition, box: tuple[int, ...], arguments: Namespace, speak: Speaker
) -> "tuple[StoredTable, float]":
    """The table on disk, and which part was missing; an interrupted run is taken up again."""
    from marienbad.solver.store import planned_into, solve_into
    from marienbad.solver.tiling.forecast import check_disk, on_disk

    limit = None if arguments.memory is None else arguments.memory * MEBIBYTE
    plan, part = planned_into(path, game, box, arguments.grundy, limit)
    if part < 1:
        tell(speak("solve.resumed", path=str(path), percent=int(100 * (1 - part))))
    if arguments.cluster:
        from marienbad.solver.cluster.solve import solve_into_on

        with naming(path), rows(speak("solve.bar.rows"), int(plan.rows * (1 - part))) as progress:
            table = solve_into_on(
                arguments.cluster,
                path,
                game,
                box,
                progress,
                grundy=arguments.grundy,
                **cluster_of(arguments),
            )
        return table, part
    forecast = on_disk(plan, path, part) if part else None
    foretell(forecast, speak)
    check_disk(path, forecast)
    with naming(path), rows(speak("solve.bar.rows"), int(plan.rows * (1 - part))) as progress:
        table = solve_into(path, game, box, progress, grundy=arguments.grundy, memory_limit=limit)
    return table, part


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Say what could not be written where a library does not."""
    try:
        yield
    except OSError as problem:
        problem.filename = problem.filename or str(path)
        raise


def foretell(forecast: "Forecast | None", speak: Speaker) -> None:
    """Say how long it will take and what room, unless it is a matter of moments."""
    if forecast is None:
        return
    least, most = duration(forecast.least), duration(forecast.most)
    about = say("solve.about", duration=most)
    if least != most:
        about = say("solve.between", least=least, most=most)
    memory, disk = amount(forecast.memory), amount(forecast.disk)
    if forecast.disk:
        tell(speak("solve.forecast_on_disk", about=about, disk=disk, memory=memory))
    else:
        tell(speak("solve.forecast", about=about, memory=memory))


def duration(seconds: float) -> Count:
    """Seconds as one would say them.

    >>> duration(130), duration(5000), duration(200_000)
    (Count(number=2, noun='minute'), Count(number=83, noun='minute'), Count(number=2, noun='day'))
    """
    units = (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1))
    noun, unit = next((unit for unit in units if seconds >= 1.5 * unit[1]), ("second", 1))
    return Count(max(1, round(seconds / unit)), noun)


def amount(octets: int) -> Count:
    """Octets in mebibytes or gibibytes, rounded up.

    >>> amount(1), amount(5 * 2**30)
    (Count(number=1, noun='mebibyte'), Count(number=5, noun='gibibyte'))
    """
    noun, unit = ("gibibyte", 2**30) if octets >= 4 * 2**30 else ("mebibyte", MEBIBYTE)
    return Count(-(-octets // unit), noun)


def tell(line: str) -> None:
    """Say something about the work, beside what it gives."""
    sys.stderr.write(f"{wrapped(line, terminal_width())}\n")


def summary(table: "Table | StoredTable", part: float, seconds: float, lang: str) -> Iterator[str]:
    """What was solved: how many P-positions, the first of them; how fast, if not known before."""
    from marienbad.study.export import count_p, largest_value, p_positions

    speak = speaker(lang)
    positions = prod(table.sizes)
    shown = " × ".join(map(str, table.sizes))
    rate = int(positions / max(seconds, 1e-9))
    milliseconds = max(1, round(seconds * 1000))
    count = Count(positions, "position")
    yield speak("solve.solved", game=table.game.name, sizes=shown, positions=count)
    if rate and part == 1:
        yield speak("solve.rate", milliseconds=milliseconds, rate=Count(rate, "position"))
    elif part:
        yield speak("solve.time", milliseconds=milliseconds)
    yield speak("solve.to_leave", count=Count(count_p(table), "position"))
    first = tuple(islice(p_positions(table), SHOWN))
    if first:
        yield speak("solve.first", positions=Listing(first, ""))
    if table.grundy is not None:
        yield speak("solve.largest", value=largest_value(table))


SUFFIXES = {".csv": "csv", ".tex": "latex", ".md": "markdown", ".json": "json"}
FORMS = (*SUFFIXES.values(), "text")
OF_BOXES = ("heaps", "grundy", "memory", "cluster", "patience")


def tabulate(arguments: Namespace) -> int:
    """Print the table or write it into a file, and say how many situations there are."""
    for option in OF_BOXES:
        if getattr(arguments, option):
            raise InputError("solve.moves_alone", option=f"--{option}")
    path: Path | None = arguments.out
    form = form_of(path, arguments.format)
    game = Game.named(arguments.game).definition
    game = misere(game) if arguments.misere else game
    check_turns(game)
    situations = Situations(Game(game), read_position(arguments.moves))
    found = list(lines(situations))
    width = terminal_width()
    text = "\n".join(written(sheet(situations, found), form, arguments.lang, width)) + "\n"
    if path is None:
        sys.stdout.write(text)
    else:
        path.write_text(text, "utf-8", newline="\n")
    if path is not None or form == "text":
        print(wrapped(Plain(arguments.lang).line(counts(found)), width))
    if path is not None:
        print(speaker(arguments.lang)("solve.written", path=str(path), format=form))
    return 0


def form_of(path: Path | None, form: str | None) -> str:
    """The form that is named, else the one that the file's name ends with, else text.

    >>> form_of(Path("nim.tex"), None), form_of(Path("nim.out"), "csv"), form_of(None, None)
    ('latex', 'csv', 'text')
    """
    found = form or ("text" if path is None else SUFFIXES.get(path.suffix.lower()))
    if found not in FORMS:
        wrong = form or (path.name if path else "")
        raise InputError("solve.format", path=wrong, known=Listing(FORMS, ""))
    if path is not None and not path.absolute().parent.is_dir():
        raise InputError("solve.folder", path=str(path.parent))
    return found
