"""An order of play by its period: who wins repeats from some heap on, and that is certain.

Whoever is to play looks at what each of his takes leaves, and at who wins there: his party can win
if one of them is won by his party. So the winners are found from the smallest heap up, at every
place of the order, until they repeat (:mod:`marienbad.theories.order.outcomes`).

Althöfer's theorem, that the larger party wins from every large heap, is one on a game where more
may be taken than there is; in this one it does not hold as it stands (`docs/theories/order.md`).
"""

from marienbad.games.order import OrderRules
from marienbad.heaps import Position, state_of
from marienbad.text.sentences import Block, Cell, Items, Listing, Message, Table, say
from marienbad.theories.order.outcomes import (
    LONGEST,
    Outcomes,
    Repeating,
    outcomes_of,
    solving_cost,
)
from marienbad.theories.theory import DECISION, Theory, Verdict

SHOWN_TAKES = 16
LISTED = 1_000
"""Nanoseconds for a take that is looked at when the outcomes are known."""


class Period(Theory):
    """The winners heap by heap, and their period."""

    name = "period"
    citation = ""  # nobody treats just this game

    @property
    def rules(self) -> OrderRules:
        assert isinstance(self.game.ruleset, OrderRules)
        return self.game.ruleset

    @property
    def _outcomes(self) -> Outcomes:
        return outcomes_of(self.game)

    def cost(self, position: Position) -> int:
        return self.next_cost(position) + solving_cost(self.game, position[0])

    def next_cost(self, position: Position) -> int:
        return DECISION + LISTED * len(self.rules.amounts) + position[0].bit_length()

    def explaining_cost(self, position: Position) -> int:
        """To say the rule, the period is looked for, however small the heap is."""
        return 3 * self.next_cost(position) + solving_cost(self.game, LONGEST)

    def most_moves(self, position: Position) -> int:
        return len(self.rules.amounts)

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning take.

        >>> from marienbad.games.catalogue import define
        >>> from marienbad.heaps import Situation
        >>> Period(define("order:AABB,take=1-3")).solve(Situation((13,), 2))
        Verdict(is_p=False, winning_moves=((2,), (3,)))
        """
        (heap,), place = position, state_of(position)
        party = self.rules.order[place]
        moves = tuple(
            (amount,) for amount in self._takes(heap) if self._winner(heap - amount, place) == party
        )
        return Verdict(self._outcomes.winner(heap, place) != party, moves)

    def is_p(self, position: Position) -> bool:
        place = state_of(position)
        return self._outcomes.winner(position[0], place) != self.rules.order[place]

    def _takes(self, heap: int) -> list[int]:
        return [amount for amount in self.rules.amounts if amount <= heap]

    def _winner(self, heap: int, place: int) -> str:
        """Who wins where the player at a place has left a heap."""
        return self._outcomes.winner_after(heap, place)

    # Words

    def method(self) -> list[Block]:
        form = "_misere" if self.game.is_misere else ""
        least = self.rules.amounts[0]
        stuck = [say(f"order.rule.stuck{form}", least=least)] if least > 1 else []
        steps = (say(f"order.rule.end{form}"), *stuck, *map(say, self.cases()))
        return [say("order.rule.upwards"), Items(steps, is_numbered=True), self._repeating()]

    def _repeating(self) -> Message:
        found = self._outcomes.repeating
        if found is None:
            return say("order.rule.no_period", bound=LONGEST)
        values = {"start": found.start, "largest": self.rules.amounts[-1]}
        if found.period == 1:
            party = self._outcomes.winner(found.start, 0)
            return say("order.rule.always", party=party, **values)
        end = found.start + found.period
        return say("order.rule.period", period=found.period, end=end, **values)

    def cases(self) -> tuple[str, ...]:
        return "order.case.won", "order.case.lost"

    def cases_of(self, position: Position, verdict: Verdict) -> frozenset[str]:
        won, lost = self.cases()
        if self.game.is_over(position):
            return frozenset()
        return frozenset({lost if verdict.is_p else won})

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        parties = self._parties(position)
        if verdict.is_p:
            return [say("order.gist.lost", **parties)]
        (amount,) = verdict.winning_moves[0]
        left = position[0] - amount
        if left == 0:
            return [say("order.gist.last", amount=amount, **parties)]
        return [say("order.gist.won", amount=amount, left=left, **parties)]

    def _parties(self, position: Position) -> dict[str, str]:
        """The party to play, the other one, and the party that plays after it."""
        memory = self.rules.memory
        party = memory.party(position)
        other = next(one for one in self.rules.order if one != party)
        return {"party": party, "other": other, "next": memory.party(position, 1)}

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        (heap,), place = position, state_of(position)
        order = self.rules.order
        blocks: list[Block] = [
            say("order.turn", order=order, place=place + 1, **self._parties(position))
        ]
        found = self._outcomes.repeating
        if found is not None and heap >= found.start + found.period > found.start + 1:
            like = self._outcomes.like(heap)
            blocks.append(say("order.like", heap=heap, like=like, period=found.period))
        blocks += self._looked_at(heap, place, found)
        if verdict.is_p:
            return [*blocks, say("order.lost", **self._parties(position))]
        winning = [amount for (amount,) in verdict.winning_moves]
        is_long = len(winning) > SHOWN_TAKES
        takes = Listing(winning[:SHOWN_TAKES], "and" if is_long else "or")
        key = "order.won_some" if is_long else "order.won"
        return [*blocks, say(key, takes=takes, **self._parties(position))]

    def _looked_at(self, heap: int, place: int, found: Repeating | None) -> list[Block]:
        """What each take leaves, and who wins there."""
        takes = self._takes(heap)
        shown = takes[:SHOWN_TAKES]
        lefts = [heap - amount for amount in shown]
        is_like = (
            found is not None
            and found.period > 1
            and any(left >= found.start + found.period for left in lefts)
        )
        rows: list[tuple[Cell, ...]] = []
        for amount, left in zip(shown, lefts, strict=True):
            winner = self._winner(left, place)
            like = (self._outcomes.like(left),) if is_like else ()
            rows.append((amount, left, *like, winner))
        names = ("take", "leaves", *(["like"] if is_like else []), "winner")
        columns = tuple(say(f"order.table.{name}") for name in names)
        blocks: list[Block] = [Table(columns, tuple(rows))]
        if len(takes) > len(shown):
            blocks.append(say("order.shown", shown=len(shown), total=len(takes)))
        return blocks
