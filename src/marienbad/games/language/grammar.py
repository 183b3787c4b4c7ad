"""Rules as text: reading the small language in which anyone can change the rules.

    heaps 2                              # 1 to 8, called x, y, z, w, v, u, t, s
    let a = 2, b = 3                     # named numbers
    take n from one where n % b == 0
    take c, d from two where abs(c - d) < a * b and c % b == d % b
    last loses                           # without it: the last to move wins

Besides there are ``order A B B``, ``call number``, ``call heap``, ``take n from one then split``,
``terminal x + y <= 5``, ``block 2`` and, in place of takes, ``octal 0.137``.

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
>>> print(read("take n from one where n <= 2 * last then split; heaps 1").written("fr"))
tas 1; prendre n dans un où n <= 2 * précédent puis partager
"""

from __future__ import annotations

from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.language.formulas import FormulaReader
from marienbad.games.language.keywords import CALLS, COUNTS, SPLIT, STATEMENTS
from marienbad.games.language.program import (
    BlockStatement,
    Located,
    MemoryStatement,
    OctalStatement,
    Program,
    TakeStatement,
    TerminalStatement,
)
from marienbad.games.language.tokens import Place, RuleError, Token, quoted, quoted_word
from marienbad.text.sentences import say

TAKES = 32
"""The most ways to take."""
LONGEST_ORDER = 64
"""The most players of an order, before it begins again."""
LONGEST_CODE = 32
"""The most digits of an octal code."""
PARTIES = ("A", "B")
LARGEST_BLOCK = 9
"""The largest number of ``block``."""

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
        self.memory: MemoryStatement | None = None
        self.octal: OctalStatement | None = None
        self.terminals: list[TerminalStatement] = []
        self.block: BlockStatement | None = None

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
        if not self.takes and self.octal is None:
            raise RuleError(self.token.place, say("rules.no_takes"))
        program = Program(
            self.heaps,
            tuple(self.numbers),
            tuple(self.takes),
            self.ending == "loses",
            self.memory,
            self.octal,
            tuple(self.terminals),
            self.block,
        )
        # where heaps are parted there may come to be as many as have names
        named = len(HEAP_NAMES) if program.parts_heaps else max(self.heaps, NEVER_NAMES)
        for token in self.names:
            if token.text in HEAP_NAMES[:named]:
                raise RuleError(token.place, say("rules.heap_name", name=quoted(token.text)))
        return program

    def statement(self, start: Token) -> None:
        if self.skip("heaps"):
            self.once(start, self.heaps)
            self.heaps = self.heap_count()
        elif self.skip("let"):
            self.numbers += self.several(self.assignment)
        elif self.skip("take"):
            self.one_kind(start)
            if len(self.takes) == TAKES:
                raise RuleError(start.place, say("rules.too_many_takes", most=TAKES))
            self.takes.append(self.take(start.place))
        elif self.token.text in ("order", *CALLS):
            self.remember(start)
        elif self.skip("octal"):
            self.once(start, self.octal)
            self.one_kind(start)
            self.octal = self.code(start.place)
        elif self.skip("terminal"):
            self.terminals.append(TerminalStatement(start.place, self.condition()))
        elif self.skip("block"):
            self.once(start, self.block)
            self.block = BlockStatement(start.place, self.block_number())
        elif self.skip("last"):
            self.once(start, self.ending)
            self.ending = self.one_of("wins", "loses").text
        else:
            raise self.expected(*STATEMENTS)

    def once(self, start: Token, known: object) -> None:
        """Refuse a statement that was read already."""
        if known is not None:
            raise RuleError(start.place, say("rules.twice", word=quoted(start.written)))

    def heap_count(self) -> int:
        token = self.token
        if token.kind != "number" or not 1 <= int(token.text) <= len(HEAP_NAMES):
            raise self.expected(say("rules.what.heap_count"))
        self.at += 1
        return int(token.text)

    def block_number(self) -> int:
        token = self.token
        if token.kind != "number" or not 1 <= int(token.text) <= LARGEST_BLOCK:
            raise self.expected(say("rules.what.block", most=LARGEST_BLOCK))
        self.at += 1
        return int(token.text)

    def assignment(self) -> tuple[str, Located]:
        name = self.new_name("rules.what.new_name").text
        self.one_of("=")
        return name, self.number()

    def take(self, place: Place) -> TakeStatement:
        amounts = tuple(self.several(self.amount))
        if not self.skip("from"):
            raise self.expected("from", ",")
        is_counted = self.token.text in COUNTS
        heaps = (self.one_of(*COUNTS),) if is_counted else tuple(self.several(self.heap))
        where = self.condition() if self.skip("where") else None
        split = self.token.place if self.token.text == SPLIT else None
        self.skip(SPLIT)
        if self.token.kind != "end":
            if where is None and self.token.written == "ou":  # « où » easily loses its accent
                raise RuleError(self.token.place, say("rules.accent"))
            more = [] if split else [*(["where"] if where is None else []), SPLIT]
            raise self.expected(*more, say("rules.what.end"))
        return TakeStatement(place, amounts, heaps, where, split)

    def one_kind(self, start: Token) -> None:
        """Takes or a code, not both."""
        if self.octal is not None or (self.takes and start.text == "octal"):
            raise RuleError(start.place, say("rules.octal_and_takes"))

    def remember(self, start: Token) -> None:
        """An order of play or a call: one of them at most."""
        if self.memory is not None:
            other = quoted_word(self.memory.keyword)
            word = quoted_word(start.text)
            raise RuleError(start.place, say("rules.one_memory", word=word, other=other))
        self.at += 1
        parties = self.parties() if start.text == "order" else ""
        self.memory = MemoryStatement(start.place, start.text, parties)

    def parties(self) -> str:
        parties = ""
        while self.token.kind != "end":
            if len(parties) == LONGEST_ORDER:
                raise RuleError(self.token.place, say("rules.order_length", most=LONGEST_ORDER))
            parties += self.one_of(*PARTIES).text
        if set(parties) != set(PARTIES):
            raise RuleError(self.token.place, say("rules.order_parties"))
        return parties

    def code(self, place: Place) -> OctalStatement:
        """A code with a point, or with the comma of French."""
        at, token, whole, digits = self.at, self.token, self.token.text, ""
        if token.kind == "code":
            self.at += 1
            whole, _, digits = token.text.partition(".")
        elif token.kind == "number":
            self.at += 1
            digits = self.token.text if self.skip(",") and self.token.kind == "number" else ""
            self.at += bool(digits)
        if not digits:
            self.at = at
            raise self.expected(say("rules.what.code"))
        if whole != "0":
            raise RuleError(token.place, say("rules.code_begins", found=quoted(whole)))
        first = token.place.after(len(whole) + 1)
        if len(digits) > LONGEST_CODE:
            count, most = len(digits), LONGEST_CODE
            raise RuleError(first, say("rules.code_length", count=count, most=most))
        for index, digit in enumerate(digits):
            if digit not in "01234567":
                raise RuleError(first.after(index), say("rules.code_digit", digit=quoted(digit)))
        if not digits.strip("0"):
            raise RuleError(first, say("rules.code_nothing"))
        return OctalStatement(place, digits.rstrip("0"))

    def amount(self) -> Token:
        if self.token.kind == "number":
            self.at += 1
            return self.tokens[self.at - 1]
        return self.new_name()

    def new_name(self, expected: str = "rules.what.name") -> Token:
        token = self.token
        if token.kind != "name":
            raise self.expected(say(expected))
        self.names.append(token)
        self.at += 1
        return token

    def heap(self) -> Token:
        if self.token.text not in HEAP_NAMES:
            raise self.expected(*COUNTS, *HEAP_NAMES[: self.heaps or NEVER_NAMES])
        return self.one_of(*HEAP_NAMES)
