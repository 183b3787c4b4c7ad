"""What the prover says of the entries of the book.

Deciding all statements takes a minute or more, so what was decided is kept beside the program;
``python -m marienbad.study.book.verdicts`` writes it anew. The tests decide every statement, and
compare what is kept with the statements.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from marienbad.study.book.entry import Entry
from marienbad.values import Record

FILE = Path(__file__).with_name("decided.json")
"""Every case of every statement, one to a line."""


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
    names = (*entry.decided, *entry.refuted)
    return [*_decisions(*names)] if names else []


def recorded(entry: Entry) -> list[Decided]:
    """What was decided of an entry when the file was written."""
    names = (*entry.decided, *entry.refuted)
    return [one for one in kept() if one.statement in names]


@cache
def kept() -> tuple[Decided, ...]:
    """All that was decided when the file was written."""
    return tuple(Decided(**values) for values in json.loads(FILE.read_text("utf-8")))


def _decisions(*names: str) -> Iterator[Decided]:
    """Decide the statements of these names, or all."""
    from marienbad.prover.logic.statements import statements

    for one in statements(*names):
        decision = one.decide()
        yield Decided(
            one.name,
            dict(one.parameters),
            str(one.formula),
            decision.holds,
            decision.counterexample,
            decision.states,
            round(decision.seconds, 3),
        )


def main() -> None:
    """Decide all statements and write the file."""
    lines = (json.dumps(vars(one), ensure_ascii=False) for one in _decisions())
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
