"""Entries asked for by name, number, section or words, or behind a position or a table.

>>> [entry.name for entry in asked_for("Théorème 1")]
['partition']
>>> [entry.name for entry in asked_for("définition nombre d'or")]
['golden_ratio']
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from typing import get_args

from marienbad.games.definition import Definition
from marienbad.study.book.entry import Entry, Kind, entries
from marienbad.study.book.explanation import name_of
from marienbad.text.catalogue import template
from marienbad.text.language import LANGUAGES
from marienbad.text.plain import Plain
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing

NUMBERED = re.compile(r"(?P<kind>[^\W\d]*)\.?\s*(?P<number>[\d(].*)")
"""Perhaps what it is, then its number."""
MOST_NAMED = 8
"""The most entries that an error names."""


def found_by(text: str) -> list[Entry]:
    """The entry of this name; else those of this number or section; else those with these words."""
    known = entries()
    if text in known:
        return [known[text]]
    plain = _plain(text)
    return _numbered(plain) or _worded(
        [word for part in plain.split() if (word := part.strip(".,;:"))]
    )


def asked_for(text: str) -> list[Entry]:
    """The same, and an error where there is none."""
    found = found_by(text)
    if not found:
        from difflib import get_close_matches

        near = get_close_matches(text, entries(), 5, 0.6) or ["partition", "th. 9", "3.1.2"]
        raise InputError("book.unknown", name=text, known=Listing(near, "or"))
    return found


def the_one(text: str) -> Entry:
    """The only entry of this name or number; an error names them where there are several."""
    found = asked_for(text)
    if len(found) > 1:
        names = Listing([entry.name for entry in found[:MOST_NAMED]], "or")
        raise InputError("book.several", name=text, known=names)
    return found[0]


def _numbered(text: str) -> list[Entry]:
    match = NUMBERED.fullmatch(text)
    if match is None:
        return []
    kinds = {kind for name, kind in _kinds() if name.startswith(match["kind"])}
    number = _digits(match["number"])
    return [
        entry
        for entry in entries().values()
        if entry.kind in kinds
        if {number, f"{number}bis"} & set(map(_digits, _addresses(entry)))
    ]


def _worded(words: list[str]) -> list[Entry]:
    """The entries in whose names, titles, kinds and sources all words stand, in any language."""
    if not words:
        return []
    return [
        entry
        for name, entry in entries().items()
        if all(_stands(word, _words_of(name)) for word in words)
    ]


def _stands(word: str, text: str) -> bool:
    """Whether a word or the beginning of one stands in a text; of a number the whole."""
    end = r"(?![\d.]*\d)" if word[-1].isdigit() else ""
    return re.search(rf"(?<![^\W_]){re.escape(word)}{end}", text) is not None


@cache
def _words_of(name: str) -> str:
    """What is said of an entry in its name, its title and its place, in all languages."""
    entry = entries()[name]
    told = (Plain(lang).line(part) for lang in LANGUAGES for part in (name_of(entry), entry.title))
    return _plain(" ".join((entry.name, *told)))


def _addresses(entry: Entry) -> Iterator[str]:
    """How an entry may be asked for: 9, 3.1.2 (9), and the sections in which it stands."""
    sections = entry.where.split(", ")
    for number in filter(None, entry.number.split(", ")):
        yield number
        for section in sections:
            yield from (f"{section} {number}", f"{number} {section}")
    for section in sections:
        parts = section.split(".")
        yield from (".".join(parts[:count]) for count in range(2, len(parts) + 1))


@cache
def _kinds() -> tuple[tuple[str, Kind], ...]:
    """What the kinds are called in all languages, without accents."""
    return tuple(
        (_plain(template(f"book.kind.{kind}", lang)), kind)
        for kind in get_args(Kind)
        for lang in LANGUAGES
    )


def _plain(text: str) -> str:
    """Small letters without accents, with straight apostrophes."""
    parts = unicodedata.normalize("NFD", text.casefold().strip().replace("’", "'"))
    return "".join(part for part in parts if not unicodedata.combining(part))


def _digits(number: str) -> str:
    """A number as it is compared: *12 bis* and *(12bis)* are the same."""
    return re.sub(r"[\s()]", "", number.casefold())


NIM_SOURCES = ("pantaloni", "mathenjeans", "hardy", "program")
"""The sources that treat only Nim."""


def section_of(game: Definition) -> str:
    """The section of the thesis that treats a game; empty where none does.

    >>> from marienbad.games.catalogue import define
    >>> [section_of(define(name)) for name in ("nim", "wythoff:a=2", "wythoff:a=2,b=3", "euclid")]
    ['2.1', '3.2', '3.4', '']
    """
    if game.family.name == "nim":
        return "2.1"
    if game.family.name != "wythoff" or game.ruleset.heaps != 2:
        return ""
    a, b = game.values["a"], game.values["b"]
    if game.is_misere:
        return "4.1" if b == 1 else "b ≥ 2"
    return f"3.{1 + (a > 1) + 2 * (b > 1)}"


def entries_for(game: Definition, theory: str) -> tuple[Entry, ...]:
    """The entries on which the explanations of a game by a theory rest."""
    section, is_nim = section_of(game), game.family.name == "nim"
    other_ending = "normal" if game.is_misere else "misere"
    return tuple(
        entry
        for entry in entries().values()
        if theory in entry.theories
        if entry.ending != other_ending
        if theory == "table"
        or (section and entry.where.startswith(section))
        or (is_nim and entry.source in NIM_SOURCES)
    )


def entries_behind(game: Definition, kind: str) -> tuple[Entry, ...]:
    """The entries behind a table of a game: for its pairs those of the recurrence."""
    if kind == "pairs":
        return entries_for(game, "recurrence")
    if kind == "representations" and game.family.name == "nim":
        kind = "decomposition"
    return tuple(entry for entry in entries().values() if kind in entry.tables)
