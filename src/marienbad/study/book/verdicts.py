"""What the prover says of the entries of the book, and for which parameters, in few words.

Deciding all statements takes a minute or more, so what was decided is kept beside the program;
``python -m marienbad.study.book.verdicts`` writes it anew. The tests decide every statement, and
compare what is kept with the statements.

>>> pairs = [{"a": a, "b": 1} for a in (1, 2, 3)] + [{"a": 1, "b": 2}, {"a": 1, "b": 3}]
>>> from marienbad.text.plain import Plain
>>> Plain("en").line(named(pairs)), in_short(pairs)
('a = 1–3, b = 1; a = 1, b = 2–3', '1–3,1 1,2–3')
>>> in_short([{"base": 4}, {"base": 8}]), in_short([{}])
('base = 4, 8', '')
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path

from marienbad.study.book.entry import Entry
from marienbad.text.notation import GLUE
from marienbad.text.sentences import Listing
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


Parameters = Mapping[str, int]
EQUALS = f"{GLUE}={GLUE}"
"""Where no line breaks."""


def named(cases: Sequence[Parameters]) -> Listing:
    """Every case with the names of its parameters."""
    found = [*_others(cases)] or [f"a = {a},{GLUE}b = {b}" for a, b in _rows(cases)]
    return Listing([text.replace(" = ", EQUALS) for text in found], ";")


def in_short(cases: Sequence[Parameters]) -> str:
    """The same for a narrow column: a,b without the names."""
    return " ".join([*_others(cases)] or [f"{a},{b}" for a, b in _rows(cases)])


def _others(cases: Sequence[Parameters]) -> Iterator[str]:
    """A parameter other than a and b, of which a statement has one at most."""
    for other in cases[0].keys() - {"a", "b"}:
        yield f"{other} = {_run([values[other] for values in cases])}"


def _rows(cases: Sequence[Parameters]) -> Iterator[tuple[str, str]]:
    """All a with b = 1, then for each a the larger b."""
    pairs = [(values["a"], values["b"]) for values in cases if values]
    if first := [a for a, b in pairs if b == 1]:
        yield _run(first), "1"
    for a, row in groupby((pair for pair in pairs if pair[1] > 1), key=lambda pair: pair[0]):
        yield str(a), _run([b for _, b in row])


def _run(numbers: list[int]) -> str:
    """Numbers one after another, the first and the last where they are consecutive."""
    first, last = numbers[0], numbers[-1]
    if numbers != list(range(first, last + 1)):
        return ", ".join(map(str, numbers))
    return str(first) if first == last else f"{first}–{last}"


def main() -> None:
    """Decide all statements and write the file."""
    lines = (json.dumps(vars(one), ensure_ascii=False) for one in _decisions())
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
