"""Sections 2.1.1 to 2.1.4 of the thesis: Nim, the nim-sum, and Bouton's theorem."""

from collections.abc import Iterator

from marienbad.heaps import Position
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.heaps import (
    added,
    after_moves,
    digit_table,
    heap_choices,
    leading_heap,
    search_agrees,
    sum_table,
    with_heap,
)
from marienbad.text.mathematics import Operand, Power, Symbol, signed_sum
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Cell, Equation, Listing, Table, say

TWO = heap_choices(5, 9, names="AB")
THREE = heap_choices(43, 27, 12)
SUMMANDS = heap_choices(43, 27, 12, names="ABC")
FIVE = heap_choices(43, 27, 12, 9, 5, most=200)


def sum_of(*numbers: Operand) -> NimSum:
    return NimSum(numbers)


# 2.1.1


@entry("definition", "", "2.1.1", *heap_choices(3, 4, 5, most=60), uses=("subtraction_game",))
def nim_rules(x: int, y: int, z: int) -> Iterator[Step]:
    """The rules of Nim."""
    left = list(after_moves((x, y, z)))
    yield Step(
        say("book_nim.nim_rules.1", position=(x, y, z), count=len(left)),
        holds=len(set(left)) == x + y + z and all(sum(one) < x + y + z for one in left),
    )


@entry("remark", "", "2.1.1", Choice("x", 8, 1, 1000), decided=("any_heaps",), uses=("nim_rules",))
def one_heap(x: int) -> Iterator[Step]:
    """One heap: take it."""
    yield Step(say("book_nim.one_heap.1", x=x), holds=(0,) in set(after_moves((x,))))


@entry(
    "remark", "", "2.1.1", *heap_choices(5, 8),
    decided=("equal_heaps",), uses=("nim_rules", "two_properties"), theories=("packets",),
)  # fmt: skip
def two_heaps(x: int, y: int) -> Iterator[Step]:
    """Two heaps: make them equal."""
    least = min(x, y)
    answers = set(after_moves((x, y)))
    yield Step(say("book_nim.two_heaps.1"), holds=search_agrees((x, y), x == y))
    yield Step(say("book_nim.two_heaps.2"))
    if x == y:
        yield Step(
            say("book_nim.two_heaps.3_p", x=x), holds=all(one != two for one, two in answers)
        )
    else:
        yield Step(
            say("book_nim.two_heaps.3_n", position=(x, y), taken=abs(x - y), left=(least, least)),
            holds=(least, least) in answers,
        )


@entry(
    "remark", "", "2.1.1", *heap_choices(3, 4, 6, most=60),
    decided=("two_made_equal",), uses=("two_heaps",),
)  # fmt: skip
def two_made_equal(x: int, y: int, z: int) -> Iterator[Step]:
    """Of three heaps, never make two equal."""
    yield Step(say("book_nim.two_made_equal.1"))
    wrong = [one for one in after_moves((x, y, z)) if all(one) and len(set(one)) < 3]
    if len({x, y, z}) == 3 and wrong:
        shown = Listing(wrong[:3])
        is_so = all(any(added(two) == 0 for two in after_moves(one)) for one in wrong)
        yield Step(say("book_nim.two_made_equal.2", position=(x, y, z), wrong=shown), holds=is_so)


@entry(
    "remark",
    "",
    "2.1.1",
    *heap_choices(5, 3, most=60),
    decided=("equal_heaps",),
    uses=("two_heaps",),
)
def rook(x: int, y: int) -> Iterator[Step]:
    """Two heaps on a chessboard: the rook."""
    squares = {(u, y) for u in range(x)} | {(x, v) for v in range(y)}
    yield Step(say("book_nim.rook.1", x=x, y=y), holds=squares == set(after_moves((x, y))))
    yield Step(say("book_nim.rook.2"), holds=search_agrees((x, y), x == y))


# 2.1.2


@entry("definition", "", "2.1.2", *SUMMANDS[:2], decided=("one_nim_sum",))
def nim_sum(A: int, B: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """Add in base two without carrying."""
    total = added((A, B))
    yield Step(say("book_nim.nim_sum.1"))
    yield Step(
        say("book_nim.nim_sum.2", sum=eq(sum_of(A, B), total)),
        (sum_table((A, B)),),
        holds=total == A ^ B,
    )
    yield Step(say("book_nim.nim_sum.3"), holds=total <= A + B and (total - A - B) % 2 == 0)


@entry("property", "(1)", "2.1.2", *TWO, decided=("commutative",), uses=("nim_sum",))
def commutativity(A: int, B: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """A ⊕ B = B ⊕ A."""
    yield Step(
        say("book_nim.commutativity.1"),
        (Equation(eq(sum_of(A, B), sum_of(B, A), A ^ B)),),
        holds=added((A, B)) == added((B, A)) == A ^ B,
    )


@entry("property", "(2)", "2.1.2", *SUMMANDS, decided=("associative",), uses=("nim_sum",))
def associativity(A: int, B: int, C: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """(A ⊕ B) ⊕ C = A ⊕ (B ⊕ C)."""
    left, right = added((A, B)), added((B, C))
    total = added((A, B, C))
    yield Step(say("book_nim.associativity.1"))
    yield Step(
        say("book_nim.associativity.2"),
        (
            Equation(eq(sum_of(sum_of(A, B), C), sum_of(left, C), total)),
            Equation(eq(sum_of(A, sum_of(B, C)), sum_of(A, right), total)),
        ),
        holds=added((left, C)) == added((A, right)) == total,
    )


@entry("property", "(3)", "2.1.2", TWO[0], decided=("neutral",), uses=("nim_sum",))
def neutral_element(A: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """0 ⊕ A = A."""
    shown = Equation(eq(sum_of(0, A), A))
    yield Step(say("book_nim.neutral_element.1"), (shown,), holds=added((0, A)) == A)


@entry("property", "(4)", "2.1.2", TWO[0], decided=("own_inverse",), uses=("nim_sum",))
def inverse(A: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """A ⊕ A = 0."""
    yield Step(
        say("book_nim.inverse.1"), (Equation(eq(sum_of(A, A), 0)),), holds=added((A, A)) == 0
    )


@entry("property", "(a)", "2.1.2", decided=("nothing_added",), uses=("neutral_element", "inverse"))
def nothing_added() -> Iterator[Step]:
    """0 ⊕ 0 = 0."""
    yield Step(say("book_nim.nothing_added.1"), holds=added((0, 0)) == 0)


@entry(
    "property", "(b)", "2.1.2", *TWO,
    decided=("differs_from_before",),
    uses=("commutativity", "associativity", "neutral_element", "inverse"),
)  # fmt: skip
def different_sums(A: int, B: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """A smaller summand makes another sum."""
    total = added((A, B))
    yield Step(say("book_nim.different_sums.1"))
    yield Step(
        say("book_nim.different_sums.2", A=A, B=B, total=total),
        holds=total not in {added((p, B)) for p in range(A)},
    )
    yield Step(say("book_nim.different_sums.3"), holds=total not in {A ^ q for q in range(B)})


@entry(
    "property", "(c)", "2.1.2", *TWO, Choice("X", 7, 0, 1000),
    decided=("all_smaller_before",), uses=("commutativity", "associativity", "inverse"),
)  # fmt: skip
def smaller_sums(A: int, B: int, X: int) -> Iterator[Step]:  # noqa: N803 (as in the thesis)
    """Every smaller number is a sum with a smaller summand."""
    total = added((A, B))
    yield Step(say("book_nim.smaller_sums.1"))
    yield Step(say("book_nim.smaller_sums.2"))
    if total <= X:
        yield Step(say("book_nim.smaller_sums.3_none", X=X, total=total), holds=X >= A ^ B)
        return
    place = (total ^ X).bit_length() - 1
    larger, other = (A, B) if A >> place & 1 else (B, A)
    found = added((other, X))
    rows = [(Symbol("A"), A), (Symbol("B"), B), (eq(Symbol("C"), sum_of("A", "B")), total)]
    yield Step(
        say("book_nim.smaller_sums.3", weight=2**place, X=X, total=total),
        (digit_table([*rows, (Symbol("X"), X)]),),
        holds=total >> place & 1 > X >> place & 1 and (larger >> place & 1) > (other >> place & 1),
    )
    yield Step(
        say("book_nim.smaller_sums.4", found=found, larger=larger),
        (Equation(eq(sum_of(found, other), X)),),
        holds=found < larger and found ^ other == X,
    )


@entry(
    "remark", "", "2.1.2", *heap_choices(5, 3, most=15),
    decided=("least_not_before",), uses=("different_sums", "smaller_sums"),
)  # fmt: skip
def table_one(x: int, y: int) -> Iterator[Step]:
    """Table I is filled with the least number that is new."""
    cells = [[added((row, column)) for column in range(y + 1)] for row in range(x + 1)]
    before = {*cells[x][:y], *(cells[row][y] for row in range(x))}
    least = next(number for number in range(x + y + 1) if number not in before)
    rows = tuple((row, *line) for row, line in enumerate(cells))
    heads: tuple[Cell, ...] = (Symbol("⊕"), *range(y + 1))
    yield Step(say("book_nim.table_one.1"))
    yield Step(
        say("book_nim.table_one.2", x=x, y=y, before=Listing(sorted(before)), least=least)
        if before
        else say("book_nim.table_one.2_none"),
        (Table(heads, rows),),
        holds=least == x ^ y,
    )


# 2.1.3 and 2.1.4


def bouton(position: Position) -> Iterator[Step]:
    """Why the positions with nim-sum 0 are those to leave, for any number of heaps."""
    total = added(position)
    yield Step(say("book_nim.three_heaps.2"))
    yield Step(say("book_nim.three_heaps.3"))
    yield Step(say("book_nim.three_heaps.4"))
    shown = (sum_table(position),)
    if total == 0:
        broken = all(added(one) for one in after_moves(position))
        yield Step(
            say("book_nim.three_heaps.5_p", position=position),
            shown,
            holds=broken and search_agrees(position, True),
        )
        return
    highest, heap = total.bit_length() - 1, leading_heap(position)
    size = position[heap]
    left = added((size, total))
    target = with_heap(position, heap, left)
    yield Step(
        say("book_nim.three_heaps.5_n", weight=2**highest, heap=heap + 1, size=size, left=left),
        (*shown, Equation(eq(sum_of(size, total), left))),
        holds=left < size and search_agrees(position, False),
    )
    yield Step(
        say("book_nim.three_heaps.6", position=target),
        (Equation(eq(sum_of(*target), 0)),),
        holds=added(target) == 0 and target in set(after_moves(position)),
    )


@entry(
    "theorem", "2", "2.1.3", *THREE, theories=("binary", "packets"),
    decided=("three_heaps",),
    uses=("two_properties", "nim_sum", "commutativity", "associativity", "inverse"),
)  # fmt: skip
def three_heaps(x: int, y: int, z: int) -> Iterator[Step]:
    """Three heaps are to be left exactly if their nim-sum is 0."""
    yield Step(say("book_nim.three_heaps.1"), holds=added((0, 0, 0)) == 0)
    yield from bouton((x, y, z))


@entry(
    "corollary", "1", "2.1.3", *heap_choices(23, 27),
    decided=("third_heap",), uses=("three_heaps", "inverse"),
)  # fmt: skip
def third_heap(x: int, y: int) -> Iterator[Step]:
    """Two heaps and their nim-sum."""
    z = added((x, y))
    yield Step(
        say("book_nim.third_heap.1"),
        (Equation(eq(sum_of("x", "y", "z"), sum_of("x", "y", sum_of("x", "y")), 0)),),
    )
    yield Step(
        say("book_nim.third_heap.2", position=(x, y, z)),
        holds=added((x, y, z)) == 0 and search_agrees((x, y, z), True),
    )


def play(position: Position, key: str) -> Iterator[Step]:
    """The recipe with the nim-sum: which heaps can be lowered, and to what."""
    total = added(position)
    yield Step(say(f"{key}.1"), (sum_table(position),), holds=total == added(position[::-1]))
    if total == 0:
        is_lost = all(added(one) for one in after_moves(position))
        yield Step(say("book_nim.play.lost"), holds=is_lost and search_agrees(position, True))
        return
    key = "book_nim.play.take"
    for heap, size in enumerate(position):
        left = size ^ total
        if left >= size:
            continue
        target = with_heap(position, heap, left)
        places = [place for place in reversed(range(total.bit_length())) if total >> place & 1]
        terms = [Power(2, place) if size >> place & 1 else -Power(2, place) for place in places]
        yield Step(
            say(key, heap=heap + 1, size=size, left=left, position=target),
            (Equation(eq(signed_sum(terms), size - left)),),
            holds=added(target) == 0 and search_agrees(target, True),
        )
        key = "book_nim.play.also"


@entry(
    "recipe", "", "2.1.3", *THREE, decided=("one_heap_can_fall",), correction=21,
    uses=("three_heaps",), theories=("binary",),
)  # fmt: skip
def strategy_of_three(x: int, y: int, z: int) -> Iterator[Step]:
    """How three heaps are played."""
    yield from play((x, y, z), "book_nim.strategy_of_three")


@entry(
    "theorem", "3", "2.1.4", *FIVE, theories=("binary", "packets"), decided=("any_heaps",),
    uses=("two_properties", "three_heaps"),
)  # fmt: skip
def any_heaps(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Any number of heaps are to be left exactly if their nim-sum is 0."""
    yield Step(say("book_nim.any_heaps.1"))
    yield from bouton((x, y, z, u, v))


@entry(
    "recipe", "", "2.1.4", *FIVE, decided=("any_heaps",),
    uses=("any_heaps",), theories=("binary",),
)  # fmt: skip
def strategy_of_many(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """How any number of heaps is played."""
    yield from play((x, y, z, u, v), "book_nim.strategy_of_many")
