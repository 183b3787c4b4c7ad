"""An entry of the book as a reader sees it: the statement, the proof in numbers, the verdict."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TypeVar

from marienbad.games.catalogue import FAMILIES
from marienbad.study.book.entry import Entry, entries, used_by
from marienbad.study.book.steps import Step
from marienbad.study.book.verdicts import EQUALS, Decided, named
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import Approximation
from marienbad.text.sentences import Block, Listing, Message, Section, Table, Value, say

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
