"""What the proofs on heaps and rows share: tables of digits, moves, and what the search says."""

from collections.abc import Iterator, Sequence

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.bases import digits, packets
from marienbad.solver.cheapest import search_of
from marienbad.study.book.entry import Choice
from marienbad.text.mathematics import Expression, Number, Symbol, signed_sum
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Cell, Equation, Mark, Marked, Table, Value, say

SEARCHED = 12
"""Where no heap is larger, the search is asked too."""


def heap_choices(*usual: int, most: int = 1000, names: str = "xyzuv") -> tuple[Choice, ...]:
    """Choices called x, y, z, u, v, or otherwise, with these usual values."""
    return tuple(Choice(name, size, 0, most) for name, size in zip(names, usual, strict=False))


def added(numbers: Sequence[int]) -> int:
    """The nim-sum by its definition: the binary digits of each column, counted."""
    total, weight = 0, 1
    while any(number >= weight for number in numbers):
        total += weight * (sum(number // weight % 2 for number in numbers) % 2)
        weight *= 2
    return total


def with_heap(position: Position, place: int, size: int) -> Position:
    """The position with another size of one heap."""
    return (*position[:place], size, *position[place + 1 :])


def after_moves(position: Position) -> Iterator[Position]:
    """What one move of Nim leaves, which lowers one heap."""
    for place, size in enumerate(position):
        for left in range(size):
            yield with_heap(position, place, left)


def leading_heap(position: Position) -> int:
    """The first heap with the highest binary digit of the nim-sum, which is not 0."""
    highest = added(position).bit_length() - 1
    return next(place for place, size in enumerate(position) if size >> highest & 1)


def search_agrees(position: Position, is_p: bool, game: str = "nim") -> bool:
    """Whether the search, which knows the rules only, says the same; it is asked if it is cheap."""
    if max(position, default=0) > SEARCHED:
        return True
    return search_of(define(game)).is_p(position) == is_p


def width(numbers: Sequence[int], base: int = 2) -> int:
    return max(len(digits(number, base)) for number in numbers)


def padded(number: int, columns: int, base: int = 2) -> tuple[int, ...]:
    """The digits of a number with zeros in front."""
    written = digits(number, base)
    return (0,) * (columns - len(written)) + written


def digit_table(
    rows: Sequence[tuple[Value, int]], base: int = 2, footer: tuple[Value, int] | None = None
) -> Table:
    """Numbers with their digits; below the rule the nim-sum, its digits that are not 0 marked."""
    every = [*rows, *([footer] if footer else [])]
    columns = width([number for _, number in every], base)
    heads: list[Cell] = [Number(base) ** place for place in reversed(range(columns))]
    lines: list[tuple[Cell, ...]] = [
        (name, number, *padded(number, columns, base)) for name, number in rows
    ]
    if footer is not None:
        name, number = footer
        mark: Mark = "odd" if base == 2 else "failing"
        marked = (Marked(d, mark) if d else d for d in padded(number, columns, base))
        lines.append((name, number, *marked))
    return Table((None, say("book_nim.number"), *heads), tuple(lines), footer_rows=bool(footer))


def numbered(position: Position) -> list[tuple[Value, int]]:
    """The heaps as rows of a table."""
    return [(f"{place}.", size) for place, size in enumerate(position, 1)]


def sum_table(position: Position) -> Table:
    """Heaps in base two, and their nim-sum below."""
    return digit_table(numbered(position), footer=(NimSum(position), added(position)))


def counts(position: Position) -> list[int]:
    """N(k): how many rows have a packet of 2ᵏ, from k = 0 on."""
    return [sum(row >> k & 1 for row in position) for k in range(width(position))]


def packet_table(position: Position) -> Table:
    """The rows in packets, and how often each occurs."""
    places = [*reversed(range(width(position)))]
    rows: list[tuple[Cell, ...]] = [
        (f"{number}.", row, *(1 << k if row >> k & 1 else None for k in places))
        for number, row in enumerate(position, 1)
    ]
    found = counts(position)
    sums = (Marked(found[k], "odd") if found[k] % 2 else found[k] for k in places)
    heads = (None, say("book_matches.matches"), *(Number(2) ** k for k in places))
    return Table(heads, (*rows, (Symbol("N(k)"), None, *sums)), footer_rows=1)


def balance_of(before: int, after: int) -> Equation:
    """What a move does to a row: − for each packet that is broken, + for each that is created."""
    changed = before ^ after
    terms: list[Expression] = [
        -Number(one) if before & one else Number(one) for one in packets(changed)
    ]
    return Equation(eq(signed_sum([Number(before), *terms]), after))
