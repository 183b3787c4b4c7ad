"""Options may be forbidden: before each move the player who is not to move may forbid some.

With ``block K`` these are up to K − 1 positions that the other may then not leave. So a position is
a P-position exactly if fewer than K of the positions that can be left from it are: then they can
all be forbidden; else one is left whatever is forbidden.

A position of such a game is in one of three states. In state 0 it is the heaps alone, and nothing
is said of forbidding: its outcome is that of whoever is to move, before anything is forbidden. A
match is played in the others: in state 1 whoever is not to move forbids, or nothing; what he
forbids becomes the state, a number from 2 up, and the other moves.

Reference: U. Larsson, Blocking Wythoff Nim, arXiv 1010.5816.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice
from math import comb, prod
from typing import TYPE_CHECKING, Literal

from marienbad.games.memory import Memory
from marienbad.heaps import Block, Move, Position, distinct, leave, situated, state_of
from marienbad.text.problems import InputError

if TYPE_CHECKING:
    from random import Random

    from marienbad.games.ruleset import Ruleset

TO_FORBID = 1
"""The state in which whoever is not to move may forbid."""
NONE_FORBIDDEN = 2
"""The state in which he has forbidden nothing; of more states follow those in which he has."""
FEW = 64
"""How many moves are looked at where any of those that are not forbidden will do."""


class Blocking(Memory):
    """Up to ``block`` − 1 options of each move may be forbidden.

    >>> blocking = Blocking(2)
    >>> [blocking.seat(0, ply) for ply in range(6)], [blocking.seat(2, ply) for ply in range(4)]
    ([1, 0, 0, 1, 1, 0], [0, 0, 1, 1])
    """

    block: int

    kind = "block"
    has_states = True

    @property
    def most(self) -> int:
        """The most options that may be forbidden at once."""
        return self.block - 1

    def check(self, rules: Ruleset, position: Position) -> None:
        state = state_of(position)
        if state < NONE_FORBIDDEN:
            return
        known = decoded(position)
        is_known = known is not None and self._may_forbid(rules, position, known)
        if not is_known or encoded(position, Block(known or ()).forbidden) != state:
            raise InputError("errors.state_block", position=position, most=self.most)

    def moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        takings = self._allowed(rules, position)
        if state_of(position) != TO_FORBID:
            return takings
        return self._blocks(distinct(leave(position, taking) for taking in takings))

    def least_moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        if state_of(position) == 0:
            return rules.least_takings(position)
        if state_of(position) != TO_FORBID:
            known = forbidden(position)
            least = rules.least_takings(position)
            allowed = [taking for taking in least if leave(position, taking) not in known]
            return iter(allowed or islice(self._allowed(rules, position), FEW))
        if next(rules.takings(position), None) is None:
            return iter(())
        left = distinct(leave(position, taking) for taking in rules.least_takings(position))
        return iter([Block(()), *(Block([option]) for option in left)])

    def random_move(self, rules: Ruleset, position: Position, random: Random) -> Move:
        if state_of(position) == 0:
            return rules.random_taking(position, random)
        if state_of(position) == TO_FORBID:
            number = random.randint(0, self.most)
            drawn = (rules.random_taking(position, random) for _ in range(number))
            return Block(leave(position, taking) for taking in drawn)
        drawn = (rules.random_taking(position, random) for _ in range(FEW))
        known = forbidden(position)
        found = next((taking for taking in drawn if leave(position, taking) not in known), None)
        return found or random.choice([*islice(self._allowed(rules, position), FEW)])

    def is_legal(self, rules: Ruleset, position: Position, move: Move) -> bool:
        if isinstance(move, Block) != (state_of(position) == TO_FORBID):
            return False
        if isinstance(move, Block):
            has_moves = next(rules.takings(position), None) is not None
            return has_moves and self._may_forbid(rules, position, move.forbidden)
        return rules.may_take(position, move) and leave(position, move) not in forbidden(position)

    def next_state(self, position: Position, move: Move) -> int:
        if isinstance(move, Block):
            return encoded(position, move.forbidden)
        return TO_FORBID if state_of(position) else 0

    def states(self, position: Position) -> int:
        options = prod(heap + 1 for heap in position)
        return 2 + sum(comb(options, number) for number in range(self.block))

    def begun(self, position: Position) -> Position:
        """The position in which a match begins: that of the other, who may forbid."""
        return position if state_of(position) else situated(position, TO_FORBID)

    def period(self) -> int:
        return 4

    def seat(self, state: int, ply: int) -> int:
        """A match begins with a choice of the second player, unless something is forbidden."""
        return ((ply + 1) // 2 + 1) % 2 if state < NONE_FORBIDDEN else ply // 2 % 2

    def plays_on(self, position: Position) -> bool:
        """Whoever has moved is the one who may then forbid."""
        return state_of(position) >= NONE_FORBIDDEN

    def has_won(self, position: Position) -> bool:
        """Whoever would forbid has moved last where no move is left."""
        return state_of(position) == TO_FORBID

    def is_to_forbid(self, position: Position) -> bool:
        return state_of(position) == TO_FORBID

    def act(self, position: Position) -> Literal["take", "forbid"]:
        return "forbid" if self.is_to_forbid(position) else "take"

    def _allowed(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        """What may be taken, and is not forbidden."""
        known = forbidden(position)
        takings = rules.takings(position)
        return (taking for taking in takings if leave(position, taking) not in known)

    def _blocks(self, options: Iterator[Position]) -> Iterator[Move]:
        """Nothing first, then single options as they come: the first are had without the rest."""
        found: list[Position] = []
        for option in options:
            if not found:
                yield Block(())
            found.append(option)
            yield Block((option,))
        for number in range(2, self.block):
            yield from map(Block, combinations(found, number))

    def _may_forbid(
        self, rules: Ruleset, position: Position, options: tuple[Position, ...]
    ) -> bool:
        return len(options) <= self.most and all(
            len(left) == len(position)
            and all(0 <= after <= before for after, before in zip(left, position, strict=True))
            and rules.may_take(position, leave(position, left))
            for left in options
        )


def forbidden(position: Position) -> tuple[Position, ...]:
    """The positions that may not be left from a position, by its state."""
    return decoded(position) or ()


def encoded(position: Position, options: tuple[Position, ...]) -> int:
    """The state in which these positions, in order, may not be left: their numbers as digits.

    >>> encoded((3, 5), ()), encoded((3, 5), ((1, 2), (3, 3)))
    (2, 561)
    """
    state, base = 0, _numbers(position)
    for option in reversed(options):
        number = 0
        for heap, left in zip(position, option, strict=True):
            number = number * (heap + 1) + left
        state = state * base + number + 1
    return NONE_FORBIDDEN + state


def decoded(position: Position) -> tuple[Position, ...] | None:
    """What may not be left from a position by its state; ``None`` where nothing was said yet.

    >>> decoded(situated((3, 5), 561)), decoded((3, 5))
    (((1, 2), (3, 3)), None)
    """
    state, base = state_of(position) - NONE_FORBIDDEN, _numbers(position)
    if state < 0:
        return None
    options: list[Position] = []
    while state:
        state, number = divmod(state, base)
        number -= 1
        left: list[int] = []
        for heap in reversed(position):
            number, rest = divmod(number, heap + 1)
            left.insert(0, rest)
        options.append(tuple(left))
    return tuple(options)


def _numbers(position: Position) -> int:
    """One more than there are positions that could be left."""
    return 1 + prod(heap + 1 for heap in position)
