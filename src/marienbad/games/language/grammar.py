"""Rules as text: reading the small language in which anyone can change the rules.

    heaps 2                              # 1 to 8, called x, y, z, w, v, u, t, s
    let a = 2, b = 3                     # named numbers
    take n from one where n % b == 0
    take c, d from two where abs(c - d) < a * b and c % b == d % b
    last loses                           # without it: the last to move wins

A text becomes a :class:`~marienbad.games.language.program.Program`: statements as data. What the
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

from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.language.formulas import FormulaReader
from marienbad.games.language.keywords import COUNTS, STATEMENTS
from marienbad.games.language.program import Located, Program, TakeStatement
from marienbad.games.language.tokens import Place, RuleError, Token, quoted
from marienbad.text.sentences import say

TAKES = 32
"""The most ways to take."""

NEVER_NAMES = 4
"""The first so many heaps give their names to no number, even where there are fewer heaps."""


def read(text: str) -> Program:
    """Read a text of rules, or raise a :class:`RuleError` that points at what is wrong."""
    return _Reader(text).program()


class _Reader(FormulaReader):
    """Reads statement by statement."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.heaps: int | None = None
        self.numbers: list[tuple[str, Located]] = []
        self.names: list[Token] = []
        self.takes: list[TakeStatement] = []
        self.ending: str | None = None

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
