"""The book: its entries, and one of them with its proof in numbers."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from marienbad.study.book.entry import CHAPTERS, Entry, entries, used_by
from marienbad.study.book.finding import found_by, the_one
from marienbad.study.book.telling import name_of, proof_of, statement_of
from marienbad.study.book.verdicts import recorded
from marienbad.text.data import json_integer
from marienbad.text.explanation import Explanation
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.sentences import say
from marienbad.web.encoding import encoded
from marienbad.web.thoughts.words import capitalised


def contents(find: str, lang: str) -> bytes:
    """The entries by chapter, all or those that are found."""
    return _chapters(found_by(find), lang) if find.strip() else _all_chapters(lang)


@lru_cache(maxsize=len(LANGUAGES))
def _all_chapters(lang: str) -> bytes:
    return _chapters(entries().values(), lang)


def _chapters(found: Collection[Entry], lang: str) -> bytes:
    return encoded(
        [
            {
                "name": chapter,
                "title": Plain(lang).line(say(f"book.chapter.{chapter}")),
                "entries": [reference(one, lang) for one in found if one.chapter == chapter],
            }
            for chapter in CHAPTERS
            if any(one.chapter == chapter for one in found)
        ]
    )


def reference(entry: Entry, lang: str) -> dict[str, str]:
    """What a link to an entry says."""
    plain = Plain(lang)
    return {
        "name": entry.name,
        "what": plain.line(name_of(entry)),
        "title": capitalised(plain.line(entry.title)),
    }


def entry_told(name: str, numbers: str, lang: str) -> bytes:
    """An entry with its proof worked out for the reader's numbers."""
    entry, known = the_one(name), entries()
    chosen = entry.read_numbers(numbers.split(",") if numbers else ())
    decided = recorded(entry)
    statement = Explanation(statement_of(entry))
    proof = Explanation(proof_of(entry, chosen, decided))
    names = [*known]
    place = names.index(entry.name)
    around: dict[str, Any] = {
        "previous": reference(known[names[place - 1]], lang) if place else None,
        "next": reference(known[names[place + 1]], lang) if place + 1 < len(names) else None,
    }
    return encoded(
        {
            **reference(entry, lang),
            "chapter": Plain(lang).line(say(f"book.chapter.{entry.chapter}")),
            "numbers": [
                {
                    "name": choice.name,
                    "symbol": Plain(lang).line(choice.symbol),
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
            **around,
        }
    )
