"""Section 2.1.5 of the thesis: Nim in base 4, 8 and larger powers of two."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod

from marienbad.heaps import Position
from marienbad.numeration.bases import digits, value
from marienbad.study.book.proofs.nim import (
    added,
    after_moves,
    digit_table,
    numbered,
    padded,
    search_agrees,
    width,
    with_heap,
)
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import DigitString, Number
from marienbad.text.relations import NimSum, SetOf, Union, eq
from marienbad.text.sentences import Block, Equation, Items, Listing, Table, Value, say
from marienbad.theories.nim.bases import minimal_zero_sets, part_column

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
    yield step("1")
    shown = say(SETS, sets=Listing([*map(SetOf, known[:30]), *(["…"] if len(known) > 30 else [])]))
    is_so = not any(added(one) or has_zero_part(one) for one in known)
    yield step("2", shown, holds=is_so, base=base, count=len(known))


def parting_a_column(x: int, y: int, z: int, u: int, v: int, k: int) -> Iterator[Step]:
    """Digits have the nim-sum 0 exactly if they part into minimal zero sets."""
    base, position = 2**k, (x, y, z, u, v)
    column = columns_of(position, base)[-1]
    sets, over = part_column(column, base)
    yield step("1")
    yield step("2")
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
