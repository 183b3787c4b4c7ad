"""What to play in a lost position: a move that leaves the other player the fewest ways to win.

The coach suggests it, the perfect player plays it.

>>> from marienbad.games.catalogue import define
>>> from marienbad.theories.nim.binary import Binary
>>> found = resistance(Binary(define("marienbad")), (1, 3, 5, 7))
>>> found.moves[0], found.replies, found.is_surely_best
((0, 0, 0, 2), 1, True)
"""

from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from marienbad.heaps import Block, Call, Move, Position
from marienbad.solver.reachable import to_forbid
from marienbad.theories.theory import MOST_LISTED, Theory, Verdict

TRIES = 256
"""The most moves that are compared."""
MOST_REPLIES = 50_000
"""With so many winning replies counted, no further move is compared."""


class Resistance(NamedTuple):
    """The moves that leave the fewest winning replies and, of these, take the least."""

    moves: tuple[Move, ...]
    replies: int
    """How many moves of the other player then win: none where the move ends the game."""
    is_surely_best: bool
    """Whether it is known that no other move leaves fewer."""
    is_only_move: bool
    is_hopeless: bool
    """Whether the other player then wins with whatever he plays."""
    plays_on: bool = False
    """Whether the same player plays again after it, so that there are no replies to count."""


@lru_cache(maxsize=64)
def resistance(theory: Theory, position: Position) -> Resistance | None:
    """The best tries from a lost position; ``None`` where no move is left.

    A move that ends the game, which loses in misère play, comes last. The answer is remembered,
    since both an explanation and a suggestion need it.
    """
    tried, has_best = _tried(theory, position)
    game = theory.game
    if game.ruleset.memory.is_to_forbid(position):
        good = to_forbid(game, tuple(position), theory.is_p)[: game.ruleset.memory.block - 1]
        return Resistance((Block(good),), 0, False, False, False, True) if tried else None
    if game.ruleset.memory.block > 1:
        # what wins is forbidden, or is soon to be: of the rest nothing is counted
        open_to = [move for move in tried if not theory.is_p(game.after(position, move))]
        chosen = (open_to or tried)[:1]
        is_only = len(tried) == 1
        return Resistance(tuple(chosen), 0, False, is_only, False, True) if chosen else None
    if tried and game.plays_on(position):
        is_only = next(islice(game.moves(position), 1, None), None) is None
        return Resistance((tried[0],), 0, False, is_only, False, plays_on=True)
    best: tuple[bool, int, int] | None = None
    moves: list[Move] = []
    counted = 0
    for move in tried:
        if best is not None and best[:2] == (False, 1) and sum(move) > best[2]:
            break  # no move leaves fewer than one, and what follows takes more
        if counted > MOST_REPLIES:
            has_best = False
            break
        replies = _replies(theory.solve(game.after(position, move)))
        counted += replies
        measure = (replies == 0, replies, sum(move))
        if best is None or measure < best:
            best, moves = measure, []
        if measure == best:
            moves.append(move)
    if best is None:
        return None
    after = game.after(position, moves[0])
    answers = sum(1 for _ in islice(game.moves(after), best[1] + 1))
    return Resistance(
        moves=tuple(sorted(moves)),
        replies=best[1],
        is_surely_best=has_best or best[:2] == (False, 1),
        is_only_move=next(islice(game.moves(position), 1, None), None) is None,
        is_hopeless=answers == best[1],
    )


def tries(theory: Theory, position: Position) -> int:
    """How many moves are tried from a lost position: fewer where each takes long.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.theories.nim.bases import Base4
    >>> [tries(Base4(define("nim")), (heap,) * 64) for heap in (10, 10**999, 10**9999)]
    [256, 9, 1]
    """
    return theory.repeatable(position, TRIES)


def _tried(theory: Theory, position: Position) -> tuple[list[Move], bool]:
    """The moves to try, the least first, and whether a best one is surely among them."""
    most = tries(theory, position)
    moves = theory.resisting_moves(position)
    if moves is not None:
        return sorted(moves, key=_size)[:most], True
    if theory.game.ruleset.memory.block > 1:  # there may be very many ways to forbid
        first = [*islice(theory.game.moves(position), most + 1)]
        return sorted(first[:most], key=_size), len(first) <= most
    listed = [*islice(theory.game.moves(position), MOST_LISTED + 1)]
    if len(listed) > MOST_LISTED:
        return sorted(islice(theory.game.ruleset.least_moves(position), most), key=_size), False
    return sorted(listed, key=_size)[:most], len(listed) <= most


def _replies(verdict: Verdict) -> int:
    """How many moves win; where they are not listed, more than can be."""
    return len(verdict.winning_moves) if verdict.is_complete else MOST_LISTED + 1


def _size(move: Move) -> tuple[int, Move]:
    return move.number if isinstance(move, Call) else sum(move), move
