"""What a position says besides its heaps: nothing, what was taken, whose turn it is, or a call.

What is forbidden is a memory too, told in :mod:`marienbad.games.blocking`.

It is part of the rules, as data; a position carries it as its state (:mod:`marienbad.heaps`). The
state 0 is that of a start: nothing was taken, the order is at its beginning, nothing is called.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from marienbad.heaps import Call, Move, Position, distinct, situated, state_of, take_from
from marienbad.text.problems import InputError
from marienbad.values import Record

if TYPE_CHECKING:
    from random import Random

    from marienbad.games.ruleset import Ruleset


class Memory(Record):
    """Nothing: the heaps alone say what may be played, and the players alternate."""

    kind: ClassVar[Literal["last", "order", "number", "heap", "block"] | None] = None
    """What a position says, in a word; ``None`` where it says nothing."""
    has_states = False
    """Whether a position may say more than its heaps."""
    names_heaps = False
    """Whether a state names a heap, so that the order of the heaps matters."""
    has_calls = False
    """Whether a number or a heap is called before anything is taken."""
    block = 1
    """How many good options a position needs, so that one is left whatever is forbidden."""

    def check(self, rules: Ruleset, position: Position) -> None:
        """Refuse a state that a position of these heaps cannot have."""
        if state_of(position):
            raise InputError("errors.no_state", position=position)

    def moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        """Every legal move, by what may be taken from the position."""
        return rules.takings(position)

    def least_moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        """A few small ones of them, one for each kind and choice of heaps."""
        return rules.least_takings(position)

    def random_move(self, rules: Ruleset, position: Position, random: Random) -> Move:
        """One of them at random."""
        return rules.random_taking(position, random)

    def is_legal(self, rules: Ruleset, position: Position, move: Move) -> bool:
        """Whether a move is one of them."""
        return rules.may_take(position, move)

    def next_state(self, position: Position, move: Move) -> int:
        """The state after a move."""
        return 0

    def states(self, position: Position) -> int:
        """At most how many states what follows from a position can have."""
        return 1

    def begun(self, position: Position) -> Position:
        """The position as that of a match which begins with it."""
        return position

    def seat(self, state: int, ply: int) -> int:
        """Who plays after so many moves from a state: 0 for whoever began, 1 for the other."""
        return ply % 2

    def period(self) -> int:
        """After how many moves the order of play repeats itself."""
        return 2

    def order(self, state: int) -> tuple[int, ...]:
        """The seats in order of play from a state, which is repeated: (0, 1) where they alternate.

        >>> Order("AAB").order(2), CallNumber().order(0)
        ((0, 1, 1), (0, 1, 1, 0))
        """
        return tuple(self.seat(state, ply) for ply in range(self.period()))

    def act(self, position: Position) -> Literal["take", "call", "choose", "forbid"]:
        """What a move from the position does."""
        return "take"

    def plays_on(self, position: Position) -> bool:
        """Whether whoever plays from the position plays again after his move."""
        return self.seat(state_of(position), 1) == 0

    def has_won(self, position: Position) -> bool:
        """Whether whoever is to play has won where no move is left and the last to move wins."""
        return False

    def is_to_forbid(self, position: Position) -> bool:
        """Whether options of the next move may be forbidden now."""
        return False


class LastTake(Memory):
    """The state is how many objects the move before took; 0 before the first move."""

    kind = "last"
    has_states = True

    def check(self, rules: Ruleset, position: Position) -> None:
        """Anything may have been taken before."""

    def next_state(self, position: Position, move: Move) -> int:
        return sum(move)

    def states(self, position: Position) -> int:
        return 1 + max(sum(position), state_of(position))


class Order(Memory):
    """Two parties, A and B, play in an order that repeats; the state is the index of who plays.

    >>> order = Order("AAB")
    >>> [order.seat(0, ply) for ply in range(6)], [order.seat(2, ply) for ply in range(4)]
    ([0, 0, 1, 0, 0, 1], [0, 1, 1, 0])
    """

    parties: str

    kind = "order"
    has_states = True

    def check(self, rules: Ruleset, position: Position) -> None:
        if state_of(position) >= len(self.parties):
            most = len(self.parties) - 1
            raise InputError("errors.state_order", position=position, most=most)

    def period(self) -> int:
        return len(self.parties)

    def party(self, position: Position, ply: int = 0) -> str:
        """Which party plays so many moves after a position."""
        return self.parties[(state_of(position) + ply) % len(self.parties)]

    def next_state(self, position: Position, move: Move) -> int:
        return (state_of(position) + 1) % len(self.parties)

    def states(self, position: Position) -> int:
        return len(self.parties)

    def seat(self, state: int, ply: int) -> int:
        return int(self.parties[(state + ply) % len(self.parties)] != self.parties[state])

    def has_won(self, position: Position) -> bool:
        """Who empties the heaps wins for his party; who is stuck before them loses for his."""
        return not any(position) and self.party(position, -1) == self.party(position)


class _Calling(Memory):
    """Whoever is to move calls, the other chooses what of it is taken; then the other is to move.

    >>> [CallNumber().seat(0, ply) for ply in range(6)], [CallNumber().seat(3, p) for p in range(4)]
    ([0, 1, 1, 0, 0, 1], [0, 0, 1, 1])
    """

    has_states = True
    has_calls = True

    def period(self) -> int:
        return 4

    def act(self, position: Position) -> Literal["call", "choose"]:
        return "choose" if state_of(position) else "call"

    def check(self, rules: Ruleset, position: Position) -> None:
        if not state_of(position) or next(self.moves(rules, position), None) is not None:
            return
        if next(rules.takings(position), None) is None:
            raise InputError("errors.state_nothing", position=position)
        most = self.states(position) - 1
        raise InputError(f"errors.state_{self.kind}", position=position, most=most)

    def seat(self, state: int, ply: int) -> int:
        return (ply if state else ply + 1) // 2 % 2

    def next_state(self, position: Position, move: Move) -> int:
        return move.number if isinstance(move, Call) else 0

    def moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        if state_of(position):
            return self._choices(rules, position)
        return distinct(self._calls(rules.takings(position)))

    def least_moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        if state_of(position):
            return self._choices(rules, position)
        return distinct(self._calls(rules.least_takings(position)))

    def random_move(self, rules: Ruleset, position: Position, random: Random) -> Move:
        if state_of(position):
            return random.choice([*self._choices(rules, position)])
        return next(self._calls(iter((rules.random_taking(position, random),))))

    def is_legal(self, rules: Ruleset, position: Position, move: Move) -> bool:
        if isinstance(move, Call) == bool(state_of(position)):
            return False
        if isinstance(move, Call):
            called = situated(position, move.number)
            return move.number > 0 and next(self._choices(rules, called), None) is not None
        return self._fits(position, move) and rules.may_take(position, move)

    def _calls(self, takings: Iterator[Move]) -> Iterator[Move]:
        """The calls that lead to takings."""
        raise NotImplementedError

    def _choices(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        """What may be taken of what is called."""
        raise NotImplementedError

    def _fits(self, position: Position, move: Move) -> bool:
        """Whether a move takes what is called."""
        raise NotImplementedError


class CallNumber(_Calling):
    """The mover calls how many are taken, the other chooses the heap; the state is the number."""

    kind = "number"

    def states(self, position: Position) -> int:
        return 1 + max(position, default=0)

    def _calls(self, takings: Iterator[Move]) -> Iterator[Move]:
        return (Call(sum(taking)) for taking in takings)

    def _choices(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        number = state_of(position)
        for heap, size in enumerate(position):
            if number <= size and rules.may_take(
                position, taken := take_from(position, heap, number)
            ):
                yield taken

    def _fits(self, position: Position, move: Move) -> bool:
        return sum(move) == state_of(position)


class CallHeap(_Calling):
    """The mover calls a heap, the other chooses how many are taken; the state is its number."""

    kind = "heap"
    names_heaps = True

    def states(self, position: Position) -> int:
        return 1 + len(position)

    def moves(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        """The least taking from a heap is enough to call it, however large the heap is."""
        return self.least_moves(rules, position)

    def random_move(self, rules: Ruleset, position: Position, random: Random) -> Move:
        if state_of(position):
            return rules.random_taking(position, random, (state_of(position) - 1,))
        return super().random_move(rules, position, random)

    def _calls(self, takings: Iterator[Move]) -> Iterator[Move]:
        return (Call(_heap(taking) + 1) for taking in takings)

    def _choices(self, rules: Ruleset, position: Position) -> Iterator[Move]:
        heap = state_of(position) - 1
        return rules.takings_from(position, heap) if heap < len(position) else iter(())

    def _fits(self, position: Position, move: Move) -> bool:
        return any(move) and _heap(move) == state_of(position) - 1


def _heap(taking: Move) -> int:
    """The heap that something is taken from."""
    return next(heap for heap, amount in enumerate(taking) if amount)


NOTHING = Memory()
