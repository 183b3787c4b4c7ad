"""The search of games in which options may be forbidden.

A position is P where fewer than K of the positions that can be left from it are
(:mod:`marienbad.games.blocking`). What a match says besides, whether something is to be forbidden
now or what is forbidden, follows from these outcomes of the heaps alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from marienbad.games.blocking import NONE_FORBIDDEN, TO_FORBID
from marienbad.games.definition import Definition
from marienbad.heaps import Block, Move, Position, distinct, leave, state_of

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


def winning_moves(game: Definition, position: Position, is_p: Outcome) -> Iterator[Move]:
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
