"""The proof for one position: every answer of the other player, and what to leave then.

From a position to leave, each answer of the other is met by a move to another position to leave;
answers that are met by the same position are told together.

>>> from marienbad.games.catalogue import define
>>> from marienbad.theories.wythoff.recurrence import Recurrence
>>> for reply in replies_to(Recurrence(define("wythoff")), (1, 2)):
...     print(reply.answers, "→", reply.left)
((0, 1), (0, 2), (1, 0), (1, 1)) → (0, 0)
"""

from collections import defaultdict
from itertools import islice

from marienbad.games.memory import Order
from marienbad.heaps import Position, ascending, without_empty
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Count, Listing, Message, Section, Table, say
from marienbad.theories.theory import Theory
from marienbad.theories.wording import over
from marienbad.values import Record

MOST_ANSWERS = 400
"""The most answers that are told of one position."""
MOST_POSITIONS = 200
"""The most positions whose answers are told."""


class Reply(Record):
    """What the other player may leave, and what to leave then."""

    answers: tuple[Position, ...]
    left: Position | None
    """``None`` where the other has made the last move and lost by it."""


def replies_to(theory: Theory, position: Position) -> tuple[Reply, ...]:
    """The replies to every answer from a position to leave, the largest position left first."""
    game = theory.game
    memory = game.ruleset.memory
    if memory.has_calls or isinstance(memory, Order) or memory.block > 1:
        raise OutOfReach("words.replies.turns", game=game.name)
    moves = list(islice(game.moves(position), MOST_ANSWERS + 1))
    if len(moves) > MOST_ANSWERS:
        raise OutOfReach("words.replies.many", position=position, most=MOST_ANSWERS)
    met: dict[Position | None, list[Position]] = defaultdict(list)
    for answer in sorted(game.after(position, move) for move in moves):
        best = theory.solve(answer).best
        met[None if best is None else game.after(answer, best)].append(answer)
    order = sorted(met, key=lambda left: (left is None, [-heap for heap in left or ()]))
    return tuple(Reply(tuple(met[left]), left) for left in order)


def replies_told(
    theory: Theory, position: Position, levels: int | None = None
) -> tuple[Block, ...]:
    """The proof in words: the answers from a position to leave, and from those that follow.

    The answers to each position are told once, whatever the order of its heaps where that does not
    matter; after so many levels, or after so many positions, what follows is left out, and that is
    said.
    """
    if theory.game.is_over(position):
        return (over(theory.game, position),)
    told: dict[Position, Section] = {}
    waiting = {_form(theory, position): position}
    level = 0
    while waiting and (levels is None or level < levels):
        following: dict[Position, Position] = {}
        for form, one in waiting.items():
            if len(told) == MOST_POSITIONS:
                return (*told.values(), say("words.replies.longer", most=MOST_POSITIONS))
            replies = replies_to(theory, one)
            told[form] = Section(say("words.replies.from", position=one), (_table(replies),))
            for reply in replies:
                if reply.left is not None and not theory.game.is_over(reply.left):
                    following.setdefault(_form(theory, reply.left), reply.left)
        waiting = {form: one for form, one in following.items() if form not in told}
        level += 1
    return (*told.values(), *_end(theory, len(told), len(waiting)))


def _form(theory: Theory, position: Position) -> Position:
    """The same for positions that differ only in the order of their heaps, if that is no matter."""
    is_ordered = theory.game.ruleset.tells_heaps_apart
    return position if is_ordered else ascending(without_empty(position))


def _table(replies: tuple[Reply, ...]) -> Table:
    heads = (say("words.replies.answers"), say("words.replies.left"))
    rows = tuple(
        (Listing(reply.answers, ""), say("words.replies.won") if reply.left is None else reply.left)
        for reply in replies
    )
    return Table(heads, rows)


def _end(theory: Theory, told: int, left_out: int) -> tuple[Message, ...]:
    """How many positions to leave were not told, and that the proof is whole if there are none."""
    if left_out:
        end = say("words.replies.more", count=Count(left_out, "following"))
    else:
        end = say("words.replies.whole")
    if theory.game.ruleset.tells_heaps_apart or told + left_out == 1:
        return (end,)
    return (say("words.replies.unordered"), end)
