"""How many starts of a take-away game are lost: the numbers of its sequence."""

from itertools import islice, takewhile

from marienbad.games.definition import Definition
from marienbad.games.takeaway import FIBONACCI_FACTOR
from marienbad.numeration.continued_fraction import zeckendorf
from marienbad.numeration.schwenk import numbers
from marienbad.solver.costs import SECOND
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, say
from marienbad.theories.takeaway.sums import sequence_cost, theory_of

LONGEST = SECOND
"""The longest time that is spent on the numbers of the sequence."""
MOST_DELICATE = 10_000


def check_sequence(k: int, most: int) -> None:
    """Refuse a bound up to which there are too many numbers."""
    if sequence_cost(k, most) > LONGEST:
        raise OutOfReach("takeaway.too_large", k=k)


def lost_starts(game: Definition, size: int, _heaps: int = 1) -> int:
    """Count the lost starts below a size: 0 and the numbers of the sequence; none in misère play.

    >>> from marienbad.games.catalogue import define
    >>> names = ("fibonacci", "takeaway:k=3", "fibonacci:misere")
    >>> [lost_starts(define(name), 100) for name in names]
    [11, 14, 0]
    """
    return 0 if game.is_misere else 1 + _numbers_below(game.values["k"], size)


def _numbers_below(k: int, size: int) -> int:
    most = size - 1
    if k == 1:
        return most.bit_length()
    if most <= k + 1:
        return most
    if k == FIBONACCI_FACTOR:
        return len(zeckendorf(most))
    check_sequence(k, most)
    return sum(1 for _ in takewhile(lambda number: number <= most, numbers(k)))


def empty_starts(game: Definition, _size: int, _heaps: int = 1) -> int:
    """Count the lost starts with an empty heap, from which nobody can move."""
    return 0 if game.is_misere else 1


def told(game: Definition, _size: int, _heaps: int = 1) -> list[Block]:
    """Say which starts are lost, and what their share tends to."""
    if game.is_misere:
        return [say("takeaway.chance_misere")]
    return [say("takeaway.chance", member=theory_of(game).member())]


def delicate_numbers(game: Definition, most: int) -> list[int]:
    """Return the numbers of the sequence up to a bound, the first of them where they are many.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("takeaway:k=3"), 10)
    [1, 2, 3, 4, 6, 8]
    """
    found = takewhile(lambda number: number <= most, numbers(game.values["k"]))
    return list(islice(found, MOST_DELICATE))
