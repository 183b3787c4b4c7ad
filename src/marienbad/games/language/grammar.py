"""Rules as text: reading the small language in which anyone can change the rules.

    heaps 2                              # 1 to 8, called x, y, z, w, v, u, t, s
    let a = 2, b = 3                     # named numbers
    take n from one where n % b == 0
    take c, d from two where abs(c - d) < a * b and c % b == d % b
    last loses                           # without it: the last to move wins

A text becomes a :class:`Program`: statements as data, with the place of each for messages. What the
statements mean is decided in :mod:`marienbad.games.language.takes`. Length, nodes, depth and
numbers are bounded, so that reading any text takes a moment. The keywords may stand in any
language of :mod:`marienbad.games.language.keywords`; printed, a program is English.

>>> print(read("heaps 2; take n, n from two where not n == 2 # no (2, 2)"))
heaps 2; take n, n from two where not n == 2
>>> print(read("tas 1; prendre n dans un où n dans {1, 3} ou n == 5; le dernier perd"))
heaps 1; take n from one where n in {1, 3} or n == 5; last loses
>>> print(read("heaps 1; take n from one where n in {1, 3} or n == 5; last loses").written("fr"))
tas 1; prendre n dans un où n dans {1, 3} ou n == 5; le dernier perd
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.expressions import FUNCTIONS, Expression, Name, Number, Operation, written
from marienbad.games.language.keywords import COUNTS, STATEMENTS, in_each_language, word
from marienbad.games.language.tokens import (
    Place,
    RuleError,
    Token,
    quoted,
    quoted_word,
    tokens,
)
from marienbad.text.problems import quotable
from marienbad.text.sentences import Listing, Message, say
from marienbad.values import Record

T = TypeVar("T")

NODES = 600
"""The most numbers, names and operations in a text."""
DEPTH = 40
"""The deepest nesting of an expression."""
TAKES = 32
"""The most ways to take."""

NEVER_NAMES = 4
"""The first so many heaps give their names to no number, even where there are fewer heaps."""

_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


class Located(Record):
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

    def quoted(self) -> Message:
        """The expression as messages repeat it."""
        return _quoted(self.written)

    def __str__(self) -> str:
        return self.written()


class TakeStatement(Record):
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

    def quoted(self) -> Message:
        """The statement as messages repeat it."""
        return _quoted(self.written)

    def __str__(self) -> str:
        return self.written()


class Program(Record):
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
        return Program(self.heaps, changed, self.takes, self.last_loses)

    def named(self, lang: str = "en") -> str:
        """The named numbers, as ``let`` lists them."""
        return ", ".join(f"{name} = {value.written(lang)}" for name, value in self.numbers)

    def written(self, lang: str = "en", separator: str = "; ") -> str:
        """The rules in the words of a language."""
        numbers = [f"{word('let', lang)} {self.named(lang)}"] if self.numbers else []
        ending = [f"{word('last', lang)} {word('loses', lang)}"] * self.last_loses
        takes = (take.written(lang) for take in self.takes)
        return separator.join([f"{word('heaps', lang)} {self.heaps}", *numbers, *takes, *ending])

    def __str__(self) -> str:
        return self.written()


def _quoted(write: Callable[[str], str]) -> Message:
    return say("rules.what.quoted", text=quotable(in_each_language(write)))


def read(text: str) -> Program:
    """Read a text of rules, or raise a :class:`RuleError` that points at what is wrong."""
    return _Reader(text).program()


class _Reader:
    """Reads statement by statement; every method begins at the token that it is to read."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens(text)
        self.at = 0
        self.heaps: int | None = None
        self.numbers: list[tuple[str, Located]] = []
        self.names: list[Token] = []
        self.takes: list[TakeStatement] = []
        self.ending: str | None = None
        self.nodes = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.at]

    def program(self) -> Program:
        while self.at < len(self.tokens) - 1:
            if self.token.kind == "end":
                self.at += 1
                continue
            self.statement(self.token)
            if self.token.kind != "end":
                raise self.expected(say("rules.what.end"))
        if self.heaps is None:
            raise RuleError(Place(), say("rules.no_heaps"))
        if not self.takes:
            raise RuleError(self.token.place, say("rules.no_takes"))
        for token in self.names:
            if token.text in HEAP_NAMES[: max(self.heaps, NEVER_NAMES)]:
                raise RuleError(token.place, say("rules.heap_name", name=quoted(token.text)))
        return Program(self.heaps, tuple(self.numbers), tuple(self.takes), self.ending == "loses")

    def statement(self, start: Token) -> None:
        if self.skip("heaps"):
            if self.heaps is not None:
                raise RuleError(start.place, say("rules.twice", word=quoted(start.written)))
            self.heaps = self.heap_count()
        elif self.skip("let"):
            self.numbers += self.several(self.assignment)
        elif self.skip("take"):
            if len(self.takes) == TAKES:
                raise RuleError(start.place, say("rules.too_many_takes", most=TAKES))
            self.takes.append(self.take(start.place))
            if self.token.kind != "end" and self.takes[-1].where is None:
                if self.token.written == "ou":  # the accent of « où » is easily left out
                    raise RuleError(self.token.place, say("rules.accent"))
                raise self.expected("where", say("rules.what.end"))
        elif self.skip("last"):
            if self.ending is not None:
                raise RuleError(start.place, say("rules.twice", word=quoted(start.written)))
            self.ending = self.one_of("wins", "loses").text
        else:
            raise self.expected(*STATEMENTS)

    def heap_count(self) -> int:
        token = self.token
        if token.kind != "number" or not 1 <= int(token.text) <= len(HEAP_NAMES):
            raise self.expected(say("rules.what.heap_count"))
        self.at += 1
        return int(token.text)

    def assignment(self) -> tuple[str, Located]:
        name = self.new_name().text
        self.one_of("=")
        return name, self.number()

    def take(self, place: Place) -> TakeStatement:
        amounts = tuple(self.several(self.amount))
        if not self.skip("from"):
            raise self.expected("from", ",")
        is_counted = self.token.text in COUNTS
        heaps = (self.one_of(*COUNTS),) if is_counted else tuple(self.several(self.heap))
        where = self.condition() if self.skip("where") else None
        return TakeStatement(place, amounts, heaps, where)

    def amount(self) -> Token:
        if self.token.kind == "number":
            self.at += 1
            return self.tokens[self.at - 1]
        return self.new_name()

    def new_name(self) -> Token:
        token = self.token
        if token.kind != "name":
            raise self.expected(say("rules.what.name"))
        self.names.append(token)
        self.at += 1
        return token

    def heap(self) -> Token:
        if self.token.text not in HEAP_NAMES:
            raise self.expected(*COUNTS, *HEAP_NAMES[: self.heaps or NEVER_NAMES])
        return self.one_of(*HEAP_NAMES)

    # Expressions, from the operator that binds least to the one that binds most.

    def condition(self) -> Located:
        place = self.token.place
        return self.checked(self.disjunction(DEPTH), place, is_condition=True)

    def number(self) -> Located:
        place = self.token.place
        return self.checked(self.sum(DEPTH), place, is_condition=False)

    def disjunction(self, depth: int) -> Located:
        return self.joined("or", self.conjunction, depth)

    def conjunction(self, depth: int) -> Located:
        return self.joined("and", self.negation, depth)

    def joined(self, word: str, operand: Callable[[int], Located], depth: int) -> Located:
        place = self.token.place
        read = [operand(depth)]
        while self.skip(word):
            read.append(operand(depth))
        if len(read) == 1:
            return read[0]
        operands: list[Located] = []
        for part in read:  # (a or b) or c says the same as a or b or c
            inner = part.expression
            is_nested = isinstance(inner, Operation) and inner.operator == word
            operands += part.operands if is_nested else (part,)
        return self.operation(place, word, *operands)

    def negation(self, depth: int) -> Located:
        place = self.token.place
        if self.skip("not"):
            return self.operation(place, "not", self.negation(self.deeper(depth)))
        return self.comparison(depth)

    def comparison(self, depth: int) -> Located:
        """A chain such as 1 <= n <= 3 stands for all of its links; a set ends it."""
        left, links, place = self.sum(depth), list[Located](), self.token.place
        while self.token.text in _COMPARISONS:
            where, operator = self.token.place, self.token.text
            self.at += 1
            right = self.sum(depth)
            links.append(self.operation(where, operator, left, right))
            left = right
        if self.token.text in ("in", "not"):
            links.append(self.membership(left, depth))
        if not links:
            return left
        return links[0] if len(links) == 1 else self.operation(place, "and", *links)

    def membership(self, left: Located, depth: int) -> Located:
        place, is_negated = self.token.place, self.skip("not")
        self.one_of("in")
        self.one_of("{")
        members = self.several(lambda: self.sum(self.deeper(depth)))
        self.close("}")
        found = self.operation(place, "in", left, *members)
        return self.operation(place, "not", found) if is_negated else found

    def sum(self, depth: int) -> Located:
        return self.left_associative(("+", "-"), self.product, depth)

    def product(self, depth: int) -> Located:
        return self.left_associative(("*", "//", "%"), self.factor, depth)

    def left_associative(
        self, operators: tuple[str, ...], operand: Callable[[int], Located], depth: int
    ) -> Located:
        result = operand(depth)
        while self.token.text in operators:
            place, operator = self.token.place, self.token.text
            self.at += 1
            depth = self.deeper(depth)
            result = self.operation(place, operator, result, operand(depth))
        return result

    def factor(self, depth: int) -> Located:
        place, token = self.token.place, self.token
        if self.skip("-"):
            return self.operation(place, "neg", self.factor(self.deeper(depth)))
        if self.skip("+"):
            return self.checked(self.factor(self.deeper(depth)), place, is_condition=False)
        if self.skip("("):
            inner = self.disjunction(self.deeper(depth))
            self.one_of(")")
            return inner
        if token.text in FUNCTIONS:
            return self.function(depth)
        if token.kind not in ("number", "name"):
            raise self.expected(say("rules.what.number"))
        self.at += 1
        return self.node(
            place, Number(int(token.text)) if token.kind == "number" else Name(token.text)
        )

    def function(self, depth: int) -> Located:
        token = self.token
        self.at += 1
        self.one_of("(")
        operands = self.several(lambda: self.sum(self.deeper(depth)))
        self.close(")")
        if (len(operands) == 1) != (token.text == "abs"):
            key = "rules.one_operand" if token.text == "abs" else "rules.two_operands"
            raise RuleError(token.place, say(key, function=token.written))
        return self.operation(token.place, token.text, *operands)

    # Small steps.

    def operation(self, place: Place, operator: str, *operands: Located) -> Located:
        wants_conditions = operator in ("and", "or", "not")
        for operand in operands:
            self.checked(operand, operand.place, wants_conditions)
        values = tuple(operand.expression for operand in operands)
        return self.node(place, Operation(operator, values), operands)

    def node(
        self, place: Place, expression: Expression, operands: tuple[Located, ...] = ()
    ) -> Located:
        if self.nodes == NODES:
            raise RuleError(place, say("rules.too_many_nodes", most=NODES))
        self.nodes += 1
        return Located(place, expression, operands)

    def checked(self, found: Located, place: Place, is_condition: bool) -> Located:
        if found.is_condition != is_condition:
            key = "rules.not_a_condition" if is_condition else "rules.not_a_number"
            raise RuleError(place, say(key, found=found.quoted()))
        return found

    def deeper(self, depth: int) -> int:
        if depth == 0:
            raise RuleError(self.token.place, say("rules.too_deep", most=DEPTH))
        return depth - 1

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
        choices = Listing(
            tuple(quoted_word(one) if isinstance(one, str) else one for one in wanted), "or"
        )
        token = self.token
        found = say("rules.what.end") if token.kind == "end" else quoted(token.written)
        return RuleError(token.place, say("rules.expected", expected=choices, found=found))
