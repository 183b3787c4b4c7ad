"""Moves and states in words: what is taken, called or chosen, and what a position says besides."""

from collections.abc import Sequence
from typing import Literal

from marienbad.games.blocking import TO_FORBID, Blocking, forbidden
from marienbad.games.definition import Definition
from marienbad.games.memory import CallHeap, CallNumber, LastTake, Order
from marienbad.heaps import Block, Call, Move, Position, Split, state_of
from marienbad.text.sentences import Count, Listing, Message, say

Deed = Literal["took", "called", "chose", "forbade"]


def deed(game: Definition, move: Move) -> Deed:
    """What a player does who plays the move."""
    if isinstance(move, Call):
        return "called"
    if isinstance(move, Block):
        return "forbade"
    return "chose" if game.ruleset.memory.has_calls else "took"


def describe_move(game: Definition, move: Move) -> Message:
    """A move as an imperative.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(describe_move(define("wythoff:a=2"), (7, 8)))
    'take 7 tokens from heap 1 and 8 tokens from heap 2'
    >>> Plain("en").line(describe_move(define("spite"), (0, 1)))
    'choose row 2'
    """
    verbs = {"took": "take", "called": "call", "chose": "choose", "forbade": "forbid"}
    verb = verbs[deed(game, move)]
    return say(f"words.move.{verb}", taken=taken(game, move))


def by(game: Definition, moves: Sequence[Move]) -> Message:
    """By which moves, one or another of them: 'taking 1 match from row 1 or …'."""
    verbs = {"took": "taking", "called": "calling", "chose": "choosing", "forbade": "forbidding"}
    verb = verbs[deed(game, moves[0])]
    return say(f"words.move.{verb}", taken=Listing([taken(game, move) for move in moves], "or"))


def taken(game: Definition, move: Move) -> Message | Listing:
    """What a move takes, calls or chooses, without a verb.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.text.plain import Plain
    >>> [Plain("en").line(taken(define(name), (3, 0))) for name in ("spite", "nim")]
    ['row 1', '3 matches from row 1']
    """
    item = game.nouns[1]
    if isinstance(move, Block):
        return Listing(move.forbidden) if move.forbidden else say("words.move.nothing")
    if isinstance(move, Call):
        if isinstance(game.ruleset.memory, CallHeap):
            return heap_name(game, move.number - 1)
        return say("words.move.count", count=Count(move.number, item))
    if isinstance(game.ruleset.memory, CallNumber):  # how many is known: the heap is chosen
        return heap_name(game, _touched(move))
    if isinstance(move, Split):
        return _split(game, move)
    if len(move) == 2 and move[0] == move[1]:
        return say("words.move.each", count=Count(move[0], item))
    parts = [_part(game, heap, amount) for heap, amount in enumerate(move) if amount]
    return parts[0] if len(parts) == 1 else Listing(tuple(parts))


def heap_name(game: Definition, heap: int) -> Message:
    """A heap as the game calls it, by its number from 1."""
    return say(f"words.{game.nouns[0]}.name", number=heap + 1)


def shown_heaps(game: Definition, position: Position) -> Position:
    """The position as it is shown: what is forbidden is told, its number says nothing."""
    return tuple(position) if game.ruleset.memory.block > 1 else position


def situation(game: Definition, position: Position) -> Message | None:
    """What the position says besides its heaps, in a sentence; ``None`` where it says nothing."""
    memory, state = game.ruleset.memory, state_of(position)
    if isinstance(memory, Order):
        return say("words.state.order", party=memory.party(position))
    if isinstance(memory, LastTake):
        if not state:
            return say("words.state.first")
        return say("words.state.last", count=Count(state, game.nouns[1]))
    if isinstance(memory, CallNumber):
        if not state:
            return say(f"words.state.to_call.{game.nouns[1]}")
        return say(f"words.state.called.{game.nouns[0]}", count=Count(state, game.nouns[1]))
    if isinstance(memory, CallHeap):
        if not state:
            return say(f"words.state.to_call.{game.nouns[0]}")
        return say("words.state.called_heap", heap=heap_name(game, state - 1))
    if isinstance(memory, Blocking) and state == TO_FORBID:
        return say("words.state.to_forbid", most=memory.most)
    if isinstance(memory, Blocking) and state:
        left = forbidden(position)
        return say("words.state.forbidden", left=Listing(left)) if left else say("words.state.free")
    return None


def _part(game: Definition, heap: int, amount: int) -> Message:
    count = Count(amount, game.nouns[1])
    return say("words.move.part", count=count, heap=heap_name(game, heap))


def _touched(move: Move) -> int:
    return next(heap for heap, amount in enumerate(move) if amount)


def _split(game: Definition, move: Split) -> Message:
    """What a split takes, and into what it parts the rest."""
    heap = _touched(move)
    smaller, larger = move.leave[heap : heap + 2]
    return say(
        "words.move.split", part=_part(game, heap, move[heap]), smaller=smaller, larger=larger
    )
