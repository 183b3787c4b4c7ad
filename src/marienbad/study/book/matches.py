"""Marienbad 1-3-5-7 (MATh.en.JEANS): mirrors, packets and parity, the last match wins."""

from collections.abc import Iterator
from itertools import product

from marienbad.games.catalogue import define
from marienbad.numeration.bases import packets
from marienbad.solver.cheapest import search_of
from marienbad.study.book.entry import Choice, Step, entry
from marienbad.study.book.heaps import (
    SEARCHED,
    added,
    after_moves,
    balance_of,
    heap_choices,
    packet_table,
    search_agrees,
    with_heap,
)
from marienbad.text.mathematics import Number, Power, Subscript, signed_sum
from marienbad.text.relations import Relation, eq
from marienbad.text.sentences import Cell, Equation, Listing, Table, Value, say

FOUR = heap_choices(1, 3, 5, 7, most=100)


@entry(
    "remark", "", "2", *heap_choices(4, 3, most=100), source="mathenjeans",
    decided=("mirror",), uses=("two_heaps",), theories=("packets",),
)  # fmt: skip
def mirror_rows(x: int, y: int) -> Iterator[Step]:
    """Rows that are equal two by two: copy the other's moves."""
    position = (x, x, y, y)
    yield Step(say("book_matches.mirror_rows.1"))
    answered = max(position) > SEARCHED or all(
        any(sorted(two)[::2] == sorted(two)[1::2] for two in after_moves(one))
        for one in after_moves(position)
    )
    yield Step(
        say("book_matches.mirror_rows.2", position=position),
        holds=answered and added(position) == 0 and search_agrees(position, True),
    )


@entry(
    "lemma", "", "3.2", Choice("n", 7, 1, 10**6), source="mathenjeans", decided=("largest_power",)
)
def largest_power(n: int) -> Iterator[Step]:
    """The largest power of two in n is more than half of it."""
    power = n.bit_length() - 1
    yield Step(
        say("book_matches.largest_power.1", n=n, p=power),
        (Equation(Relation("≥", n, Relation(">", 2**power, Number(n) / 2))),),
        holds=n >= 2**power and 2 * 2**power > n,
    )
    yield Step(say("book_matches.largest_power.2"), holds=n - 2**power < 2**power)


@entry(
    "proposition", "", "3.2", Choice("n", 7, 1, 10**6), source="mathenjeans", correction=31,
    uses=("largest_power",), theories=("packets",), why="sets",
)  # fmt: skip
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
        "k", Subscript("n", "k"), Subscript("p", "k"), say("book_matches.decomposition.power"),
        say("book_matches.decomposition.rest"),
    )  # fmt: skip
    yield Step(
        say("book_matches.decomposition.1"), (Table(heads, tuple(rows)),), holds=rows[-1][4] == 0
    )
    total = signed_sum([Power(2, power) for power in powers])
    yield Step(
        say("book_matches.decomposition.2", n=n, sum=eq(n, total)),
        holds=powers == sorted(set(powers), reverse=True) and sum(2**p for p in powers) == n,
    )
    below = sum(2**power for power in range(powers[0]))
    yield Step(
        say("book_matches.decomposition.3", below=below, power=2 ** powers[0]),
        holds=below == 2 ** powers[0] - 1 < n,
    )
    if n < 512:
        ways = sum(
            sum(bit << place for place, bit in enumerate(bits)) == n
            for bits in product((0, 1), repeat=n.bit_length())
        )
        yield Step(say("book_matches.decomposition.4", n=n), holds=ways == 1)


@entry("definition", "", "3.1", *FOUR, source="mathenjeans", uses=("decomposition",))
def even_situation(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """Even situations: every packet occurs an even number of times."""
    position = (x, y, z, u)
    kind = "odd" if added(position) else "even"
    yield Step(
        say(f"book_matches.even_situation.{kind}", position=position),
        (packet_table(position),),
        holds=search_agrees(position, kind == "even"),
    )


@entry(
    "remark", "", "3.1", *heap_choices(5, 5), source="mathenjeans", decided=("equal_heaps",),
    uses=("even_situation",), theories=("packets",),
)  # fmt: skip
def last_rows(x: int, y: int) -> Iterator[Step]:
    """One row is never even; two are even exactly if they are equal."""
    yield Step(say("book_matches.last_rows.1"), holds=x == 0 or bool(packets(x)))
    yield Step(say("book_matches.last_rows.2"), holds=(packets(x) == packets(y)) == (x == y))
    kind = "odd" if added((x, y)) else "even"
    yield Step(
        say(f"book_matches.even_situation.{kind}", position=(x, y)),
        (packet_table((x, y)),),
        holds=(kind == "even") == (x == y),
    )


@entry(
    "proposition", "", "3.3", *FOUR, Choice("r", 3, 1, 4), Choice("t", 2, 1, 100),
    source="mathenjeans", decided=("any_heaps",), uses=("even_situation",), theories=("packets",),
)  # fmt: skip
def restored_parity(x: int, y: int, z: int, u: int, r: int, t: int) -> Iterator[Step]:
    """What the other breaks or creates, you break or create again."""
    position = (x, y, z, u)
    for number in range(1, 5):
        yield Step(say(f"book_matches.restored_parity.{number}"))
    size = position[r - 1]
    if added(position) or t > size:
        yield Step(say("book_matches.restored_parity.5_none", position=position))
        return
    left = size - t
    after = with_heap(position, r - 1, left)
    unpaired = added(after)
    yield Step(
        say("book_matches.restored_parity.5", taken=t, row=r, size=size, left=left),
        (balance_of(size, left), packet_table(after)),
        holds=unpaired == size ^ left != 0,
    )
    answers = [i for i, other in enumerate(after) if other ^ unpaired < other]
    for place in answers:
        other = after[place]
        target = with_heap(after, place, other ^ unpaired)
        values: dict[str, Value] = {"row": place + 1, "size": other, "left": other ^ unpaired}
        yield Step(
            say("book_matches.restored_parity.6", position=target, **values),
            (balance_of(other, other ^ unpaired),),
            holds=added(target) == 0 and search_agrees(target, True),
        )


@entry(
    "theorem", "", "3.1", *FOUR, source="mathenjeans", decided=("any_heaps",),
    uses=("even_situation", "restored_parity"), theories=("packets",),
)  # fmt: skip
def second_player(x: int, y: int, z: int, u: int) -> Iterator[Step]:
    """The second player wins an even situation, the first an odd one."""
    position = (x, y, z, u)
    is_even = added(position) == 0
    yield Step(say("book_matches.second_player.1"))
    yield Step(say("book_matches.second_player.2"))
    key = "even" if is_even else "odd"
    yield Step(
        say(f"book_matches.second_player.3_{key}", position=position),
        holds=search_agrees(position, is_even),
    )


@entry(
    "remark", "", "2, 3.1", source="mathenjeans", uses=("second_player",), why="play",
)  # fmt: skip
def one_three_five_seven() -> Iterator[Step]:
    """The start 1-3-5-7 is even: the second player wins."""
    start, search = (1, 3, 5, 7), search_of(define("nim"))
    yield Step(
        say("book_matches.one_three_five_seven.1"), (packet_table(start),), holds=added(start) == 0
    )
    below = {tuple(sorted(one)) for one in product(*(range(size + 1) for size in start))}
    left = sorted(one for one in below if search.is_p(one))
    yield Step(
        say(
            "book_matches.one_three_five_seven.2",
            count=len(below),
            left=len(left),
            positions=Listing([one for one in left if any(one)]),
        ),
        holds=all(added(one) == 0 for one in left) and start in left,
    )
    winners = sum(any(added(two) == 0 for two in after_moves(one)) for one in below)
    yield Step(say("book_matches.one_three_five_seven.3"), holds=winners + len(left) == len(below))
