"""How a position of Wythoff's family is played by the law of its pairs, in words.

First the pair whose difference is that of the heaps, or the next smaller one; then the partner of
the smaller heap. Unless the game is over one of the two wins, or the position is a pair.
"""

from __future__ import annotations

from marienbad.prover.description.laws import Law, Pair
from marienbad.text.mathematics import Floor, Fraction, Symbol
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Items, Mark, Marked, Message, Table, say

LONGEST = 400
"""For a larger smaller heap the lists are not written down."""
AROUND = 10
"""Up to this number a list is shown from its beginning."""


class Playing:
    """The law of a game with the parameter a, used at the table."""

    def __init__(self, law: Law, a: int) -> None:
        self.law, self.a = law, a
        self._form = "_classes" if law.modulus > 1 else ""

    def nearest(self, difference: int) -> int | None:
        """The number of the pair with this difference, or else the next smaller one."""
        one = self.law.lists[difference % self.law.modulus]
        if difference >= one.difference:
            return self.law.given + (difference - one.difference) // one.steps[0]
        given = [(y - x, number) for number, (x, y) in enumerate(one.first) if y - x <= difference]
        return max(given)[1] if given else None

    # The rule

    def steps(self) -> list[Block]:
        """What to look for, whatever the position."""
        m, one = self.law.modulus, self.law.lists[0]
        step = one.steps[0]
        offset = self.law.given * step - one.difference
        number = Symbol("y") - Symbol("x")
        if m > 1:
            number -= Symbol("r")
        if offset:
            number = number + offset if offset > 0 else number - -offset
        quotient = number if step == 1 else Fraction(number, step)
        shown = quotient if self.a == 1 else Floor(quotient)
        least = one.difference + Symbol("r") if m > 1 else one.difference
        both, smaller = self.looks()
        nearness = say(f"prover.playing.nearness.{'exact' if self.a == 1 else 'below'}")
        blocks: list[Block] = [
            say(f"prover.playing.use{self._form}", modulus=m),
            Items((say(both, nearness=nearness), say(smaller, modulus=m)), is_numbered=True),
            say("prover.playing.number", least=least, law=eq(Symbol("n"), shown)),
        ]
        if self.nearest(0) is None:
            blocks.append(say("prover.playing.equal", pair=one.first[0]))
        return [*blocks, say("prover.playing.others")]

    def looks(self) -> tuple[str, str]:
        """What to look for, in order."""
        smaller = "_two" if self.law.modulus == 2 else self._form
        return (
            f"prover.playing.look.difference{self._form}",
            f"prover.playing.look.smaller{smaller}",
        )

    # Here

    def here(self, position: Pair, left: Pair | None) -> list[Block]:
        """The steps at a position x ≤ y, and which pair the suggested move leaves."""
        (x, y), m = position, self.law.modulus
        quotient, r = divmod(y - x, m)
        values = {"x": x, "y": y, "difference": y - x}
        if m > 1:
            values |= {"modulus": m, "quotient": quotient, "residue": r}
        begun = say(f"prover.playing.difference{self._form}", **values)
        if x > LONGEST:
            return [begun, say("prover.playing.too_long")]
        lists = self.law.first(x + self.law.given + 2)
        own, opposite = lists[r], lists[-r % m]
        number = self.nearest(y - x)
        pair = None if number is None or number >= len(own) else own[number]
        held, partner = self._held(own, opposite, r, x)
        named = {"x": x, "y": y, "partner": partner, "residue": held[0], "number": held[1]}
        looked_up = {held} if partner <= y else set()
        if partner == y:
            told = [say(f"prover.playing.is_pair{self._form}", **named)]
        else:
            told = [self._by_difference(number, pair, r, x)]
            if pair is not None and number is not None:
                looked_up.add((r, number))
            if partner < y:
                is_below = number is None or (pair is not None and pair[0] < x)
                key = "partner_too" if is_below else "partner"
                told.append(say(f"prover.playing.{key}{self._form}", **named))
        return [begun, self._table({r: own, -r % m: opposite}, looked_up, left), *told]

    def _held(
        self, own: list[Pair], opposite: list[Pair], r: int, x: int
    ) -> tuple[tuple[int, int], int]:
        """The list and the number in it of the pair in which the smaller heap is; its partner."""
        for number, (small, large) in enumerate(own):
            if small == x:
                return (r, number), large
        number, small = next((n, small) for n, (small, large) in enumerate(opposite) if large == x)
        return (-r % self.law.modulus, number), small

    def _by_difference(self, number: int | None, pair: Pair | None, r: int, x: int) -> Message:
        if number is None:
            return say("prover.playing.here_equal", pair=self.law.lists[0].first[0])
        named = {"number": number, "residue": r, "x": x}
        if pair is None:
            return say(f"prover.playing.pair_far{self._form}", **named)
        key = "pair_below" if pair[0] < x else "pair_above"
        return say(f"prover.playing.{key}{self._form}", pair=pair, **named)

    def _table(
        self, lists: dict[int, list[Pair]], looked_up: set[tuple[int, int]], left: Pair | None
    ) -> Table:
        """The lists of the remainder side by side, around what is looked up."""
        numbers = {near for _, number in looked_up for near in _around(number)} or {0, 1, 2}
        rows: list[tuple[Cell, ...]] = []
        for number in sorted(numbers):
            row: list[Cell] = [number]
            for r, pairs in lists.items():
                if number >= len(pairs):
                    row += [None, None]
                    continue
                small, large = pairs[number]
                mark: Mark = "chosen" if pairs[number] == left else "looked_up"
                is_marked = (r, number) in looked_up or pairs[number] == left
                row += [small, Marked(large, mark) if is_marked else large]
            rows.append(tuple(row))
        return Table(self.law.heads(lists), tuple(rows))


def _around(number: int) -> range:
    return range(number - 1 if number > AROUND else 0, number + 2)
