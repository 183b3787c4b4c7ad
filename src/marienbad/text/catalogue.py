"""The sentences: gettext catalogues, a file for each domain and language, read when first needed.

A key such as ``euclid.order`` stands in the catalogue ``euclid``; its text names its values,
``{x}``. A key that is missing is an error of the program and raises KeyError.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from gettext import GNUTranslations, c2py
from struct import iter_unpack, unpack
from typing import Any

from marienbad.text.language import LANGUAGES, LOCALE

LITTLE_ENDIAN = (0x950412DE).to_bytes(4, "little")
"""How a file begins that was compiled on a machine of the usual kind."""
ROUND = 1_000_000
"""A number of which some languages say *a million of matches*, as of its multiples."""


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


def has_text(key: str, lang: str) -> bool:
    """Return whether there is a text of this key, for what may be left unsaid.

    >>> has_text("euclid.game.history", "fr"), has_text("euclid.game.weather", "fr")
    (True, False)
    """
    return catalogue(key.partition(".")[0], lang).gettext(key) != key


@lru_cache(maxsize=256)
def untranslated(domain: str, lang: str) -> frozenset[str]:
    """Return the keys of a catalogue whose text is English for want of a translation."""
    return frozenset(catalogue(domain, lang).gettext(f"{domain} untranslated").split("\n"))


def plural_template(key: str, number: int, lang: str) -> str:
    """Return the text of this key for a number of things, by the plural rule of the language.

    >>> plural_template("words.match", 0, "en"), plural_template("words.match", 0, "fr")
    ('{number} matches', '{number} allumette')
    """
    return _plural_form(key, counted_as(number), lang)


def counted_as(number: int) -> int:
    """Return a small number that every language counts like this one, however long it is.

    Beyond 200 plural rules look at the last two digits, and some at whole millions.

    >>> counted_as(7), counted_as(10**50 + 12), counted_as(10**50)
    (7, 112, 1000000)
    """
    if number < 200:
        return number
    return 100 + int(number % 100) if number % ROUND else ROUND


@lru_cache(maxsize=1024)
def _plural_form(key: str, number: int, lang: str) -> str:
    found = catalogue(key.partition(".")[0], lang).ngettext(key, key, number)
    if found == key:
        raise KeyError(f"no plural forms for the key {key!r} in the language {lang!r}")
    return found


def plural_indexes(lang: str) -> dict[int, int]:
    """Return which plural form goes with 0, 1, …, 199, and at the end with a round million."""
    rule = catalogue("words", lang).plural
    return {number: rule(number) for number in (*range(200), ROUND)}


def entries(domain: str, lang: str) -> dict[str, str | list[str]]:
    """Return every entry of a catalogue; plural forms in the order of the language.

    >>> entries("language", "fr")["language.and"], entries("words", "fr")["words.row"]
    ('{before} et {last}', ['{number} rangée', '{number} rangées'])
    """
    known = catalogue(domain, lang)
    found: dict[str, str | list[str]] = {}
    numbers = {index: number for number, index in plural_indexes(lang).items()}
    for key in template(domain, lang).split("\n"):
        forms = [known.ngettext(key, key, numbers[index]) for index in sorted(numbers)]
        found[key] = known.gettext(key) if key in forms else forms
    return found


class Catalogue(GNUTranslations):
    """A compiled catalogue, read as fast as can be: a command reads six to answer.

    >>> catalogue("language", "fr").gettext("language.and")
    '{before} et {last}'
    """

    def _parse(self, file: Any) -> None:
        """Read texts in UTF-8, as hatch_build.py writes them; the plural rule waits for its use."""
        octets: bytes = file.read()
        order = "<" if octets.startswith(LITTLE_ENDIAN) else ">"
        count, keys, texts = unpack(f"{order}3I", octets[8:20])
        places = (iter_unpack(f"{order}2I", octets[at : at + 8 * count]) for at in (keys, texts))
        found: dict[str | tuple[str, int], str] = {}
        for (length, start), (size, first) in zip(*places, strict=True):
            key = octets[start : start + length].decode()
            text = octets[first : first + size].decode()
            if "\0" in key:
                forms = enumerate(text.split("\0"))
                found |= {(key.partition("\0")[0], number): form for number, form in forms}
            else:
                found[key] = text
        self._catalog = found

    @cached_property
    def plural(self) -> Callable[[int], int]:
        """Which form goes with a number."""
        return c2py(self._catalog[""].partition("plural=")[2].partition("\n")[0].rstrip(";"))


@lru_cache(maxsize=256)
def catalogue(domain: str, lang: str) -> Catalogue:
    name = f"{LOCALE}/{lang.replace('-', '_')}/LC_MESSAGES/{domain}.mo"
    try:
        if lang not in LANGUAGES:
            raise FileNotFoundError(lang)
        with open(name, "rb") as file:  # noqa: PTH123 (pathlib costs more than the whole file)
            return Catalogue(file)
    except FileNotFoundError:
        raise KeyError(
            f"no catalogue {domain!r} in the language {lang!r} (make install compiles them)"
        ) from None
