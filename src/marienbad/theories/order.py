"""Who wins from each heap at each place of an order, heap by heap, until it repeats.

What is known of a heap is one number, its *column*: bit s says whether party A wins if the player
at index s of the order has left this heap. No more than m can be taken, so that the column of a
heap of at least m is found from the m columns before it, always in the same way. Once m columns in
a row have stood before, all that follows has followed before: the columns repeat for ever.

The player to move looks at what each take leaves, and at who wins there: his party can win if one
of them is won by his party. So the winners are found from the smallest heap up, at every place of
the order, until they repeat.

Althöfer's theorem, that the larger party wins from every large heap, is one on a game where more
may be taken than there is; in this one it does not hold as it stands (`docs/theories/order.md`).

Reference: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways for your Mathematical Plays,
chapter 4, where the players alternate.
"""

from array import array
from bisect import bisect_left
from functools import lru_cache

from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.games.order import PARTIES, OrderRules
from marienbad.heaps import Position, state_of
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Cell, Items, Listing, Message, Table, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.theory import TableKind, Theory, Verdict
from marienbad.values import Record

LONGEST = 2**16
"""The most heaps that are solved to find a period."""
SHORTEST = 2**8


class Repeating(Record):
    """From which heap on the columns repeat, and after how many heaps."""

    start: int
    period: int


class Outcomes:
    """The parties that win, of a game with an order, as far as they were asked for."""

    def __init__(self, game: Definition) -> None:
        rules = game.ruleset
        assert isinstance(rules, OrderRules)
        self._order, self._amounts = rules.order, rules.amounts
        own = sum(1 << index for index, party in enumerate(self._order) if party == PARTIES[0])
        others = (1 << len(self._order)) - 1 - own
        self._own, self._others = own, others
        self._stuck = own if game.is_misere else others
        self._columns = array("Q", [others if game.is_misere else own])
        self._is_searched = False
        self._found: Repeating | None = None

    def winner(self, heap: int, place: int) -> str:
        """The party that wins where the player at a place of the order is to play."""
        return self.winner_after(heap, (place - 1) % len(self._order))

    def winner_after(self, heap: int, place: int) -> str:
        """The party that wins where the player at a place of the order has left a heap."""
        return PARTIES[not self._columns[self._known(heap)] >> place & 1]

    def like(self, heap: int) -> int:
        """The first heap with the same winners, by the period; the heap itself before it."""
        found = self.repeating if heap >= SHORTEST else self._found
        if found is None or heap < found.start:
            return heap
        return found.start + (heap - found.start) % found.period

    @property
    def repeating(self) -> Repeating | None:
        """The period, ``None`` where it would be found beyond :data:`LONGEST` heaps only."""
        size = SHORTEST
        while not self._is_searched:
            self._solve(size)
            self._found = repetition(self._columns, self._amounts[-1])
            self._is_searched = self._found is not None or size >= LONGEST
            size *= 2
        return self._found

    def _known(self, heap: int) -> int:
        """A heap whose column is solved and the same."""
        like = self.like(heap)
        if like >= LONGEST:
            raise OutOfReach("order.no_period", heap=heap, bound=LONGEST)
        self._solve(like + 1)
        return like

    def _solve(self, size: int) -> None:
        columns, last = self._columns, len(self._order) - 1
        for heap in range(len(columns), size):
            some, every = 0, self._own | self._others
            for amount in self._amounts:
                if amount > heap:
                    break
                column = columns[heap - amount]
                some |= column
                every &= column
            wins = some & self._own | every & self._others
            if self._amounts[0] > heap:
                wins = self._stuck
            columns.append(wins >> 1 | (wins & 1) << last)


def repetition(values: "array[int]", window: int) -> Repeating | None:
    """Where a sequence begins to repeat and after how many, if its last window stood before.

    >>> repetition(array("Q", [9, 8, 1, 2, 3, 1, 2, 3, 1, 2]), 3)
    Repeating(start=2, period=3)
    """
    # from the end backwards, so that the shortest period is found
    octets, width = values[::-1].tobytes(), values.itemsize
    place = octets.find(octets[: window * width], width)
    while place > 0 and place % width:
        place = octets.find(octets[: window * width], place + 1)
    if place < 0 or len(values) < window:
        return None
    period = place // width
    whole = memoryview(values.tobytes())
    ends = len(whole) - place

    def repeats_from(start: int) -> bool:
        return whole[start * width : ends] == whole[start * width + place :]

    return Repeating(bisect_left(range(len(values) - period), True, key=repeats_from), period)


@lru_cache(maxsize=16)
def outcomes_of(game: Definition) -> Outcomes:
    """The outcomes of a game, which remember what was found."""
    return Outcomes(game)


SHOWN_TAKES = 16


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
        least = self.rules.amounts[0]
        stuck = [say(f"order.rule.stuck{self._form}", least=least)] if least > 1 else []
        steps = (
            say(f"order.rule.end{self._form}"),
            *stuck,
            say("order.case.won"),
            say("order.case.lost"),
        )
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


def parties(definition: Definition, rows: int) -> Sheet:
    """Return the party that wins from each heap, where the player at each place is to play.

    >>> from marienbad.games.catalogue import define
    >>> list(parties(define("order:AAB,take=1-3"), 6).rows)[4:]
    [(4, 'A', 'B', 'A'), (5, 'A', 'A', 'A')]
    """
    assert isinstance(definition.ruleset, OrderRules)
    order, outcomes = definition.ruleset.order, outcomes_of(definition)
    places = range(len(order))
    heads = (Column(f"{place}{order[place]}", f"{place}: {order[place]}") for place in places)
    return Sheet(
        definition.name,
        "parties",
        say("order.table.caption", game=titled(definition.name)),
        (Column("heap", say("order.table.heap")), *heads),
        ((heap, *(outcomes.winner(heap, place) for place in places)) for heap in range(rows)),
    )


TABLES = (TableKind("parties", "order.table.parties", parties, usual_rows=24, most_rows=10_000),)
