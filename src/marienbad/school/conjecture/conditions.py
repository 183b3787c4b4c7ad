"""Conditions on a situation, as a pupil writes them: formulas in its rows, and a few words.

The rows are x, y, z, w, … in ascending order; where a formula names more rows than there are, the
missing ones are empty and stand first. Where the rules tell heaps apart, the heaps stand in their
own order. Nothing of Python is reachable: what can be written is a tree of
:mod:`marienbad.games.expressions`.

>>> condition = read("x ^ y ^ z == 0 and total % 2 == 0")
>>> condition.holds((1, 2, 3)), condition.holds((2, 3)), condition.holds((4, 4))
(True, False, True)
>>> read("jumelles et non paires").holds((1, 1, 2))
True
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from unicodedata import normalize

from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.expressions import (
    LAST,
    Expression,
    Formula,
    Name,
    Number,
    Operation,
)
from marienbad.games.language.formulas import FormulaReader
from marienbad.games.language.keywords import PREVIOUS, in_each_language, meanings, word
from marienbad.games.language.program import Located, fold
from marienbad.games.language.tokens import Place, RuleError, Token, check_number, quoted
from marienbad.heaps import Position, state_of
from marienbad.text.sentences import Listing, Message, Wording, say
from marienbad.theories.nim.binary import nim_sum
from marienbad.values import Record

LENGTH = 300
"""The longest condition, in characters."""
ROWS = frozenset(HEAP_NAMES)

SIGNS = {"=": "==", "≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "×": "*", "⊕": "^"}
"""Signs as they are written by hand, and what they are in a formula."""
_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<code>[0-9]+\.[0-9]*)|(?P<number>[0-9]+)|(?P<name>[^\W\d]\w*)"
    rf"|(?P<mark><=|>=|==|!=|//|[-+*%^<>(),{{}}{''.join(SIGNS)}])|(?P<other>.)"
)


class Word(Record):
    """A word of a condition, by language, and what it is for the rows of a situation."""

    name: str
    french: str
    value: Callable[[Position], int]
    is_condition: bool = False

    @property
    def meaning(self) -> Message:
        return say(f"conjecture.meaning.{self.name}")

    @property
    def wording(self) -> Wording:
        return Wording((("en", self.name), ("fr", self.french)))


def _is_paired(rows: Position) -> bool:
    return all(number % 2 == 0 for row, number in Counter(rows).items() if row)


def _has_twins(rows: Position) -> bool:
    return any(number > 1 for row, number in Counter(rows).items() if row)


_ALL = (
    Word("total", "somme", sum),
    Word("rows", "rangées", lambda rows: sum(row > 0 for row in rows)),
    Word("ones", "seules", lambda rows: sum(row == 1 for row in rows)),
    Word("longest", "longue", lambda rows: max(rows, default=0)),
    Word("twins", "jumelles", _has_twins, is_condition=True),
    Word("paired", "paires", _is_paired, is_condition=True),
    # a packet of 2ⁿ stands in the rows that have this binary digit: an even number of times
    # each, where the nim-sum is 0
    Word("packets", "paquets", lambda rows: nim_sum(*rows) == 0, is_condition=True),
)
WORDS = {known.name: known for known in _ALL}
_MEANT = {
    **{written: known for known in _ALL for written in (known.name, known.french)},
    "heaps": WORDS["rows"],  # also « tas »
    "rangees": WORDS["rows"],
}

_WORD = re.compile(rf"\b({'|'.join(WORDS)})\b( != 0)?")


def in_words(expression: Expression) -> Wording:
    """A part of a condition as it is written in each language.

    >>> in_words(read("jumelles et somme != 0").expression).text("fr")
    'jumelles et somme != 0'
    """

    def said(match: re.Match[str], lang: str) -> str:
        known = WORDS[match[1]]
        # nobody can compare a word that is a condition: it is read as one that is not 0
        return known.wording.text(lang) + ("" if known.is_condition else match[2] or "")

    part = Located(Place(), expression)
    return in_each_language(
        lambda lang: _WORD.sub(lambda match: said(match, lang), part.written(lang))
    )


class Part(Located):
    """A part of a condition with its place in the text."""

    def written(self, lang: str = "en") -> str:
        return in_words(self.expression).text(lang)


class Condition(Record):
    """A condition with the text in which it was written."""

    text: str
    expression: Operation

    def holds(self, position: Position, rows: int = 0, in_order: bool = False) -> bool:
        """Whether a situation satisfies it, with so many rows at least.

        It does not where a divisor is 0.
        """
        return Formula(self.expression).holds(self.values(position, rows, in_order))

    def values(self, position: Position, rows: int = 0, in_order: bool = False) -> dict[str, int]:
        """What each name in the condition stands for."""
        names = self.expression.names
        missing = (0,) * (max(rows, self.rows) - len(position))
        heaps = (*position, *missing) if in_order else (*missing, *sorted(position))
        found = dict(zip(HEAP_NAMES, heaps, strict=False))
        found[LAST] = state_of(position)
        found |= {name: WORDS[name].value(tuple(position)) for name in names if name in WORDS}
        return {name: found[name] for name in (*HEAP_NAMES, LAST, *WORDS) if name in names}

    @property
    def wording(self) -> Wording:
        """The text with its words in the language of whoever reads it."""
        return in_each_language(lambda lang: translated(self.text, lang))

    @property
    def rows(self) -> int:
        """How many rows it names."""
        return max((HEAP_NAMES.index(name) + 1 for name in self.expression.names & ROWS), default=0)


class ConditionReader(FormulaReader):
    """Reads a condition; its words are those of formulas in rules, and a few more."""

    not_a_condition = "conjecture.not_a_condition"

    def __init__(self, text: str, remembers: bool = False) -> None:
        super().__init__(text)
        self.known = {*HEAP_NAMES, *WORDS, *([LAST] if remembers else [])}

    def words(self, text: str) -> list[Token]:
        if len(text) > LENGTH:
            raise RuleError(Place(), say("rules.too_long", length=len(text), most=LENGTH))
        found = [_token(match) for match in _TOKEN.finditer(text) if match.lastgroup != "space"]
        return [*found, Token("end", "", _place(text, len(text)), "")]

    def node(
        self, place: Place, expression: Expression, operands: tuple[Located, ...] = ()
    ) -> Located:
        if isinstance(expression, Name) and expression.name not in self.known:
            last = (
                [in_each_language(lambda lang: word(PREVIOUS, lang))] if LAST in self.known else []
            )
            words = Listing((*last, *(known.wording for known in _ALL)), "")
            raise RuleError(
                place,
                say("conjecture.name", name=quoted(self.tokens[self.at - 1].written), words=words),
            )
        found = super().node(place, expression, operands)
        return Part(found.place, found.expression, found.operands)

    def factor(self, depth: int) -> Located:
        known, place = _MEANT.get(self.token.text), self.token.place
        if known is None:
            return super().factor(depth)
        self.at += 1
        if not known.is_condition:
            return self.node(place, Name(known.name))
        return self.node(place, Operation("!=", (Name(known.name), Number(0))))


def _place(text: str, at: int) -> Place:
    """The place before which so many characters stand."""
    return Place(1 + text.count("\n", 0, at), at - text.rfind("\n", 0, at), at)


def _token(match: re.Match[str]) -> Token:
    kind, written = str(match.lastgroup), match[0]
    place = _place(match.string, match.start())
    check_number(kind, written, place)
    if kind == "other":
        raise RuleError(place, say("rules.character", found=quoted(written)))
    if kind == "name" and written not in _MEANT:
        *_, keyword = ("", *meanings(written))  # « dans » is that of a condition, which is last
        return Token("word" if keyword else kind, keyword or written, place, written)
    return Token(kind, SIGNS.get(written, written), place, written)


def read(text: str, remembers: bool = False) -> Condition:
    """The condition that a text says; it may name the last take where the game remembers it.

    >>> read("x + 1")
    Traceback (most recent call last):
    marienbad.games.language.tokens.RuleError: Line 1, column 1: “x + 1” is a number: expected a \
condition, such as x < 3.
    >>> read("x == y +")
    Traceback (most recent call last):
    marienbad.games.language.tokens.RuleError: Line 1, column 9: expected a number, a name or “(”, \
found the end of the statement.
    >>> read("blah")
    Traceback (most recent call last):
    marienbad.games.language.tokens.RuleError: Line 1, column 1: the name “blah” is not \
known here: ...
    """
    text = normalize("NFC", text)
    reader = ConditionReader(text, remembers)
    found = reader.condition()
    if reader.token.kind != "end":
        raise reader.expected("and", "or", say("rules.what.end"))
    folded = fold(found, {})
    assert isinstance(folded, Operation)
    return Condition(" ".join(text.split()), folded)


def translated(text: str, lang: str) -> str:
    """A condition with its words in a language, everything else as it stands.

    >>> translated("somme % 2 = 0 et non paires", "en")
    'total % 2 = 0 and not paired'
    """
    parts, end = list[str](), 0
    for token in ConditionReader(text).tokens:
        known, start = _MEANT.get(token.text), token.place.offset
        if known is not None or token.kind == "word":
            said = known.wording.text(lang) if known else word(token.text, lang)
            parts += [text[end:start], said]
            end = start + len(token.written)
    return "".join([*parts, text[end:]])
