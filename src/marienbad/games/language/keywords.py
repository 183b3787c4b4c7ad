"""The keywords of the rule language, in each language in which rules may be written.

Names and links are written in English. Whoever writes rules may use the words of any language, and
mix them; whoever reads rules sees those of his own.

>>> meanings("le dernier"), meanings("dans"), word("take", "fr"), word("take", "de")
(('last',), ('from', 'in'), 'prendre', 'take')
>>> word("last", "fr"), word(PREVIOUS, "fr"), word(PREVIOUS, "en")
('le dernier', 'précédent', 'last')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from itertools import takewhile
from unicodedata import normalize

from marienbad.games.expressions import FUNCTIONS
from marienbad.text.sentences import Wording

COUNTS = ("one", "two", "three", "all")
CALLS = ("call number", "call heap")
STATEMENTS = ("heaps", "let", "take", "order", *CALLS, "octal", "terminal", "block", "last")
BEGINNING = ("order", "octal", "terminal", "block")
"""What is a keyword only where a statement begins; elsewhere it may name a number."""
CONDITIONED = ("where", "terminal")
"""After these stands a condition."""
SPLIT = "then split"
PREVIOUS = "last taken"
"""The number that a condition calls ``last``, told from the statement ``last loses``."""
ENGLISH = (*STATEMENTS, "from", "where", "wins", "loses", "and", "or", "not", "in", *COUNTS, SPLIT)
KEYWORDS = (*ENGLISH, *FUNCTIONS, PREVIOUS)
"""Every keyword; those in two words can be no name, however they stand."""

OTHERS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {PREVIOUS: ("last",)},
    "fr": {
        "heaps": ("tas",),
        "let": ("soit", "soient"),
        "take": ("prendre",),
        "last": ("le dernier", "qui joue le dernier", "qui prend le dernier"),
        "from": ("dans",),
        "where": ("où",),
        "wins": ("gagne",),
        "loses": ("perd",),
        "and": ("et",),
        "or": ("ou",),
        "not": ("non", "pas"),
        "in": ("dans",),
        "one": ("un",),
        "two": ("deux",),
        "three": ("trois",),
        "all": ("tous",),
        "gcd": ("pgcd",),
        "order": ("ordre",),
        "call number": ("annoncer le nombre", "annoncer un nombre", "annoncer nombre"),
        "call heap": ("annoncer le tas", "annoncer un tas", "annoncer tas"),
        "terminal": ("terminale",),
        "block": ("bloquer",),
        SPLIT: ("puis partager",),
        PREVIOUS: ("précédent",),
    },
}
"""By language and keyword how else it is written, first as rules are shown."""

LANGUAGES = tuple(OTHERS)

_NAME = re.compile("[A-Za-z_][A-Za-z_0-9]*")

_MEANINGS: dict[str, tuple[str, ...]] = {
    keyword: (keyword,) for keyword in KEYWORDS if keyword != PREVIOUS
}
for _words in OTHERS.values():
    for _keyword, _written in _words.items():
        for _phrase in _written:
            _MEANINGS[_phrase] = (*_MEANINGS.get(_phrase, ()), _keyword)


def phrases() -> str:
    """A regular expression for the keywords that are not made of letters from a to z alone."""
    special = sorted((p for p in _MEANINGS if not re.fullmatch("[a-z]+", p)), key=len, reverse=True)
    return "|".join(
        "[ \\t]+".join(f"(?:{word}|{normalize('NFD', word)})" for word in phrase.split())
        + "(?![A-Za-z_0-9])"
        for phrase in special
    )


def meanings(text: str) -> tuple[str, ...]:
    """The keywords that a word of a text may stand for; none where it is a name."""
    return _MEANINGS.get(normalize("NFC", " ".join(text.split())), ())


def begun(written: Sequence[str], keywords: Container[str]) -> tuple[int, tuple[str, ...]]:
    """How many words of a text begin one of the keywords of several words, and how these go on.

    >>> begun(("call", "nmber"), CALLS), begun(("then",), [SPLIT]), begun(("than",), [SPLIT])
    ((1, ('number', 'heap')), (1, ('split',)), (0, ()))
    """
    found: dict[int, list[str]] = {}
    for phrase, meant in _MEANINGS.items():
        if any(keyword in keywords for keyword in meant):
            words = phrase.split()
            pairs = zip(words[:-1], written, strict=False)
            same = len([*takewhile(lambda pair: pair[0] == pair[1], pairs)])
            found.setdefault(same, []).append(" ".join(words[same:]))
    most = max(found, default=0)
    return most, tuple(found[most]) if most else ()


def word(keyword: str, lang: str) -> str:
    """How a keyword is shown in a language, else in English; what is none is shown as it is."""
    written = OTHERS.get(lang, {}).get(keyword) or OTHERS["en"].get(keyword)
    return keyword if written is None else written[0]


def words(lang: str) -> list[str]:
    """Every keyword as it is shown in a language, each once."""
    return [*dict.fromkeys(word(keyword, lang) for keyword in KEYWORDS)]


def in_each_language(write: Callable[[str], str]) -> Wording:
    """What a function writes in a language, for whoever reads it."""
    return Wording(tuple((lang, write(lang)) for lang in LANGUAGES))


def worded(text: str) -> Wording:
    """A text of rules, or of moves with signs that no rule has, for whoever reads it.

    >>> worded("take n from x where n ≡ 0 (mod 2)").text("fr")
    'prendre n dans x où n ≡ 0 (mod 2)'
    """

    def translated(name: str, lang: str) -> str:
        *_, keyword = meanings(name) or (name,)  # a take has conditions, and no other statement
        return name if keyword in BEGINNING else word(keyword, lang)

    return in_each_language(lambda lang: _NAME.sub(lambda found: translated(found[0], lang), text))


def all_words() -> Iterator[str]:
    """Every keyword of every language."""
    return iter(_MEANINGS)
