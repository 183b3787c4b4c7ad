"""Cyclic Nimhoff: any number from one heap, or from several heaps a total below h.

A. S. Fraenkel, M. Lorberbom, Journal of Combinatorial Theory A 58 (1991), 1-25.
"""

from collections.abc import Iterator
from functools import cached_property, lru_cache

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.moore import takes_from_up_to
from marienbad.games.parameters import Parameter
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Move, Position, take_from

LARGEST_H = 10
"""What may be taken from several heaps is declared sum by sum, which are many for large h."""


class NimhoffRules(Ruleset):
    """Any number of heaps; any number from one, or less than h in all from several.

    >>> print(*NimhoffRules(4).takes, sep="; ")
    take n from one; take 1, 1 from two; take 1, 2 from two; take 1, 1, 1 from three
    >>> list(NimhoffRules(3).moves((1, 2)))
    [(1, 0), (0, 1), (0, 2), (1, 1)]
    """

    h: int

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return _takes(self.h)

    def takings(self, position: Position) -> Iterator[Move]:
        """Each move once: the declaration would try every order of the heaps."""
        for heap, size in enumerate(position):
            for amount in range(1, size + 1):
                yield take_from(position, heap, amount)
        yield from (move for move in shares(position, self.h - 1) if _touched(move) > 1)

    def may_take(self, position: Position, move: Move) -> bool:
        return (
            len(move) == len(position)
            and all(0 <= taken <= heap for heap, taken in zip(position, move, strict=True))
            and (_touched(move) == 1 or 1 < sum(move) < self.h)
        )


def shares(position: Position, most: int) -> Iterator[Move]:
    """What can be taken from the heaps, at most so much in all; nothing too."""
    taken = [0] * len(position)

    def share(first: int, left: int) -> Iterator[Move]:
        yield tuple(taken)
        for heap in range(first, len(position) if left else 0):
            for amount in range(1, min(left, position[heap]) + 1):
                taken[heap] = amount
                yield from share(heap + 1, left - amount)
            taken[heap] = 0

    return share(0, most)


def _touched(move: Move) -> int:
    return sum(1 for amount in move if amount)


@lru_cache(maxsize=LARGEST_H)
def _takes(h: int) -> tuple[Take, ...]:
    sums = sorted(set(_parted(h - 1, 1)), key=lambda parts: (len(parts), parts))
    return (Take(("n",)), *(Take(parts) for parts in sums if len(parts) > 1))


def _parted(most: int, least: int) -> Iterator[tuple[int, ...]]:
    """The ascending lists of numbers with a sum of at most so much."""
    yield ()
    for first in range(least, most + 1):
        for rest in _parted(most - first, first):
            yield (first, *rest)


def _statements(rules: NimhoffRules, heaps: int) -> str:
    """Return the moves in the rule language; the number h has a name where it counts.

    >>> _statements(NimhoffRules(3), 3)
    'let h = 3; take n from one; take a, b from two where a + b < h'
    """
    ways = takes_from_up_to(rules.h - 1, heaps, lambda names: f" where {' + '.join(names)} < h")
    return f"let h = {rules.h}; {ways}" if min(rules.h - 1, heaps) > 1 else ways


NIMHOFF = Family(
    name="nimhoff",
    rules=NimhoffRules,
    start=(4, 7, 9),
    nouns=("heap", "token"),
    piece="queen",
    references=cited("fraenkel-lorberbom"),
    examples=("nimhoff:h=3",),
    parameters=(Parameter("h", least=2, most=LARGEST_H, usual=3),),
    theories=("cyclic",),
    solves_misere=False,
    statements=_statements,
)
