"""Errors that a person caused and can mend: what was given and what was expected.

ValueError
└── InputError      the input cannot be read, or names nothing known
    └── OutOfReach  the input is right, but beyond what the method asked for can do
"""

from __future__ import annotations

from marienbad.text.language import LANGUAGES
from marienbad.text.sentences import Listing, Message, Value, Wording

LONGEST_QUOTATION = 80
MOST_NAMED = 8
"""The most heaps that are named one by one."""


class InputError(ValueError):
    """An error whose sentence stands in the catalogue ``errors``.

    >>> error = InputError("errors.heap", text="-3")
    >>> print(error)
    “-3” is not a heap: expected a whole number, 0 or more.
    """

    def __init__(self, key: str, /, **values: Value) -> None:
        super().__init__(key)
        self.message = Message(key, {name: quotable(value) for name, value in values.items()})

    def __str__(self) -> str:
        return self.render("en")

    def render(self, lang: str = "en") -> str:
        """Return the sentence in this language."""
        from marienbad.text.plain import Plain

        return Plain(known_language(lang)).line(self.message)


class OutOfReach(InputError):
    """The method asked for cannot answer at this size."""


def known_language(language: str) -> str:
    """Return the language, or raise InputError when there is no catalogue for it.

    >>> known_language("tlh")
    Traceback (most recent call last):
        ...
    marienbad.text.problems.InputError: There is no language “tlh”: expected en...
    """
    if language not in LANGUAGES:
        known = Listing(LANGUAGES, "or")
        raise InputError("errors.unknown_language", language=language, known=known)
    return language


def quotable(value: Value) -> Value:
    """Return the value, a text made printable, and shortened when too long for a sentence.

    Of many heaps the first ones and the last are named. A sentence is shortened in its parts.

    >>> quotable("1" * 50 + "x" * 50)
    '1111111111111111111111111111111111111111…xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'
    >>> quotable(tuple(range(64)))
    Listing(values=(0, 1, 2, '…', 63), conjunction='')
    """
    if isinstance(value, Message):
        return Message(value.key, {name: quotable(part) for name, part in value.values.items()})
    if isinstance(value, tuple) and len(value) > MOST_NAMED:
        return Listing((*value[:3], "…", value[-1]), "")
    if isinstance(value, Wording):
        return Wording(tuple((lang, _shortened(text)) for lang, text in value.texts))
    return _shortened(value) if isinstance(value, str) else value


def _shortened(value: str) -> str:
    if len(value) > LONGEST_QUOTATION:
        half = LONGEST_QUOTATION // 2
        value = f"{value[:half]}…{value[-half:]}"
    # The command line hands over bytes that are no text as lone surrogates.
    return value.encode("utf-8", "replace").decode("utf-8")
