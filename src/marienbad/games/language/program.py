"""What a text of rules says: its statements as data, each with its place for messages."""

from __future__ import annotations

from collections.abc import Mapping

from marienbad.games.expressions import (
    LAST,
    Expression,
    Name,
    Number,
    Operation,
    substitute,
    written,
)
from marienbad.games.language.keywords import PREVIOUS, SPLIT, in_each_language, word
from marienbad.games.language.tokens import LARGEST, Place, RuleError, Token
from marienbad.text.problems import quotable
from marienbad.text.sentences import Message, say
from marienbad.values import Record


class Written(Record):
    """Something in a text of rules, which can be written in the words of a language."""

    def written(self, lang: str = "en") -> str:
        raise NotImplementedError

    def quoted(self) -> Message:
        """It as messages repeat it."""
        return say("rules.what.quoted", text=quotable(in_each_language(self.written)))

    def __str__(self) -> str:
        return self.written()


class Located(Written):
    """An expression with its place in the text, and its operands the same way."""

    place: Place
    expression: Expression
    operands: tuple[Located, ...] = ()

    @property
    def is_condition(self) -> bool:
        return isinstance(self.expression, Operation) and self.expression.is_condition

    def parts(self) -> list[Located]:
        """The expression and everything in it, itself first."""
        found = [self]
        for part in found:
            found.extend(part.operands)
        return found

    def names(self) -> list[tuple[str, Place]]:
        """Every name with its place."""
        parts = ((part.expression, part.place) for part in self.parts())
        return [(part.name, place) for part, place in parts if isinstance(part, Name)]

    def written(self, lang: str = "en") -> str:
        def in_words(keyword: str) -> str:
            return word(PREVIOUS if keyword == LAST else keyword, lang)

        return written(self.expression, in_words)


def fold(written: Located, numbers: dict[str, int]) -> Expression:
    """The expression with its constants worked out, none of them too large or a divisor of 0."""
    for part in reversed(written.parts()):
        try:
            value = substitute(part.expression, numbers)
        except ZeroDivisionError:
            raise RuleError(part.operands[1].place, say("rules.zero_divisor")) from None
        if isinstance(value, Number) and abs(value.value) > LARGEST:
            raise RuleError(part.place, say("rules.number", most=LARGEST))
    return value


class TakeStatement(Written):
    """``take AMOUNTS from HEAPS [where CONDITION] [then split]``.

    ``heaps`` is a count or the heaps by name, ``split`` the place of ``then split``.
    """

    place: Place
    amounts: tuple[Token, ...]
    heaps: tuple[Token, ...]
    where: Located | None
    split: Place | None = None

    def written(self, lang: str = "en") -> str:
        amounts = ", ".join(token.text for token in self.amounts)
        heaps = ", ".join(word(token.text, lang) for token in self.heaps)
        where = f" {word('where', lang)} {self.where.written(lang)}" if self.where else ""
        split = f" {word(SPLIT, lang)}" if self.split else ""
        return f"{word('take', lang)} {amounts} {word('from', lang)} {heaps}{where}{split}"


class MemoryStatement(Written):
    """``order A B B``, ``call number`` or ``call heap``: what a position says besides its heaps."""

    place: Place
    keyword: str
    parties: str = ""

    def written(self, lang: str = "en") -> str:
        return " ".join([word(self.keyword, lang), *self.parties])


class OctalStatement(Written):
    """``octal 0.137``, by the digits after the point; it stands in place of all takes."""

    place: Place
    digits: str

    def written(self, lang: str = "en") -> str:
        return f"{word('octal', lang)} 0.{self.digits}"


class BlockStatement(Written):
    """``block 2``: how many good options a position needs, since one fewer may be forbidden."""

    place: Place
    number: int

    def written(self, lang: str = "en") -> str:
        return f"{word('block', lang)} {self.number}"


class TerminalStatement(Written):
    """``terminal CONDITION``: a position that satisfies it ends the game."""

    place: Place
    condition: Located

    def written(self, lang: str = "en") -> str:
        return f"{word('terminal', lang)} {self.condition.written(lang)}"


class Program(Written):
    """The statements of a text; printed, they are its canonical form."""

    heaps: int
    numbers: tuple[tuple[str, Located], ...]
    takes: tuple[TakeStatement, ...]
    last_loses: bool
    memory: MemoryStatement | None = None
    octal: OctalStatement | None = None
    terminals: tuple[TerminalStatement, ...] = ()
    block: BlockStatement | None = None

    @property
    def parts_heaps(self) -> bool:
        """Whether heaps can be parted, so that there may be any number of them."""
        return self.octal is not None or any(take.split for take in self.takes)

    @property
    def ways(self) -> tuple[Written, ...]:
        """What says which moves there are: the takes, or a code."""
        return self.takes if self.octal is None else (self.octal,)

    def places_of(self, name: str) -> list[Place]:
        """Where a name stands in conditions."""
        named = (pair for take in self.takes if take.where for pair in take.where.names())
        return [place for found, place in named if found == name]

    def with_numbers(self, numbers: Mapping[str, int]) -> Program:
        """The same statements where ``let`` gives these numbers to their names."""
        changed = tuple(
            (name, Located(value.place, Number(numbers[name])) if name in numbers else value)
            for name, value in self.numbers
        )
        return self.having(numbers=changed)

    def named(self, lang: str = "en") -> str:
        """The named numbers, as ``let`` lists them."""
        return ", ".join(f"{name} = {value.written(lang)}" for name, value in self.numbers)

    def written(self, lang: str = "en", separator: str = "; ") -> str:
        """The rules in the words of a language."""
        numbers = [f"{word('let', lang)} {self.named(lang)}"] if self.numbers else []
        memory = [self.memory.written(lang)] if self.memory else []
        ways = [way.written(lang) for way in self.ways]
        terminals = [terminal.written(lang) for terminal in self.terminals]
        block = [self.block.written(lang)] if self.block else []
        ending = [f"{word('last', lang)} {word('loses', lang)}"] * self.last_loses
        heaps = f"{word('heaps', lang)} {self.heaps}"
        return separator.join([heaps, *numbers, *memory, *ways, *terminals, *block, *ending])
