"""Moves, states and whole explanations in words.

An explanation says who wins, by the method of a theory, and which moves to play or to try.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from marienbad.games.blocking import TO_FORBID, Blocking, forbidden
from marienbad.games.definition import Definition
from marienbad.games.memory import CallHeap, CallNumber, LastTake, Order
from marienbad.heaps import Block as Blocked
from marienbad.heaps import Call, Move, Position, Split, state_of
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block, Count, Listing, Message, say
from marienbad.theories.resisting import resistance
from marienbad.theories.theory import MOST_LISTED, Theory, Verdict

Deed = Literal["took", "called", "chose", "forbade"]


def deed(game: Definition, move: Move) -> Deed:
    """What a player does who plays the move."""
    if isinstance(move, Call):
        return "called"
    if isinstance(move, Blocked):
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
    if isinstance(move, Blocked):
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


SHOWN_MOVES = 8


def explanation_of(theory: Theory, position: Position, verdict: Verdict) -> Explanation:
    """Explain a verdict, by the theory that gave it."""
    game = theory.game
    if verdict.best is None and game.is_over(position):
        return Explanation((), opening=(over(game, position),))
    steps = tuple(theory.explain(position, verdict))
    if verdict.is_p:
        advice = practical_try(theory, position)
    else:
        advice = moves_to_win(game, position, verdict)
    return Explanation(
        steps,
        opening(game, position, verdict),
        tuple(advice),
        method_of(theory),
        tuple(theory.gist(position, verdict)),
    )


@lru_cache(maxsize=64)
def method_of(theory: Theory) -> tuple[Block, ...]:
    """The rule of a theory, kept: what is kept is written only once."""
    return tuple(theory.method())


def over(game: Definition, position: Position) -> Message:
    """That no move is left, and who has won."""
    return say("words.over.normal" if game.is_p_at_end(position) else "words.over.misere")


def opening(game: Definition, position: Position, verdict: Verdict) -> tuple[Message, ...]:
    """Who wins from here; before it what is to be known besides the heaps."""
    memory, told = game.ruleset.memory, situation(game, position)
    count = Count(len(verdict.winning_moves), "winning_move")
    end = "p" if verdict.is_p else "n" if verdict.is_complete else "many"
    if isinstance(memory, Order):
        party = memory.party(position)
        key = f"words.opening.order_{end}"
        return (say(key, position=position, party=party, count=count, most=MOST_LISTED),)
    if memory.is_to_forbid(position):
        end = "forbid_p" if verdict.is_p else "forbid_n"
    elif memory.block > 1 and end == "n" and not state_of(position):
        end = "n_block"
    elif end == "p" and (memory.has_calls or state_of(position)):
        end = "lost"  # it is not the heaps alone that are left
    most = memory.block - 1 if end == "n_block" else MOST_LISTED
    heaps = shown_heaps(game, position)
    who = say(f"words.opening.{end}", position=heaps, count=count, most=most)
    return (who,) if told is None else (told, who)


def moves_to_win(game: Definition, position: Position, verdict: Verdict) -> list[Message]:
    """The moves that win, as sentences."""
    moves, best = verdict.winning_moves, verdict.best
    assert best is not None, "a move wins"
    sentences = [_to_win(game, position, move) for move in (moves[::-1] or (best,))[:SHOWN_MOVES]]
    if len(moves) > SHOWN_MOVES:
        more = Count(len(moves) - SHOWN_MOVES, "winning_move")
        sentences.append(say("words.more_moves", count=more))
    return sentences


def _to_win(game: Definition, position: Position, move: Move) -> Message:
    told = describe_move(game, move)
    if isinstance(move, Call | Blocked):
        return say("words.to_call", move=told)
    left = shown_heaps(game, game.after(position, move))
    return say("words.to_win", move=told, position=left)


def practical_try(theory: Theory, position: Position) -> list[Message]:
    """What to try in a lost position, in words."""
    if theory.game.ruleset.memory.block > 1:
        return []  # what is to be forbidden is told with the steps
    found = resistance(theory, position)
    if found is None:
        return []
    move = describe_move(theory.game, found.moves[0])
    if found.plays_on and not found.is_only_move:
        return [say("words.try_on", move=move)]
    if found.replies == 0 and not found.plays_on:
        return [say("words.try_over", move=move)]
    if found.is_only_move or found.is_hopeless:
        return [say("words.try_forced" if found.is_only_move else "words.try_any", move=move)]
    if found.replies == 1:
        return [say("words.try_one", move=move)]
    return [say("words.try", move=move, count=Count(found.replies, "winning_move"))]
