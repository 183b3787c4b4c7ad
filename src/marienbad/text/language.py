"""Which language to speak."""

from __future__ import annotations

from collections.abc import Mapping

from marienbad.text.problems import InputError

LANGUAGES = ("en", "fr")


def choose_language(requested: str | None, environ: Mapping[str, str]) -> str:
    """Return the language asked for, or else that of the locale, or else English.

    The locale is the first of LC_ALL, LC_MESSAGES and LANG that is not empty, as in POSIX.

    >>> choose_language(None, {"LANG": "fr_CA.UTF-8"}), choose_language("en", {"LANG": "fr_CA"})
    ('fr', 'en')
    >>> choose_language(None, {"LC_ALL": "C", "LANG": "fr_FR"})
    'en'
    """
    if requested is not None:
        return known_language(requested)
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next((environ[name] for name in variables if environ.get(name)), "")
    language = locale[:2].lower()
    return language if language in LANGUAGES and not locale[2:3].isalpha() else "en"


def known_language(language: str) -> str:
    """Return the language, or raise InputError when there is no catalogue for it.

    >>> known_language("de")
    Traceback (most recent call last):
        ...
    marienbad.text.problems.InputError: There is no language 'de': expected en or fr.
    """
    if language not in LANGUAGES:
        raise InputError("errors.unknown_language", language=language)
    return language
