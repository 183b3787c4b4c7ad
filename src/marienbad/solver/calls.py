"""The search of games in which the mover calls a number and the other chooses the heap.

Nothing has to be known of the positions in which a number is called already: they are lost for the
chooser when each of his choices leaves a P-position. So a call wins when whatever it lets the other
choose is a P-position, and a position is one when no call wins. The P-positions are kept in lines:
of all heaps but one, the sizes of that one with which they are to be left, as the bits of an
integer. One shift of a line for each heap puts the bits of a call into one place, and the bits that
all of them have are the winning calls.
"""

from __future__ import annotations

from marienbad.games.declaration import WHOLE
from marienbad.games.definition import Definition
from marienbad.games.memory import CallNumber
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position, leave, state_of
from marienbad.solver.clock import clock
from marienbad.solver.reference import sorted_positions


def calls_freely(rules: Ruleset) -> bool:
    """Whether numbers are called, and any heap that has as many may be chosen.

    >>> from marienbad.games.catalogue import define
    >>> calls_freely(define("spite").ruleset), calls_freely(define("nim").ruleset)
    (True, False)
    """
    return (
        isinstance(rules.memory, CallNumber)
        and not rules.names_heaps
        and all(take.heaps == 1 and take.parts == WHOLE for take in rules.takes)
    )


class CalledBox:
    """The P-positions of such a game that fit under a position.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.heaps import Situation
    >>> box = CalledBox(define("spite"), (5, 8))
    >>> box.is_p((5, 8)), box.is_p((5, 7)), box.is_p(Situation((5, 8), 8))
    (True, False, False)
    """

    def __init__(self, game: Definition, corner: Position) -> None:
        self.game = game
        self.corner = tuple(sorted(corner))
        self._lines: dict[Position, int] = {}
        self._solve()

    def covers(self, position: Position) -> bool:
        """Whether the position fits under the corner."""
        heaps = self._key(position)
        return len(heaps) == len(self.corner) and all(
            heap <= most for heap, most in zip(heaps, self.corner, strict=True)
        )

    def is_p(self, position: Position) -> bool:
        """Whether whoever is to play loses from a position that is covered."""
        if state_of(position):
            return all(self.is_p(leave(position, choice)) for choice in self.game.moves(position))
        *others, largest = self._key(position) or (0,)
        return bool(self._lines.get(tuple(others), 0) >> largest & 1)

    def _key(self, position: Position) -> Position:
        """The heaps in order, with as many empty ones as the corner asks for."""
        heaps = sorted(filter(None, position))
        return (*(0,) * (len(self.corner) - len(heaps)), *heaps)

    def _solve(self) -> None:
        lines, most = self._lines, max(self.corner, default=0)
        calls_of_most = self._calls(most)
        for position in sorted_positions(self.corner):
            clock.check()
            largest = position[-1] if position else 0
            calls = calls_of_most >> most - largest
            if not calls:
                is_p = self.game.is_p_at_end(position)
            else:
                is_p = not self._winning(position, calls)
            if is_p:
                for index, heap in enumerate(position or (0,)):
                    others = position[:index] + position[index + 1 :]
                    lines[others] = lines.get(others, 0) | 1 << heap

    def _winning(self, position: Position, calls: int) -> int:
        """Those of the calls that win, each as the bit of what it would leave of the largest."""
        largest = position[-1]
        for index, heap in enumerate(position):
            others = position[:index] + position[index + 1 :]
            missing = largest - heap
            # a heap that is too small for a call does not stand in its way
            calls &= self._lines.get(others, 0) << missing | (1 << missing) - 1
            if not calls:
                break
        return calls

    def _calls(self, largest: int) -> int:
        """The numbers that may be called where the largest heap has this size, k as bit size − k.

        Shifted down by s it is the same for a largest heap that has s fewer.
        """
        rules, calls = self.game.ruleset, 0
        for number in range(1, largest + 1):
            calls = calls << 1 | rules.may_take((number,), (number,))
        return calls
