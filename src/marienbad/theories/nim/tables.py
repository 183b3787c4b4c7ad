"""The tables of Nim: I to X of the thesis, packets, zero sets, the moves of a whole start."""

from collections.abc import Iterator, Sequence
from itertools import islice, product
from math import prod

from marienbad.games.definition import Definition
from marienbad.heaps import Position, leave
from marienbad.numeration.bases import digits
from marienbad.text.mathematics import (
    DigitString,
    Expression,
    Power,
    Product,
    Subscript,
    Sum,
    Symbol,
)
from marienbad.text.problems import InputError
from marienbad.text.relations import NimSum, SetOf, eq
from marienbad.text.sentences import Cell, Listing, Message, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.nim.bases import minimal_zero_sets
from marienbad.theories.nim.binary import Binary, nim_sum
from marienbad.theories.theory import PAIRS, TableKind, Verdict

WIDEST = 128
"""The most binary digits of a number that a table takes apart."""
MOST_NUMBERS, MOST_HEAPS = 1_000, 16
LARGEST_START = 20_000
"""The most positions below a start whose moves are listed, about a second's work."""
LARGEST_SUMMAND = 5_000
"""The property (c) is looked at number by number."""
EXAMPLE, SUMMANDS = (43, 27, 12), (6, 5, 3)


def nim_sums(definition: Definition, rows: int, base: int = 10) -> Sheet:
    """Return the table of x ⊕ y (tables I and II); its sequence runs along the antidiagonals.

    >>> from marienbad.games.catalogue import define
    >>> sheet = nim_sums(define("nim"), 4)
    >>> list(sheet.rows)[2], list(sheet.sequence)
    ((2, 2, 3, 0, 1), [0, 1, 1, 2, 0, 2, 3, 3, 3, 3])
    """
    places = (rows - 1).bit_length() or 1

    def cell(number: int) -> Cell:
        if base == 10:
            return number
        return DigitString(tuple(number >> place & 1 for place in reversed(range(places))))

    heads = (Column(str(y), cell(y)) for y in range(rows))
    return Sheet(
        definition.name,
        "nim-sum",
        say("nim.table.caption"),
        (Column("x", Symbol("⊕")), *heads),
        ((cell(x), *(cell(x ^ y) for y in range(rows))) for x in range(rows)),
        (x ^ (total - x) for total in range(rows) for x in range(total + 1)),
    )


def position(definition: Definition, _rows: int, base: int = 2, of: Sequence[int] = ()) -> Sheet:
    """Return the digits of each heap and of their nim-sum (tables III to VI, VIII and IX).

    >>> from marienbad.games.catalogue import define
    >>> list(position(define("nim"), 1, base=4, of=(27, 27, 12)).rows)[2]
    (12, 0, 3, 0)
    """
    heaps = _bounded(of or EXAMPLE)
    total = nim_sum(*heaps)
    width = max(len(digits(heap, base)) for heap in heaps)

    def row(head: Cell, number: int) -> tuple[Cell, ...]:
        written = digits(number, base)
        return (head, *(0,) * (width - len(written)), *written)

    name: Cell = NimSum(heaps) if 1 < len(heaps) <= 8 else say("nim.table.sum")
    places = [Column(f"{base}^{j}", Power(base, j)) for j in reversed(range(width))]
    body = [*(row(heap, heap) for heap in heaps), row(name, total)]
    key = "table.caption.position_zero" if total == 0 else "table.caption.position"
    caption = say(key, base=base, position=heaps, total=total)
    return Sheet(definition.name, "position", caption, (Column("x", Symbol("x")), *places), body)


def decompositions(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return how numbers fall into packets: the largest power of two is taken out at each step.

    >>> from marienbad.games.catalogue import define
    >>> for row in decompositions(define("nim"), 1, of=(7,)).rows:
    ...     print(row)
    (7, 0, 7, 2, 4, 3)
    (7, 1, 3, 1, 2, 1)
    (7, 2, 1, 0, 1, 0)
    """
    numbers = _bounded(of or range(1, rows + 1))

    def steps(number: int) -> Iterator[tuple[Cell, ...]]:
        left = number
        for step in range(number.bit_count()):
            exponent = left.bit_length() - 1
            rest = left - (1 << exponent)
            yield number, step, left, exponent, 1 << exponent, rest
            left = rest
        if number == 0:
            yield 0, 0, 0, None, None, None

    k = Symbol("k")
    n, p = Subscript("n", "k"), Subscript("p", "k")
    columns = (
        Column("n", Symbol("n")),
        Column("k", k),
        Column("n_k", n),
        Column("p_k", p),
        Column("packet", Power(2, p)),
        Column("left", eq(Subscript("n", k + 1), n - Power(2, p))),
    )
    body = (row for number in numbers for row in steps(number))
    caption = say("table.caption.packets")
    return Sheet(definition.name, "representations", caption, columns, body)


def digit_bits(definition: Definition, rows: int, base: int = 4) -> Sheet:
    """Return the digits of a base as sums of powers of two (tables VII and X).

    >>> from marienbad.games.catalogue import define
    >>> [row[2:] for row in digit_bits(define("nim"), 4).rows]
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    bits = base.bit_length() - 1
    digit, j = Subscript("a", ("i", "j")), Product((bits, Symbol("j")))

    def power(bit: int) -> Expression:
        return Power(2, j + bit if bit else j)

    def row(value: int) -> tuple[Cell, ...]:
        ones = [power(bit) for bit in range(bits) if value >> bit & 1]
        packets: Cell = 0 if not ones else ones[0] if len(ones) == 1 else Sum(ones)
        return (value, packets, *(value >> bit & 1 for bit in reversed(range(bits))))

    heads = (Column(f"2^({bits}j+{bit})", power(bit)) for bit in reversed(range(bits)))
    value = Column("value", digit * Power(base, "j"))
    columns = (Column("digit", digit), value, *heads)
    caption = say("table.caption.digits", base=base)
    return Sheet(definition.name, "digits", caption, columns, islice(map(row, range(base)), rows))


def zero_sets(definition: Definition, rows: int, base: int = 4) -> Sheet:
    """Return the minimal sets of digits with nim-sum zero (2.1.5).

    >>> from marienbad.games.catalogue import define
    >>> len(list(zero_sets(define("nim"), 324, base=8).rows))
    22
    """
    sets = minimal_zero_sets(base)
    body = ((n, len(found), SetOf(found)) for n, found in enumerate(sets, 1))
    size, members = say("table.head.size"), say("table.head.set")
    columns = (Column("n", Symbol("n")), Column("size", size), Column("set", members))
    caption = say("table.caption.zero-sets", base=base, number=len(sets))
    return Sheet(definition.name, "zero-sets", caption, columns, islice(body, rows))


def properties(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the properties of the nim-sum (2.1.2) with three numbers put in.

    >>> from marienbad.games.catalogue import define
    >>> [row[-1].key for row in properties(define("nim"), 7).rows] == ["words.yes"] * 7
    True
    """
    if of and len(of) != 3:
        raise InputError("table.three_numbers", count=len(of))
    a, b, c = numbers = tuple(of) or SUMMANDS
    if max(numbers) > LARGEST_SUMMAND:
        raise InputError("table.summand", bound=LARGEST_SUMMAND)
    seen = {p ^ b for p in range(a)} | {a ^ q for q in range(b)}
    least = next(number for number in range(len(seen) + 1) if number not in seen)
    total = a ^ b
    big_a, big_b, big_c = map(Symbol, "ABC")
    plain: list[tuple[str, Expression, Expression, bool]] = [
        ("(1)", eq(NimSum((big_a, big_b)), NimSum((big_b, big_a))),
         eq(NimSum((a, b)), NimSum((b, a)), total), nim_sum(a, b) == nim_sum(b, a)),
        ("(2)",
         eq(NimSum((NimSum((big_a, big_b)), big_c)), NimSum((big_a, NimSum((big_b, big_c))))),
         eq(NimSum((total, c)), NimSum((a, b ^ c)), total ^ c), (a ^ b) ^ c == a ^ (b ^ c)),
        ("(3)", eq(NimSum((0, big_a)), big_a), eq(NimSum((0, a)), a), 0 ^ a == a),
        ("(4)", eq(NimSum((big_a, big_a)), 0), eq(NimSum((a, a)), 0), a ^ a == 0),
        ("(a)", eq(NimSum((0, 0)), 0), eq(NimSum((0, 0)), 0), 0 ^ 0 == 0),
    ]  # fmt: skip
    body: list[tuple[Cell, ...]] = [
        (name, general, here, _answer(holds)) for name, general, here, holds in plain
    ]
    for name, holds in (("b", total not in seen), ("c", least == total)):
        here = say(f"table.property.{name}.here", total=total)
        body.append((f"({name})", say(f"table.property.{name}"), here, _answer(holds)))
    heads = ("property", "statement", "numbers", "holds")
    columns = tuple(Column(head, say(f"table.head.{head}")) for head in heads)
    caption = say("table.caption.properties", numbers=Listing(numbers))
    return Sheet(definition.name, "properties", caption, columns, islice(body, rows))


def _answer(holds: bool) -> Message:
    return say("words.yes" if holds else "words.no")


def moves(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return every situation below a start up to order, and what to leave from it.

    From 1, 3, 5, 7 there are 143 situations; 21 of them are to be left themselves.

    >>> from marienbad.games.catalogue import define
    >>> sheet = moves(define("nim"), 1000, of=(1, 3, 5, 7))
    >>> len(list(sheet.rows)), sheet.caption.values["good"]
    (143, 21)
    """
    start = tuple(of) or definition.start
    if len(start) > MOST_HEAPS or prod(heap + 1 for heap in start) > LARGEST_START:
        raise InputError("table.start_too_large", position=start, bound=LARGEST_START)
    boxes = product(*(range(heap + 1) for heap in start))
    situations = sorted({tuple(sorted(box)) for box in boxes}, key=lambda box: (sum(box), box))
    theory = Binary(definition)
    solved = [(situation, theory.solve(situation)) for situation in situations]

    def row(n: int, situation: Position, verdict: Verdict) -> tuple[Cell, ...]:
        if verdict.is_p:
            return n, situation, say("table.move.to_leave")
        left = {tuple(sorted(leave(situation, move))) for move in verdict.winning_moves}
        return n, situation, Listing(sorted(left), "or") if left else say("table.move.over")

    columns = (
        Column("n", Symbol("n")),
        Column("situation", say("table.head.situation")),
        Column("leave", say("table.head.leave")),
    )
    good = sum(verdict.is_p for _, verdict in solved)
    numbers = {"number": len(situations), "good": good}
    body = (row(n, *found) for n, found in enumerate(solved, 1))
    caption = say("table.caption.moves", game=definition.title, start=start, **numbers)
    return Sheet(definition.name, "moves", caption, columns, islice(body, rows))


def _bounded(numbers: Sequence[int]) -> tuple[int, ...]:
    """The numbers, neither too many nor too long."""
    if len(numbers) > MOST_NUMBERS or max(numbers).bit_length() > WIDEST:
        raise InputError("table.numbers_too_long", bits=WIDEST, bound=MOST_NUMBERS)
    return tuple(numbers)


_POWERS = (4, 8, 16)
TABLES = (
    TableKind(
        "nim-sum",
        "nim.table.nim-sum",
        nim_sums,
        usual_rows=10,
        most_rows=1_000,
        served_rows=256,
        bases=(10, 2),
    ),
    PAIRS,
    TableKind(
        "position",
        "table.kind.position",
        position,
        usual_rows=100,
        bases=(2, *_POWERS),
        takes_numbers=True,
    ),
    TableKind(
        "representations",
        "table.kind.packets",
        decompositions,
        usual_rows=7,
        most_rows=1_000,
        served_rows=1_000,
        takes_numbers=True,
    ),
    TableKind("digits", "table.kind.digits", digit_bits, 16, 16, 16, _POWERS),
    TableKind("zero-sets", "table.kind.zero-sets", zero_sets, 324, 324, 324, _POWERS),
    TableKind("properties", "table.kind.properties", properties, 7, 7, 7, takes_numbers=True),
    TableKind("moves", "table.kind.moves", moves, usual_rows=1_000, takes_numbers=True),
)
