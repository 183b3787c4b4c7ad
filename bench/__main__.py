"""The command: ``python -m bench [topic …] [--strict]``."""

import argparse
import sys

from bench import (
    algebra,
    arrays,
    certificates,
    digits,
    discovery,
    page,
    plain,
    prover,
    search,
    search_boxes,
    startup,
    web,
)
from bench.harness import HEADING, columns

TOPICS = {
    "algebra": algebra.lines,
    "digits": digits.lines,
    "plain": plain.lines,
    "arrays": arrays.lines,
    "startup": startup.lines,
    "search": search.lines,
    "boxes": search_boxes.lines,
    "prover": prover.lines,
    "discovery": discovery.lines,
    "web": web.lines,
    "page": page.lines,
}
WHEN_NAMED = {
    "endurance": web.endurance,
    "certificates": certificates.lines,
    "misere": discovery.misere,
}
"""Topics that take minutes."""


def main() -> int:
    known = TOPICS | WHEN_NAMED
    parser = argparse.ArgumentParser(prog="bench", description="Measure speed against floors.")
    parser.add_argument("topics", nargs="*", metavar="topic", help=", ".join(known))
    parser.add_argument("--strict", action="store_true", help="exit status 1 on a missed aim")
    arguments = parser.parse_args()
    unknown = [topic for topic in arguments.topics if topic not in known]
    if unknown:
        parser.error(f"no topic {unknown[0]!r}: expected {', '.join(known)}")
    print(HEADING)
    missed = 0
    for topic in arguments.topics or TOPICS:
        for line in known[topic]():
            print(columns(line.cells()), flush=True)
            missed += line.is_missed
    print(f"{missed} missed" if missed else "every aim reached")
    return 1 if missed and arguments.strict else 0


if __name__ == "__main__":
    sys.exit(main())
