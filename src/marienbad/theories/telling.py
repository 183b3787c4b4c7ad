"""An explanation as a whole: who wins, the method, the moves to play or what to try."""

from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, leave
from marienbad.text.explanation import Explanation
from marienbad.text.numbers import is_long
from marienbad.text.sentences import Count, Listing, Message, say
from marienbad.theories.resisting import resistance, resisting_cost
from marienbad.theories.theory import Theory, Verdict

SHOWN_MOVES = 8
WORDS = 1_000_000
"""Nanoseconds to find the words of an explanation."""
DIGITS, DIGITS_BIT = 500, 8
"""Nanoseconds to write out an integer, and for each of its bits."""
SHORT_NUMBER, LONG_NUMBER = 2_000, 40_000
"""Nanoseconds to show an integer in a sentence, and one that is shortened there."""


def explanation_of(theory: Theory, position: Position, verdict: Verdict) -> Explanation:
    """Explain a verdict, by the theory that gave it."""
    game = theory.game
    if not verdict.winning_moves and game.is_over(position):
        return Explanation((), opening=(over(game),))
    steps = tuple(theory.explain(position, verdict))
    if verdict.is_p:
        advice = practical_try(theory, position)
    else:
        advice = moves_to_win(game, position, verdict.winning_moves)
    return Explanation(
        steps,
        (opening(position, verdict),),
        tuple(advice),
        tuple(theory.method()),
        tuple(theory.gist(position, verdict)),
    )


def telling_cost(theory: Theory, position: Position) -> int:
    """At most how many nanoseconds it takes to solve, to explain and to write down a position.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.theories.nim.binary import Binary
    >>> telling_cost(Binary(define("nim")), (1, 3, 5, 7)) < 10**8
    True
    """
    sentences = 2 * (SHOWN_MOVES + 2)  # as text and as HTML
    written = sum(
        (1 + theory.most_moves(position)) * (DIGITS + DIGITS_BIT * heap.bit_length())
        + sentences * (LONG_NUMBER if is_long(heap) else SHORT_NUMBER)
        for heap in position
    )
    solved = theory.cost(position) + resisting_cost(theory, position)
    return WORDS + solved + theory.explaining_cost(position) + written


def over(game: Definition) -> Message:
    """That no move is left, and who has won."""
    return say("words.over.misere" if game.is_misere else "words.over.normal")


def opening(position: Position, verdict: Verdict) -> Message:
    """Who wins from here."""
    if verdict.is_p:
        return say("words.opening.p", position=position)
    count = Count(len(verdict.winning_moves), "winning_move")
    return say("words.opening.n", position=position, count=count)


def moves_to_win(game: Definition, position: Position, moves: tuple[Move, ...]) -> list[Message]:
    """The moves that win, as sentences."""
    sentences = [
        say("words.to_win", move=describe_move(game, move), position=leave(position, move))
        for move in moves[::-1][:SHOWN_MOVES]
    ]
    if len(moves) > SHOWN_MOVES:
        more = Count(len(moves) - SHOWN_MOVES, "winning_move")
        sentences.append(say("words.more_moves", count=more))
    return sentences


def practical_try(theory: Theory, position: Position) -> list[Message]:
    """What to try in a lost position, in words."""
    found = resistance(theory, position)
    if found is None:
        return []
    move = describe_move(theory.game, found.moves[0])
    if found.replies == 0:
        return [say("words.try_over", move=move)]
    if found.is_only_move or found.is_hopeless:
        return [say("words.try_forced" if found.is_only_move else "words.try_any", move=move)]
    if found.replies == 1:
        return [say("words.try_one", move=move)]
    return [say("words.try", move=move, count=Count(found.replies, "winning_move"))]


def describe_move(game: Definition, move: Move) -> Message:
    """A move as an imperative.

    >>> from marienbad.games.catalogue import define
    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(describe_move(define("wythoff:a=2"), (7, 8)))
    'take 7 tokens from heap 1 and 8 tokens from heap 2'
    """
    return say("words.move.take", taken=taken(game, move))


def taken(game: Definition, move: Move) -> Message | Listing:
    """What a move takes, without a verb."""
    item = game.nouns[1]
    if len(move) == 2 and move[0] == move[1]:
        return say("words.move.each", count=Count(move[0], item))
    parts = [
        say("words.move.part", count=Count(amount, item), heap=heap_name(game, heap))
        for heap, amount in enumerate(move)
        if amount
    ]
    return parts[0] if len(parts) == 1 else Listing(tuple(parts))


def heap_name(game: Definition, heap: int) -> Message:
    """A heap as the game calls it, by its number from 1."""
    return say(f"words.{game.nouns[0]}.name", number=heap + 1)
