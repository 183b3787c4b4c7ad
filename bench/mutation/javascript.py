"""The same changes of JavaScript, from its tokens.

Comments, texts, templates and regular expressions are tokens of their own and are left alone.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.mutation.mutant import Change

TOKEN = re.compile(
    r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<number>0[xXbBoO][\da-fA-F_]+n?|\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?n?|\.\d+)
  | (?P<name>[#$\w]+)
  | (?P<sign>>>>=|\.{3}|[!=]==|\*\*=|<<=|>>=|>>>|&&=|\|\|=|\?\?=|=>|[=!<>]=|&&|\|\||\?\?|\?\.(?!\d)
      |\+\+|--|[-+*/%&|^]=|<<|>>|\*\*|.)
    """,
    re.VERBOSE | re.DOTALL,
)
REGULAR_EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
SIGNS = {
    "<": ("comparison", "<="),
    "<=": ("comparison", "<"),
    ">": ("comparison", ">="),
    ">=": ("comparison", ">"),
    "===": ("comparison", "!=="),
    "!==": ("comparison", "==="),
    "&&": ("and, or", "||"),
    "||": ("and, or", "&&"),
    "+": ("plus, minus", "-"),
    "-": ("plus, minus", "+"),
    "+=": ("plus, minus", "-="),
    "-=": ("plus, minus", "+="),
    "!": ("not", ""),
}
CONSTANTS = {"true": "false", "false": "true"}
EXTREMES = {"min": "max", "max": "min"}
PAIRS = {"(": ")", "[": "]", "{": "}"}
KEYWORDS = re.compile(
    "async|await|break|case|catch|class|const|continue|default|delete|do|else|export|extends"
    "|finally|for|function|get|if|import|in|instanceof|let|new|of|return|set|static|super|switch"
    "|throw|try|typeof|var|void|while|yield"
)


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_value(self) -> bool:
        """Whether it can end an operand: after it, a sign has two sides and ``/`` divides."""
        if self.kind == "name":
            return KEYWORDS.fullmatch(self.text) is None
        return self.kind != "sign" or self.text in {")", "]"}


def changes(source: str) -> list[Change]:
    """Every change of a module."""
    tokens = [*tokenize(source)]
    found = []
    for operator in OPERATORS:
        for kind, start, end, replacement in operator(tokens, source):
            if "\n" not in source[start:end]:
                first = source.rfind("\n", 0, start) + 1
                line = source.count("\n", 0, start)
                found.append(Change(kind, line, start - first, end - first, replacement))
    return found


def compiles(source: str) -> bool:
    with TemporaryDirectory() as folder:
        path = Path(folder, "mutant.mjs")
        path.write_text(source, "utf-8")
        checked = subprocess.run(["node", "--check", path], capture_output=True, check=False)
        return checked.returncode == 0


# Tokens


def tokenize(source: str) -> Iterator[Token]:
    """The tokens of a module without its blanks and comments."""
    place, before = 0, Token("sign", ";", 0)
    while place < len(source):
        token = _token(source, place, before)
        if token.kind != "blank":
            yield token
            before = token
        place = token.end


def _token(source: str, place: int, before: Token) -> Token:
    if source[place] == "`":
        return Token("template", source[place : _end_of_template(source, place)], place)
    found = TOKEN.match(source, place)
    assert found is not None
    if found["sign"] in {"/", "/="} and not before.is_value:
        expression = REGULAR_EXPRESSION.match(source, place)
        if expression is not None:
            return Token("expression", expression[0], place)
    return Token(found.lastgroup or "", found[0], place)


def _end_of_template(source: str, place: int) -> int:
    place += 1
    while source[place] != "`":
        if source[place] == "\\":
            place += 2
        elif source.startswith("${", place):
            place, before = place + 2, Token("sign", "{", place)
            while source[place] != "}":
                before = _token(source, place, before)
                place = before.end if before.text != "{" else _closing(source, before)
            place += 1
        else:
            place += 1
    return place + 1


def _closing(source: str, before: Token) -> int:
    """The place after the brace that closes one."""
    place = before.end
    while source[place] != "}":
        before = _token(source, place, before)
        place = before.end if before.text != "{" else _closing(source, before)
    return place + 1


def _closed(tokens: list[Token], opening: int) -> int:
    """The number of the token that closes a bracket."""
    depth = 0
    for number in range(opening, len(tokens)):
        token = tokens[number]
        depth += token.kind == "sign" and (token.text in PAIRS) - (token.text in PAIRS.values())
        if depth == 0:
            return number
    raise ValueError(f"a bracket is not closed: {tokens[opening]}")


# The operators

Found = Iterator[tuple[str, int, int, str]]


def _sign(tokens: list[Token], _source: str) -> Found:
    for number, token in enumerate(tokens[1:-1], 1):
        if token.kind == "sign" and token.text in SIGNS:
            before, after = tokens[number - 1], tokens[number + 1]
            is_joining = {before.kind, after.kind} & {"text", "template"}
            has_two_sides = before.is_value or token.text == "!"
            if has_two_sides and not (token.text in {"+", "+="} and is_joining):
                kind, replacement = SIGNS[token.text]
                yield kind, token.start, token.end, replacement


def _constant(tokens: list[Token], _source: str) -> Found:
    for token in tokens:
        if token.text in CONSTANTS:
            yield "wrong constant", token.start, token.end, CONSTANTS[token.text]
        elif token.kind == "number" and re.fullmatch(r"\d{1,9}", token.text):
            number = int(token.text)
            if number <= 100:
                yield "off by one", token.start, token.end, str(number + 1)
            if number >= 2:
                yield "wrong constant", token.start, token.end, str(2 * number)


def _extreme(tokens: list[Token], _source: str) -> Found:
    for library, dot, name in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if (library.text, dot.text) == ("Math", ".") and name.text in EXTREMES:
            yield "min, max", name.start, name.end, EXTREMES[name.text]


def _branch(tokens: list[Token], _source: str) -> Found:
    for number, (word, opening) in enumerate(pairwise(tokens)):
        if (word.text, opening.text) == ("if", "("):
            closing = tokens[_closed(tokens, number + 1)]
            for value in ("false", "true"):
                yield "dropped branch", opening.end, closing.start, value


def _swap(tokens: list[Token], source: str) -> Found:
    for number in range(1, len(tokens) - 1):
        name, opening = tokens[number], tokens[number + 1]
        if not (name.kind == "name" and name.is_value and opening.text == "("):
            continue
        last = _closed(tokens, number + 1)
        is_definition = last + 1 < len(tokens) and tokens[last + 1].text in {"{", "=>"}
        if is_definition or tokens[number - 1].text == "function" or name.text in EXTREMES:
            continue
        arguments = _arguments(tokens, number + 1, last)
        for (first, end), (start, stop) in pairwise(arguments):
            one, other = source[first:end], source[start:stop]
            if one != other and not {one[:3], other[:3]} & {"..."}:
                yield "swapped arguments", first, stop, other + source[end:start] + one


def _arguments(tokens: list[Token], opening: int, closing: int) -> list[tuple[int, int]]:
    """Where each argument between two brackets begins and ends."""
    found, number = [], opening + 1
    while number < closing:
        first = number
        while number < closing and tokens[number].text != ",":
            is_opening = tokens[number].kind == "sign" and tokens[number].text in PAIRS
            number = (_closed(tokens, number) if is_opening else number) + 1
        if number > first:
            found.append((tokens[first].start, tokens[number - 1].end))
        number += 1
    return found


def _statement(tokens: list[Token], _source: str) -> Found:
    """A call or an assignment that begins a line and ends in it."""
    for number in range(1, len(tokens) - 1):
        before, first, second = tokens[number - 1 : number + 2]
        if before.text not in {"{", "}", ";"} or first.kind != "name":
            continue
        if first.text != "await" and not (first.is_value and second.text in {".", "(", "=", "+="}):
            continue
        last = number
        while last < len(tokens) - 1 and tokens[last].text not in {";", "}"}:
            is_opening = tokens[last].kind == "sign" and tokens[last].text in PAIRS
            last = (_closed(tokens, last) if is_opening else last) + 1
        if last < len(tokens) and tokens[last].text == ";":
            yield "dropped statement", first.start, tokens[last].end, ";"


OPERATORS: tuple[Callable[[list[Token], str], Found], ...] = (
    _sign,
    _constant,
    _extreme,
    _branch,
    _swap,
    _statement,
)
