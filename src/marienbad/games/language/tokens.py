"""The words of a text of rules, and errors that point into it."""

from __future__ import annotations

import re

from marienbad.games.expressions import FUNCTIONS
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Message, say
from marienbad.values import Record

LENGTH = 2000
"""The longest text, in characters."""
LARGEST = 10**12
"""The largest number."""

COUNTS = ("one", "two", "three", "all")
_STATEMENT_WORDS = ("heaps", "let", "take", "from", "where", "last", "wins", "loses")
KEYWORDS = frozenset((*_STATEMENT_WORDS, "and", "or", "not", "in", *COUNTS, *FUNCTIONS))
"""Words that cannot name a number."""

_TOKEN = re.compile(
    r"(?P<space>[ \t\r]+|\#[^\n]*)|(?P<end>[\n;])"
    r"|(?P<number>[0-9]+)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<mark><=|>=|==|!=|//|[-+*%<>=(),{}])|(?P<other>.)"
)


class Place(Record):
    """A line and a column of a text, from 1, and how many characters stand before."""

    line: int = 1
    column: int = 1
    offset: int = 0


class RuleError(InputError):
    """What is wrong with a text of rules, and where: line and column count from 1.

    >>> tokens("take n from @")
    Traceback (most recent call last):
    marienbad.games.language.tokens.RuleError: Line 1, column 13: the character '@' has no \
meaning here.
    """

    def __init__(self, place: Place, reason: Message) -> None:
        super().__init__("rules.error", line=place.line, column=place.column, reason=reason)
        self.line, self.column = place.line, place.column


class Token(Record):
    """A word, a number or a mark of the text; ``end`` closes a statement."""

    kind: str
    text: str
    place: Place


def tokens(text: str) -> list[Token]:
    """The words of a text, the last of them its end."""
    if len(text) > LENGTH:
        raise RuleError(Place(), say("rules.too_long", length=len(text), most=LENGTH))
    found: list[Token] = []
    line, line_start = 1, 0
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        place = Place(line, match.start() - line_start + 1, match.start())
        if kind == "other":
            raise RuleError(place, say("rules.character", found=quoted(match[0])))
        if kind == "number" and (len(match[0]) > len(str(LARGEST)) or int(match[0]) > LARGEST):
            raise RuleError(place, say("rules.number", most=LARGEST))
        if kind != "space":
            found.append(Token("word" if match[0] in KEYWORDS else kind, match[0], place))
        if match[0] == "\n":
            line, line_start = line + 1, match.end()
    return [*found, Token("end", "", Place(line, len(text) - line_start + 1, len(text)))]


def quoted(text: str) -> Message:
    """A piece of the text as messages repeat it."""
    return say("rules.what.quoted", text=quotable(text))
