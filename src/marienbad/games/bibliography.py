"""The works that the games and the theories come from, each written once, in its own language.

>>> WORKS["wythoff"].text
'W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907), 199–202'
>>> WORKS["fraenkel-borosh"].short
'Fraenkel & Borosh 1973'
"""

from typing import Any

from marienbad.values import Record


class Work(Record):
    """A book, an article or a text."""

    authors: str
    title: str
    place: str
    """Where and when it appeared."""
    short: str
    """How it is cited."""
    number: int | None = None
    """Its number in the bibliography of the thesis."""
    doi: str | None = None

    @property
    def text(self) -> str:
        return ", ".join(part for part in (self.authors, self.title, self.place) if part)


def _read(text: str) -> dict[str, Work]:
    """The works by name: paragraphs of ``field: value``; one that begins with # is a comment."""
    works = {}
    for paragraph in text.strip().split("\n\n"):
        name, *lines = paragraph.split("\n")
        if not name.startswith("#"):
            fields: dict[str, Any] = {"authors": "", "place": ""}
            fields |= dict(line.split(": ", 1) for line in lines)
            number = int(fields.pop("number", 0)) or None
            works[name] = Work(**fields, number=number)
    return works


with open(f"{__file__.rpartition('.')[0]}.txt", encoding="utf-8") as _file:  # noqa: PTH123 (pathlib is slow to import)
    WORKS = _read(_file.read())


def cited(*names: str) -> tuple[str, ...]:
    """The works of these names, written out."""
    return tuple(WORKS[name].text for name in names)


def in_short(*names: str) -> str:
    """The works of these names, as they are cited.

    >>> in_short("bouton", "hardy")
    'Bouton 1902; Hardy & Wright, 9.8'
    """
    return "; ".join(WORKS[name].short for name in names)
