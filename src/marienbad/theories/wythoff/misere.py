"""Misère play with b > 1: the recurrence of :mod:`~marienbad.theories.wythoff.misere_pairs`.

The proof stands in docs/theories/misere.md. A position x ≤ y with y − x = kb + r is won by the pair
of family r that belongs to k, or by the partner of x in class r; one of the two is always there.
"""

from functools import cached_property

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.numeration.integers import plain
from marienbad.text.mathematics import Symbol
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Equation, Items, Mark, Message, Section, Table, say
from marienbad.theories.theory import Verdict, bits_of
from marienbad.theories.wythoff.common import Working, is_turned
from marienbad.theories.wythoff.misere_pairs import MiserePairs, MisereRules, NearNormalPairs
from marienbad.theories.wythoff.pairs import Lookup, Pair, Pairs
from marienbad.theories.wythoff.recurrence import REACH, Recurrence, pair_heads, pair_rows
from marienbad.theories.wythoff.steps import large_member, small_member

SHOWN_FAMILIES, SHOWN_PAIRS = 4, 7
"""Up to how many families the rule shows the first pairs, and how many of them."""
MOST_FOLLOWED = 8_000
"""The most bits of positions that follow whose exceptions are followed for an explanation."""
FARTHEST = 1_000
"""The most bits of both heaps together for which the exceptions to normal play are followed."""
SHOWN_RANKS = 10
"""Up to this number a list is shown from its beginning."""


class MisereRecurrence(Recurrence):
    """The theory that builds the pairs one after another.

    >>> from marienbad.games.catalogue import define
    >>> theory = MisereRecurrence(define("wythoff:b=2,misere"))
    >>> theory.solve((4, 9)).is_p, theory.solve((4, 12)).winning_moves
    (True, ((0, 2),))
    """

    citation = "marienbad, docs/theories/misere.md"
    misere_statement = "misere_families"
    rules: MisereRules

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self.rules = MisereRules.of(game)

    def pairs(self, position: Position) -> Pairs:
        if self._is_far(position):
            return NearNormalPairs(self.rules, max(position))
        return MiserePairs(self.rules, min(position))

    def _is_far(self, position: Position) -> bool:
        """Whether no list reaches the position, but normal play helps, since a is 1."""
        return self.rules.a == 1 and min(position) > REACH

    def check_reach(self, position: Position) -> None:
        if not self._is_far(position):
            super().check_reach(position)
        elif bits_of(position) > FARTHEST:
            digits = FARTHEST * 3 // 20
            raise OutOfReach("wythoff.misere.too_far", theory=self.name, digits=digits)

    def repeatable(self, position: Position, most: int) -> int:
        if not self._is_far(position):
            return super().repeatable(position, most)
        return max(1, min(most, MOST_FOLLOWED // bits_of(position)))

    # The rule

    @cached_property
    def _method(self) -> list[Block]:
        a, b = self.rules.a, self.rules.b
        n, r = Symbol("n"), Symbol("r")
        small, large = small_member(self.rules, "r", "n"), large_member(self.rules, "r", "n")
        other = "r" if b == 2 else "s"
        difference = b * n + r if a == 1 else a * b * n - (a - 1) * b + r
        cases = [
            say("wythoff.misere.case.one"),
            say(self._zero, a=a, b=b),
            say(self._later, a=a),
            say("wythoff.misere.case.small", small=small, large=large),
            say(
                self._large,
                small=small_member(self.rules, other, "n"),
                large=large_member(self.rules, other, "n"),
            ),
        ]
        by_difference, by_smaller, by_larger, *second = self._looks
        further = [say(by_larger, small=small, large=large)]
        turned = say(f"wythoff.misere.turned{self._form}")
        further += [say(key, most=(a - 1) * b, turned=turned) for key in second]
        more = (say("wythoff.misere.more"), Items(tuple(further)))
        return [
            say("wythoff.misere.ending", largest=b - 1),
            say("wythoff.misere.first", b=b, largest=b - 1),
            say(f"wythoff.misere.law{self._form}", small=small, b=b),
            Equation(eq(large, small + difference)),
            *self._first_pairs(),
            say("wythoff.misere.order"),
            Items((say(by_difference), say(by_smaller)), is_numbered=True),
            say("wythoff.misere.details"),
            Items(tuple(cases)),
            Section(say("wythoff.step.more"), more, is_open=False),
        ]

    @property
    def _form(self) -> str:
        """The end of the key of a sentence that is another where s is always r."""
        return "_one" if self.rules.b == 2 else ""

    @property
    def _looks(self) -> tuple[str, ...]:
        """What is looked for, in the order that is the cheapest by hand."""
        return LOOKS if self.rules.a > 1 else LOOKS[:3]

    def _first_pairs(self) -> list[Block]:
        """The first pairs of all lists, where they are few."""
        if self.rules.b > SHOWN_FAMILIES:
            return []
        pairs, residues = self.pairs((4 * SHOWN_PAIRS,) * 2), tuple(range(self.rules.b))
        rows = tuple(pair_rows(pairs, residues, range(SHOWN_PAIRS), {}))
        caption = say("wythoff.misere.first_pairs")
        return [Table(pair_heads(self.rules, residues), rows, caption)]

    @property
    def _zero(self) -> str:
        return f"wythoff.misere.case.zero{ {1: '_only', 2: '_two'}.get(self.rules.a, '') }"

    @property
    def _later(self) -> str:
        return f"wythoff.misere.case.later{'_same' if self.rules.a == 1 else ''}"

    @property
    def _large(self) -> str:
        return f"wythoff.misere.case.large{self._form}"

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        working, b = Working.of(verdict), self.rules.b
        pair = working.held.pair if verdict.is_p else working.chosen
        assert pair is not None, "from a position that is no pair some move wins"
        key = "wythoff.misere.gist_pair" if verdict.is_p else "wythoff.misere.gist_leave"
        return [say(key, pair=pair.members, rank=plain(pair.rank), b=b, residue=pair.residue)]

    # Here

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        working, b = Working.of(verdict), self.rules.b
        x, y = sorted(position)
        quotient, residue = divmod(y - x, b)
        key = "wythoff.misere.difference"
        blocks: list[Block] = [
            say(key, x=x, y=y, difference=y - x, quotient=quotient, b=b, residue=residue)
        ]
        if self._is_far(position):
            blocks.append(say("wythoff.misere.far"))
        pair = working.held.pair if verdict.is_p else self._nearest(working, (x, y))
        blocks.append(self._lists(working, pair))
        if verdict.is_p:
            fails = "fail_both" if self.rules.a > 1 else "fail_same"
            most, step = self.rules.step - b, self.rules.step
            return [
                *blocks,
                self._member("partner_is", working.held, (x, y)),
                say("wythoff.misere.fail_one"),
                say(f"wythoff.misere.{fails}", most=most, step=step),
            ]
        blocks.append(self._by_difference(pair, (x, y)))
        partner = "partner_too" if _is_below(pair, x) else "partner_below"
        if working.held.pair.partner(x) < y:
            blocks.append(self._member(partner, working.held, (x, y)))
        blocks += [
            self._member("larger_too", target, (x, y))
            for target in working.winning
            if target.heap is not None and target != working.held
        ]
        blocks += self._other_differences(working, position, pair)
        return [*blocks, say("wythoff.why")]

    def _nearest(self, working: Working, position: tuple[int, int]) -> Pair | None:
        """The pair that belongs to the quotient; ``None`` where its number is x or more."""
        x, y = position
        quotient, residue = divmod(y - x, self.rules.b)
        rank = self.rules.index_of(quotient)
        return working.pairs.pair_at(self.rules.family(residue), rank) if rank < x else None

    def _by_difference(self, pair: Pair | None, position: tuple[int, int]) -> Message:
        x, y = position
        quotient, residue = divmod(y - x, self.rules.b)
        rank = self.rules.index_of(quotient)
        named = {"quotient": quotient, "rank": rank, "residue": residue, "x": x}
        if pair is None:
            return say("wythoff.misere.pair_far", **named)
        key = "pair_below" if _is_below(pair, x) else "pair_above"
        return say(f"wythoff.misere.{key}", pair=pair.members, **named)

    def _other_differences(
        self, working: Working, position: Position, nearest: Pair | None
    ) -> list[Block]:
        """The pairs with other differences that a move from both heaps can leave."""
        found: dict[tuple[Pair, bool], None] = {}
        for move, target in working.targets:
            if target.heap is None:
                found[target.pair, is_turned(position, move)] = None
        most = self.rules.step - self.rules.b
        return [
            say(
                f"wythoff.misere.also{'_turned' if turns else ''}",
                pair=pair.members,
                difference=plain(pair.difference),
                most=most,
            )
            for pair, turns in found
            if turns or pair != nearest
        ]

    def _member(self, key: str, found: Lookup, position: tuple[int, int]) -> Message:
        """Where a heap stands in the lists, and its partner."""
        (x, y), pair = position, Pair(*map(plain, found.pair))
        assert found.heap is not None, "it was found by a heap"
        named, partner = self.named(pair, found.heap)
        return say(f"wythoff.misere.{key}", found=named, partner=partner, x=x, y=y)

    def _lists(self, working: Working, nearest: Pair | None) -> Table:
        """The lists r and s side by side, around the pairs that are looked up."""
        marks: dict[Pair, Mark] = {target.pair: "looked_up" for target in working.winning}
        if nearest is not None:
            marks[nearest] = "looked_up"
        if working.chosen is not None:
            marks[working.chosen] = "chosen"
        ranks = sorted({near for pair in marks for near in _ranks(plain(pair.rank))})
        residue = working.held.residue
        lists = tuple(dict.fromkeys((residue, -residue % self.rules.b)))
        rows = pair_rows(working.pairs, lists, ranks, marks)
        return Table(pair_heads(self.rules, lists), tuple(rows))


LOOKS = tuple(
    f"wythoff.misere.look.{name}" for name in ("difference", "smaller", "larger", "second")
)
"""What is looked for, in the order that is the cheapest by hand."""


def _is_below(pair: Pair | None, x: int) -> bool:
    return pair is not None and pair.small < x


def _ranks(rank: int) -> range:
    """The ranks around one, from the first on where they are near."""
    return range(rank - 1 if rank > SHOWN_RANKS else 0, rank + 2)
