"""Hardy and Wright, translated by Lefort, and the printed program: binary sums."""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.solver.search import search_of
from marienbad.study.book.proofs.nim import (
    added,
    after_moves,
    counts,
    digit_table,
    leading_heap,
    search_agrees,
    sum_table,
    with_heap,
)
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Number
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Cell, Equation, Listing, Table, Value, say
from marienbad.theories.nim.by_heart import TWO_TO_FIVE, even_and_next, odd_and_next, parts_of_seven

# Hardy and Wright, translated by Lefort


def correct_position(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """Correct positions: every column of binary digits has an even sum."""
    position = (x, y, z, u)
    sums = counts(position)[::-1]
    places = [*reversed(range(len(sums)))]
    rows = tuple((size, *(size >> place & 1 for place in places)) for size in position)
    heads: tuple[Cell, ...] = (None, *(Number(2) ** place for place in places))
    kind = "incorrect" if any(number % 2 for number in sums) else "correct"
    shown = Table(heads, (*rows, (None, *sums)), footer_rows=1)
    is_so = (kind == "correct") == (added(position) == 0)
    yield step(f"{kind}", shown, holds=is_so, position=position)


def hardy_theorem(x: int, y: int, z: int) -> Iterator[Step]:
    """A position is to leave exactly if it is correct."""
    position = (x, y, z)
    total = added(position)
    for number in range(1, 5):
        yield step(f"{number}")
    if total == 0:
        lost = all(map(added, after_moves(position)))
        is_so = lost and search_agrees(position, True)
        yield step("5_p", sum_table(position), holds=is_so, position=position)
        return
    size = position[leading_heap(position)]
    rows: list[tuple[Value, int]] = [("*", total), (say(".before"), size)]
    rows.append((say(".after"), size ^ total))
    is_so = size ^ total < size and search_agrees(position, False)
    yield step(
        "5_n", sum_table(position), digit_table(rows), holds=is_so, size=size, left=size ^ total
    )


def by_heart(n: int) -> Iterator[Step]:
    """Positions known by heart."""
    to_leave = even_and_next(n), parts_of_seven(n % 8), TWO_TO_FIVE
    for number, known in enumerate(to_leave, 1):
        is_so = added(known) == 0 and search_agrees(known, True)
        yield step(f"{number}", Equation(eq(NimSum(known), 0)), holds=is_so, position=known)
    other = odd_and_next(n)
    is_so = added(other) != 0 and search_agrees(other, False)
    yield step("4", Equation(eq(NimSum(other), added(other))), holds=is_so, position=other)


def combined(n: int, m: int) -> Iterator[Step]:
    """Two positions to leave, put together, are one."""
    first, second = even_and_next(n), (m, m)
    yield step("1")
    is_so = added(first + second) == 0 and search_agrees(first + second, True)
    yield step("2", holds=is_so, first=first, second=second, both=first + second)


def ways(position: Position) -> list[tuple[int, int]]:
    """The rows that can be lowered to make a position correct, with what is taken."""
    total = added(position)
    lowered = ((i, size - (size ^ total)) for i, size in enumerate(position, 1))
    return [(i, taken) for i, taken in lowered if taken > 0]


def several_ways(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """There can be several winning moves, and their number is odd."""
    position = (x, y, z, u, v)
    found = ways(position)
    taken = [say("one", taken=taken, row=row) for row, taken in found]
    tried = [one for one in after_moves(position) if added(one) == 0]
    if not found:
        yield step("none", holds=not tried, position=position)
    else:
        is_so = len(tried) == len(found) and len(found) % 2 == 1
        yield step("1", holds=is_so, position=position, moves=Listing(taken, "or"))
    yield step("2", holds=ways((1, 3, 9, 27)) == [(4, 16)])


def last_loses(x: int, y: int, z: int) -> Iterator[Step]:
    """If the last match loses, the theory is the same while a heap has more than one."""
    position = (x, y, z)
    small = [one for one in combinations_with_replacement(range(6), 3) if max(one) > 1]
    normal, misere = (search_of(define(game)) for game in ("nim", "marienbad"))
    yield step("1", holds=all(normal.is_p(one) == misere.is_p(one) for one in small))
    ones = [(0, 0, 1), (0, 1, 1), (1, 1, 1)]
    opposite = all(normal.is_p(one) != misere.is_p(one) for one in ones)
    yield step("2", holds=opposite)
    if max(position) > 1:
        key = "n" if added(position) else "p"
        is_so = search_agrees(position, key == "p", "marienbad")
        yield step(f"3_{key}", holds=is_so, position=position)


# The printed program


def digit_by_digit(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """The strategy of the program, one digit after another."""
    position = (x, y, z, u)
    total = added(position)
    yield step("1", sum_table(position))
    if total == 0:
        lost = all(map(added, after_moves(position)))
        yield step("none", holds=lost)
        return
    first, row = total.bit_length() - 1, leading_heap(position)
    size = position[row]
    is_so = all(not other >> first & 1 for other in position[:row])
    yield step("2", holds=is_so, column=2**first, row=row + 1, size=size)
    left = size
    for place in reversed(range(first + 1)):
        if total >> place & 1:
            bit = left >> place & 1
            left ^= 1 << place
            key = "drop" if bit else "rise"
            is_so = added(with_heap(position, row, left)) == total & ((1 << place) - 1)
            yield step(f"{key}", holds=is_so, column=2**place, left=left)
    target = with_heap(position, row, left)
    is_so = added(target) == 0 and left < size
    yield step("3", sum_table(target), holds=is_so, taken=size - left, row=row + 1, position=target)


def against_one_match(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Against a player who takes one match at random, from a position with sum 0."""
    position = (x, y, z, u, v)
    if added(position) or not any(position):
        yield step("none", position=position)
    else:
        last = max(i for i, size in enumerate(position) if size)
        mine = with_heap(position, last, position[last] - 1)
        answers = [with_heap(mine, i, size - 1) for i, size in enumerate(mine) if size]
        lucky = [one for one in answers if added(one) == 0]
        key = "lucky" if lucky else "safe"
        shown: dict[str, Value] = {"lucky": Listing(lucky)} if lucky else {}
        yield step(f"{key}", holds=added(mine) != 0, position=position, mine=mine, **shown)
    yield step("2", holds=added((1, 1)) == 0 == added((0, 0)))
