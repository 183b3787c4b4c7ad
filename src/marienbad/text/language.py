"""The languages: every folder of catalogues is one.

A folder is named as gettext names it, ``pt_BR``; the language is called as the web calls it,
``pt-BR``. A translator adds a folder, and no line of the program.
"""

from __future__ import annotations

import os

from marienbad import text

LOCALE = f"{text.__path__[0]}/locale"
SOURCE = "en"


def languages() -> tuple[str, ...]:
    """Return the languages whose catalogues are compiled, the source before its translations.

    >>> languages()[0]
    'en'
    """
    folders = [
        folder
        for folder in os.listdir(LOCALE)  # noqa: PTH208 (pathlib is slow to import)
        if os.path.exists(f"{LOCALE}/{folder}/LC_MESSAGES/language.mo")  # noqa: PTH110
    ]
    folders.sort(key=lambda folder: (folder != SOURCE, folder))
    return tuple(folder.replace("_", "-") for folder in folders)


LANGUAGES = languages()


def closest_language(tag: str) -> str | None:
    """Return the language that a tag or the name of a locale means, if we speak it.

    Without that variety of the language, a more general one will do, or else another.

    >>> closest_language("fr-CA"), closest_language("fr_BE.UTF-8"), closest_language("C")
    ('fr', 'fr', None)
    """
    known = {language.lower(): language for language in LANGUAGES}
    parts = tag.partition(".")[0].partition("@")[0].replace("_", "-").lower().split("-")
    for length in range(len(parts), 0, -1):
        if found := known.get("-".join(parts[:length])):
            return found
    return next((known[name] for name in known if name.split("-")[0] == parts[0]), None)
