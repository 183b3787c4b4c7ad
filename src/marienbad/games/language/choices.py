"""What the laboratory offers for rules: examples, the grammar, numbers to change, and choices.

The choices are for those who do not write rules; they show what they can of a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from marienbad.games.declaration import HEAP_NAMES
from marienbad.games.expressions import FUNCTIONS, PRECEDENCE, Number
from marienbad.games.language.grammar import read
from marienbad.games.language.keywords import COUNTS, word
from marienbad.games.language.program import Program
from marienbad.games.language.tokens import RuleError, tokens, translated
from marienbad.text.problems import InputError
from marienbad.values import Record

Piece = str | tuple[str, int]
"""A part of a text, or a number that can be changed, with its name."""

LARGEST_CHANGED = 10**6
"""Larger numbers are written, not chosen."""

_EXAMPLES = {
    "wythoff": "heaps 2; take n from one; take n, n from two",
    "bounded-one": "heaps 2; let k = 3; take n from one where n <= k; take n, n from two",
    "lopsided": "heaps 2; take n from one; take c, d from two where c - d in {0, 1}",
    "without": "heaps 2; take n from one; take n, n from two where n != 2",
    "double": "heaps 2; take n from one; take n, n from two; take t, s from two where s == 2 * t",
    "lucas": "heaps 2; take n from one; "
    "take c, d from two where c == 2 * d or d == 2 * c or c == d",
    "fraenkel": "heaps 2; let a = 2, b = 3; take n from one where n % b == 0; "
    "take c, d from two where abs(c - d) < a * b and c % b == d % b",
    "marienbad": "heaps 4; take n from one; last loses",
    "euclid": "heaps 2; take n from x where x >= y and n % y == 0; "
    "take n from y where y >= x and n % x == 0",
    "subtraction": "heaps 1; take n from one where n in {1, 3, 4}",
    "bounded": "heaps 3; let k = 5; take n from one where n <= k",
    "nimoff": "heaps 3; take n from one; take n, n from two; take n, n, n from all",
    "xor": "heaps 3; take n from one; take n, n from two; take c, d, e from three where c ^ d == e",
    "fibonacci": "heaps 1; take n from one where last == 0 and n < x; "
    "take n from one where last > 0 and n <= 2 * last",
    "order": "heaps 1; order A A B B; take n from one where n <= 3",
    "call-number": "heaps 2; call number; take n from one",
    "call-heap": "heaps 2; call heap; take n from one where n <= 3",
    "split": "heaps 2; take n from one where n <= 2 then split",
    "octal": "heaps 1; octal 0.137",
    "block": "heaps 2; take n from one; take n, n from two; block 2",
    "terminal": "heaps 2; let l = 5; take n from one; take n, n from two; terminal x + y <= l",
}
EXAMPLES = {name: text.replace("; ", "\n") + "\n" for name, text in _EXAMPLES.items()}
"""Rules to begin with, by the key of their name."""


GRAMMAR = {
    "heaps": "heaps 2",
    "one": "take n from one",
    "bound": "take n from one where n <= 3",
    "between": "take n from one where 2 <= n <= 5",
    "set": "take n from one where n in {1, 3, 4}",
    "multiple": "take n from one where n % 2 == 0",
    "same": "take n, n from two",
    "without": "take n, n from two where n != 2",
    "near": "take c, d from two where abs(c - d) < 2",
    "number": "take 1, 2 from two",
    "three": "take n, n, n from three",
    "all": "take n, n, n from all",
    "xor": "take c, d, e from three where c ^ d == e",
    "heap": "take n from x where n <= y",
    "previous": "take n from one where n <= 2 * last",
    "split": "take n from one then split",
    "octal": "octal 0.137",
    "order": "order A B B",
    "call-number": "call number",
    "call-heap": "call heap",
    "terminal": "terminal x + y <= 5",
    "block": "block 2",
    "let": "let k = 3",
    "last": "last loses",
    "wins": "last wins",
    "comment": "# …",
}
"""Lines that show what can be said, by the key of what they mean."""

_WRITTEN = [operator for operator in PRECEDENCE if operator != "neg"]
OPERATORS = (*FUNCTIONS, *sorted(_WRITTEN, key=lambda operator: -PRECEDENCE[operator]))
"""What conditions are made of, what binds most first."""


def grammar(lang: str) -> dict[str, str]:
    """The lines of the grammar in the words of a language."""
    return {name: translated(line, lang) for name, line in GRAMMAR.items()}


def operators(lang: str) -> list[str]:
    """What conditions are made of in the words of a language, what binds most first."""
    return [word(operator, lang) for operator in OPERATORS]


def examples(lang: str) -> dict[str, str]:
    """The examples in the words of a language."""
    return {name: translated(text, lang) for name, text in EXAMPLES.items()}


def pieces_of(text: str, program: Program) -> tuple[Piece, ...]:
    """The text cut wherever ``let`` gives a name to a number, which stands by itself.

    >>> from marienbad.games.language.grammar import read
    >>> text = "heaps 1; let k = 3; take n from one where n <= k"
    >>> pieces_of(text, read(text))
    ('heaps 1; let k = ', ('k', 3), '; take n from one where n <= k')
    """
    pieces: list[Piece] = []
    end = 0
    for name, written in program.numbers:
        number, start = written.expression, written.place.offset
        if isinstance(number, Number) and number.value <= LARGEST_CHANGED:
            pieces += [text[end:start], (name, number.value)]
            end = start + len(re.match("[0-9]*", text[start:])[0])  # type: ignore[index]
    return (*pieces, text[end:])


def text_of(pieces: Iterable[Piece]) -> str:
    """The text that was cut into pieces."""
    return "".join(piece if isinstance(piece, str) else str(piece[1]) for piece in pieces)


LONGEST = 500
"""What is longer is written, not chosen."""


class Choices(Record):
    """Rules by choice: what may be taken from one heap, from two and from all.

    >>> print(Choices(one="bound", bound=3, added="(1, 2)", last_loses=True).text)
    heaps 2
    let k = 3
    take n from one where n <= k
    take n, n from two
    take 1, 2 from two
    last loses
    """

    heaps: int = 2
    one: str = "any"
    """``any`` number, up to a ``bound``, a ``multiple``, a ``set`` of amounts, or ``none``."""
    both: str = "same"
    """The ``same`` from two heaps, a ``near`` number, in the ``ratio`` 1 : 2 too, or ``none``."""
    all: str = "none"
    bound: int = 1
    multiple: int = 1
    gap: int = 1
    amounts: str = ""
    without: str = ""
    """Single moves left out, as people write them: ``2, 2`` or ``(1, 3); (2, 5)``."""
    added: str = ""
    last_loses: bool = False

    @property
    def can_be_offered(self) -> bool:
        """Whether no number is too large for a form, and no text too long."""
        longest = max(map(len, (self.amounts, self.without, self.added)))
        return max(self.bound, self.multiple, self.gap) <= LARGEST_CHANGED and longest <= LONGEST

    @property
    def text(self) -> str:
        """The rules, each statement on a line of its own."""
        return "\n".join([*self.statements.values(), ""])

    @property
    def statements(self) -> dict[str, str]:
        """Every statement by the name of what it stands for, in order."""
        left_out = _moves(self.without)
        found = {
            "heaps": [f"heaps {self.heaps}"],
            "let": self._numbers(),
            "one": self._from_one(left_out),
            "two": self._from_two(left_out) if self.heaps > 1 else [],
            "all": [_take("n" * self.heaps, "all")] * (self.heaps > 2 and self.all == "same"),
            **{f"added {i}": [taken] for i, taken in enumerate(self._added())},
            "last": ["last loses"] * self.last_loses,
        }
        return {name: statement for name, statements in found.items() for statement in statements}

    def _added(self) -> list[str]:
        moves = _moves(self.added) if self.heaps > 1 else []
        last = len(COUNTS) - 1  # of more than three heaps, all of them
        return [_take(move, COUNTS[min(len(move) - 1, last)]) for move in moves]

    def _numbers(self) -> list[str]:
        given = [f"k = {self.bound}"] * (self.one == "bound")
        given += [f"b = {self.multiple}"] * (self.one == "multiple")
        given += [f"a = {self.gap}"] * (self.both == "near" and self.heaps > 1)
        return [f"let {', '.join(given)}"] if given else []

    def _from_one(self, left_out: list[list[int]]) -> list[str]:
        amounts = ", ".join(re.findall("[0-9]+", self.amounts)) or "1"
        known = {
            "any": [],
            "bound": ["n <= k"],
            "multiple": ["n % b == 0"],
            "set": [f"n in {{{amounts}}}"],
        }
        others = [f"n != {move[0]}" for move in left_out if len(move) == 1]
        return [_take("n", "one", known[self.one] + others)] if self.one in known else []

    def _from_two(self, left_out: list[list[int]]) -> list[str]:
        pairs = [(move[0], move[1]) for move in left_out if len(move) == 2]
        if self.both == "same":
            return [_take("nn", "two", [f"n != {c}" for c, d in pairs if c == d])]
        known = {"near": "abs(c - d) < a", "ratio": "(c == d or c == 2 * d or d == 2 * c)"}
        ordered = dict.fromkeys(order for c, d in pairs for order in ((c, d), (d, c)))
        others = [f"not (c == {c} and d == {d})" for c, d in ordered]
        return [_take("cd", "two", [known[self.both], *others])] if self.both in known else []


def _take(amounts: Iterable[object], heaps: str, conditions: Sequence[str] = ()) -> str:
    where = f" where {' and '.join(conditions)}" if conditions else ""
    return f"take {', '.join(map(str, amounts))} from {heaps}{where}"


def _moves(text: str) -> list[list[int]]:
    """What single moves take, without the heaps that they leave alone."""
    written = (re.findall("[0-9]+", part) for part in re.split("[;()]", text))
    moves = ([amount for amount in map(int, numbers) if amount] for numbers in written)
    return [move for move in moves if 1 <= len(move) <= len(HEAP_NAMES)]


# What a text says, as choices


def choices_of(program: Program) -> Choices | None:
    """The choices that say just what a text says, if there are any.

    >>> choices_of(read("tas 2; prendre n dans un où n <= 3"))
    >>> choices_of(read("tas 2; soit k = 3; prendre n dans un où n <= k")).one
    'bound'
    """
    found: dict[str, Any] = {"heaps": program.heaps, "one": "none", "both": "none"}
    found["last_loses"] = program.last_loses
    for name, written in program.numbers:
        if name in NUMBERS and isinstance(written.expression, Number):
            found[NUMBERS[name]] = written.expression.value
    left_out: list[str] = []
    added: list[str] = []
    for take in map(str, program.takes):
        head, _, where = take.partition(" where ")
        if re.fullmatch("take [0-9]+(, [0-9]+)+ from [a-z]+", head):
            added.append(f"({head.removeprefix('take ').partition(' from ')[0]})")
        elif head == "take n from one":
            found["one"] = next((name for name, sign in ONE.items() if sign in where), "any")
            found["amounts"] = "".join(re.findall("n in {([0-9, ]*)}", where))
            left_out += [f"({number})" for number in re.findall("n != ([0-9]+)", where)]
        elif head == "take n, n from two":
            found["both"] = "same"
            left_out += [f"({n}, {n})" for n in re.findall("n != ([0-9]+)", where)]
        elif head == "take c, d from two":
            found["both"] = "near" if "abs(c - d) < a" in where else "ratio"
            pairs = re.findall(r"not \(c == ([0-9]+) and d == ([0-9]+)\)", where)
            # both orders of a pair are left out; the first of them was named
            named = {frozenset(pair): pair for pair in reversed(pairs)}
            left_out += [f"({c}, {d})" for c, d in reversed(named.values())]
        elif re.fullmatch("take n(, n)+ from all", head):
            found["all"] = "same"
    choices = Choices(**found, without="; ".join(left_out), added="; ".join(added))
    return choices if choices.can_be_offered and _says(choices.text, program) else None


NUMBERS = {"k": "bound", "b": "multiple", "a": "gap"}
ONE = {"bound": "n <= k", "multiple": "n % b == 0", "set": "n in {"}


def _says(text: str, program: Program) -> bool:
    try:
        return str(read(text)) == str(program)
    except RuleError:
        return False


# Other choices put into a text


def edited(text: str, choices: Choices, lang: str = "en") -> str:
    """The text changed only in the statements for which something else is chosen.

    An empty text is written anew; one that says what cannot be chosen is left alone, by an error.

    >>> text = "heaps 2  # two\\ntake n from one  # Nim\\n"
    >>> print(edited(text, Choices(both="same", last_loses=True), "fr"), end="")
    heaps 2  # two
    take n from one  # Nim
    prendre n, n dans deux
    le dernier perd
    """
    anew = translated(choices.text, lang)
    if not text.strip():
        return anew
    before = choices_of(read(text))
    if before is None:
        raise InputError("lab.form")
    old, new = before.statements, choices.statements
    places = _places(text, [name for name in old if name not in ("heaps", "let", "last")])
    edits: list[tuple[int, int, str]] = []
    for name, (first, *others) in places.items():
        if old.get(name) == new.get(name) and not others:
            continue
        if name in new:
            edits.append((*first, translated(new[name], lang)))
        edits += [_deletion(text, *span) for span in ([] if name in new else [first]) + others]
    after = places["heaps"][0]
    for name, statement in new.items():
        if name in places:
            after = places[name][0]
        else:
            edits.append(_insertion(text, after[1], translated(statement, lang)))
    edits.sort(key=lambda edit: edit[0])
    for start, end, written in reversed(edits):
        text = text[:start] + written + text[end:]
    return text if _is_said(choices, text) else anew


def _is_said(choices: Choices, text: str) -> bool:
    try:
        return _says(text, read(choices.text))
    except RuleError:  # nothing may be taken: the text says so too
        return True


def _places(text: str, takes: list[str]) -> dict[str, list[tuple[int, int]]]:
    """Where the statements of a text stand, by what they stand for."""
    places: dict[str, list[tuple[int, int]]] = {}
    names = iter(takes)
    start, name, end = 0, "", 0
    for token in tokens(text):
        if token.kind == "end":
            if name:
                places.setdefault(name, []).append((start, end))
            name = ""
            continue
        if not name:
            start = token.place.offset
            name = next(names) if token.text == "take" else token.text
        end = token.place.offset + len(token.written)
    return places


def _insertion(text: str, at: int, statement: str) -> tuple[int, int, str]:
    """After a statement: on the next line, or on the same where others follow on it."""
    rest = text[at:].partition("\n")[0]
    if rest.lstrip().startswith(";"):
        return at, at, f"; {statement}"
    return at + len(rest), at + len(rest), f"\n{statement}"


def _deletion(text: str, start: int, end: int) -> tuple[int, int, str]:
    """A statement with what parted it from the next, and its line where nothing else is on it."""
    end += len(re.match(r"[ \t]*;?[ \t]*", text[end:])[0])  # type: ignore[index]
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip() and text[end : end + 1] in ("", "\n"):
        return line, end + 1, ""
    return start, end, ""
