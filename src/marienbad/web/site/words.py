"""The words of the page: every sentence that its scripts may say, in a language."""

from typing import Any

from marienbad.text.catalogue import entries, plural_indexes, template
from marienbad.text.language import LANGUAGES

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


def page_words(lang: str) -> dict[str, Any]:
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
