"""The command: ``python -m bench [topic …] [--strict]``."""

import argparse
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib import import_module
from typing import Any, Protocol

from bench.harness import HEADING
from bench.processes import DATABASES


class Result(Protocol):
    """A line of a table; how it is written is its own affair."""

    @property
    def is_missed(self) -> bool: ...


TOPICS = {
    "algebra": "algebra.lines",
    "digits": "algebra.digits",
    "plain": "algebra.plain",
    "arrays": "arrays.lines",
    "startup": "startup.lines",
    "search": "search.readable",
    "boxes": "search.lines",
    "grundy": "grundy.lines",
    "prover": "prover.lines",
    "discovery": "prover.discovery",
    "growth": "growth.lines",
    "cluster": "cluster.lines",
    "page": "page.lines",
    "web": "web.lines",
}
WHEN_NAMED = {
    "attack": "attack.measure.lines",
    "endurance": "endurance.lines",
    "certificates": "prover.certificates",
    "mutants": "prover.mutants",
    "mutation": "mutation.lines",
    "research": "prover.research",
    "misere": "prover.misere",
    "stability": "stability.lines",
    "size": "size.lines",
}
"""Topics that take minutes."""


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
    kinds, number = arguments.database or DATABASES, arguments.number
    given: dict[str, tuple[Any, ...]] = {
        "attack": (kinds, arguments.only),
        "endurance": (kinds, arguments.only, number),
        "mutation": (number, arguments.seed),
        "stability": (number,),
    }
    missed, heading = 0, ""
    for topic in arguments.topics or TOPICS:
        module, _, name = known[topic].rpartition(".")
        found = import_module(f"bench.{module}")
        measure: Callable[..., Iterator[Result]] = getattr(found, name)
        if heading != (heading := getattr(found, "HEADING", HEADING)):
            print(heading)
        for line in measure(*given.get(topic, ())):
            print(line, flush=True)
            missed += line.is_missed
    print(f"{missed} missed" if missed else "every aim reached")
    return 1 if missed and arguments.strict else 0


def parser_of(topics: Iterable[str]) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="bench", description="Measure speed against floors.")
    parser.add_argument("topics", nargs="*", metavar="topic", help=", ".join(topics))
    parser.add_argument("--strict", action="store_true", help="exit status 1 on a missed aim")
    add = partial(parser.add_argument, action="append")
    add("--database", choices=DATABASES, help="of a server: on which")
    add("--only", metavar="NAME", help="of attacks and endurance")
    parser.add_argument("--number", type=int, metavar="N", help="how often, not as usual")
    parser.add_argument("--seed", type=int, default=1, help="of mutation: which mutants")
    return parser


if __name__ == "__main__":
    sys.exit(main())
