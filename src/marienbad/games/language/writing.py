"""Texts of rules for those who do not write them: examples, choices, and numbers to change."""

from __future__ import annotations

import re

from marienbad.games.expressions import Number
from marienbad.games.language.grammar import Program
from marienbad.games.language.tokens import COUNTS
from marienbad.values import Record

Piece = str | tuple[str, int]
"""A part of a text, or a number that can be changed, with its name."""

LARGEST_CHANGED = 10**6
"""Larger numbers are written, not chosen."""

_TWO = "heaps 2\n"
_ONE_HEAP = "take n from one\n"
_BOTH = "take n, n from two\n"
EXAMPLES = {
    "wythoff": _TWO + _ONE_HEAP + _BOTH,
    "bounded-one": f"{_TWO}let k = 3\ntake n from one where n <= k\n{_BOTH}",
    "lopsided": f"{_TWO}{_ONE_HEAP}take c, d from two where c - d in {{0, 1}}\n",
    "without": f"{_TWO}{_ONE_HEAP}take n, n from two where n != 2\n",
    "double": f"{_TWO}{_ONE_HEAP}{_BOTH}take t, s from two where s == 2 * t\n",
    "lucas": f"{_TWO}{_ONE_HEAP}take c, d from two where c == 2 * d or d == 2 * c or c == d\n",
    "fraenkel": f"{_TWO}let a = 2, b = 3\ntake n from one where n % b == 0\n"
    "take c, d from two where abs(c - d) < a * b and c % b == d % b\n",
    "euclid": f"{_TWO}take n from x where x >= y and n % y == 0\n"
    "take n from y where y >= x and n % x == 0\n",
    "subtraction": "heaps 1\ntake n from one where n in {1, 3, 4}\n",
    "bounded": "heaps 3\nlet k = 5\ntake n from one where n <= k\n",
    "nimoff": f"heaps 3\n{_ONE_HEAP}{_BOTH}take n, n, n from all\n",
}
"""Rules to begin with."""


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
        """The rules, a statement a line."""
        from_two = self._from_two() + self._from_all() + self._added() if self.heaps > 1 else []
        statements = [f"heaps {self.heaps}", *self._numbers(), *self._from_one(), *from_two]
        return "\n".join([*statements, *["last loses"] * self.last_loses, ""])

    def _numbers(self) -> list[str]:
        named = {
            "k": self.bound if self.one == "bound" else None,
            "b": self.multiple if self.one == "multiple" else None,
            "a": self.gap if self.both == "near" and self.heaps > 1 else None,
        }
        given = [f"{name} = {number}" for name, number in named.items() if number is not None]
        return [f"let {', '.join(given)}"] if given else []

    def _from_one(self) -> list[str]:
        amounts = ", ".join(re.findall("[0-9]+", self.amounts)) or "1"
        conditions = {
            "any": [],
            "bound": ["n <= k"],
            "multiple": ["n % b == 0"],
            "set": [f"n in {{{amounts}}}"],
        }
        if self.one not in conditions:
            return []
        excluded = [f"n != {move[0]}" for move in _moves(self.without) if len(move) == 1]
        return [_take("n", "one", conditions[self.one] + excluded)]

    def _from_two(self) -> list[str]:
        excluded = [move for move in _moves(self.without) if len(move) == 2]
        if self.both == "same":
            return [_take("n, n", "two", [f"n != {c}" for c, d in excluded if c == d])]
        conditions = {
            "near": "abs(c - d) < a",
            "ratio": "(c == d or c == 2 * d or d == 2 * c)",
        }
        if self.both not in conditions:
            return []
        ordered = dict.fromkeys(pair for c, d in excluded for pair in ((c, d), (d, c)))
        unlike = [f"not (c == {c} and d == {d})" for c, d in ordered]
        return [_take("c, d", "two", [conditions[self.both], *unlike])]

    def _from_all(self) -> list[str]:
        if self.heaps < 3 or self.all == "none":
            return []
        return [_take(", ".join("n" * self.heaps), "all", [])]

    def _added(self) -> list[str]:
        return [
            _take(", ".join(map(str, move)), COUNTS[len(move) - 1], [])
            for move in _moves(self.added)
        ]


def _take(amounts: str, heaps: str, conditions: list[str]) -> str:
    where = f" where {' and '.join(conditions)}" if conditions else ""
    return f"take {amounts} from {heaps}{where}"


def _moves(text: str) -> list[list[int]]:
    """What single moves take, without the heaps that they leave alone."""
    moves = (
        list(filter(None, map(int, re.findall("[0-9]+", part)))) for part in re.split("[;()]", text)
    )
    return [move for move in moves if 1 <= len(move) <= len(COUNTS)]
