"""The readable search where positions are more than heaps: states, split heaps, calls, blocks.

There is no box of positions then. :class:`Reachable` looks once at every position that can follow;
whoever is to play wins where one of his moves does, and his move wins where the other is lost then,
or where he plays again and is not.

Where options may be forbidden, heaps are P where fewer than K of the positions that can be left
from them are (:mod:`marienbad.games.blocking`). What a match says besides, whether something is to
be forbidden now or what is forbidden, follows from these outcomes of the heaps alone.

:class:`CalledBox` is for games in which the mover calls a number and the other chooses the heap.
Nothing has to be known of the positions in which a number is called already: they are lost for the
chooser when each of his choices leaves a P-position. So a call wins when whatever it lets the other
choose is a P-position, and a position is one when no call wins. The P-positions are kept in lines:
of all heaps but one, the sizes of that one with which they are P, as the bits of an integer. One
shift of a line for each heap puts the bits of a call into one place, and the bits that all of them
have are the winning calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from math import prod
from typing import NamedTuple

from marienbad.games.blocking import NONE_FORBIDDEN, TO_FORBID
from marienbad.games.declaration import WHOLE
from marienbad.games.definition import Definition
from marienbad.games.memory import CallNumber
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Block, Move, Position, distinct, leave, state_of
from marienbad.solver.clock import clock
from marienbad.text.problems import InputError

Outcome = Callable[[Position], bool]
"""Whether heaps are a P-position before anything is forbidden."""


def options(game: Definition, position: Position) -> Iterator[Position]:
    """The positions that can be left, each once, forbidden or not."""
    return distinct(leave(position, taking) for taking in game.ruleset.takings(position))


def to_forbid(game: Definition, position: Position, is_p: Outcome) -> tuple[Position, ...]:
    """The P-positions that can be left: from a P-position they are what is to be forbidden.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.solver.search import search_of
    >>> game = define("rules:heaps 2; take n from one; take n, n from two; block 2")
    >>> to_forbid(game, (1, 3), search_of(game).is_p)
    ((1, 0),)
    """
    return tuple(sorted(filter(is_p, options(game, position))))


def is_lost(game: Definition, position: Position, is_p: Outcome) -> bool:
    """Whether whoever is to act loses, where it is said what is forbidden or who may forbid."""
    if state_of(position) == TO_FORBID:
        return not is_p(tuple(position))
    return not any(is_p(leave(position, move)) for move in game.moves(position))


def winning_blocks(game: Definition, position: Position, is_p: Outcome) -> Iterator[Move]:
    """Every move that wins: to a P-position, or what forbids all of them.

    From heaps alone a move to a P-position wins unless it is forbidden; where there are so few that
    all of them can be, none is said to win.
    """
    heaps, state = tuple(position), state_of(position)
    if state >= NONE_FORBIDDEN:
        return (move for move in game.moves(position) if is_p(leave(position, move)))
    if is_p(heaps) != (state == TO_FORBID):
        return iter(())
    if state == TO_FORBID:
        return _blocks(game, position, to_forbid(game, position, is_p))
    return (move for move in game.moves(position) if is_p(leave(position, move)))


def _blocks(game: Definition, position: Position, needed: tuple[Position, ...]) -> Iterator[Move]:
    """All that may be forbidden so that these positions are."""
    others = [option for option in options(game, position) if option not in needed]
    if not others and not needed:
        return
    for number in range(game.ruleset.memory.block - len(needed)):
        yield from (Block((*needed, *chosen)) for chosen in combinations(others, number))


LARGEST_PARTED = 400
"""The most objects of which it is counted into what heaps they can be parted."""


class _Looked(NamedTuple):
    """A position that is looked at, what follows from it, and what of that wins."""

    position: Position
    following: Iterator[Position]
    good: set[Position]


class Reachable:
    """The outcomes of a game that were found until now.

    >>> from marienbad.games.catalogue import define
    >>> search = Reachable(define("wythoff"))
    >>> search.is_p((3, 5)), search.winning_moves((3, 4))
    (True, ((2, 2),))
    """

    def __init__(self, game: Definition) -> None:
        self.game = game
        self._form = game.ruleset.form
        self._outcomes: dict[Position, bool] = {}

    def knows(self, position: Position) -> bool:
        """Whether the position was looked at already."""
        return self._form(position) in self._outcomes

    def is_p(self, position: Position) -> bool:
        """Whether whoever is to play loses."""
        form = self._form(position)
        if form not in self._outcomes:
            self.solve(form)
        return self._outcomes[form]

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move that wins, sorted."""
        if self.game.ruleset.memory.block > 1:
            return tuple(sorted(winning_blocks(self.game, position, self.is_p)))
        return self.game.winning_moves(position, self.is_p)

    def solve(self, position: Position) -> None:
        """Look at what follows, the last first; a position is left at its first winning move."""
        game, outcomes = self.game, self._outcomes
        start = self._form(position)
        path = [_Looked(start, self._following(start), set())]
        while path:
            clock.check()
            position, following, good = path[-1]
            for after in following:
                if after not in outcomes:
                    # it is asked for again when it is known
                    path[-1] = _Looked(position, _again(after, following), good)
                    path.append(_Looked(after, self._following(after), set()))
                    break
                if game.wins_by(position, outcomes[after]):
                    good.add(after)
                    if state_of(position) or len(good) == game.ruleset.memory.block:
                        outcomes[position] = False
                        path.pop()
                        break
            else:
                is_over = game.is_over(position)
                outcomes[position] = game.is_p_at_end(position) if is_over else True
                path.pop()

    def _following(self, position: Position) -> Iterator[Position]:
        game = self.game
        return (self._form(game.after(position, move)) for move in game.moves(position))


class Nimbers:
    """The Grundy values of a game whose positions say nothing but their heaps.

    >>> from marienbad.games.catalogue import define
    >>> Nimbers(define("nim")).value((3, 5))
    6
    """

    def __init__(self, game: Definition) -> None:
        if game.is_misere:
            raise InputError("solver.misere_grundy", game=game.name)
        if game.ruleset.memory.block > 1:
            raise InputError("solver.block_grundy", game=game.name)
        if game.ruleset.memory.has_states:
            raise InputError("solver.memory_grundy", game=game.name)
        self.game = game
        self._form = game.ruleset.form
        self._values: dict[Position, int] = {}

    def value(self, position: Position) -> int:
        """The Grundy value of a position."""
        game, values = self.game, self._values
        path = [self._form(position)]
        while path:
            here = path[-1]
            after = {self._form(game.after(here, move)) for move in game.moves(here)}
            unknown = [one for one in after if one not in values]
            if unknown:
                path += unknown
                continue
            reached = {values[one] for one in after}
            values[here] = next(n for n in range(len(reached) + 1) if n not in reached)
            path.pop()
        return values[self._form(position)]


def _again(first: Position, rest: Iterator[Position]) -> Iterator[Position]:
    yield first
    yield from rest


def situations(game: Definition, position: Position) -> int | None:
    """At most how many positions can follow, this one included; ``None``: too many to count.

    >>> from marienbad.games.catalogue import define
    >>> situations(define("wythoff"), (3, 5))
    24
    """
    states = game.ruleset.memory.states(position)
    if not any(2 in take.parts for take in game.ruleset.takes):
        return states * prod(heap + 1 for heap in position)
    objects = sum(position)
    return states * _parted(objects) if objects <= LARGEST_PARTED else None


@cache
def _parted(objects: int) -> int:
    """Into how many positions so many objects can be parted, with what is taken away.

    >>> [_parted(objects) for objects in range(5)]
    [1, 2, 4, 7, 12]
    """
    ways = [1] + [0] * objects
    for part in range(1, objects + 1):
        for total in range(part, objects + 1):
            ways[total] += ways[total - part]
    return sum(ways)


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
        from marienbad.solver.reference import sorted_positions

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
