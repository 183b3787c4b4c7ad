"""The coach: who can win, where, and by which move.

A hint says more by degrees, so that a player learns no more than was wished for.
"""

from typing import NamedTuple

from marienbad.analysis import Game
from marienbad.games.memory import CallHeap
from marienbad.heaps import Block, Call, Move, Position
from marienbad.text.sentences import Listing, Message, say
from marienbad.theories.wording import describe_move, heap_name

STEPS = 3


class Hint(NamedTuple):
    """As much of the advice as its step tells."""

    message: Message
    heaps: tuple[int, ...] | None = None
    """Where to take, from the second step on."""
    move: Move | None = None
    """What to take, at the third."""


def hint(game: Game, position: Position, step: int) -> Hint:
    """Step 1 says who can win, step 2 where to take, step 3 the move; the position has one.

    >>> from marienbad.text.plain import Plain
    >>> for step in 1, 2, 3:
    ...     print(Plain("en").line(hint(Game.named("wythoff"), (3, 4), step).message))
    You can win.
    Look at heap 1 and heap 2.
    A winning move: take 2 tokens from each heap.
    """
    analysis = game.analyse(position)
    side = "win" if analysis.outcome == "N" else "lost"
    if step <= 1:
        return Hint(say(f"play.hint.{side}.who"))
    move = analysis.suggestion
    assert move is not None, "the position has a move"
    heaps = tuple(heap for heap, amount in enumerate(move) if amount)
    if isinstance(move, Call) and isinstance(game.definition.ruleset.memory, CallHeap):
        heaps = (move.number - 1,)
    described = describe_move(game.definition, move)
    if isinstance(move, Block) and step < STEPS:
        return Hint(say("play.hint.forbid" if side == "win" else "play.hint.forbid.lost"))
    if side == "lost":
        found = analysis.resistance
        assert found is not None, "the position has a move"
        if found.is_only_move or found.is_hopeless or found.replies == 0 or found.plays_on:
            if step == STEPS:
                return Hint(say("play.hint.lost.still", move=described), heaps, move)
            key = "play.hint.lost.only" if found.is_only_move else "play.hint.lost.over"
            return Hint(say(key), heaps)
        if not found.is_surely_best:
            side = "try"
    if step == 2 and isinstance(move, Call) and not heaps:
        parity = "odd" if move.number % 2 else "even"
        return Hint(say(f"play.hint.call.{parity}" if side == "win" else "play.hint.call.try"))
    if step == 2:
        names = tuple(heap_name(game.definition, heap) for heap in heaps)
        return Hint(say(f"play.hint.{side}.where", heaps=Listing(names)), heaps)
    return Hint(say(f"play.hint.{side}.move", move=described), heaps, move)
