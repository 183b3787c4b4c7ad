"""Pantaloni, Le jeu de Marienbad (2009): the last match loses; rows in packets of powers of two."""

from collections.abc import Iterator

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.bases import packets
from marienbad.solver.cheapest import search_of
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.heaps import (
    added,
    after_moves,
    balance_of,
    counts,
    heap_choices,
    leading_heap,
    packet_table,
    search_agrees,
    with_heap,
)
from marienbad.text.mathematics import Expression, Number, Power, Subscript, Symbol
from marienbad.text.relations import SetOf, eq
from marienbad.text.sentences import Cell, Count, Listing, Table, say

ROWS = heap_choices(90, 64, 12)
FEW = heap_choices(1, 2, 3, most=60)
GAME = "marienbad"
CP_1, CP_2, CI = Subscript("CP", 1), Subscript("CP", 2), Symbol("CI")
"""How Pantaloni writes the kinds of configurations: two that are even, and the odd ones."""


def kind_of(position: Position) -> Expression:
    """Which of (CP₁), (CP₂) a position is, or (CI), by counting its packets."""
    numbers = counts(position)
    if max(position) > 1:
        return CP_1 if all(number % 2 == 0 for number in numbers) else CI
    return CP_2 if numbers[0] % 2 else CI


def is_even(position: Position) -> bool:
    return kind_of(position) != CI


@entry("definition", "", "p. 1", *FEW, source="pantaloni", uses=("nim_rules",))
def matches_rules(x: int, y: int, z: int) -> Iterator[Step]:
    """The rules of Marienbad."""
    over, last = search_of(define(GAME)).is_p((0, 0, 0)), search_of(define(GAME)).is_p((0, 0, 1))
    count = len(set(after_moves((x, y, z))))
    yield Step(
        say("book_packets.matches_rules.1", position=(x, y, z), count=Count(count, "move")),
        holds=count == x + y + z,
    )
    yield Step(say("book_packets.matches_rules.2"), holds=last and not over)


@entry("remark", "", "p. 1", source="pantaloni", uses=("matches_rules",), why="play")
def one_two_three() -> Iterator[Step]:
    """The worked example: (1, 2, 3) is to be left."""
    search = search_of(define(GAME))
    rows = []
    for answer in after_moves((1, 2, 3)):
        reply = next(one for one in after_moves(answer) if search.is_p(one))
        rows.append((answer, reply))
    rows.sort(key=lambda row: (-sum(row[1]), row))
    heads = (say("book_packets.one_two_three.answer"), say("book_packets.one_two_three.reply"))
    yield Step(say("book_packets.one_two_three.1"), holds=search.is_p((1, 2, 3)))
    yield Step(
        say("book_packets.one_two_three.2"),
        (Table(heads, tuple(rows)),),
        holds=len(rows) == 6
        and {tuple(sorted(reply)) for _, reply in rows} == {(0, 2, 2), (1, 1, 1), (0, 0, 1)},
    )
    final = [
        next(two for two in after_moves(one) if search.is_p(two)) for one in ((0, 1, 2), (0, 0, 2))
    ]
    yield Step(say("book_packets.one_two_three.3"), holds=all(sum(one) == 1 for one in final))


@entry("definition", "", "p. 2", *ROWS, source="pantaloni", uses=("decomposition",))
def packet(x: int, y: int, z: int) -> Iterator[Step]:
    """A k-packet is 2ᵏ matches of a row; N(k) counts them."""
    position = (x, y, z)
    yield Step(
        say("book_packets.packet.1"),
        (packet_table(position),),
        holds=all(sum(packets(row)) == row for row in position),
    )
    odd = [k for k, number in enumerate(counts(position)) if number % 2]
    kind = "odd" if odd else "even"
    yield Step(
        say(f"book_packets.packet.2_{kind}", packets=Listing([Power(2, k) for k in odd])),
        holds=sum(1 << k for k in odd) == x ^ y ^ z,
    )


@entry(
    "definition", "1", "p. 2", *FEW, source="pantaloni", correction=1,
    refuted=("even_breaks_printed",), uses=("packet",), theories=("packets",),
)  # fmt: skip
def even_configuration(x: int, y: int, z: int) -> Iterator[Step]:
    """Even configurations (CP), and odd ones (CI)."""
    position = (x, y, z)
    yield Step(
        say("book_packets.even_configuration.1", position=position, kind=kind_of(position)),
        (packet_table(position),),
        holds=search_agrees(position, is_even(position), GAME),
    )
    lost = search_of(define(GAME)).is_p((1, 1))
    yield Step(say("book_packets.even_configuration.2"), holds=not lost and not is_even((1, 1)))


@entry(
    "property", "1", "p. 2", *FEW, source="pantaloni", decided=("even_breaks",),
    uses=("even_configuration",), theories=("packets",),
)  # fmt: skip
def even_breaks(x: int, y: int, z: int) -> Iterator[Step]:
    """Every move from an even configuration makes it odd."""
    position = (x, y, z)
    for number in range(1, 4):
        yield Step(say(f"book_packets.even_breaks.{number}"))
    if not is_even(position):
        yield Step(say("book_packets.even_breaks.4_n", position=position))
        return
    yield Step(
        say("book_packets.even_breaks.4_p", position=position, kind=kind_of(position)),
        holds=not any(map(is_even, after_moves(position))),
    )


def target_of(position: Position) -> tuple[int, int]:
    """The row that is lowered from an odd configuration, and what is left of it."""
    large = [row for row in position if row > 1]
    if len(large) < 2:
        row = position.index(max(position))
        ones = position.count(1)
        return row, 1 - ones % 2 if large else 0
    row = leading_heap(position)
    return row, position[row] ^ added(position)


def exponents(members: int) -> SetOf:
    return SetOf([k for k in range(members.bit_length()) if members >> k & 1])


def sign_table(before: int, unpaired: int) -> Table:
    """The digits of a row with signs over those that change, before and after."""
    places = [*reversed(range(max(before, unpaired).bit_length()))]
    after = before ^ unpaired
    signs = [
        None if not unpaired >> k & 1 else Symbol("+") if before >> k & 1 else Symbol("−")
        for k in places
    ]
    rows: tuple[tuple[Cell, ...], ...] = (
        (None, None, *signs),
        (Symbol("a"), before, *(before >> k & 1 for k in places)),
        (Symbol("a′"), after, *(after >> k & 1 for k in places)),
    )
    return Table((None, None, *(Number(2) ** k for k in places)), rows)


@entry(
    "property", "2", "p. 2–4", *ROWS, source="pantaloni", decided=("odd_mends",),
    uses=("even_configuration", "packet"), theories=("packets",),
)  # fmt: skip
def odd_mends(x: int, y: int, z: int) -> Iterator[Step]:
    """From every odd configuration a move makes an even one."""
    position = (x, y, z)
    for number in range(1, 6):
        yield Step(say(f"book_packets.odd_mends.{number}"))
    if is_even(position) or not any(position):
        key = "p" if any(position) else "none"
        is_so = search_agrees(position, any(position), GAME)
        yield Step(say(f"book_packets.odd_mends.6_{key}", position=position), holds=is_so)
        return
    row, left = target_of(position)
    target = with_heap(position, row, left)
    is_so = left < position[row] and is_even(target) and search_agrees(target, True, GAME)
    values = {"row": row + 1, "size": position[row], "left": left}
    if sum(size > 1 for size in position) < 2:
        yield Step(say("book_packets.odd_mends.6_end", position=target, **values), holds=is_so)
        return
    unpaired, size = added(position), position[row]
    every = (1 << max(position).bit_length()) - 1
    yield Step(
        say(
            "book_packets.odd_mends.6",
            highest=eq(Symbol("k*"), unpaired.bit_length() - 1),
            even=eq(Symbol("𝒫"), exponents(every & ~unpaired)),
            plus=eq(Power("ℐ", "+"), exponents(unpaired & size)),
            minus=eq(Subscript("ℐ", "−"), exponents(unpaired & ~size)),
            **values,
        ),
        (packet_table(position), sign_table(size, unpaired), balance_of(size, left)),
        holds=is_so and (unpaired & size) > (unpaired & ~size),
    )


@entry(
    "remark", "", "p. 3", Choice("a", 90, 1, 10**5), Choice("s", 22, 1, 10**5),
    source="pantaloni", correction=30, uses=("odd_mends",), decided=("odd_mends",),
)  # fmt: skip
def signed_digits(a: int, s: int) -> Iterator[Step]:
    """The example with signs over the digits of a row."""
    highest = 1 << s.bit_length() - 1
    plus, minus = exponents(a & s), exponents(s & ~a)
    if not a & highest:
        yield Step(say("book_packets.signed_digits.none", a=a, packet=highest), holds=a ^ s > a)
        return
    yield Step(
        say(
            "book_packets.signed_digits.1",
            packets=Listing(packets(s)),
            s=s,
            plus=eq(Power("ℐ", "+"), plus),
            minus=eq(Subscript("ℐ", "−"), minus),
        ),
        (sign_table(a, s),),
        holds=a - (a & s) + (s & ~a) == a ^ s,
    )
    yield Step(say("book_packets.signed_digits.2"), (balance_of(a, a ^ s),), holds=a ^ s < a)


@entry(
    "theorem", "", "p. 2", *ROWS, source="pantaloni", decided=("even_breaks", "odd_mends"),
    uses=("even_breaks", "odd_mends", "two_properties"), theories=("packets",),
)  # fmt: skip
def even_wins(x: int, y: int, z: int) -> Iterator[Step]:
    """Who can leave an even configuration wins."""
    position = (x, y, z)
    yield Step(say("book_packets.even_wins.1"))
    yield Step(say("book_packets.even_wins.2"), holds=not is_even((0, 0, 0)))
    if not any(position):
        return
    key = "p" if is_even(position) else "n"
    yield Step(
        say(f"book_packets.even_wins.3_{key}", position=position),
        holds=search_agrees(position, is_even(position), GAME),
    )
