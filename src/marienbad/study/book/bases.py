"""Section 2.1.5 of the thesis: Nim in base 4, 8 and larger powers of two."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod

from marienbad.heaps import Position
from marienbad.numeration.bases import digits, value
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.heaps import (
    added,
    after_moves,
    digit_table,
    heap_choices,
    numbered,
    padded,
    search_agrees,
    width,
    with_heap,
)
from marienbad.text.mathematics import DigitString, Number
from marienbad.text.relations import NimSum, SetOf, Union, eq
from marienbad.text.sentences import Block, Equation, Items, Listing, Table, Value, say
from marienbad.theories.nim.zero_sets import minimal_zero_sets, part_column

FIVE = heap_choices(43, 27, 12, 9, 5, most=4000)
K = Choice("k", 2, 2, 4)
SETS = "book_bases.sets"


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
            yield say("book_bases.left_over", column=weight, digits=Listing(over))
        else:
            yield say("book_bases.parted", column=weight)
            yield Equation(eq(SetOf(column), Union([*map(SetOf, sets)])))


@entry("definition", "", "2.1.5", Choice("n", 43, 0, 10**6), K)
def digits_as_bits(n: int, k: int) -> Iterator[Step]:
    """A digit in base 2ᵏ is k binary digits: tables VII and X."""
    base = 2**k
    rows = tuple((digit, DigitString(padded(digit, k), 2)) for digit in range(base))
    heads = (say("book_bases.digit", base=base), say("book_bases.binary"))
    yield Step(say("book_bases.digits_as_bits.1", base=base, k=k), (Table(heads, rows),))
    written = digits(n, base)
    bits = [bit for digit in written for bit in padded(digit, k)]
    yield Step(
        say(
            "book_bases.digits_as_bits.2",
            n=n,
            digits=DigitString(written, base),
            bits=DigitString(digits(n, 2), 2),
        ),
        holds=value(tuple(bits), 2) == n,
    )


@entry(
    "property", "", "2.1.5", *heap_choices(43, 27, names="AB"), K,
    decided=("minimal_sets",), uses=("digits_as_bits", "nim_sum"),
    theories=("base4", "base8", "base16"),
)  # fmt: skip
def sum_by_columns(A: int, B: int, k: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """The nim-sum can be made in base 2ᵏ, column by column."""
    base, total = 2**k, added((A, B))
    wide = width((A, B), base)
    pairs = list(zip(padded(A, wide, base), padded(B, wide, base), strict=True))
    rows: list[tuple[Value, int]] = [("", A), ("", B)]
    yield Step(say("book_bases.sum_by_columns.1", k=k, base=base))
    yield Step(
        say("book_bases.sum_by_columns.2", base=base),
        (digit_table(rows, base, (NimSum((A, B)), total)),),
        holds=[added(pair) for pair in pairs] == [*padded(total, wide, base)],
    )


@entry("definition", "", "2.1.5", K, uses=("nim_sum",), theories=("base4", "base8", "base16"))
def minimal_set(k: int) -> Iterator[Step]:
    """A minimal zero set: its nim-sum is 0, and no part of it has the nim-sum 0."""
    base = 2**k
    known = minimal_zero_sets(base)
    yield Step(say("book_bases.minimal_set.1"))
    yield Step(
        say("book_bases.minimal_set.2", base=base, count=len(known)),
        (say(SETS, sets=Listing([*map(SetOf, known[:30]), *(["…"] if len(known) > 30 else [])])),),
        holds=not any(added(one) or has_zero_part(one) for one in known),
    )


@entry(
    "proposition", "", "2.1.5", *FIVE, K, why="sets",
    uses=("minimal_set", "commutativity", "associativity"), theories=("base4", "base8", "base16"),
)  # fmt: skip
def parting_a_column(x: int, y: int, z: int, u: int, v: int, k: int) -> Iterator[Step]:
    """Digits have the nim-sum 0 exactly if they part into minimal zero sets."""
    base, position = 2**k, (x, y, z, u, v)
    column = columns_of(position, base)[-1]
    sets, over = part_column(column, base)
    yield Step(say("book_bases.parting_a_column.1"))
    yield Step(say("book_bases.parting_a_column.2"))
    if over:
        yield Step(
            say(
                "book_bases.parting_a_column.3_n",
                base=base,
                column=SetOf(column),
                over=Listing(over),
            ),
            (Equation(eq(NimSum(column), added(column))),),
            holds=added(column) == added(over) != 0 and not has_zero_part(over),
        )
    else:
        yield Step(
            say("book_bases.parting_a_column.3_p", base=base),
            (Equation(eq(SetOf(column), Union([*map(SetOf, sets)]))),),
            holds=added(column) == 0 and not any(map(added, sets)),
        )


def by_sets(position: Position, base: int) -> Iterator[Step]:
    """Whether every column of a position parts into minimal zero sets."""
    is_parted = not any(part_column(column, base)[1] for column in columns_of(position, base))
    shown = (digit_table(numbered(position), base), *partitions(position, base))
    answer = "p" if is_parted else "n"
    yield Step(
        say(f"book_bases.by_sets_{answer}", position=position, base=base),
        shown,
        holds=is_parted == (added(position) == 0) and search_agrees(position, is_parted),
    )


@entry(
    "theorem", "", "2.1.5", *FIVE, decided=("minimal_sets",),
    uses=("any_heaps", "sum_by_columns", "parting_a_column"), theories=("base4",),
)  # fmt: skip
def base_four(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Base 4: five minimal zero sets."""
    sets = minimal_zero_sets(4)
    yield Step(say("book_bases.base_four.1"), holds=[*sets[1:4]] == [(d, d) for d in (1, 2, 3)])
    distinct = [part for size in (1, 2, 3) for part in combinations((1, 2, 3), size)]
    zero = [part for part in distinct if not added(part)]
    yield Step(
        say("book_bases.base_four.2"),
        (Equation(eq(NimSum((1, 2, 3)), 0)),),
        holds=zero == [(1, 2, 3)] == [*sets[4:]],
    )
    yield Step(say("book_bases.base_four.3"))
    yield from by_sets((x, y, z, u, v), 4)


@entry(
    "theorem", "", "2.1.5", *FIVE, correction=2,
    decided=("minimal_sets",), refuted=("without_units",),
    uses=("any_heaps", "sum_by_columns", "parting_a_column"), theories=("base8",),
)  # fmt: skip
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
    yield Step(say("book_bases.base_eight.1"), holds=not of_size[1] and not of_size[2])
    for size in (3, 4):
        found = Listing([*map(SetOf, of_size[size])])
        count = len(of_size[size])
        yield Step(say(f"book_bases.base_eight.{size}"), (say(SETS, sets=found),), holds=count == 7)
    larger = any(of_size[size] for size in (5, 6, 7))
    listed = len(minimal_zero_sets(8)) == 1 + 7 + 7 + 7
    yield Step(say("book_bases.base_eight.5"), holds=listed and not larger)
    yield Step(say("book_bases.base_eight.6"), holds=search_agrees((1,), False))
    yield from by_sets((x, y, z, u, v), 8)


@entry("remark", "", "2.1.5", correction=20, uses=("base_four",), why="play")
def example_in_base_four() -> Iterator[Step]:
    """The example with five heaps."""
    before, printed, after = (43, 27, 12, 9, 5), (26, 27, 12, 9, 5), (27, 27, 12, 9, 5)
    yield from by_sets(before, 4)
    yield Step(
        say("book_bases.example_in_base_four.2", written=DigitString(digits(27, 4), 4)),
        (Equation(eq(NimSum(printed), added(printed))),),
        holds=added(printed) == 1,
    )
    yield from by_sets(after, 4)


def sets_of(k: int, size: int) -> int:
    """How many minimal zero sets of different digits have this size, in base 2ᵏ."""
    factors = [(1 << k) - (1 << i) for i in range(size - 1)]
    return prod(factors) // factorial(size)


@entry(
    "remark", "", "2.1.5", Choice("k", 4, 2, 12), uses=("minimal_set",), why="bases",
    theories=("base16",),
)  # fmt: skip
def larger_bases(k: int) -> Iterator[Step]:
    """How many minimal zero sets there are in base 2ᵏ."""
    base = 2**k
    counted = {size: sets_of(k, size) for size in range(3, k + 2)}
    total = base + sum(counted.values())
    yield Step(say("book_bases.larger_bases.1", k=k, more=k + 1))
    yield Step(say("book_bases.larger_bases.2"))
    known = minimal_zero_sets(base) if k <= 4 else ()
    rows: list[tuple[Value, int]] = [(1, 1), (2, base - 1), *counted.items()]
    rows.append((say("book_bases.together"), total))
    heads = (say("book_bases.size"), say("book_bases.many"))
    yield Step(
        say("book_bases.larger_bases.3", base=base),
        (Table(heads, tuple(rows), footer_rows=1),),
        holds=not known or len(known) == total,
    )
    beyond = 32 + sum(sets_of(5, size) for size in range(3, 7))
    yield Step(say("book_bases.larger_bases.4"), holds=beyond == 20368)


@entry(
    "recipe", "", "2.1.5", *FIVE, K, decided=("minimal_sets",),
    uses=("base_four", "base_eight"), theories=("base4", "base8", "base16"),
)  # fmt: skip
def play_by_sets(x: int, y: int, z: int, u: int, v: int, k: int) -> Iterator[Step]:
    """How one plays with minimal zero sets."""
    base, position = 2**k, (x, y, z, u, v)
    rules = tuple(say(f"book_bases.play_by_sets.rule_{number}") for number in range(1, 5))
    yield Step(say("book_bases.play_by_sets.1"), (Items(rules, is_numbered=True),))
    columns = columns_of(position, base)
    lacking = [added(part_column(column, base)[1]) for column in columns]
    if not any(lacking):
        lost = all(added(one) for one in after_moves(position)) if max(position) <= 99 else True
        yield Step(say("book_bases.play_by_sets.2_p"), holds=lost and not added(position))
        return
    first = next(place for place, digit in enumerate(lacking) if digit)
    for heap, size in enumerate(position):
        old = [column[heap] for column in columns]
        new = [added((digit, lack)) for digit, lack in zip(old, lacking, strict=True)]
        if new[first] < old[first]:
            left = value(tuple(new), base)
            target = with_heap(position, heap, left)
            yield Step(
                say(
                    "book_bases.play_by_sets.2_n",
                    heap=heap + 1,
                    before=DigitString(old, base),
                    after=DigitString(new, base),
                    left=left,
                ),
                tuple(partitions(target, base)),
                holds=left < size and added(target) == 0,
            )
            return
