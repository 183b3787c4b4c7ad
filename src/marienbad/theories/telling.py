"""An explanation as a whole: who wins, the method, the moves to play or what to try."""

from functools import lru_cache

from marienbad.games.definition import Definition
from marienbad.games.memory import Order
from marienbad.heaps import Block as Blocked
from marienbad.heaps import Call, Move, Position, state_of
from marienbad.text.explanation import Explanation
from marienbad.text.sentences import Block, Count, Message, say
from marienbad.theories.resisting import resistance
from marienbad.theories.theory import MOST_LISTED, Theory, Verdict
from marienbad.theories.wording import describe_move, shown_heaps, situation

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
