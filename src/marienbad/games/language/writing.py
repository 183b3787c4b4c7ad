"""Texts of rules to begin with: examples, lines of the grammar, and numbers to change."""

from __future__ import annotations

import re
from collections.abc import Iterable

from marienbad.games.expressions import FUNCTIONS, PRECEDENCE, Number
from marienbad.games.language.keywords import word
from marienbad.games.language.program import Program
from marienbad.games.language.tokens import translated

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
