"""The readable search for rules with a memory or with parted heaps: it looks at what can follow.

There is no box of positions then: a position has a state, or heaps become two. Every position that
can follow is looked at once; whoever is to play wins where one of his moves does, and his move wins
where the other is lost then, or where he plays again and is not. From heaps of which options may be
forbidden, as many positions must be left by such moves as :mod:`marienbad.games.blocking` tells.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import NamedTuple

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, state_of
from marienbad.solver import blocking
from marienbad.solver.clock import clock
from marienbad.text.problems import InputError

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
            self._solve(form)
        return self._outcomes[form]

    def winning_moves(self, position: Position) -> tuple[Move, ...]:
        """Every move that wins, sorted."""
        if self.game.ruleset.memory.block > 1:
            return tuple(sorted(blocking.winning_moves(self.game, position, self.is_p)))
        return self.game.winning_moves(position, self.is_p)

    def _solve(self, start: Position) -> None:
        """Look at what follows, the last first; a position is left at its first winning move."""
        game, outcomes = self.game, self._outcomes
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
