"""Games, their families and the words of the page."""

from typing import Literal

from pydantic import BaseModel

from marienbad.web.api.models.common import Shown, ShownHeaps
from marienbad.web.http.language import LanguageCode


class Named(BaseModel):
    """A name, and the word for it."""

    name: str
    title: str


class Level(Named):
    """A machine player."""

    description: str


class Nouns(BaseModel):
    """What the game is played with."""

    heap: Literal["heap", "row"]
    object: Literal["token", "match"]


class ParameterChoice(Named):
    """A number of a family's rules, or a text with what it usually is."""

    least: int | None
    most: int | None
    usual: int | None
    text: str | None
    bare: bool


class NamedGame(Named):
    """A game of a family; ``word`` says its usual start and who wins at its end."""

    word: str
    misere: bool


class FamilyChoices(Named):
    """A kind of games and the numbers to choose."""

    usually_misere: bool
    from_text: bool
    usual_table: str
    has_named_endings: bool
    games: list[NamedGame]
    parameters: list[ParameterChoice]


class TableChoice(Named):
    """A table that a game has."""

    usual_rows: int
    most_rows: int
    bases: list[int]
    takes_numbers: bool
    takes_slice: bool


class Memory(BaseModel):
    """What a position says besides its heaps: what was taken last, whose turn it is, or a call.

    Where options may be forbidden (``block``), at most ``most`` of them at once, nothing is said of
    that until a match is played.
    """

    kind: Literal["last", "order", "number", "heap", "block"]
    order: str | None
    most: int | None


class GameFacts(BaseModel):
    """A game and its words."""

    game: str
    title: str
    rule: str
    history: str
    piece: str
    piece_symbol: str
    heaps: int | None
    memory: Memory | None
    parts: bool
    start: ShownHeaps
    theories: list[Named]
    misere: bool
    other_ending: str | None
    nouns: Nouns
    levels: list[Level]
    family: str
    rules: str | None
    parameters: dict[str, Shown | str]
    tables: list[TableChoice]


class Words(BaseModel):
    """The sentences of the page; with plural forms as a list.

    ``plurals`` says which form goes with a number: below 200 the entry of that number, for a
    multiple of a million the last entry, else that of 100 and the last two digits. ``languages``
    has the own names of all.
    """

    lang: LanguageCode
    languages: dict[str, str]
    plurals: list[int]
    words: dict[str, str | list[str]]
