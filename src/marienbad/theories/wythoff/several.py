"""Wythoff's game with more than two heaps: what is seen where all heaps but two are fixed.

Nothing here is proved. A. S. Fraenkel conjectured that the pairs A_n ≤ B_n beside fixed smaller
heaps have, from some number on, differences that grow by 1 from pair to pair, as Wythoff's own have
from the first; X. Sun and D. Zeilberger proved it for three heaps of which one is at most 10.

Reference: X. Sun, D. Zeilberger, Ann. Comb. 8 (2004) 225-238 (its abstract).
"""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import chain, count, islice, product
from math import prod
from operator import add, xor

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.text.mathematics import Difference, Subscript, Symbol
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.sentences import Block, Count, Listing, Message, say
from marienbad.text.tabular import Column, Sheet

MOST_WORK = 10**8
"""Positions that are looked at for a table, a few seconds."""
MOST_SLICES = 500
"""The most choices of what stays of the fixed heaps and of what comes of it."""

Pair = tuple[int, int]


def pairs_beside(fixed: Position, is_misere: bool = False) -> Iterator[Pair]:
    """The pairs y ≤ z, neither below the fixed heaps, that make a position to leave with them.

    Beside given heaps every y has one z. A z is none if a move from (…, y, z) leads to a position
    to leave that is known already, one with a smaller y or with less in the fixed heaps.

    >>> list(islice(pairs_beside((1,)), 5))
    [(1, 1), (3, 4), (5, 9), (6, 12), (7, 14)]
    """
    slices = [_Slice(heaps) for heaps in product(*(range(heap + 1) for heap in fixed))]
    for index, one in enumerate(slices):
        one.lead_to(slices[:index])
    least = max(fixed, default=0)
    for y in count():
        for one in slices:
            one.extend(y, is_misere)
        z = slices[-1].partners[y]
        if least <= y <= z:
            yield y, z


class _Slice:
    """The positions with some heaps fixed: for each y its z."""

    def __init__(self, heaps: Position) -> None:
        self.heaps = heaps
        self.partners: list[int] = []
        self.smaller: dict[int, int] = {}
        """The y of each z above it."""
        self.others: list[tuple[list[int], int, bool]] = []
        """The partners in the slices that moves lead to, the nim-sum of what is taken from the
        fixed heaps, and whether it is from one of them only."""

    def lead_to(self, earlier: Sequence["_Slice"]) -> None:
        for one in earlier:
            taken = [heap - left for heap, left in zip(self.heaps, one.heaps, strict=True)]
            if min(taken) >= 0:
                is_single = sum(map(bool, taken)) == 1
                self.others.append((one.partners, reduce(xor, taken), is_single))

    def extend(self, y: int, is_misere: bool) -> None:
        """Find the z of the next y."""
        if y in self.smaller:
            self.partners.append(self.smaller[y])
            return
        reached = {0} if is_misere and y == 0 and not any(self.heaps) else set[int]()
        reached.update(self.partners)
        reached.update(map(add, self.partners, range(y, 0, -1)))
        for partners, taken, is_single in self.others:
            reached.update(map(add, partners, (taken ^ d for d in range(y, -1, -1))))
            if is_single:
                reached.add(partners[y])
        z = next(z for z in count(y) if z not in reached)
        self.partners.append(z)
        self.smaller[z] = y


def observed(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the pairs beside fixed heaps, with their differences: seen, not proved.

    >>> from marienbad.games.catalogue import define
    >>> list(observed(define("wythoff:heaps=3"), 3, of=[1]).rows)
    [(0, 1, 1, 0, 0), (1, 3, 4, 1, 0), (2, 5, 9, 4, 2)]
    """
    number = (definition.ruleset.heaps or 0) - 2
    fixed = tuple(of) or (1,) * number
    if len(fixed) != number:
        expected = Count(number, "heap")
        given = Listing(fixed, "")
        raise InputError(
            "wythoff.table.observed.of", given=given, game=definition.name, expected=expected
        )
    slices = prod((heap + 1) * (heap + 2) // 2 for heap in fixed)
    if slices > MOST_SLICES or slices * (2 * rows + max(fixed)) ** 2 // 2 > MOST_WORK:
        raise OutOfReach("wythoff.table.observed.reach", heaps=Listing(fixed, ""), rows=rows)
    found = list(islice(pairs_beside(fixed, definition.is_misere), rows))
    difference = Difference(Subscript("B", "n"), Subscript("A", "n"))
    columns = (
        Column("n", Symbol("n")),
        *(Column(name.lower(), Subscript(name, "n")) for name in "AB"),
        Column("difference", difference),
        Column("shift", Difference(difference, "n")),
    )
    caption = say(
        "wythoff.table.observed.caption",
        game=titled(definition.name),
        heaps=Listing(fixed, ""),
        least=max(fixed),
        seen=_seen([z - y - n for n, (y, z) in enumerate(found)]),
    )
    body = ((n, y, z, z - y, z - y - n) for n, (y, z) in enumerate(found))
    return Sheet(definition.name, "observed", caption, columns, body, chain.from_iterable(found))


def _seen(shifts: list[int]) -> Message:
    """What the rows show: the difference keeps step with n in their second half, or not yet."""
    last = len(shifts) - 1
    first = next((n for n in range(last, 0, -1) if shifts[n - 1] != shifts[last]), 0)
    if 2 * first > last:
        return say("wythoff.table.observed.not_yet", last=last)
    shift = shifts[last]
    key = "seen" if shift > 0 else "seen_less" if shift else "seen_plain"
    return say(f"wythoff.table.observed.{key}", first=first, last=last, shift=abs(shift))


def observed_in_words(definition: Definition, position: Position) -> list[Block]:
    """What is conjectured of the positions to leave with the smaller heaps of a position.

    In misère play nobody has conjectured it, and two heaps are known.
    """
    if definition.is_misere or sum(map(bool, position)) <= 2:
        return []
    fixed = sorted(position)[:-2]
    table = say("wythoff.table.observed")
    heaps = Listing(fixed, "")
    told = say(f"wythoff.observed.{'smallest' if len(fixed) == 1 else 'smaller'}", heaps=heaps)
    return [say("wythoff.observed", fixed=told, heaps=heaps, largest=fixed[-1], table=table)]
