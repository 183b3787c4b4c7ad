"""The command: ``python -m bench [topic …] [--strict]``."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Protocol

from bench import (
    algebra,
    arrays,
    certificates,
    digits,
    discovery,
    endurance,
    growth,
    grundy,
    mutants,
    mutation,
    page,
    plain,
    prover,
    research,
    search,
    search_boxes,
    simulation,
    size,
    stability,
    startup,
    web,
)
from bench.attack import measure
from bench.harness import HEADING
from bench.processes import DATABASES


class Result(Protocol):
    """A line of a table; how it is written is its own affair."""

    @property
    def is_missed(self) -> bool: ...


TOPICS: dict[str, Callable[[], Iterator[Result]]] = {
    "algebra": algebra.lines,
    "digits": digits.lines,
    "plain": plain.lines,
    "arrays": arrays.lines,
    "startup": startup.lines,
    "search": search.lines,
    "boxes": search_boxes.lines,
    "grundy": grundy.lines,
    "prover": prover.lines,
    "discovery": discovery.lines,
    "growth": growth.lines,
    "simulation": simulation.lines,
    "web": lambda: chain(page.lines(), web.lines()),
}
WHEN_NAMED: dict[str, Callable[[], Iterator[Result]]] = {
    "page": page.lines,
    "attack": measure.lines,
    "endurance": endurance.lines,
    "certificates": certificates.lines,
    "mutants": mutants.lines,
    "mutation": mutation.lines,
    "research": research.lines,
    "misere": discovery.misere,
    "stability": stability.lines,
    "size": size.lines,
}
"""Topics that take minutes, and the page alone."""


HEADINGS = {"attack": measure.HEADING, "mutation": mutation.HEADING, "size": size.HEADING}


def main() -> int:
    for ending in (signal.SIGTERM, signal.SIGHUP):
        # as an exception: whatever was started ends too
        signal.signal(ending, lambda number, _frame: sys.exit(128 + number))
    known = TOPICS | WHEN_NAMED
    parser = parser_of(known)
    arguments = parser.parse_args()
    unknown = [topic for topic in arguments.topics if topic not in known]
    if unknown:
        parser.error(f"no topic {unknown[0]!r}: expected {', '.join(known)}")
    kinds = arguments.database or DATABASES
    known["attack"] = partial(measure.lines, kinds, arguments.only)
    known["stability"] = partial(stability.lines, arguments.number)
    known["endurance"] = partial(endurance.lines, kinds, arguments.only, arguments.number)
    known["mutation"] = partial(
        mutation.lines,
        mutation.Options(
            arguments.number or mutation.NUMBER,
            arguments.seed,
            arguments.tree,
            arguments.record,
            arguments.mutants,
            arguments.near,
            arguments.whole,
            arguments.jobs,
        ),
    )
    missed, heading = 0, ""
    for topic in arguments.topics or TOPICS:
        if heading != (heading := HEADINGS.get(topic, HEADING)):
            print(heading)
        for line in known[topic]():
            print(line, flush=True)
            missed += line.is_missed
    print(f"{missed} missed" if missed else "every aim reached")
    return 1 if missed and arguments.strict else 0


def parser_of(topics: Iterable[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measure speed against floors.")
    parser.add_argument("topics", nargs="*", metavar="topic", help=", ".join(topics))
    parser.add_argument("--strict", action="store_true", help="exit status 1 on a missed aim")
    parser.add_argument(
        "--database", action="append", choices=DATABASES, help="of a server: on which"
    )
    parser.add_argument("--only", action="append", metavar="NAME", help="of attacks and endurance")
    parser.add_argument("--number", type=int, metavar="N", help="how often, not as usual")
    _add_mutation(parser)
    return parser


def _add_mutation(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group(
        "mutation",
        "`mutation` changes the code of the package at --number places, one at a time, and looks"
        " whether the tests fail. `mutants` changes certificates, and looks whether the checkers"
        " agree; it has no options.",
    )
    usual = mutation.Options()
    group.add_argument("--seed", type=int, default=usual.seed, help="the same seed, the same set")
    group.add_argument(
        "--tree", type=Path, default=usual.tree, help="the checkout that is copied and tested"
    )
    group.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="append verdicts as JSON lines; a test that the file names is tried first",
    )
    group.add_argument(
        "--mutants",
        type=Path,
        metavar="FILE",
        help="the mutants of an earlier record instead of new ones",
    )
    steps = group.add_mutually_exclusive_group()
    steps.add_argument("--near", action="store_true", help="run the nearest tests only")
    steps.add_argument(
        "--whole",
        action="store_true",
        help="keep the verdicts of the record; run the whole suite on its survivors",
    )
    group.add_argument("--jobs", type=int, default=usual.jobs, help="mutants tried at once")


if __name__ == "__main__":
    sys.exit(main())
