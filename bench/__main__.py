"""The command: ``python -m bench [topic …] [--strict]``."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Protocol

from bench import (
    algebra,
    arrays,
    cluster,
    endurance,
    growth,
    grundy,
    mutants,
    mutation,
    page,
    prover,
    search,
    search_boxes,
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
    "digits": algebra.digits,
    "plain": algebra.plain,
    "arrays": arrays.lines,
    "startup": startup.lines,
    "search": search.lines,
    "boxes": search_boxes.lines,
    "grundy": grundy.lines,
    "prover": prover.lines,
    "discovery": prover.discovery,
    "growth": growth.lines,
    "cluster": cluster.lines,
    "web": lambda: chain(page.lines(), web.lines()),
}
WHEN_NAMED: dict[str, Callable[[], Iterator[Result]]] = {
    "page": page.lines,
    "attack": measure.lines,
    "endurance": endurance.lines,
    "certificates": prover.certificates,
    "mutants": mutants.lines,
    "mutation": mutation.lines,
    "research": prover.research,
    "misere": prover.misere,
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
    known["mutation"] = partial(mutation.lines, arguments.number or mutation.NUMBER, arguments.seed)
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
    parser.add_argument("--seed", type=int, default=1, help="of mutation: which mutants")
    return parser


if __name__ == "__main__":
    sys.exit(main())
