"""What the prover says of the entries of the book.

Deciding all of them takes a minute or more, so what was decided is kept beside the program, and the
tests decide it again. ``python -m marienbad.study.book.verdicts CHAPTER …`` writes the files anew,
of all chapters or of some.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from marienbad.study.book.entry import CHAPTERS, Entry, entries
from marienbad.values import Record

FOLDER = Path(__file__).with_name("decided")


class Decided(Record):
    """A statement of the prover with its parameters, and what became of it."""

    statement: str
    parameters: dict[str, int]
    formula: str
    holds: bool
    counterexample: dict[str, int] | None
    states: int
    seconds: float


def decide(entry: Entry) -> list[Decided]:
    """Decide now what the prover can say of an entry, every case of it."""
    from marienbad.prover.logic.statements import statements

    names = (*entry.decided, *entry.refuted)
    return [
        Decided(
            one.name,
            dict(one.parameters),
            str(one.formula),
            decision.holds,
            decision.counterexample,
            decision.states,
            round(decision.seconds, 3),
        )
        for one in (statements(*names) if names else ())
        for decision in (one.decide(),)
    ]


def recorded(entry: Entry) -> list[Decided]:
    """What was decided of an entry when the file of its chapter was written."""
    return [Decided(**values) for values in _written(entry.chapter).get(entry.name, ())]


@cache
def _written(chapter: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = json.loads(_file(chapter).read_text("utf-8"))
    return found


def _file(chapter: str) -> Path:
    return FOLDER / f"{chapter}.json"


def main(chapters: Sequence[str] = sys.argv[1:]) -> int:
    """Decide all entries of the chapters and write their files."""
    for chapter in chapters or CHAPTERS:
        found = {
            entry.name: [vars(one) for one in decided]
            for entry in entries().values()
            if entry.chapter == chapter and (decided := decide(entry))
        }
        _file(chapter).write_text(json.dumps(found, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
