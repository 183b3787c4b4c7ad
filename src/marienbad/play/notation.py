"""Moves as text: ``3:2`` takes 2 from the third heap, ``1:7+2:8`` takes 7 and 8 from two heaps.

A typed move may also say what is taken from each heap: ``0,0,2,0``.
"""

from itertools import islice

from marienbad.analysis import Game
from marienbad.heaps import Move, Position, read_heap, take_from
from marienbad.numeration.integers import digits_of
from marienbad.text.problems import InputError, quotable
from marienbad.text.sentences import Count, Value, say


def write_move(move: Move) -> str:
    """The move in its short form.

    >>> write_move((0, 0, 2, 0)), write_move((7, 8))
    ('3:2', '1:7+2:8')
    """
    return "+".join(
        f"{heap}:{digits_of(amount)}" for heap, amount in enumerate(move, start=1) if amount
    )


def read_move(text: str, game: Game, position: Position) -> Move:
    """Read a move in either form; whether it is legal is for the game to say.

    >>> nim, euclid = Game.named("nim"), Game.named("euclid")
    >>> read_move("3:2", nim, (1, 3, 5, 7)), read_move("0,0,2,0", nim, (1, 3, 5, 7))
    ((0, 0, 2, 0), (0, 0, 2, 0))
    >>> read_move("nine", euclid, (7, 18))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “nine” is not a move: expected what is taken from each \
heap, such as 0,7, or heap:amount, such as 2:7.
    >>> read_move("9:9", nim, (1, 3, 5, 7))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: There is no row 9: the game has 4 rows.
    """
    stripped, noun = text.strip(), game.nouns[0]
    try:
        taken = _by_heap(stripped) if ":" in stripped else _each(stripped, position)
    except InputError:
        taken = None
    if taken is None:
        shown = example(game, position)
        raise InputError("errors.move", text=stripped, heap=say(f"play.noun.{noun}"), **shown)
    heaps = range(1, len(position) + 1)
    unknown = next((heap for heap in taken if heap not in heaps), None)
    if unknown is not None:
        count = Count(len(position), noun)
        raise InputError(f"errors.no_such.{noun}", number=digits_of(unknown), count=count)
    return tuple(taken.get(heap, 0) for heap in heaps)


def _each(text: str, position: Position) -> dict[int, int] | None:
    amounts = [read_heap(part) for part in text.split(",")]
    return dict(enumerate(amounts, start=1)) if len(amounts) == len(position) else None


def _by_heap(text: str) -> dict[int, int] | None:
    taken: dict[int, int] = {}
    for part in text.split("+"):
        heap_text, _, amount_text = part.partition(":")
        heap, amount = read_heap(heap_text), read_heap(amount_text)
        if heap in taken or amount < 1:
            return None
        taken[heap] = amount
    return taken


def example(game: Game, position: Position) -> dict[str, Value]:
    """A move in both forms: a legal one from as few heaps as possible, while there is one."""
    legal = islice(game.definition.ruleset.least_moves(position), 64)  # there may be thousands
    any_move = take_from(position, len(position) - 1, 1)
    move = max(legal, key=lambda move: (move.count(0), move[::-1]), default=any_move)
    return {"each": quotable(",".join(map(digits_of, move))), "short": quotable(write_move(move))}
