"""Texts of rules for those who do not write them: examples, choices, and numbers to change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from marienbad.games.expressions import Number
from marienbad.games.language.grammar import Program
from marienbad.games.language.keywords import COUNTS
from marienbad.games.language.tokens import translated
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
}
EXAMPLES = {name: text.replace("; ", "\n") + "\n" for name, text in _EXAMPLES.items()}
"""Rules to begin with, by the key of their name."""


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
        if isinstance(number, Number) and number.value < LARGEST_CHANGED:
            pieces += [text[end:start], (name, number.value)]
            end = start + len(re.match("[0-9]*", text[start:])[0])  # type: ignore[index]
    return (*pieces, text[end:])


def text_of(pieces: Iterable[Piece]) -> str:
    """The text that was cut into pieces."""
    return "".join(piece if isinstance(piece, str) else str(piece[1]) for piece in pieces)


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
    def text(self) -> str:
        """The rules, each statement on a line of its own."""
        left_out = _moves(self.without)
        statements = [f"heaps {self.heaps}", *self._numbers(), *self._from_one(left_out)]
        if self.heaps > 1:
            statements += self._from_two(left_out)
        if self.heaps > 2 and self.all == "same":
            statements.append(_take("n" * self.heaps, "all"))
        if self.heaps > 1:
            statements += [_take(move, COUNTS[len(move) - 1]) for move in _moves(self.added)]
        return "\n".join([*statements, *["last loses"] * self.last_loses, ""])

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
    return [move for move in moves if 1 <= len(move) <= len(COUNTS)]
