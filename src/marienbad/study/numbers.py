"""A number in a numeration: its digits under their weights, its shifts, its neighbours, its place.

A numeration is a base, the Fibonacci numbers, or the convergents of a continued fraction.
"""

import re
from collections.abc import Callable, Iterator

from marienbad.numeration.bases import digits, value
from marienbad.numeration.continued_fraction import FIBONACCI, ContinuedFraction, Representation
from marienbad.text.explanation import Explanation
from marienbad.text.mathematics import (
    Call,
    Expression,
    Number,
    Operand,
    Prime,
    Product,
    Subscript,
    Sum,
    Symbol,
)
from marienbad.text.problems import InputError
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Equation, Marked, Section, Table, say
from marienbad.theories.wythoff.identities import entry, index_of, large, locate, small
from marienbad.values import Record

GOLDEN = "fibonacci"
LARGEST_BASE, LONGEST_PERIOD, LARGEST_QUOTIENT = 1_000, 12, 1_000_000
LONGEST_NUMBER = 64
"""Of so many digits is the longest number that is shown: a table must be readable."""
FRACTION = re.compile(r"\[?1[;,](?P<period>[0-9]{1,8}(,[0-9]{1,8})*)(,(…|\.\.\.))?]?")
"""[1;2,3] or shorter 1,2,3: the terms after the 1 repeat."""
AROUND, ACROSS = 2, 3
"""How many rows and columns of the Wythoff array are shown before and behind a number."""


class Numeration(Record):
    """One way of writing: its letter, its weights, how a number is written and digits are read."""

    letter: str
    weight: Callable[[int], int]
    represent: Callable[[int], Representation]
    read: Callable[[Representation], int]
    can_read: Callable[[Representation], bool]


def numerations(system: str) -> tuple[Numeration, ...]:
    """Return the ways of writing that a name stands for; a continued fraction has two, p and q.

    >>> [way.letter for way in numerations("1,2")], numerations("10")[0].weight(3)
    (['p', 'q'], 1000)
    """
    written = re.sub(r"\s", "", system).lower()
    if written == GOLDEN:
        return (_over("F", FIBONACCI),)
    if re.fullmatch("[0-9]{1,4}", written) and 2 <= int(written) <= LARGEST_BASE:
        return (_in_base(int(written)),)
    if found := FRACTION.fullmatch(written):
        period = tuple(map(int, found["period"].split(",")))
        if len(period) <= LONGEST_PERIOD and min(period) and max(period) <= LARGEST_QUOTIENT:
            fraction = ContinuedFraction(period)
            return _over("p", fraction), _over("q", fraction)
    bounds = {"base": LARGEST_BASE, "terms": LONGEST_PERIOD, "quotient": LARGEST_QUOTIENT}
    if not written:
        raise InputError("number.system_missing", **bounds)
    raise InputError("number.system", text=system, **bounds)


def readable(number: int, system: str) -> tuple[Numeration, ...]:
    """Return the ways of writing, if none of them makes the number too long for a table."""
    ways = numerations(system)
    # no system writes longer numbers in so few digits: this bounds the work before it is done
    is_short = number.bit_length() <= LONGEST_NUMBER * LARGEST_QUOTIENT.bit_length()
    if not is_short or any(len(way.represent(number)) > LONGEST_NUMBER for way in ways):
        raise InputError("number.too_long", bound=LONGEST_NUMBER)
    return ways


def neighbours(number: int, system: str) -> dict[str, int | None]:
    """Return the numbers beside a number, and the values of its first representation's shifts.

    >>> neighbours(50, "fibonacci")
    {'before': 49, 'after': 51, 'left': 81, 'right': 31}
    """
    way = readable(number, system)[0]
    own = way.represent(number)
    return {
        "before": number - 1 if number else None,
        "after": number + 1,
        "left": way.read(own.left_shift()),
        "right": way.read(own.right_shift()),
    }


def _in_base(base: int) -> Numeration:
    return Numeration(
        str(base),
        lambda place: base**place,
        lambda number: Representation(digits(number, base)),
        lambda written: value(tuple(written), base),
        lambda _: True,
    )


def _over(letter: str, fraction: ContinuedFraction) -> Numeration:
    if letter == "q":
        return Numeration(
            letter,
            lambda place: int(fraction.q(place)),
            fraction.q_representation,
            lambda written: int(fraction.q_value(written)),
            lambda written: written.last < fraction.period[0],
        )
    return Numeration(
        letter,
        lambda place: int(fraction.p(place)),
        fraction.p_representation,
        lambda written: int(fraction.p_value(written)),
        lambda _: True,
    )


def number_told(number: int, system: str = GOLDEN) -> Explanation:
    """Return what there is to say of a number in a numeration.

    >>> print(number_told(50, "[1;2]").render("en"))
    50 over the numerators pᵢ:
    <BLANKLINE>
        50 = 41 + 7 + 2 × 1
    ...
    """
    ways = readable(number, system)
    blocks: list[Block] = []
    for way in ways:
        blocks += _written(number, way)
    kind = "base" if ways[0].letter.isdigit() else "fraction" if len(ways) > 1 else GOLDEN
    blocks.append(say(f"number.rule.{kind}"))
    if kind == GOLDEN and number:
        blocks.append(Section(say("number.where"), tuple(where(number))))
    return Explanation(tuple(blocks))


def _written(number: int, way: Numeration) -> Iterator[Block]:
    """Say the sum, then show the digits of the number, of its neighbours and of its shifts."""
    own = way.represent(number)
    over = f".{way.letter}" if way.letter in "pq" else ""
    yield say(f"number.sum{over}", number=number)
    yield Equation(eq(number, _sum(own, way)))
    forms = [
        (_name(Symbol("R"), way, beside), way.represent(beside))
        for beside in range(max(number - 1, 0), number + 2)
    ]
    forms.append((_name(Prime("R"), way, number), own.left_shift()))
    forms.append((_name(Prime("R", 2), way, number), own.right_shift()))
    width = max(len(form) for _, form in forms)
    rows: list[tuple[Cell, ...]] = []
    for name, form in forms:
        blank: tuple[Cell, ...] = (None,) * (width - len(form))
        read = way.read(form) if way.can_read(form) else None
        rows.append((name, *blank, *form, read))
    weights = (way.weight(place) for place in reversed(range(width)))
    heads: tuple[Cell, ...] = (None, *weights, say("number.value"))
    yield Table(heads, tuple(rows), say("number.digits"))


def _name(letter: Operand, way: Numeration, number: int) -> Expression:
    return Call(Subscript(letter, way.letter), (number,))


def _sum(written: Representation, way: Numeration) -> Expression:
    """The digits times their weights, added; zero has none to add."""
    places = reversed(range(len(written)))
    terms = [
        Number(way.weight(place)) if digit == 1 else Product((digit, way.weight(place)), "×")
        for digit, place in zip(written, places, strict=True)
        if digit
    ]
    return Sum(terms) if len(terms) > 1 else terms[0] if terms else Number(0)


def where(number: int) -> Iterator[Block]:
    """Say where a positive number stands in the Wythoff array and among Wythoff's pairs."""
    row, column = locate(number)
    index, is_small = index_of(number)
    pair = (small(index), large(index))
    yield say("number.place", number=number, row=row, column=column, zeros=column - 1)
    yield say(f"number.{'small' if is_small else 'large'}", number=number, index=index, pair=pair)
    columns = range(max(1, column - ACROSS), max(column + AROUND, 2 * ACROSS) + 1)
    rows = range(max(1, row - AROUND), row + AROUND + 1)

    def cell(k: int, c: int) -> Cell:
        return Marked(number, "looked_up") if (k, c) == (row, column) else entry(k, c)

    body = tuple((k, *(cell(k, c) for c in columns)) for k in rows)
    yield Table((Symbol("k"), *columns), body, say("number.array"))
