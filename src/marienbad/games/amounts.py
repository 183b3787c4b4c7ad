"""What may be taken from a heap as a list of numbers: a run, ``1-3``, or numbers, ``1.3.4``."""

from functools import lru_cache

from marienbad.numeration.integers import parse
from marienbad.text.problems import InputError

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
