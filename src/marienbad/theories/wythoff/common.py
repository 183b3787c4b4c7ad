"""What the theories of Wythoff's family share: the search among the pairs, and how it is explained.

Each theory says how it finds the pair of a number and of a difference; the steps that lead from
there to every winning move are those of :mod:`marienbad.theories.wythoff.steps`.
"""

from abc import abstractmethod
from functools import cached_property
from typing import ClassVar

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.games.wythoff import WythoffRules, works
from marienbad.heaps import Move, Position, leave
from marienbad.numeration.integers import fast, plain
from marienbad.text.sentences import Block, Message, say
from marienbad.theories.theory import Square, Theory, Verdict
from marienbad.theories.wythoff.pairs import Lookup, Pair, PairRules, Pairs, winning_moves
from marienbad.theories.wythoff.steps import (
    KINDS,
    Reading,
    StepKind,
    first_pairs,
    introduction,
    rule,
)
from marienbad.values import Record

BUILT_AHEAD = 64
"""Heaps within which the first pairs are, where they are shown as a check."""


class Working(Record):
    """What a method found: the pair of the smaller heap, and each winning move with its pair."""

    pairs: Pairs
    held: Lookup
    targets: tuple[tuple[Move, Lookup], ...] = ()

    @property
    def chosen(self) -> Pair | None:
        """The pair left by the move that is suggested, the last; ``None`` where none wins."""
        return self.targets[-1][1].pair if self.targets else None

    @property
    def winning(self) -> tuple[Lookup, ...]:
        """The pairs that a winning move leaves, with what they were found by."""
        return tuple(dict.fromkeys(target for _, target in self.targets))

    @classmethod
    def of(cls, verdict: Verdict) -> "Working":
        """What the theory that gave the verdict has found."""
        assert isinstance(verdict.working, cls)
        return verdict.working


class PairTheory(Theory):
    """A theory that knows the pairs; the winning moves and the explanation follow."""

    part: ClassVar[int]
    """Which part of each section of the thesis treats the method."""
    normal_statements: ClassVar[tuple[str, str, str, str]]
    """The statements of the book that prove it: for Wythoff's game and each generalisation."""
    misere_statement: ClassVar[str]
    """The same in misère play."""
    plain_work: ClassVar[str | None] = None
    """The work that has the method for Wythoff's own game, beside Wythoff's."""

    @property
    def citation(self) -> str:
        """Who treats these parameters and this ending, and the section of the thesis.

        >>> from marienbad.games.catalogue import define
        >>> from marienbad.theories.wythoff.algebra import Algebra
        >>> [Algebra(define(name)).citation for name in ("wythoff:b=4", "wythoff:a=2,misere")]
        ['Connell 1959; Deslongchamps 1999, 3.3.3', 'Fraenkel 1984; Deslongchamps 1999, 4.1.3']
        """
        rules = self.rules
        names = works(WythoffRules(rules.a, rules.b), rules.is_misere)
        if rules.step == 1 and not rules.is_misere and self.plain_work is not None:
            names += (self.plain_work,)
        section = "4.1" if rules.is_misere else f"3.{1 + self._generalisation}"
        return f"{in_short(*names, 'deslongchamps')}, {section}.{self.part}"

    @property
    def proved_in(self) -> str:
        if self.game.is_misere:
            return self.misere_statement
        return self.normal_statements[self._generalisation]

    @property
    def _generalisation(self) -> int:
        """Which of the thesis's generalisations the game is, counted from 0 for Wythoff's own."""
        return (self.rules.a > 1) + 2 * (self.rules.b > 1)

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        self.rules = PairRules.of(game)

    @abstractmethod
    def pairs(self, position: Position) -> Pairs:
        """The method, made ready for a position."""

    @abstractmethod
    def lookup_rules(self) -> list[Block]:
        """How a pair is found by its number and by a member, whatever the position."""

    @abstractmethod
    def show_member(self, working: Working, number: int, pair: Pair, residue: int) -> list[Block]:
        """That the number belongs to the pair, as a small or as a large member."""

    @abstractmethod
    def show_pair(self, working: Working, pair: Pair) -> list[Block]:
        """The members of the pair, from its number."""

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

    def pairs_below(self, size: int) -> tuple[Square, ...]:
        pairs = self.pairs((size, size))
        found = filter(None, map(pairs.pair, range(size)))
        return tuple(sorted(pair.members for pair in found if pair.large < size))

    def method(self) -> list[Block]:
        return self._method

    @cached_property
    def _method(self) -> list[Block]:
        check = first_pairs(self.pairs((BUILT_AHEAD, BUILT_AHEAD)))
        return [*introduction(self.rules), *rule(self.rules), *self.lookup_rules(), *check]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        if verdict.is_p:
            return [say("wythoff.gist.pair", pair=tuple(sorted(position)))]
        move, target = Working.of(verdict).targets[-1]
        if all(move):
            return [say("wythoff.gist.both", pair=target.pair.members)]
        kept = position[0] if move[0] == 0 else position[1]
        return [say("wythoff.gist.one", kept=kept, partner=plain(target.pair.partner(kept)))]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        working, (x, y) = Working.of(verdict), sorted(position)
        reading = Reading.of(self.rules, y - x)
        blocks: list[Block] = [reading.message(self.rules, (x, y))]
        for kind, found in self._steps_taken(position, verdict):
            if found is not None:
                blocks += self._told(working, (x, y), kind, found)
            elif not reading.is_of_equal_heaps:
                blocks.append(say("wythoff.above", number=reading.number, x=x))
        if verdict.is_p:
            return [*blocks, *_why_every_move_fails(self.rules, (x, y))]
        return [*blocks, say("wythoff.no_other_equal" if x == y else "wythoff.no_other")]

    def _told(
        self, working: Working, position: tuple[int, int], kind: StepKind, found: Lookup
    ) -> list[Block]:
        """A step with the numbers of the position, around what the method shows of its pair."""
        (x, y), members = position, found.pair.members
        if kind == "turned":
            return [say("wythoff.here.turned", small=members[1])]
        shown = self._show(working, found)
        if kind == "difference":
            return [*shown, _what_the_first_pair_says(position, members)]
        residue = "_residue" if self.rules.b > 1 else ""
        if kind == "second":
            number = plain(found.pair.rank)
            values = {"number": number, "residue": found.residue, "least": self.rules.b}
            head = say(f"wythoff.here.second{residue}", **values)
            small, large = members
            both = say("wythoff.take_both_too", pair=members, small=small, large=large)
            return [head, *shown, both]
        heap = x if kind == "smaller" else y
        head = say(f"wythoff.here.{kind}{residue}", heap=heap, residue=found.residue)
        partner = plain(found.pair.partner(heap))
        key = "wythoff.partner_below" if kind == "smaller" else "wythoff.reduce_smaller"
        return [head, *shown, say(key, x=x, y=y, partner=partner)]

    def _steps_taken(
        self, position: Position, verdict: Verdict
    ) -> list[tuple[StepKind, Lookup | None]]:
        """The first step, and all others that lead to a winning move, with their pairs."""
        working, (x, y) = Working.of(verdict), sorted(position)
        reading = Reading.of(self.rules, y - x)
        first = self._first_pair(working, x, reading)
        taken: list[tuple[StepKind, Lookup | None]] = [("difference", first)]
        is_settled = first is not None and first.pair.small == x
        for move, target in working.targets:
            kind = _kind(position, move, target)
            if kind == "difference" and target != first and not reading.is_of_equal_heaps:
                kind = "second"
            if kind != "difference" and not (is_settled and kind == "smaller"):
                taken.append((kind, target))
        return sorted(dict.fromkeys(taken), key=lambda step: KINDS.index(step[0]))

    def _first_pair(self, working: Working, x: int, reading: Reading) -> Lookup | None:
        """The pair of the first step; ``None`` where it begins above x for certain."""
        is_exception = reading.number < len(self.rules.exceptions)
        if reading.is_of_equal_heaps or (reading.number > x and not is_exception):
            return None
        pair = working.pairs.pair_at(reading.family, reading.number)
        return Lookup(pair, None, reading.family.residue) if pair is not None else None

    def is_found(self, found: Lookup) -> bool:
        """Whether the pair must be looked up: the exceptions and the first pairs are given."""
        if found.pair in self.rules.exceptions:
            return False
        return found.pair.rank > 0 if found.heap is None else found.heap > 0

    def _show(self, working: Working, found: Lookup) -> list[Block]:
        """How the method finds a pair."""
        pair = Pair(*map(plain, found.pair))
        if pair in self.rules.exceptions:
            return []
        if found.heap is None:
            return self.show_pair(working, pair) if self.is_found(found) else []
        if not self.is_found(found):
            return [say("wythoff.first_pair", pair=pair.members)]
        return self.show_member(working, plain(found.heap), pair, found.residue)


def is_turned(position: Position, move: Move) -> bool:
    """Whether the larger heap becomes the smaller one."""
    (x, left), (y, right) = sorted(zip(position, leave(position, move), strict=True))
    return x < y and left > right


def _kind(position: Position, move: Move, target: Lookup) -> StepKind:
    """By which step a winning move is found; a second difference counts as a difference."""
    if target.heap is not None:
        return "smaller" if target.heap == min(position) else "larger"
    return "turned" if is_turned(position, move) else "difference"


def _what_the_first_pair_says(position: tuple[int, int], pair: tuple[int, int]) -> Message:
    (x, y), (small, large) = position, pair
    if small < x:
        return say("wythoff.take_both", pair=pair, small=small, large=large)
    if small > x:
        return say("wythoff.pair_above", pair=pair, x=x)
    if large == y:
        return say("wythoff.is_pair", pair=pair)
    return say("wythoff.reduce_larger", pair=pair, y=y, large=large)


def _why_every_move_fails(rules: PairRules, position: tuple[int, int]) -> list[Block]:
    """With an empty heap nothing is taken from both; in misère play that is the last pair."""
    if not position[0] and rules.is_misere:
        return [say("wythoff.fail.last")]
    one = say("wythoff.fail.one_heap") if rules.b == 1 else say("wythoff.fail.residue", b=rules.b)
    both = "wythoff.fail.both_same" if rules.a == 1 else "wythoff.fail.both_near"
    return [one, say(both, step=rules.step)] if position[0] else [one]
