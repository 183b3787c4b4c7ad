"""Sentences as data: keys with named values; tables, equations, lists and sections beside them.

A theory says what is so, ``say("euclid.order", x=7, y=18)``; the words stand in the catalogues.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from marienbad.values import Record

if TYPE_CHECKING:
    from marienbad.text.mathematics import Expression

Mark: TypeAlias = Literal["odd", "chosen", "looked_up", "choice", "failing", "decisive"]
Value: TypeAlias = (
    "int | str | tuple[int, ...] | Expression | Count | Message | Listing | Marked | Wording | Link"
)
Cell: TypeAlias = "Value | None"
Block: TypeAlias = "Message | Table | Equation | Items | Section"


class Message(Record):
    """A sentence: its key in the catalogues and the values that its text names.

    >>> Message("words.move.each", {"count": Count(2, "token")}).values["count"].number
    2
    """

    key: str
    values: Mapping[str, Value]

    def __hash__(self) -> int:
        return hash((self.key, *sorted(self.values)))


def say(key: str, /, **values: Value) -> Message:
    """Return the sentence of this key with these values.

    >>> say("words.move.leaving", move="…", position=(1, 2)).key
    'words.move.leaving'
    """
    return Message(key, values) if values else _without_values(key)


@lru_cache(maxsize=1024)
def _without_values(key: str) -> Message:
    """One message for all who say the same: it is then written only once."""
    return Message(key, {})


class Count(Record):
    """A number of things; the entry ``words.<noun>`` has the plural forms.

    >>> from marienbad.text.plain import Plain
    >>> Plain("fr").line(say("words.move.each", count=Count(1, "token")))
    '1 jeton dans chaque tas'
    """

    number: int
    noun: str


class Listing(Record):
    """Values with commas between them, the last after *and*, after *or*, or after a comma too.

    Values that have commas themselves stand between semicolons.

    >>> from marienbad.text.plain import Plain
    >>> Plain("fr").line(Listing((1, 3, 5), "and")), Plain("en").line(Listing((1, 3), "or"))
    ('1, 3 et 5', '1 or 3')
    >>> Plain("en").line(Listing(("take n", "take 1, 2"), ";"))
    'take n; take 1, 2'
    """

    values: Sequence[Value]
    conjunction: Literal["and", "or", "", ";"] = "and"


class Marked(Record):
    """A value to be noticed; the mark is a sign, never a colour alone."""

    value: Value
    mark: Mark


class Wording(Record):
    """A text of its own in each language that knows it; the others read the first.

    >>> from marienbad.text.plain import Plain
    >>> Plain("fr").line(Wording((("en", "take n"), ("fr", "prendre n"))))
    'prendre n'
    """

    texts: tuple[tuple[str, str], ...]

    def text(self, lang: str) -> str:
        return dict(self.texts).get(lang, self.texts[0][1])


class Link(Record):
    """A text that leads to an address where the writing has links; it is not broken into lines."""

    text: str
    address: str


class Table(Record):
    """Columns with their heads, rows of cells; the last rows may be sums, under a rule."""

    columns: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]
    caption: Message | None = None
    footer_rows: int = 0
    right: tuple[int, ...] = ()
    """Columns of words, such as 7%, that are aligned on the right like those of numbers."""


class Equation(Record):
    """Mathematics on a line of its own."""

    expression: Expression


class Items(Record):
    """Sentences of a list: cases of a rule, or steps where they are numbered."""

    entries: tuple[Message, ...]
    is_numbered: bool = False


class Section(Record):
    """Blocks under a heading of their own; the page folds it."""

    heading: Message
    blocks: tuple[Block, ...]
    is_open: bool = True
    """Whether the page shows what is in it before it is asked for."""


def keys_of(blocks: Iterable[Block]) -> Iterator[str]:
    """The keys of all sentences that stand in some blocks, those of lists and sections too.

    >>> list(
    ...     keys_of(
    ...         [Section(say("words.explanation.method"), (Items((say("words.over.normal"),)),))]
    ...     )
    ... )
    ['words.explanation.method', 'words.over.normal']
    """
    for block in blocks:
        if isinstance(block, Message):
            yield block.key
        elif isinstance(block, Items):
            yield from keys_of(block.entries)
        elif isinstance(block, Section):
            yield from keys_of((block.heading, *block.blocks))
