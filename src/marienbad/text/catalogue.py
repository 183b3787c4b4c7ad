"""The sentences: gettext catalogues, one file a domain and a language, read when first needed.

A key such as ``nim.binary.write`` stands in the catalogue ``nim``; its text names its values,
``{heap}``. A key that is missing is an error of the program and raises KeyError.
"""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations

from marienbad import text
from marienbad.text.language import known_language


@lru_cache(maxsize=4096)
def template(key: str, lang: str) -> str:
    """Return the text of this key, its placeholders not yet filled.

    >>> template("words.move.leaving", "fr")
    '{move}, pour laisser {position}'
    """
    found = catalogue(key.partition(".")[0], lang).gettext(key)
    if found == key:
        raise KeyError(f"no text for the key {key!r} in the language {lang!r}")
    return found


def plural_template(key: str, number: int, lang: str) -> str:
    """Return the text of this key for so many: French counts 0 as singular, English does not.

    >>> plural_template("words.match", 0, "en"), plural_template("words.match", 0, "fr")
    ('{number} matches', '{number} allumette')
    """
    return _plural_form(key, min(number, 2), lang)  # neither language tells two from more


@lru_cache(maxsize=1024)
def _plural_form(key: str, number: int, lang: str) -> str:
    found = catalogue(key.partition(".")[0], lang).ngettext(key, key, number)
    if found == key:
        raise KeyError(f"no plural forms for the key {key!r} in the language {lang!r}")
    return found


@lru_cache(maxsize=64)
def catalogue(domain: str, lang: str) -> GNUTranslations:
    """Return the catalogue of this domain and language."""
    name = f"{text.__path__[0]}/locale/{known_language(lang)}/LC_MESSAGES/{domain}.mo"
    try:
        with open(name, "rb") as file:  # noqa: PTH123 (pathlib costs more than the whole file)
            return GNUTranslations(file)
    except FileNotFoundError:
        raise KeyError(
            f"no catalogue {domain!r} in the language {lang!r} (make install compiles them)"
        ) from None
