"""Octal and subtraction games by the values of their heaps (Sprague and Grundy).

Every heap has a value, and whoever leaves heaps whose values have the nim-sum 0 wins. The values
and their periods are those of :mod:`marienbad.solver.octal`; all winning moves follow from them, in
heaps of any size once a period is proved.
"""

from collections.abc import Iterator

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, Split, take_from
from marienbad.solver.octal import digits_of, values_of
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import Block, Count, Equation, Items, Listing, Message, Value, say
from marienbad.theories.nim.binary import nim_sum
from marienbad.theories.octal.showing import by_size, of_position, period_told
from marienbad.theories.theory import DECISION, MOST_LISTED, Theory, Verdict, bits_of
from marienbad.theories.wording import heap_name

HEAP, HEAP_BIT, AMOUNT, TRIED, MOVE = 2_000, 10, 3_000, 10, 4_000
"""Nanoseconds for each heap and its bits, for an amount that is tried in it, for a part that is
tried then, and for a winning move."""
SHOWN_HEAPS = 8
"""The most heaps whose values are added in an equation."""


class Grundy(Theory):
    """The theory of Sprague and Grundy for heaps that are games by themselves."""

    name = "grundy"

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        digits = digits_of(game.ruleset)
        assert digits is not None, "every heap is a game by itself"
        self.values = values_of(digits)

    @property
    def citation(self) -> str:
        return in_short("guy-smith" if self.values.parting else "winning-ways")

    # How far, and how long

    def check_reach(self, position: Position) -> None:
        """Refuse a heap of which no value is known."""
        largest = max(position, default=0)
        if not self.values.reaches(largest):
            raise OutOfReach("octal.no_period", heap=largest, bound=self.values.bound)

    def cost(self, position: Position) -> int:
        growing = self.values.growing_cost(max(position, default=0) + 1)
        return growing + self.next_cost(position)

    def next_cost(self, position: Position) -> int:
        values, heaps, bits = self.values, len(position), bits_of(position)
        tried = sum(min(heap, values.horizon) for heap in position) * len(values.parting) * TRIED
        ways = heaps * len(values.digits)
        parted = sum(heap // 2 for heap in position) * len(values.parting)
        move = MOVE + 20 * heaps + max(position, default=0).bit_length() // 16
        listed = min(ways + parted, MOST_LISTED + 1) * move
        return DECISION + heaps * HEAP + bits * HEAP_BIT + ways * AMOUNT + tried + listed

    def explaining_cost(self, position: Position) -> int:
        """The rule tells the period, which is looked for to the end."""
        values = self.values
        known = values.growing_cost(max(position, default=0) + 1)
        return max(0, values.searching_cost - known) + 2 * self.next_cost(position)

    def most_moves(self, position: Position) -> int:
        """At most how many are listed: all that win, or none where they are too many."""
        values = tuple(map(self.values.value, position))
        total, ways = nim_sum(*values), len(self.values.digits) * len(position)
        if total == 0:
            return 0
        parted = sum(
            (last - first) // step + 1
            for heap, value in zip(position, values, strict=True)
            for amount in self.values.parting
            for first, last, step in self.values.partings(heap - amount, value ^ total)
        )
        return ways + parted if parted <= MOST_LISTED else 1

    # The answer

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move.

        >>> from marienbad.games.catalogue import define
        >>> theory = Grundy(define("kayles"))
        >>> theory.solve((1, 11)).winning_moves
        (Split((0, 1), (1, 3, 7)),)
        >>> theory.solve((10**100, 10**100)).is_p
        True
        """
        values = tuple(map(self.values.value, position))
        total = nim_sum(*values)
        moves = self._winning(position, values, total) if total else iter(())
        return Verdict.of(not total, moves, values)

    def is_p(self, position: Position) -> bool:
        return nim_sum(*map(self.values.value, position)) == 0

    def _winning(self, position: Position, values: Position, total: int) -> Iterator[Move]:
        """The moves that give a heap the value which makes the nim-sum 0."""
        for heap, value in enumerate(values):
            yield from self._takes(position, heap, value ^ total)
        for heap, value in enumerate(values):
            yield from self._partings(position, heap, value ^ total)

    def _takes(self, position: Position, heap: int, value: int) -> Iterator[Move]:
        size, values = position[heap], self.values
        for amount in values.keeping:
            if amount < size and values.value(size - amount) == value:
                yield take_from(position, heap, amount)
        if value == 0 and size in values.emptying:
            yield take_from(position, heap, size)

    def _partings(self, position: Position, heap: int, value: int) -> Iterator[Move]:
        before, after = position[:heap], position[heap + 1 :]
        for amount in self.values.parting:
            rest = position[heap] - amount
            for first, last, step in self.values.partings(rest, value):
                for part in range(first, last + 1, step):
                    left = (*before, part, rest - part, *after)
                    yield Split(take_from(position, heap, amount), left)

    # The words

    @property
    def _noun(self) -> str:
        return self.game.nouns[0]

    def method(self) -> list[Block]:
        parts = [say("octal.rule.parts")] if self.values.parting else []
        return [
            say(f"octal.rule.value.{self._noun}"),
            *parts,
            say("octal.rule.sum"),
            Items(tuple(map(say, self.cases()))),
            *by_size(self.values),
            *period_told(self.values),
        ]

    def cases(self) -> tuple[str, ...]:
        found = ["octal.case.zero", f"octal.case.other.{self._noun}"]
        if self.values.keeping or self.values.emptying:
            found.append(f"octal.case.take.{self._noun}")
        if self.values.parting:
            found.append(f"octal.case.part.{self._noun}")
        return tuple(found)

    def cases_of(self, position: Position, verdict: Verdict) -> frozenset[str]:
        if verdict.is_p:
            return frozenset({"octal.case.zero"})
        moves = verdict.winning_moves or (verdict.best,)
        kinds = {"part" if isinstance(move, Split) else "take" for move in moves}
        return frozenset(f"octal.case.{kind}.{self._noun}" for kind in {"other", *kinds})

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        values, winning = self._found(verdict), self._winning_told(position, verdict)
        if len(values) == 1:
            return [say("octal.gist.single", size=position[0], value=values[0]), *winning[1:]]
        return winning or [say("octal.gist.zero", values=_listed(values))]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        values = self._found(verdict)
        blocks: list[Block] = [*of_position(self.game, self.values, position, values)]
        if verdict.is_p:
            return [*blocks, say("octal.zero"), say("octal.every_move")]
        total = nim_sum(*values)
        if 1 < len(values) <= SHOWN_HEAPS:
            blocks.append(Equation(eq(NimSum(values), total)))
        return [*blocks, *self._winning_told(position, verdict), say("octal.why")]

    def _found(self, verdict: Verdict) -> tuple[int, ...]:
        assert isinstance(verdict.working, tuple)
        return verdict.working

    def _winning_told(self, position: Position, verdict: Verdict) -> list[Message]:
        """What value a heap must get, and by which move it does; the move is the advised one."""
        move = verdict.best
        if move is None:
            return []
        values = self._found(verdict)
        heap = next(heap for heap, amount in enumerate(move) if amount)
        value, total = values[heap], nim_sum(*values)
        name, item = heap_name(self.game, heap), self.game.nouns[1]
        needed: dict[str, Value] = {
            "value": value,
            "total": total,
            "target": value ^ total,
            "heap": name,
        }
        aim = say("octal.aim" if len(values) > 1 else "octal.aim_single", **needed)
        taken: dict[str, Value] = {
            "count": Count(move[heap], item),
            "heap": name,
            "target": value ^ total,
        }
        if not isinstance(move, Split):
            return [aim, say("octal.by_taking", left=position[heap] - move[heap], **taken)]
        parts = move.leave[heap : heap + 2]
        smaller, larger = map(self.values.value, parts)
        sizes: dict[str, Value] = {"smaller": parts[0], "larger": parts[1]}
        return [aim, say("octal.by_parting", sum=NimSum((smaller, larger)), **sizes, **taken)]


def _listed(values: tuple[int, ...]) -> Listing:
    """The values, the first of them where they are many."""
    shown: tuple[int | str, ...] = values
    if len(values) > SHOWN_HEAPS:
        shown = (*values[: SHOWN_HEAPS - 1], "…")
    return Listing(shown, "")
