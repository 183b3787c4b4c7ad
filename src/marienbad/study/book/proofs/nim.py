"""Sections 2.1.1 to 2.1.4 of the thesis: Nim, the nim-sum, and Bouton's theorem.

What all proofs on heaps and rows share stands first: digits, moves, and what the search says.
"""

from collections.abc import Iterator, Sequence

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.bases import digits, packets
from marienbad.solver.search import search_of
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Expression, Number, Operand, Power, Symbol, signed_sum
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Cell, Equation, Listing, Mark, Marked, Table, Value, say

SEARCHED = 12
"""Where no heap is larger, the search is asked too."""


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


def sum_of(*numbers: Operand) -> NimSum:
    return NimSum(numbers)


# 2.1.1


def nim_rules(x: int, y: int, z: int) -> Iterator[Step]:
    """The rules of Nim."""
    left = list(after_moves((x, y, z)))
    is_so = len(set(left)) == x + y + z and all(sum(one) < x + y + z for one in left)
    yield step("1", holds=is_so, position=(x, y, z), count=len(left))


def one_heap(x: int) -> Iterator[Step]:
    """One heap: take it."""
    yield step("1", holds=(0,) in set(after_moves((x,))))


def two_heaps(x: int, y: int) -> Iterator[Step]:
    """Two heaps: make them equal."""
    least = min(x, y)
    answers = set(after_moves((x, y)))
    yield step("1", holds=search_agrees((x, y), x == y))
    yield step("2")
    if x == y:
        yield step("3_p", holds=all(one != two for one, two in answers))
    else:
        is_so = (least, least) in answers
        yield step("3_n", holds=is_so, position=(x, y), taken=abs(x - y), left=(least, least))


def two_made_equal(x: int, y: int, z: int) -> Iterator[Step]:
    """Of three heaps, never make two equal."""
    wrong = [one for one in after_moves((x, y, z)) if all(one) and len(set(one)) < 3]
    if len({x, y, z}) == 3 and wrong:
        shown = Listing(wrong[:3])
        is_so = all(any(added(two) == 0 for two in after_moves(one)) for one in wrong)
        yield step("2", holds=is_so, position=(x, y, z), wrong=shown)


def rook(x: int, y: int) -> Iterator[Step]:
    """Two heaps on a chessboard: the rook."""
    squares = {(u, y) for u in range(x)} | {(x, v) for v in range(y)}
    yield step("1", holds=squares == set(after_moves((x, y))))
    yield step("2", holds=search_agrees((x, y), x == y))


# 2.1.2


def nim_sum(A: int, B: int) -> Iterator[Step]:
    """Add in base two without carrying."""
    total = added((A, B))
    yield step("2", sum_table((A, B)), holds=total == A ^ B, sum=eq(sum_of(A, B), total))
    yield step("3", holds=total <= A + B and (total - A - B) % 2 == 0)


def different_sums(A: int, B: int) -> Iterator[Step]:
    """A smaller summand makes another sum."""
    total = added((A, B))
    yield step("2", holds=total not in {added((p, B)) for p in range(A)}, total=total)
    yield step("3", holds=total not in {A ^ q for q in range(B)})


def smaller_sums(A: int, B: int, X: int) -> Iterator[Step]:
    """Every smaller number is a sum with a smaller summand."""
    total = added((A, B))
    if total <= X:
        yield step("3_none", holds=X >= A ^ B, total=total)
        return
    place = (total ^ X).bit_length() - 1
    larger, other = (A, B) if A >> place & 1 else (B, A)
    found = added((other, X))
    rows = [(Symbol("A"), A), (Symbol("B"), B), (eq(Symbol("C"), sum_of("A", "B")), total)]
    shown = digit_table([*rows, (Symbol("X"), X)])
    is_so = total >> place & 1 > X >> place & 1 and (larger >> place & 1) > (other >> place & 1)
    yield step("3", shown, holds=is_so, weight=2**place, total=total)
    yield step("4", holds=found < larger, found=found, other=other, larger=larger)


def table_one(x: int, y: int) -> Iterator[Step]:
    """Table I is filled with the least number that is new."""
    cells = [[added((row, column)) for column in range(y + 1)] for row in range(x + 1)]
    before = {*cells[x][:y], *(cells[row][y] for row in range(x))}
    least = next(number for number in range(x + y + 1) if number not in before)
    rows = tuple((row, *line) for row, line in enumerate(cells))
    heads: tuple[Cell, ...] = (Symbol("⊕"), *range(y + 1))
    yield Step(
        say("2", before=Listing(sorted(before)), least=least) if before else say("2_none"),
        (Table(heads, rows),),
        holds=least == x ^ y,
    )


# 2.1.3 and 2.1.4


def bouton(position: Position) -> Iterator[Step]:
    """Why the positions with nim-sum 0 are those to leave, for any number of heaps."""
    total = added(position)
    yield step(".three_heaps.2")
    yield step(".three_heaps.3")
    yield step(".three_heaps.4")
    shown = (sum_table(position),)
    if total == 0:
        broken = all(added(one) for one in after_moves(position))
        is_so = broken and search_agrees(position, True)
        yield step(".three_heaps.5_p", *shown, holds=is_so, position=position)
        return
    highest, heap = total.bit_length() - 1, leading_heap(position)
    size = position[heap]
    left = added((size, total))
    target = with_heap(position, heap, left)
    yield step(
        ".three_heaps.5_n",
        *shown,
        Equation(eq(sum_of(size, total), left)),
        holds=left < size and search_agrees(position, False),
        weight=2**highest,
        heap=heap + 1,
        size=size,
        left=left,
    )
    is_so = added(target) == 0 and target in set(after_moves(position))
    yield step(".three_heaps.6", Equation(eq(sum_of(*target), 0)), holds=is_so, position=target)


def three_heaps(x: int, y: int, z: int) -> Iterator[Step]:
    """Three heaps are to be left exactly if their nim-sum is 0."""
    yield step("1", holds=added((0, 0, 0)) == 0)
    yield from bouton((x, y, z))


def third_heap(x: int, y: int) -> Iterator[Step]:
    """Two heaps and their nim-sum."""
    z = added((x, y))
    is_so = added((x, y, z)) == 0 and search_agrees((x, y, z), True)
    yield step("2", holds=is_so, position=(x, y, z))


def play(position: Position) -> Iterator[Step]:
    """The recipe with the nim-sum: which heaps can be lowered, and to what."""
    total = added(position)
    yield step("1", sum_table(position), holds=total == added(position[::-1]))
    if total == 0:
        is_lost = all(added(one) for one in after_moves(position))
        yield step(".play.lost", holds=is_lost and search_agrees(position, True))
        return
    key = ".play.take"
    for heap, size in enumerate(position):
        left = size ^ total
        if left >= size:
            continue
        target = with_heap(position, heap, left)
        places = [place for place in reversed(range(total.bit_length())) if total >> place & 1]
        terms = [Power(2, place) if size >> place & 1 else -Power(2, place) for place in places]
        shown = Equation(eq(signed_sum(terms), size - left))
        is_so = added(target) == 0 and search_agrees(target, True)
        yield step(key, shown, holds=is_so, heap=heap + 1, size=size, left=left, position=target)
        key = ".play.also"


def strategy_of_three(x: int, y: int, z: int) -> Iterator[Step]:
    """How three heaps are played."""
    yield from play((x, y, z))


def any_heaps(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """Any number of heaps are to be left exactly if their nim-sum is 0."""
    yield from bouton((x, y, z, u, v))


def strategy_of_many(x: int, y: int, z: int, u: int, v: int) -> Iterator[Step]:
    """How any number of heaps is played."""
    yield from play((x, y, z, u, v))
