"""The call for the words of the page: every sentence that its scripts may say, in a language."""

from hashlib import sha256
from typing import TypedDict

from marienbad.text.catalogue import entries, plural_indexes, template
from marienbad.text.language import LANGUAGES
from marienbad.web.api.routes import HERE, JSON, File, LanguageCode, ReaderLanguage, get
from marienbad.web.encoding import encoded

DOMAINS = (
    "language",
    "match",
    "web",
    "learn",
    "drill",
    "investigate",
    "classroom",
    "worksheet",
    "checking",
)
"""The catalogues that the page has whole."""
TIMES = ("words.second", "words.minute", "words.hour", "words.day")
NOUNS = ("words.match", "words.token", "words.row", "words.heap", "words.move", *TIMES)
NAMED = ("words.row.name", "words.heap.name", "words.row.label", "words.heap.label")
TITLES = "server.page."
SAID = ("words.replies.", "words.move.")
"""How the keys begin of what the page says of replies and moves."""


class Words(TypedDict):
    """The sentences of the page; with plural forms as a list.

    ``plurals`` says which form goes with a number: below 200 the entry of that number, for a
    multiple of a million the last entry, else that of 100 and the last two digits. ``languages``
    has the own names of all.
    """

    lang: LanguageCode
    languages: dict[str, str]
    plurals: list[int]
    words: dict[str, str | list[str]]


def page_words(lang: str) -> Words:
    """The sentences, with what their language needs: its plurals, and the names of all languages.

    >>> page_words("fr")["languages"]
    {'en': 'English', 'fr': 'Français'}
    """
    nouns = entries("words", lang)
    words = {
        **{key: text for domain in DOMAINS for key, text in entries(domain, lang).items()},
        **{key: nouns[key] for key in NOUNS + NAMED},
        **{key: text for key, text in nouns.items() if key.startswith(SAID)},
        **{key: text for key, text in entries("server", lang).items() if key.startswith(TITLES)},
    }
    names = {code: template("language.name", code) for code in LANGUAGES}
    plurals = [*plural_indexes(lang).values()]
    return {"lang": lang, "languages": names, "plurals": plurals, "words": words}


@get("/api/words", tag="words", queue=HERE, model=Words, also={304: None}, kept=2**20)
def words(lang: ReaderLanguage = "") -> File:
    """Every sentence of the page in a language."""
    content = encoded(page_words(lang))
    tag = f'"{sha256(content).hexdigest()[:20]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return File(content, JSON, headers)
