"""Parameters of a family: what stands after the colon of a game's name, ``wythoff:a=2,b=3``.

What may be taken is written as a run, ``1-3``, or as numbers, ``1.3.4``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from marienbad.numeration.integers import digits_of, parse
from marienbad.text.problems import InputError
from marienbad.values import Record

PARAMETER_DIGITS = 1000
"""The longest parameter that is read: far beyond any use, and still quick."""


class Parameter(Record):
    """A number that a family's rules depend on.

    >>> Parameter("a").value_of("a=2", "2"), Parameter("h", least=2, usual=3).written(3)
    (2, 'h=3')
    """

    name: str
    least: int = 1
    most: int | None = None
    usual: int | None = None
    """Its value where none is given, and always written; ``None``: the least, not written."""

    is_bare = False

    @property
    def default(self) -> int:
        """The value where none is given."""
        return self.least if self.usual is None else self.usual

    def value_of(self, part: str, text: str) -> int:
        """Return the number that a text says; ``part`` is what stands in the name."""
        try:
            number = parse(text) if len(text) <= PARAMETER_DIGITS else -1
        except ValueError:
            number = -1
        least, most = self.least, self.most
        if most is not None and not least <= number <= most:
            raise InputError("errors.parameter_between", text=part, least=least, most=most)
        if number < least:
            digits = PARAMETER_DIGITS
            raise InputError("errors.parameter_value", text=part, least=least, digits=digits)
        return number

    def is_written(self, value: int) -> bool:
        """Whether the name of the game with this value holds it."""
        return self.usual is not None or value != self.least

    def written(self, value: int) -> str:
        """How the value stands in the name of a game."""
        return f"{self.name}={digits_of(value)}"

    def values(self, largest: int) -> list[int]:
        """Return the values up to a number, to try many games; at least the one not given."""
        largest = max(largest, self.default)
        return [*range(self.least, min(largest, self.most or largest) + 1)]


class Code(Record):
    """A parameter that is a text, such as ``0.137``, the moves of an octal game.

    It is always written; ``is_bare`` writes it without its name.
    """

    name: str
    read: Callable[[str], Any]
    """Returns the value of a text, or raises an :class:`InputError` that says what was expected."""
    write: Callable[[Any], str]
    default: Any
    samples: tuple[Any, ...]
    """Some values, the usual one first, to try many games."""
    is_bare: bool = False

    def value_of(self, part: str, text: str) -> Any:
        """Return what a text says."""
        return self.read(text)

    def is_written(self, value: Any) -> bool:
        """Whether the name of the game with this value holds it."""
        return True

    def written(self, value: Any) -> str:
        """How the value stands in the name of a game."""
        text = self.write(value)
        return text if self.is_bare else f"{self.name}={text}"

    def values(self, largest: int) -> list[Any]:
        """Return as many samples at most as a number says."""
        return [*self.samples[:largest]]


MOST_AMOUNTS, LARGEST_AMOUNT = 64, 1_000
_LONGEST = 6 * MOST_AMOUNTS
"""The longest text that is looked at, spaces included."""


@lru_cache(maxsize=256)
def read_amounts(text: str) -> tuple[int, ...]:
    """Return the numbers of a list, the least first.

    >>> read_amounts("1-3"), read_amounts("4.1.3")
    ((1, 2, 3), (1, 3, 4))
    >>> read_amounts("3-1")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “3-1” does not say what may be taken: expected a run...
    """
    first, dash, last = text.partition("-")
    parts = [first, last] if dash else text.split(".")
    try:
        numbers = [parse(part.strip()) for part in parts] if len(text) <= _LONGEST else []
    except ValueError:
        numbers = []
    if dash and numbers and numbers[0] <= numbers[1] <= LARGEST_AMOUNT:
        numbers = [*range(numbers[0], numbers[1] + 1)]
    elif dash:
        numbers = []
    found = sorted({*numbers})
    if not 0 < len(found) <= MOST_AMOUNTS or not 1 <= found[0] <= found[-1] <= LARGEST_AMOUNT:
        raise InputError(
            "errors.amounts", text=text[:_LONGEST], most=MOST_AMOUNTS, largest=LARGEST_AMOUNT
        )
    return tuple(found)


def write_amounts(amounts: tuple[int, ...]) -> str:
    """Write a list of numbers, the least first: neighbours as a run, others with dots.

    >>> write_amounts((1, 2, 3)), write_amounts((1, 3, 4)), write_amounts((2,))
    ('1-3', '1.3.4', '2')
    """
    if is_run(amounts):
        return f"{amounts[0]}-{amounts[-1]}"
    return ".".join(map(str, amounts))


def is_run(amounts: tuple[int, ...]) -> bool:
    """Whether the numbers, the least first, are two or more neighbours."""
    return len(amounts) > 1 and amounts[-1] - amounts[0] == len(amounts) - 1
