"""The words of a text of rules, one by one, and errors that point into it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from marienbad.games.language.keywords import (
    BEGINNING,
    CONDITIONED,
    STATEMENTS,
    begun,
    in_each_language,
    meanings,
    phrases,
    word,
)
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Listing, Message, say
from marienbad.values import Record

LENGTH = 2000
"""The longest text, in characters."""
LARGEST = 10**12
"""The largest number."""

MARKS = ("<=", ">=", "==", "!=", "//", *"-+*%^<>=(),{}")
"""Signs with a meaning, the longer ones first."""

_TOKEN = re.compile(
    r"(?P<space>[ \t\r\u00a0\u202f]+|\#[^\n]*)|(?P<end>[\n;])"
    rf"|(?P<code>[0-9]+\.[0-9]*)|(?P<number>[0-9]+)|(?P<name>{phrases()}|[A-Za-z_][A-Za-z_0-9]*)"
    rf"|(?P<mark>{'|'.join(map(re.escape, MARKS))})|(?P<other>.)"
)


class Place(Record):
    """A line and a column of a text, from 1, and how many characters stand before."""

    line: int = 1
    column: int = 1
    offset: int = 0

    def after(self, characters: int) -> Place:
        """The place so many characters further on the same line."""
        return Place(self.line, self.column + characters, self.offset + characters)


class RuleError(InputError):
    """What is wrong with a text of rules, and where: line and column count from 1.

    >>> tokens("take n from @")
    Traceback (most recent call last):
    marienbad.games.language.tokens.RuleError: Line 1, column 13: the character “@” has no \
meaning here: expected names, numbers and signs such as +, //, %, ^, < and ==.
    """

    def __init__(self, place: Place, reason: Message) -> None:
        super().__init__("rules.error", line=place.line, column=place.column, reason=reason)
        self.line, self.column = place.line, place.column


class Token(Record):
    """A word, a number, a code or a mark of the text; ``end`` closes a statement."""

    kind: str
    text: str
    """A keyword in English, whatever the language in which it is written."""
    place: Place
    written: str


def tokens(text: str) -> list[Token]:
    """The words of a text, the last of them its end."""
    if len(text) > LENGTH:
        raise RuleError(Place(), say("rules.too_long", length=len(text), most=LENGTH))
    found: list[Token] = []
    line, line_start, first, is_condition = 1, 0, "", False
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        place = Place(line, match.start() - line_start + 1, match.start())
        # of any other statement its first word is what is wrong, whatever follows
        is_statement = not first or first in STATEMENTS
        if is_statement and first != "octal":
            check_number(kind, match[0], place)
        if is_statement and kind == "other":
            raise RuleError(place, say("rules.character", found=quoted(match[0])))
        keyword = _keyword(match[0], not first, is_condition)
        is_condition = kind != "end" and (is_condition or keyword in CONDITIONED)
        if kind != "space":
            first = "" if kind == "end" else first or keyword or match[0]
            token_kind, said = ("word", keyword) if keyword else (kind, match[0])
            found.append(Token(token_kind, said, place, match[0]))
        if match[0] == "\n":
            line, line_start = line + 1, match.end()
    return [*found, Token("end", "", Place(line, len(text) - line_start + 1, len(text)), "")]


def check_number(kind: str, written: str, place: Place) -> None:
    """Refuse a number that is too large or, where no code is expected, has a point."""
    if kind == "code":
        raise RuleError(place.after(written.index(".")), say("rules.character", found=quoted(".")))
    if kind == "number" and (len(written) > len(str(LARGEST)) or int(written) > LARGEST):
        raise RuleError(place, say("rules.number", most=LARGEST))


def _keyword(written: str, is_first: bool, is_condition: bool) -> str:
    """The keyword that a word is where it stands; an empty one where it is a name."""
    # what stands for two keywords is the last of them within a condition
    *_, keyword = ("", *meanings(written)[: None if is_condition else 1])
    return "" if keyword in BEGINNING and not is_first else keyword


def translated(text: str, lang: str) -> str:
    """The text with its keywords in another language, everything else as it stands.

    >>> print(translated("tas 2; prendre n dans un où  n dans {1, 3} # dans", "en"))
    heaps 2; take n from one where  n in {1, 3} # dans

    What cannot be read at all is left alone.
    """
    try:
        found = tokens(text)
    except RuleError:
        return text
    parts, end = [], 0
    for token in found:
        if token.kind == "word":
            start = token.place.offset
            parts += [text[end:start], word(token.text, lang)]
            end = start + len(token.written)
    return "".join([*parts, text[end:]])


def quoted(text: str) -> Message:
    """A piece of the text as messages repeat it."""
    return say("rules.what.quoted", text=quotable(text))


def quoted_word(keyword: str) -> Message:
    """A keyword as messages name it, in the language of whoever reads them."""
    return say("rules.what.quoted", text=in_each_language(lambda lang: word(keyword, lang)))


T = TypeVar("T")


class Cursor:
    """Stands at a word; every method begins at the word that it is to read."""

    def __init__(self, text: str) -> None:
        self.tokens = self.words(text)
        self.at = 0

    def words(self, text: str) -> list[Token]:
        """The words of the text, the last of them its end."""
        return tokens(text)

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def several(self, item: Callable[[], T]) -> list[T]:
        items = [item()]
        while self.skip(","):
            items.append(item())
        return items

    def skip(self, text: str) -> bool:
        if self.token.text != text or self.at == len(self.tokens) - 1:
            return False
        self.at += 1
        return True

    def one_of(self, *texts: str) -> Token:
        token = self.token
        if token.text not in texts:
            raise self.expected(*texts)
        self.at += 1
        return token

    def close(self, bracket: str) -> None:
        if not self.skip(bracket):
            raise self.expected(bracket, ",")

    def expected(self, *wanted: str | Message) -> RuleError:
        """What is wrong at this word, or at the next where this one begins what is expected."""
        ends = (at for at in range(self.at, len(self.tokens)) if self.tokens[at].kind == "end")
        written = [token.written for token in self.tokens[self.at : next(ends)]]
        words, rests = begun(written, [one for one in wanted if isinstance(one, str)])
        named = [quoted_word(one) if isinstance(one, str) else one for one in wanted]
        choices = Listing(tuple(map(quoted, rests) if rests else named), "or")
        token = self.tokens[self.at + words]
        found = say("rules.what.end") if token.kind == "end" else quoted(token.written)
        return RuleError(token.place, say("rules.expected", expected=choices, found=found))
