"""Calls for the book: what the sources say, and why."""

from collections.abc import Collection
from typing import Annotated, Any, TypedDict

from marienbad.study.book.entry import CHAPTERS, Entry, entries, used_by
from marienbad.study.book.explanation import name_of, proof_of, recorded, statement_of
from marienbad.study.book.finding import found_by, the_one
from marienbad.text.data import json_integer
from marienbad.text.explanation import Explanation
from marienbad.text.plain import Plain
from marienbad.text.sentences import say
from marienbad.web.api.common import EntryLink, Shown
from marienbad.web.api.games import capitalised
from marienbad.web.api.routes import Field, ReaderLanguage, get

LONGEST_NAME, LONGEST_NUMBERS = 64, 200
REMEMBERED = 4 * 2**20


class Chapter(TypedDict):
    """A chapter of the book."""

    name: str
    title: str
    entries: list[EntryLink]


class ChosenNumber(TypedDict):
    """A number for which a proof is worked out, and between which bounds it may be chosen."""

    name: str
    symbol: str
    value: Shown
    least: Shown
    most: Shown


class Formula(TypedDict):
    """A formula that the prover has decided."""

    statement: str
    parameters: dict[str, int]
    formula: str


class Theorem(EntryLink):
    """A statement, its proof in numbers, and where it belongs."""

    chapter: str
    numbers: list[ChosenNumber]
    statement: list[dict[str, Any]]
    statement_html: str
    proof: list[dict[str, Any]]
    proof_html: str
    formulas: list[Formula]
    uses: list[EntryLink]
    used_by: list[EntryLink]
    previous: EntryLink | None
    next: EntryLink | None


@get("/api/theorems", tag="theory", kept=REMEMBERED)
def theorems(
    find: Annotated[str, Field(max_length=LONGEST_NAME, examples=("th. 9",))] = "",
    lang: ReaderLanguage = "",
) -> list[Chapter]:
    """The statements of the sources by chapter: all, or those of a number, a section or words."""
    found: Collection[Entry] = found_by(find) if find.strip() else entries().values()
    return [
        {
            "name": chapter,
            "title": Plain(lang).line(say(f"book.chapter.{chapter}")),
            "entries": [reference(one, lang) for one in found if one.chapter == chapter],
        }
        for chapter in CHAPTERS
        if any(one.chapter == chapter for one in found)
    ]


def reference(entry: Entry, lang: str) -> EntryLink:
    """What a link to an entry says."""
    plain = Plain(lang)
    return {
        "name": entry.name,
        "what": plain.line(name_of(entry)),
        "title": capitalised(plain.line(entry.title)),
    }


@get("/api/theorem", tag="theory")
def theorem(
    name: Annotated[str, Field(max_length=LONGEST_NAME, examples=("partition",))],
    numbers: Annotated[str, Field(max_length=LONGEST_NUMBERS, examples=("x=3,y=4",))] = "",
    lang: ReaderLanguage = "",
) -> Theorem:
    """A statement with its proof worked out for numbers of your own."""
    entry, known, plain = the_one(name), entries(), Plain(lang)
    chosen = entry.read_numbers(numbers.split(",") if numbers else ())
    decided = recorded(entry)
    statement = Explanation(statement_of(entry))
    proof = Explanation(proof_of(entry, chosen, decided))
    names = [*known]
    place = names.index(entry.name)
    before, after = names[max(place - 1, 0) : place], names[place + 1 : place + 2]
    return {
        **reference(entry, lang),
        "chapter": plain.line(say(f"book.chapter.{entry.chapter}")),
        "numbers": [
            {
                "name": choice.name,
                "symbol": plain.line(choice.symbol),
                "value": json_integer(chosen[choice.name]),
                "least": json_integer(choice.least),
                "most": json_integer(choice.most),
            }
            for choice in entry.choices
        ],
        "statement": statement.data(lang),
        "statement_html": statement.html(lang),
        "proof": proof.data(lang),
        "proof_html": proof.html(lang),
        "formulas": [
            {"statement": one.statement, "parameters": one.parameters, "formula": one.formula}
            for one in decided
        ],
        "uses": [reference(known[one], lang) for one in entry.uses],
        "used_by": [reference(known[one], lang) for one in used_by(entry.name)],
        "previous": reference(known[before[0]], lang) if before else None,
        "next": reference(known[after[0]], lang) if after else None,
    }
