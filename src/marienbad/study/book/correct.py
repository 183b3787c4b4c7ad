"""Hardy and Wright, translated by Lefort, and the printed program: binary sums."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.solver.cheapest import search_of
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.heaps import (
    added,
    after_moves,
    counts,
    digit_table,
    heap_choices,
    leading_heap,
    search_agrees,
    sum_table,
    with_heap,
)
from marienbad.text.mathematics import Number
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Cell, Equation, Listing, Table, Value, say
from marienbad.theories.nim.by_heart import TWO_TO_FIVE, even_and_next, odd_and_next, parts_of_seven

# Hardy and Wright, translated by Lefort


@entry(
    "definition", "", "p. 1", *heap_choices(2, 3, 6, 7, most=100), source="hardy",
    uses=("nim_sum",),
)  # fmt: skip
def correct_position(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """Correct positions: every column of binary digits has an even sum."""
    position = (x, y, z, u)
    sums = counts(position)[::-1]
    places = [*reversed(range(len(sums)))]
    rows = tuple((size, *(size >> place & 1 for place in places)) for size in position)
    heads: tuple[Cell, ...] = (None, *(Number(2) ** place for place in places))
    kind = "incorrect" if any(number % 2 for number in sums) else "correct"
    yield Step(
        say(f"book_correct.correct_position.{kind}", position=position),
        (Table(heads, (*rows, (None, *sums)), footer_rows=1),),
        holds=(kind == "correct") == (added(position) == 0),
    )


@entry(
    "theorem", "", "p. 2", *heap_choices(29, 15, 7, most=100), source="hardy",
    decided=("three_heaps", "any_heaps"), uses=("correct_position", "two_properties"),
    theories=("binary",),
)  # fmt: skip
def hardy_theorem(x: int, y: int, z: int) -> Iterator[Step]:
    """A position is to leave exactly if it is correct."""
    position = (x, y, z)
    total = added(position)
    for number in range(1, 5):
        yield Step(say(f"book_correct.hardy_theorem.{number}"))
    if total == 0:
        lost = all(map(added, after_moves(position)))
        yield Step(
            say("book_correct.hardy_theorem.5_p", position=position),
            (sum_table(position),),
            holds=lost and search_agrees(position, True),
        )
        return
    size = position[leading_heap(position)]
    rows: list[tuple[Value, int]] = [("*", total), (say("book_correct.before"), size)]
    rows.append((say("book_correct.after"), size ^ total))
    yield Step(
        say("book_correct.hardy_theorem.5_n", size=size, left=size ^ total),
        (sum_table(position), digit_table(rows)),
        holds=size ^ total < size and search_agrees(position, False),
    )


@entry(
    "remark", "", "p. 3", Choice("n", 3, 0, 1000), source="hardy",
    decided=("even_and_next", "parts_of_seven", "two_to_five"), uses=("third_heap", "any_heaps"),
)  # fmt: skip
def by_heart(n: int) -> Iterator[Step]:
    """Positions known by heart."""
    to_leave = even_and_next(n), parts_of_seven(n % 8), TWO_TO_FIVE
    for number, known in enumerate(to_leave, 1):
        yield Step(
            say(f"book_correct.by_heart.{number}", position=known),
            (Equation(eq(NimSum(known), 0)),),
            holds=added(known) == 0 and search_agrees(known, True),
        )
    other = odd_and_next(n)
    yield Step(
        say("book_correct.by_heart.4", position=other),
        (Equation(eq(NimSum(other), added(other))),),
        holds=added(other) != 0 and search_agrees(other, False),
    )


@entry(
    "remark", "", "p. 3", Choice("n", 3, 0, 100), Choice("m", 5, 0, 100), source="hardy",
    decided=("put_together",), uses=("by_heart", "any_heaps", "associativity"),
)  # fmt: skip
def combined(n: int, m: int) -> Iterator[Step]:
    """Two positions to leave, put together, are one."""
    first, second = even_and_next(n), (m, m)
    yield Step(say("book_correct.combined.1"))
    yield Step(
        say("book_correct.combined.2", n=n, m=m, first=first, second=second, both=first + second),
        holds=added(first + second) == 0 and search_agrees(first + second, True),
    )


def ways(position: Position) -> list[tuple[int, int]]:
    """The rows that can be lowered to make a position correct, with what is taken."""
    total = added(position)
    lowered = ((i, size - (size ^ total)) for i, size in enumerate(position, 1))
    return [(i, taken) for i, taken in lowered if taken > 0]


@entry(
    "remark", "", "p. 3", *heap_choices(3, 5, 7, 8, 11, most=100), source="hardy",
    uses=("hardy_theorem",), why="sets",
)  # fmt: skip
def several_ways(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """There can be several winning moves, and their number is odd."""
    position = (x, y, z, u, v)
    found = ways(position)
    taken = [say("book_correct.several_ways.one", taken=taken, row=row) for row, taken in found]
    tried = [one for one in after_moves(position) if added(one) == 0]
    if not found:
        yield Step(say("book_correct.several_ways.none", position=position), holds=not tried)
    else:
        yield Step(
            say("book_correct.several_ways.1", position=position, moves=Listing(taken, "or")),
            holds=len(tried) == len(found) and len(found) % 2 == 1,
        )
    yield Step(say("book_correct.several_ways.2"), holds=ways((1, 3, 9, 27)) == [(4, 16)])


@entry(
    "remark", "", "p. 3", *heap_choices(1, 2, 3, most=60), source="hardy",
    decided=("even_breaks", "odd_mends"), uses=("hardy_theorem", "even_wins"),
    theories=("binary", "base4", "base8", "base16"),
)  # fmt: skip
def last_loses(x: int, y: int, z: int) -> Iterator[Step]:
    """If the last match loses, the theory is the same while a heap has more than one."""
    position = (x, y, z)
    small = [one for one in combinations_with_replacement(range(6), 3) if max(one) > 1]
    normal, misere = (search_of(define(game)) for game in ("nim", "marienbad"))
    yield Step(
        say("book_correct.last_loses.1"),
        holds=all(normal.is_p(one) == misere.is_p(one) for one in small),
    )
    ones = [(0, 0, 1), (0, 1, 1), (1, 1, 1)]
    opposite = all(normal.is_p(one) != misere.is_p(one) for one in ones)
    yield Step(say("book_correct.last_loses.2"), holds=opposite)
    if max(position) > 1:
        key = "n" if added(position) else "p"
        yield Step(
            say(f"book_correct.last_loses.3_{key}", position=position),
            holds=search_agrees(position, key == "p", "marienbad"),
        )


# The printed program


@entry(
    "recipe", "", "p. 1–2", *heap_choices(3, 5, 6, 7, most=100), source="program",
    decided=("any_heaps",), uses=("any_heaps",), theories=("binary",), correction=32,
)  # fmt: skip
def digit_by_digit(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """The strategy of the program, one digit after another."""
    position = (x, y, z, u)
    total = added(position)
    yield Step(say("book_correct.digit_by_digit.1"), (sum_table(position),))
    if total == 0:
        lost = all(map(added, after_moves(position)))
        yield Step(say("book_correct.digit_by_digit.none"), holds=lost)
        return
    first, row = total.bit_length() - 1, leading_heap(position)
    size = position[row]
    yield Step(
        say("book_correct.digit_by_digit.2", column=2**first, row=row + 1, size=size),
        holds=all(not other >> first & 1 for other in position[:row]),
    )
    left = size
    for place in reversed(range(first + 1)):
        if total >> place & 1:
            bit = left >> place & 1
            left ^= 1 << place
            key = "drop" if bit else "rise"
            yield Step(
                say(f"book_correct.digit_by_digit.{key}", column=2**place, left=left),
                holds=added(with_heap(position, row, left)) == total & ((1 << place) - 1),
            )
    target = with_heap(position, row, left)
    yield Step(
        say("book_correct.digit_by_digit.3", taken=size - left, row=row + 1, position=target),
        (sum_table(target),),
        holds=added(target) == 0 and left < size,
    )


@entry(
    "remark", "", "p. 2", *heap_choices(1, 3, 6, 8, 12, most=60), source="program",
    correction=47, uses=("digit_by_digit",), why="play",
)  # fmt: skip
def against_one_match(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Against a player who takes one match at random, from a position with sum 0."""
    position = (x, y, z, u, v)
    if added(position) or not any(position):
        yield Step(say("book_correct.against_one_match.none", position=position))
    else:
        last = max(i for i, size in enumerate(position) if size)
        mine = with_heap(position, last, position[last] - 1)
        answers = [with_heap(mine, i, size - 1) for i, size in enumerate(mine) if size]
        lucky = [one for one in answers if added(one) == 0]
        key = "lucky" if lucky else "safe"
        shown: dict[str, Value] = {"lucky": Listing(lucky)} if lucky else {}
        yield Step(
            say(f"book_correct.against_one_match.{key}", position=position, mine=mine, **shown),
            holds=added(mine) != 0,
        )
    yield Step(say("book_correct.against_one_match.2"), holds=added((1, 1)) == 0 == added((0, 0)))
