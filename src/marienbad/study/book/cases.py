"""The parameters for which a statement was decided, in few words.

>>> pairs = [{"a": a, "b": 1} for a in (1, 2, 3)] + [{"a": 1, "b": 2}, {"a": 1, "b": 3}]
>>> from marienbad.text.plain import Plain
>>> Plain("en").line(named(pairs)), in_short(pairs)
('a = 1–3, b = 1; a = 1, b = 2–3', '1–3,1 1,2–3')
>>> in_short([{"base": 4}, {"base": 8}]), in_short([{}])
('base = 4, 8', '')
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from marienbad.text.notation import GLUE
from marienbad.text.sentences import Listing

Parameters = Mapping[str, int]
EQUALS = f"{GLUE}={GLUE}"
"""Where no line breaks."""


def named(cases: Sequence[Parameters]) -> Listing:
    """Every case with the names of its parameters."""
    found = [*_others(cases)] or [f"a = {a},{GLUE}b = {b}" for a, b in _rows(cases)]
    return Listing([text.replace(" = ", EQUALS) for text in found], ";")


def in_short(cases: Sequence[Parameters]) -> str:
    """The same for a narrow column: a,b without the names."""
    return " ".join([*_others(cases)] or [f"{a},{b}" for a, b in _rows(cases)])


def _others(cases: Sequence[Parameters]) -> Iterator[str]:
    """A parameter other than a and b, of which a statement has one at most."""
    for other in cases[0].keys() - {"a", "b"}:
        yield f"{other} = {_run([values[other] for values in cases])}"


def _rows(cases: Sequence[Parameters]) -> Iterator[tuple[str, str]]:
    """All a with b = 1, then for each a the larger b."""
    pairs = [(values["a"], values["b"]) for values in cases if values]
    if first := [a for a, b in pairs if b == 1]:
        yield _run(first), "1"
    for a, row in groupby((pair for pair in pairs if pair[1] > 1), key=lambda pair: pair[0]):
        yield str(a), _run([b for _, b in row])


def _run(numbers: list[int]) -> str:
    """Numbers one after another, the first and the last where they are consecutive."""
    first, last = numbers[0], numbers[-1]
    if numbers != list(range(first, last + 1)):
        return ", ".join(map(str, numbers))
    return str(first) if first == last else f"{first}–{last}"
