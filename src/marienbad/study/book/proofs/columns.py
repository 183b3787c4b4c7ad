"""Nim by columns of digits: in base 4, 8 and larger powers of two (section 2.1.5 of the thesis);
Hardy and Wright, translated by Lefort; the printed program.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.bases import digits, value
from marienbad.solver.search import search_of
from marienbad.study.book.proofs.nim import (
    added,
    after_moves,
    counts,
    digit_table,
    leading_heap,
    numbered,
    padded,
    search_agrees,
    sum_table,
    width,
    with_heap,
)
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import DigitString, Number
from marienbad.text.relations import NimSum, SetOf, Union, eq
from marienbad.text.sentences import Block, Cell, Equation, Items, Listing, Table, Value, say
from marienbad.theories.nim.bases import minimal_zero_sets, part_column
from marienbad.theories.nim.by_heart import TWO_TO_FIVE, even_and_next, odd_and_next, parts_of_seven

SETS = ".sets"


def columns_of(position: Position, base: int) -> list[tuple[int, ...]]:
    """The digits by columns, the leftmost first."""
    wide = width(position, base)
    return list(zip(*(padded(size, wide, base) for size in position), strict=True))


def has_zero_part(members: Sequence[int]) -> bool:
    """Whether some of the digits, but not all, have nim-sum 0."""
    sizes = range(1, len(members))
    return any(not added(part) for size in sizes for part in combinations(members, size))


def partitions(position: Position, base: int) -> Iterator[Block]:
    """Each column as a union of minimal sets, as far as it goes."""
    columns = columns_of(position, base)
    for place, column in zip(reversed(range(len(columns))), columns, strict=True):
        sets, over = part_column(column, base)
        weight = Number(base) ** place
        if over:
            yield say(".left_over", column=weight, digits=Listing(over))
        else:
            yield say(".parted", column=weight)
            yield Equation(eq(SetOf(column), Union([*map(SetOf, sets)])))


def digits_as_bits(n: int, k: int) -> Iterator[Step]:
    """A digit in base 2ᵏ is k binary digits: tables VII and X."""
    base = 2**k
    rows = tuple((digit, DigitString(padded(digit, k), 2)) for digit in range(base))
    heads = (say(".digit", base=base), say(".binary"))
    yield step("1", Table(heads, rows), base=base)
    written = digits(n, base)
    bits = [bit for digit in written for bit in padded(digit, k)]
    is_so = value(tuple(bits), 2) == n
    yield step(
        "2", holds=is_so, digits=DigitString(written, base), bits=DigitString(digits(n, 2), 2)
    )


def sum_by_columns(A: int, B: int, k: int) -> Iterator[Step]:
    """The nim-sum can be made in base 2ᵏ, column by column."""
    base, total = 2**k, added((A, B))
    wide = width((A, B), base)
    pairs = list(zip(padded(A, wide, base), padded(B, wide, base), strict=True))
    rows: list[tuple[Value, int]] = [("", A), ("", B)]
    yield step("1", base=base)
    is_so = [added(pair) for pair in pairs] == [*padded(total, wide, base)]
    yield step("2", digit_table(rows, base, (NimSum((A, B)), total)), holds=is_so, base=base)


def minimal_set(k: int) -> Iterator[Step]:
    """A minimal zero set: its nim-sum is 0, and no part of it has the nim-sum 0."""
    base = 2**k
    known = minimal_zero_sets(base)
    shown = say(SETS, sets=Listing([*map(SetOf, known[:30]), *(["…"] if len(known) > 30 else [])]))
    is_so = not any(added(one) or has_zero_part(one) for one in known)
    yield step("2", shown, holds=is_so, base=base, count=len(known))


def parting_a_column(x: int, y: int, z: int, u: int, v: int, k: int) -> Iterator[Step]:
    """Digits have the nim-sum 0 exactly if they part into minimal zero sets."""
    base, position = 2**k, (x, y, z, u, v)
    column = columns_of(position, base)[-1]
    sets, over = part_column(column, base)
    if over:
        shown = Equation(eq(NimSum(column), added(column)))
        is_so = added(column) == added(over) != 0 and not has_zero_part(over)
        yield step("3_n", shown, holds=is_so, base=base, column=SetOf(column), over=Listing(over))
    else:
        shown = Equation(eq(SetOf(column), Union([*map(SetOf, sets)])))
        yield step("3_p", shown, holds=added(column) == 0 and not any(map(added, sets)), base=base)


def by_sets(position: Position, base: int) -> Iterator[Step]:
    """Whether every column of a position parts into minimal zero sets."""
    is_parted = not any(part_column(column, base)[1] for column in columns_of(position, base))
    shown = (digit_table(numbered(position), base), *partitions(position, base))
    answer = "p" if is_parted else "n"
    is_so = is_parted == (added(position) == 0) and search_agrees(position, is_parted)
    yield step(f".by_sets_{answer}", *shown, holds=is_so, position=position, base=base)


def base_four(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Base 4: five minimal zero sets."""
    sets = minimal_zero_sets(4)
    yield step("1", holds=[*sets[1:4]] == [(d, d) for d in (1, 2, 3)])
    distinct = [part for size in (1, 2, 3) for part in combinations((1, 2, 3), size)]
    zero = [part for part in distinct if not added(part)]
    yield step("2", holds=zero == [(1, 2, 3)] == [*sets[4:]])
    yield step("3")
    yield from by_sets((x, y, z, u, v), 4)


def base_eight(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Base 8: 22 minimal zero sets."""
    of_size = {
        size: [
            part
            for part in combinations(range(1, 8), size)
            if not added(part) and not has_zero_part(part)
        ]
        for size in range(1, 8)
    }
    yield step("1", holds=not of_size[1] and not of_size[2])
    for size in (3, 4):
        found = Listing([*map(SetOf, of_size[size])])
        count = len(of_size[size])
        yield step(f"{size}", say(SETS, sets=found), holds=count == 7)
    larger = any(of_size[size] for size in (5, 6, 7))
    listed = len(minimal_zero_sets(8)) == 1 + 7 + 7 + 7
    yield step("5", holds=listed and not larger)
    yield step("6", holds=search_agrees((1,), False))
    yield from by_sets((x, y, z, u, v), 8)


def example_in_base_four() -> Iterator[Step]:
    """The example with five heaps."""
    before, printed, after = (43, 27, 12, 9, 5), (26, 27, 12, 9, 5), (27, 27, 12, 9, 5)
    yield from by_sets(before, 4)
    shown = Equation(eq(NimSum(printed), added(printed)))
    yield step("2", shown, holds=added(printed) == 1, written=DigitString(digits(27, 4), 4))
    yield from by_sets(after, 4)


def sets_of(k: int, size: int) -> int:
    """How many minimal zero sets of different digits have this size, in base 2ᵏ."""
    factors = [(1 << k) - (1 << i) for i in range(size - 1)]
    return prod(factors) // factorial(size)


def larger_bases(k: int) -> Iterator[Step]:
    """How many minimal zero sets there are in base 2ᵏ."""
    base = 2**k
    counted = {size: sets_of(k, size) for size in range(3, k + 2)}
    total = base + sum(counted.values())
    yield step("1", more=k + 1)
    yield step("2")
    known = minimal_zero_sets(base) if k <= 4 else ()
    rows: list[tuple[Value, int]] = [(1, 1), (2, base - 1), *counted.items()]
    rows.append((say(".together"), total))
    heads = (say(".size"), say(".many"))
    is_so = not known or len(known) == total
    yield step("3", Table(heads, tuple(rows), footer_rows=1), holds=is_so, base=base)
    beyond = 32 + sum(sets_of(5, size) for size in range(3, 7))
    yield step("4", holds=beyond == 20368)


def play_by_sets(x: int, y: int, z: int, u: int, v: int, k: int) -> Iterator[Step]:
    """How one plays with minimal zero sets."""
    base, position = 2**k, (x, y, z, u, v)
    rules = tuple(say(f"rule_{number}") for number in range(1, 5))
    yield step("1", Items(rules, is_numbered=True))
    columns = columns_of(position, base)
    lacking = [added(part_column(column, base)[1]) for column in columns]
    if not any(lacking):
        lost = all(added(one) for one in after_moves(position)) if max(position) <= 99 else True
        yield step("2_p", holds=lost and not added(position))
        return
    first = next(place for place, digit in enumerate(lacking) if digit)
    for heap, size in enumerate(position):
        old = [column[heap] for column in columns]
        new = [added((digit, lack)) for digit, lack in zip(old, lacking, strict=True)]
        if new[first] < old[first]:
            left = value(tuple(new), base)
            target = with_heap(position, heap, left)
            yield step(
                "2_n",
                *partitions(target, base),
                holds=left < size and added(target) == 0,
                heap=heap + 1,
                before=DigitString(old, base),
                after=DigitString(new, base),
                left=left,
            )
            return


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
            yield step(key, holds=is_so, column=2**place, left=left)
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
        yield step(key, holds=added(mine) != 0, position=position, mine=mine, **shown)
    yield step("2", holds=added((1, 1)) == 0 == added((0, 0)))
