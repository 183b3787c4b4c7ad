"""What the theories of Wythoff's family share: the search among the pairs, and how it is explained.

The smaller heap x is looked up in its pair. If y is its partner, the position is to leave; if y is
larger, reduce y; otherwise take from both heaps. The remaining winning moves follow. Each theory
fills in how it finds a pair.
"""

from abc import abstractmethod

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position
from marienbad.numeration.integers import fast, plain
from marienbad.text.mathematics import Expression, Subscript
from marienbad.text.sentences import Block, say
from marienbad.theories.theory import Square, Theory, Verdict
from marienbad.theories.wythoff.pairs import Lookup, Pair, PairRules, Pairs, winning_moves
from marienbad.values import Record

LONG = 10**15
"""Numbers from here on are not put into decimals or tables of digits."""
STEP_BIT = 150
"""Nanoseconds for each bit of k."""
REMEMBERED = 256
"""How many introductions a theory keeps; there is one for each remainder modulo b."""


class Working(Record):
    """What a method found: the pair of the smaller heap, and each winning move with its pair."""

    pairs: Pairs
    held: Lookup
    targets: tuple[tuple[Move, Lookup], ...] = ()

    @property
    def chosen(self) -> Pair | None:
        """The pair left by the move that is suggested, the last; ``None`` where none wins."""
        return self.targets[-1][1].pair if self.targets else None

    @classmethod
    def of(cls, verdict: Verdict) -> "Working":
        """What the theory that gave the verdict has found."""
        assert isinstance(verdict.working, cls)
        return verdict.working


class PairTheory(Theory):
    """A theory that knows the pairs; the winning moves and the explanation follow."""

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self.rules = PairRules.of(game)
        self._introductions: dict[int, list[Block]] = {}

    @abstractmethod
    def pairs(self, position: Position) -> Pairs:
        """The method, made ready for a position."""

    @abstractmethod
    def introduce(self, pairs: Pairs, residue: int) -> list[Block]:
        """How the method gives the pairs whose difference leaves this remainder."""

    @abstractmethod
    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        """That the number belongs to the pair, as a small or as a large member."""

    @abstractmethod
    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        """The members of the pair, from its difference."""

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move, from at most five candidates."""
        # huge heaps become integers of gmpy2 here: every mixed operation would convert them again
        x, y = sorted(map(fast, position))
        pairs = self.pairs((x, y))
        residue = (y - x) % self.rules.b if self.rules.b > 1 else 0
        pair = pairs.pair_with(x, residue)
        assert pair is not None, "a method knows the partner of the smaller heap"
        held = Lookup(pair, x, residue)
        if pair.partner(x) == y:
            return Verdict(True, (), Working(pairs, held))
        is_turned = position[0] > position[1]
        targets = sorted(
            ((plain(d), plain(c)) if is_turned else (plain(c), plain(d)), target)
            for (c, d), target in winning_moves(pairs, x, y, held)
        )
        moves = tuple(move for move, _ in targets)
        return Verdict(False, moves, Working(pairs, held, tuple(targets)))

    def cost(self, position: Position) -> int:
        """Parameters of a thousand digits weigh more than heaps."""
        return super().cost(position) + STEP_BIT * self.rules.step.bit_length()

    def pairs_below(self, size: int) -> tuple[Square, ...]:
        pairs = self.pairs((size, size))
        found = filter(None, map(pairs.pair, range(size)))
        below = ((plain(pair.small), plain(pair.large)) for pair in found if pair.large < size)
        return tuple(sorted(below))

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        working, rules = Working.of(verdict), self.rules
        x, y = sorted(position)
        held = working.held
        blocks = [_order(rules, x, y), *self._introduction(working.pairs, held.residue)]
        if rules.exceptions:
            blocks.append(say("wythoff.exceptions"))
        if x == 0 and held.pair not in rules.exceptions:
            # That 0 begins the first pair is where every method starts: there is nothing to find.
            blocks.append(say("wythoff.first_pair", pair=(held.pair.small, held.pair.large)))
        else:
            blocks += self._show(working, held)
        if verdict.is_p:
            blocks.append(say("wythoff.is_pair", x=x, y=y))
            return [*blocks, *_why_every_move_fails(rules)]
        partner = plain(held.pair.partner(x))
        key = "wythoff.partner_below" if partner < y else "wythoff.partner_above"
        blocks.append(say(key, x=x, y=y, partner=partner))
        for target in dict.fromkeys(target for _, target in working.targets):
            if target != held:
                blocks += self._explain_target(working, (x, y), target)
        return [*blocks, say("wythoff.why")]

    def _introduction(self, pairs: Pairs, residue: int) -> list[Block]:
        """How the method gives the pairs, remembered: it does not depend on the position."""
        if residue not in self._introductions and len(self._introductions) < REMEMBERED:
            self._introductions[residue] = self.introduce(pairs, residue)
        return self._introductions.get(residue) or self.introduce(pairs, residue)

    def _show(self, working: Working, found: Lookup) -> list[Block]:
        """How the method finds a pair; the exceptions are given, not found."""
        if found.pair in self.rules.exceptions:
            return []
        pair = Pair(*map(plain, found.pair))
        if found.heap is None:
            return self.show_pair(working, pair)
        return self.show_member(working, plain(found.heap), pair, found.residue)

    def _explain_target(
        self, working: Working, position: tuple[int, int], target: Lookup
    ) -> list[Block]:
        """Why a move that changes the smaller heap leads to a pair."""
        x, y = position
        shown = self._show(working, target)
        if target.heap is not None:
            partner = plain(target.pair.partner(y))
            return [
                say("wythoff.keep_larger", y=y),
                *shown,
                say("wythoff.reduce_smaller", x=x, y=y, partner=partner),
            ]
        small, large = plain(target.pair.small), plain(target.pair.large)
        key = "wythoff.both_same" if self.rules.a == 1 else "wythoff.both_near"
        return [
            say(key, difference=large - small, reach=self.rules.step, before=y - x),
            *shown,
            say("wythoff.take_both", pair=(small, large)),
        ]


def _order(rules: PairRules, x: int, y: int) -> Block:
    if rules.b == 1:
        return say("wythoff.order", x=x, y=y, difference=y - x)
    residue = (y - x) % rules.b
    return say("wythoff.order_residue", x=x, y=y, difference=y - x, b=rules.b, residue=residue)


def _why_every_move_fails(rules: PairRules) -> list[Block]:
    one = say("wythoff.fail.one_heap") if rules.b == 1 else say("wythoff.fail.residue", b=rules.b)
    both = "wythoff.fail.both_same" if rules.a == 1 else "wythoff.fail.both_near"
    return [one, say(both, step=rules.step)]


def small_member(rules: PairRules, residue: int, rank: int | str) -> Expression:
    """aₙ, a_{i,n} or, in misère play, Aₙ."""
    return _member(rules, "A" if rules.is_misere else "a", residue, rank)


def large_member(rules: PairRules, residue: int, rank: int | str) -> Expression:
    """bₙ, b_{i,n} or, in misère play, Bₙ."""
    return _member(rules, "B" if rules.is_misere else "b", residue, rank)


def _member(rules: PairRules, letter: str, residue: int, rank: int | str) -> Expression:
    return Subscript(letter, rank if rules.b == 1 else (residue, rank))
