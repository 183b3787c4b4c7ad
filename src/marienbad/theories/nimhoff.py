"""Cyclic Nimhoff: the nim-sum of the quotients and the sum of all modulo h.

The Grundy value of heaps x₁, x₂, … is h(⊕⌊xᵢ/h⌋) + (Σxᵢ mod h); a position is to be left where it
is 0, that is where the quotients by h have nim-sum 0 and h divides the sum.

A. S. Fraenkel, M. Lorberbom, Journal of Combinatorial Theory A 58 (1991), 1-25.
"""

from collections.abc import Iterator

from marienbad.games.bibliography import in_short
from marienbad.games.nimhoff import NimhoffRules
from marienbad.heaps import Move, Position, take_from
from marienbad.text.sentences import Block, Cell, Items, Message, Table, say
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.theory import Theory, Verdict

SHOWN_HEAPS = 24
CASES = ("leave", "quotients", "remainder")


class Cyclic(Theory):
    """Quotients and remainders."""

    name = "cyclic"
    most_heaps = 200
    citation = in_short("fraenkel-lorberbom")

    @property
    def h(self) -> int:
        assert isinstance(self.game.ruleset, NimhoffRules)
        return self.game.ruleset.h

    def value(self, position: Position) -> int:
        """The Grundy value of a position.

        >>> from marienbad.games.catalogue import define
        >>> Cyclic(define("nimhoff:h=3")).value((4, 7, 9))
        2
        """
        total, rest = self._sums(position)
        return self.h * total + rest

    def is_p(self, position: Position) -> bool:
        return self._sums(position) == (0, 0)

    def _sums(self, position: Position) -> tuple[int, int]:
        """The nim-sum of the quotients, and the sum modulo h."""
        return nim_sum(*(heap // self.h for heap in position)), sum(position) % self.h

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move.

        >>> from marienbad.games.catalogue import define
        >>> Cyclic(define("nimhoff:h=3")).solve((1, 2, 4)).winning_moves
        ((0, 0, 4),)
        """
        if self.is_p(position):
            return Verdict(True, ())
        return Verdict.of(False, self._winning(position))

    def _winning(self, position: Position) -> Iterator[Move]:
        total, rest = self._sums(position)
        for heap, left in self._changes(position):
            yield take_from(position, heap, position[heap] - left)
        if rest:
            yield from _Shares(position, self.h, total, rest).moves()

    def _changes(self, position: Position) -> Iterator[tuple[int, int]]:
        """Every heap of which a smaller one can be left alone, and what."""
        total, rest = self._sums(position)
        for heap, size in enumerate(position):
            left = (size // self.h ^ total) * self.h + (size - rest) % self.h
            if left < size:
                yield heap, left

    # Words

    def method(self) -> list[Block]:
        return [
            say("nimhoff.rule", h=self.h),
            Items(tuple(say(f"nimhoff.case.{case}", h=self.h) for case in CASES), is_numbered=True),
            say("nimhoff.others"),
        ]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        total, rest = self._sums(position)
        if verdict.is_p:
            return [say("nimhoff.zero", h=self.h)]
        if total:
            heap, left = next(self._changes(position))
            return [say("nimhoff.change", heap=heap + 1, size=position[heap], left=left)]
        return [say("nimhoff.take", rest=rest)]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        total, rest = self._sums(position)
        blocks: list[Block] = []
        if len(position) <= SHOWN_HEAPS:
            blocks.append(self._table(position))
        key = "nimhoff.sums" if rest else "nimhoff.sums_multiple"
        blocks.append(say(key, h=self.h, total=total, rest=rest))
        blocks.append(say("nimhoff.value", value=self.value(position)))
        if verdict.is_p:
            return [*blocks, say("nimhoff.zero", h=self.h), say("nimhoff.broken")]
        return [*blocks, *self.gist(position, verdict)]

    def _table(self, position: Position) -> Table:
        rows: list[tuple[Cell, ...]] = [
            (number, size, *divmod(size, self.h)) for number, size in enumerate(position, 1)
        ]
        names = ("heap", "size", "quotient", "remainder")
        return Table(tuple(say(f"nimhoff.table.{name}") for name in names), tuple(rows))


class _Shares:
    """The ways to take just ``rest`` < h from several heaps so that the quotients have nim-sum 0.

    Whatever takes more than the remainder of a heap makes its quotient q less by one, which changes
    the nim-sum by q ⊕ (q − 1) = 2ʲ − 1, j the place of the last 1 of q, from 1. Such numbers are
    independent: which j must be changed an odd number of times is told by the nim-sum alone.
    Heaps are gone through by their j, and no way is begun that cannot be ended.
    """

    def __init__(self, position: Position, h: int, total: int, rest: int) -> None:
        self.position, self.h, self.rest = position, h, rest
        places = [(size // h & -(size // h)).bit_length() for size in position]
        self.order = sorted(
            (heap for heap, size in enumerate(position) if size), key=places.__getitem__
        )
        self.places = [places[heap] for heap in self.order]
        odd = total ^ total >> 1
        self.is_possible = odd.bit_count() <= rest
        self.odd = (
            {j + 1 for j in range(odd.bit_length()) if odd >> j & 1} if self.is_possible else set()
        )
        self.is_possible = self.is_possible and self.odd <= {*self.places}
        self._known: dict[tuple[int, int, bool], bool] = {}

    def moves(self) -> Iterator[Move]:
        taken = [0] * len(self.position)
        return self._moves(0, self.rest, False, taken) if self.is_possible else iter(())

    def _choices(self, index: int, left: int, is_odd: bool) -> Iterator[tuple[int, int, bool]]:
        """What may be taken from a heap, and what remains of the sum and of the parity then."""
        size = self.position[self.order[index]]
        place = self.places[index]
        is_last = index + 1 == len(self.order) or self.places[index + 1] != place
        for amount in range(min(left, size) + 1):
            parity = is_odd != (amount > size % self.h)
            if is_last and place and parity != (place in self.odd):
                continue
            yield amount, left - amount, parity and not is_last

    def _ends(self, index: int, left: int, is_odd: bool) -> bool:
        """Whether the heaps from an index on can be shared so."""
        if index == len(self.order):
            return left == 0
        key = (index, left, is_odd)
        if key not in self._known:
            choices = self._choices(index, left, is_odd)
            self._known[key] = any(self._ends(index + 1, rest, odd) for _, rest, odd in choices)
        return self._known[key]

    def _moves(self, index: int, left: int, is_odd: bool, taken: list[int]) -> Iterator[Move]:
        if index == len(self.order):
            if sum(1 for amount in taken if amount) > 1:
                yield tuple(taken)
            return
        for amount, rest, odd in self._choices(index, left, is_odd):
            if self._ends(index + 1, rest, odd):
                taken[self.order[index]] = amount
                yield from self._moves(index + 1, rest, odd, taken)
        taken[self.order[index]] = 0
