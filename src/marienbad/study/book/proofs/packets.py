"""Rows in packets of powers of two: MATh.en.JEANS (the last match wins), Pantaloni (it loses)."""

from collections.abc import Iterator
from itertools import product

from marienbad.games.catalogue import define
from marienbad.heaps import Position
from marienbad.numeration.bases import packets
from marienbad.solver.search import search_of
from marienbad.study.book.proofs.nim import (
    SEARCHED,
    added,
    after_moves,
    balance_of,
    counts,
    leading_heap,
    packet_table,
    search_agrees,
    with_heap,
)
from marienbad.study.book.steps import Step, step
from marienbad.text.mathematics import Expression, Number, Power, Subscript, Symbol, signed_sum
from marienbad.text.relations import SetOf, eq
from marienbad.text.sentences import Cell, Count, Listing, Table, Value, say


def mirror_rows(x: int, y: int) -> Iterator[Step]:
    """Rows that are equal two by two: copy the other's moves."""
    position = (x, x, y, y)
    answered = max(position) > SEARCHED or all(
        any(sorted(two)[::2] == sorted(two)[1::2] for two in after_moves(one))
        for one in after_moves(position)
    )
    is_so = answered and added(position) == 0 and search_agrees(position, True)
    yield step("2", holds=is_so, position=position)


def largest_power(n: int) -> Iterator[Step]:
    """The largest power of two in n is more than half of it."""
    power = n.bit_length() - 1
    yield step("1", holds=n >= 2**power and 2 * 2**power > n, p=power)
    yield step("2", holds=n - 2**power < 2**power)


def decomposition(n: int) -> Iterator[Step]:
    """Every number is in one way a sum of different powers of two."""
    rest = n
    rows: list[tuple[int, int, int, int, int]] = []
    while rest:
        power = rest.bit_length() - 1
        rows.append((len(rows), rest, power, 2**power, rest - 2**power))
        rest -= 2**power
    powers = [power for _, _, power, _, _ in rows]
    heads: tuple[Cell, ...] = (
        "k",
        Subscript("n", "k"),
        Subscript("p", "k"),
        say("power"),
        say("rest"),
    )
    yield step("1", Table(heads, tuple(rows)), holds=rows[-1][4] == 0)
    total = signed_sum([Power(2, power) for power in powers])
    is_so = powers == sorted(set(powers), reverse=True) and sum(2**p for p in powers) == n
    yield step("2", holds=is_so, sum=eq(n, total))
    below = sum(2**power for power in range(powers[0]))
    yield step("3", holds=below == 2 ** powers[0] - 1 < n, below=below, power=2 ** powers[0])
    if n < 512:
        ways = sum(
            sum(bit << place for place, bit in enumerate(bits)) == n
            for bits in product((0, 1), repeat=n.bit_length())
        )
        yield step("4", holds=ways == 1)


def even_situation(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """Even situations: every packet occurs an even number of times."""
    position = (x, y, z, u)
    kind = "odd" if added(position) else "even"
    is_so = search_agrees(position, kind == "even")
    yield step(f"{kind}", packet_table(position), holds=is_so, position=position)


def last_rows(x: int, y: int) -> Iterator[Step]:
    """One row is never even; two are even exactly if they are equal."""
    yield step("1", holds=x == 0 or bool(packets(x)))
    yield step("2", holds=(packets(x) == packets(y)) == (x == y))
    kind = "odd" if added((x, y)) else "even"
    shown = packet_table((x, y))
    is_so = (kind == "even") == (x == y)
    yield step(f"book_matches.even_situation.{kind}", shown, holds=is_so, position=(x, y))


def restored_parity(x: int, y: int, z: int, u: int, r: int, t: int) -> Iterator[Step]:
    """What the other breaks or creates, you break or create again."""
    position = (x, y, z, u)
    size = position[r - 1]
    if added(position) or t > size:
        yield step("5_none", position=position)
        return
    left = size - t
    after = with_heap(position, r - 1, left)
    unpaired = added(after)
    yield step(
        "5",
        balance_of(size, left),
        packet_table(after),
        holds=unpaired == size ^ left != 0,
        taken=t,
        row=r,
        size=size,
        left=left,
    )
    answers = [i for i, other in enumerate(after) if other ^ unpaired < other]
    for place in answers:
        other = after[place]
        target = with_heap(after, place, other ^ unpaired)
        values: dict[str, Value] = {"row": place + 1, "size": other, "left": other ^ unpaired}
        is_so = added(target) == 0 and search_agrees(target, True)
        yield step("6", balance_of(other, other ^ unpaired), holds=is_so, position=target, **values)


def second_player(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """The second player wins an even situation, the first an odd one."""
    position = (x, y, z, u)
    is_even = added(position) == 0
    key = "even" if is_even else "odd"
    yield step(f"3_{key}", holds=search_agrees(position, is_even), position=position)


def one_three_five_seven() -> Iterator[Step]:
    """The start 1-3-5-7 is even: the second player wins."""
    start, search = (1, 3, 5, 7), search_of(define("nim"))
    yield step("1", packet_table(start), holds=added(start) == 0)
    below = {tuple(sorted(one)) for one in product(*(range(size + 1) for size in start))}
    left = sorted(one for one in below if search.is_p(one))
    yield step(
        "2",
        holds=all(added(one) == 0 for one in left) and start in left,
        count=len(below),
        left=len(left),
        positions=Listing([one for one in left if any(one)]),
    )
    winners = sum(any(added(two) == 0 for two in after_moves(one)) for one in below)
    yield step("3", holds=winners + len(left) == len(below))


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


def matches_rules(x: int, y: int, z: int) -> Iterator[Step]:
    """The rules of Marienbad."""
    over, last = search_of(define(GAME)).is_p((0, 0, 0)), search_of(define(GAME)).is_p((0, 0, 1))
    count = len(set(after_moves((x, y, z))))
    yield step("1", holds=count == x + y + z, position=(x, y, z), count=Count(count, "move"))
    yield step("2", holds=last and not over)


def one_two_three() -> Iterator[Step]:
    """The worked example: (1, 2, 3) is to be left."""
    search = search_of(define(GAME))
    rows = []
    for answer in after_moves((1, 2, 3)):
        reply = next(one for one in after_moves(answer) if search.is_p(one))
        rows.append((answer, reply))
    rows.sort(key=lambda row: (-sum(row[1]), row))
    heads = (say("answer"), say("reply"))
    yield step("1", holds=search.is_p((1, 2, 3)))
    yield step(
        "2",
        Table(heads, tuple(rows)),
        holds=len(rows) == 6
        and {tuple(sorted(reply)) for _, reply in rows} == {(0, 2, 2), (1, 1, 1), (0, 0, 1)},
    )
    final = [
        next(two for two in after_moves(one) if search.is_p(two)) for one in ((0, 1, 2), (0, 0, 2))
    ]
    yield step("3", holds=all(sum(one) == 1 for one in final))


def packet(x: int, y: int, z: int) -> Iterator[Step]:
    """A k-packet is 2ᵏ matches of a row; N(k) counts them."""
    position = (x, y, z)
    yield step("1", packet_table(position), holds=all(sum(packets(row)) == row for row in position))
    odd = [k for k, number in enumerate(counts(position)) if number % 2]
    kind = "odd" if odd else "even"
    is_so = sum(1 << k for k in odd) == x ^ y ^ z
    yield step(f"2_{kind}", holds=is_so, packets=Listing([Power(2, k) for k in odd]))


def even_configuration(x: int, y: int, z: int) -> Iterator[Step]:
    """Even configurations (CP), and odd ones (CI)."""
    position = (x, y, z)
    is_so = search_agrees(position, is_even(position), GAME)
    yield step("1", packet_table(position), holds=is_so, position=position, kind=kind_of(position))
    lost = search_of(define(GAME)).is_p((1, 1))
    yield step("2", holds=not lost and not is_even((1, 1)))


def even_breaks(x: int, y: int, z: int) -> Iterator[Step]:
    """Every move from an even configuration makes it odd."""
    position = (x, y, z)
    if not is_even(position):
        yield step("4_n", position=position)
        return
    is_so = not any(map(is_even, after_moves(position)))
    yield step("4_p", holds=is_so, position=position, kind=kind_of(position))


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


def odd_mends(x: int, y: int, z: int) -> Iterator[Step]:
    """From every odd configuration a move makes an even one."""
    position = (x, y, z)
    if is_even(position) or not any(position):
        key = "p" if any(position) else "none"
        is_so = search_agrees(position, any(position), GAME)
        yield step(f"6_{key}", holds=is_so, position=position)
        return
    row, left = target_of(position)
    target = with_heap(position, row, left)
    is_so = left < position[row] and is_even(target) and search_agrees(target, True, GAME)
    values = {"row": row + 1, "size": position[row], "left": left}
    if sum(size > 1 for size in position) < 2:
        yield step("6_end", holds=is_so, position=target, **values)
        return
    unpaired, size = added(position), position[row]
    every = (1 << max(position).bit_length()) - 1
    yield step(
        "6",
        packet_table(position),
        sign_table(size, unpaired),
        balance_of(size, left),
        holds=is_so and (unpaired & size) > (unpaired & ~size),
        highest=eq(Symbol("k*"), unpaired.bit_length() - 1),
        even=eq(Symbol("𝒫"), exponents(every & ~unpaired)),
        plus=eq(Power("ℐ", "+"), exponents(unpaired & size)),
        minus=eq(Subscript("ℐ", "−"), exponents(unpaired & ~size)),
        **values,
    )


def signed_digits(a: int, s: int) -> Iterator[Step]:
    """The example with signs over the digits of a row."""
    highest = 1 << s.bit_length() - 1
    plus, minus = exponents(a & s), exponents(s & ~a)
    if not a & highest:
        yield step("none", holds=a ^ s > a, packet=highest)
        return
    yield step(
        "1",
        sign_table(a, s),
        holds=a - (a & s) + (s & ~a) == a ^ s,
        packets=Listing(packets(s)),
        plus=eq(Power("ℐ", "+"), plus),
        minus=eq(Subscript("ℐ", "−"), minus),
    )
    yield step("2", balance_of(a, a ^ s), holds=a ^ s < a)


def even_wins(x: int, y: int, z: int) -> Iterator[Step]:
    """Who can leave an even configuration wins."""
    position = (x, y, z)
    yield step("2", holds=not is_even((0, 0, 0)))
    if not any(position):
        return
    key = "p" if is_even(position) else "n"
    is_so = search_agrees(position, is_even(position), GAME)
    yield step(f"3_{key}", holds=is_so, position=position)
