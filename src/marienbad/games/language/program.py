"""What a text of rules says: its statements as data, each with its place for messages."""

from __future__ import annotations

from collections.abc import Mapping

from marienbad.games.expressions import Expression, Name, Number, Operation, written
from marienbad.games.language.keywords import in_each_language, word
from marienbad.games.language.tokens import Place, Token
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
        return written(self.expression, lambda keyword: word(keyword, lang))


class TakeStatement(Written):
    """``take AMOUNTS from HEAPS [where CONDITION]``; ``heaps`` is a count or the heaps by name."""

    place: Place
    amounts: tuple[Token, ...]
    heaps: tuple[Token, ...]
    where: Located | None

    def written(self, lang: str = "en") -> str:
        amounts = ", ".join(token.text for token in self.amounts)
        heaps = ", ".join(word(token.text, lang) for token in self.heaps)
        where = self.where and f" {word('where', lang)} {self.where.written(lang)}"
        return f"{word('take', lang)} {amounts} {word('from', lang)} {heaps}{where or ''}"


class Program(Written):
    """The statements of a text; printed, they are its canonical form."""

    heaps: int
    numbers: tuple[tuple[str, Located], ...]
    takes: tuple[TakeStatement, ...]
    last_loses: bool

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
        ending = [f"{word('last', lang)} {word('loses', lang)}"] * self.last_loses
        takes = (take.written(lang) for take in self.takes)
        return separator.join([f"{word('heaps', lang)} {self.heaps}", *numbers, *takes, *ending])
