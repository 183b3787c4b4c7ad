"""An entry of the book as a reader sees it: the statement, the proof in numbers, the verdict.

Deciding all statements takes a minute or more, so what was decided is kept beside the program;
``python -m marienbad.study.book.explanation`` writes it anew. The tests decide every statement, and
compare what is kept with the statements. The parameters of what was decided are said in few words:

>>> pairs = [{"a": a, "b": 1} for a in (1, 2, 3)] + [{"a": 1, "b": 2}, {"a": 1, "b": 3}]
>>> from marienbad.text.plain import Plain
>>> Plain("en").line(named(pairs)), in_short(pairs)
('a = 1–3, b = 1; a = 1, b = 2–3', '1–3,1 1,2–3')
>>> in_short([{"base": 4}, {"base": 8}]), in_short([{}])
('base = 4, 8', '')
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from marienbad.games.catalogue import FAMILIES
from marienbad.study.book.entry import Entry, entries, used_by
from marienbad.study.book.steps import Step
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import Approximation
from marienbad.text.notation import GLUE
from marienbad.text.sentences import Block, Listing, Message, Section, Table, Value, say
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


Case = TypeVar("Case")


def name_of(entry: Entry) -> Message:
    """What an entry is and where it stands: *Theorem 9, thesis 3.1.2*."""
    kind = say(f"book.kind.{entry.kind}")
    where = say(f"book.source.{entry.source}", where=entry.where)
    if not entry.number:
        return say("book.unnumbered", kind=kind, where=where)
    return say("book.numbered", kind=kind, number=entry.number, where=where)


def explanation_of(
    entry: Entry, numbers: dict[str, int], decided: Sequence[Decided]
) -> Explanation:
    """Return an entry with its heading, and the places where it is used."""
    heading = say("book.heading", name=name_of(entry), title=entry.title)
    proof = proof_of(entry, numbers, decided)
    return Explanation((heading, *statement_of(entry), *proof, *_places(entry)))


def statement_of(entry: Entry) -> tuple[Block, ...]:
    """Return what an entry says and its letters mean, and how it is printed where that is false."""
    letters = (say(f"book.letters.{name}") for name in entry.letters)
    statement = (*letters, entry.statement)
    if entry.printed is None:
        return statement
    return *statement, Section(say(f"book.{entry.misprint}"), (entry.printed,))


def proof_of(
    entry: Entry, numbers: dict[str, int], decided: Sequence[Decided]
) -> tuple[Block, ...]:
    """Return the proof worked out for some numbers, and what the prover has decided."""
    chosen = entry.numbers(numbers)
    blocks: list[Block] = []
    if steps := tuple(_shown(entry.steps(**chosen))):
        blocks.append(Section(_proof_heading(entry, chosen), steps))
    if decided:
        blocks.append(Section(say("book.decided"), (_verdicts(decided),)))
    elif entry.undecided is not None:
        why = say(f"book.without.{entry.undecided}")
        blocks.append(say("book.without_verdict", why=why))
    return tuple(blocks)


def _proof_heading(entry: Entry, chosen: dict[str, int]) -> Message:
    """A definition has no proof, but an example."""
    values: list[Value] = [
        say("book.chosen", name=one.symbol, number=chosen[one.name]) for one in entry.choices
    ]
    kind = "example" if entry.kind == "definition" else "proof"
    if not values:
        return say(f"book.{kind}")
    return say(f"book.{kind}_for", numbers=Listing(values))


def _shown(steps: Sequence[Step]) -> Iterator[Block]:
    for number, step in enumerate(steps, 1):
        yield say("book.step", number=number, text=step.text)
        yield from step.shown


def in_groups(
    decided: Iterable[Case], said: Callable[[Case], tuple[str, bool]]
) -> Iterator[list[Case]]:
    """What is proved for several parameters stands in one row, what is refuted in its own."""
    for (_, holds), found in groupby(decided, key=said):
        group = list(found)
        yield from [group] if holds else [[one] for one in group]


def _verdicts(decided: Sequence[Decided]) -> Table:
    heads = tuple(
        say(f"theorems.column.{name}")
        for name in ("statement", "parameters", "result", "states", "seconds")
    )
    groups = in_groups(decided, lambda one: (one.statement, one.holds))
    return Table(heads, tuple(map(_verdict, groups)))


def _verdict(group: Sequence[Decided]) -> tuple[Value, ...]:
    first = group[0]
    hundredths = round(100 * sum(one.seconds for one in group))
    return (
        say(f"theorems.{first.statement}"),
        named([one.parameters for one in group]),
        result_of(first.holds, first.counterexample),
        max(one.states for one in group),
        Approximation(hundredths, 2, is_cut=False),
    )


def result_of(holds: bool, counterexample: Mapping[str, int] | None) -> Message:
    if holds:
        return say("theorems.proved")
    if counterexample is None:
        return say("theorems.false")
    values = [f"{name}{EQUALS}{value}" for name, value in counterexample.items()]
    return say("theorems.refuted", values=Listing(values, ""))


def _places(entry: Entry) -> Iterator[Message]:
    """On what it rests, and where it is used."""
    known = entries()
    if entry.uses:
        key = "book.rests_on" if entry.kind == "definition" else "book.uses"
        yield say(key, entries=Listing([_cited(known[name]) for name in entry.uses]))
    if users := used_by(entry.name):
        yield say("book.used_by", entries=Listing([_cited(known[name]) for name in users]))
    if entry.theories:
        yield say("book.theories", theories=Listing([*map(_titled, entry.theories)]))


def _titled(theory: str) -> Message:
    """What a theory is called, as above its explanations."""
    families = [family for family in FAMILIES if theory in family.theories]
    return (families or FAMILIES)[0].theory_title(theory)


def _cited(entry: Entry) -> Message:
    """An entry within a sentence: what has no number is called by its name."""
    return name_of(entry.having(number=entry.number or entry.name))


def main() -> None:
    """Decide all statements and write the file."""
    lines = (json.dumps(vars(one), ensure_ascii=False) for one in _decisions())
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
