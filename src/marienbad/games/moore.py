"""Moore's Nim: any numbers from at least one and at most k heaps.

E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910), 93-94.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.parameters import Parameter
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Move, Position

_COUNTS = ("one", "two", "three")
_NAMES = "abcdefgh"


def takes_from_up_to(
    most: int, heaps: int, where: Callable[[Sequence[str]], str] = lambda _names: ""
) -> str:
    """Return statements that take from one heap and up to so many of those there are.

    Of several amounts a condition may be told. The language can say “from four” of four heaps only:
    else nothing is returned.

    >>> takes_from_up_to(2, 5)
    'take n from one; take a, b from two'
    >>> takes_from_up_to(4, 4).split("; ")[-1], takes_from_up_to(4, 5)
    ('take a, b, c, d from all', '')
    """
    most = min(most, heaps)
    if most > len(_COUNTS) and not most == heaps == len(_COUNTS) + 1:
        return ""
    ways = ["take n from one"]
    for count in range(2, most + 1):
        names, known = _NAMES[:count], _COUNTS[count - 1 : count]
        ways.append(f"take {', '.join(names)} from {(*known, 'all')[0]}{where(names)}")
    return "; ".join(ways)


NAMES = "abcdefg"
"""What the amounts of several heaps are called."""


class MooreRules(Ruleset):
    """Any number of heaps; any numbers from one and up to k of them.

    >>> print(*MooreRules(2).takes, sep="; ")
    take n from one; take a, b from two
    >>> list(MooreRules(2).moves((1, 2)))
    [(1, 0), (0, 1), (0, 2), (1, 1), (1, 2)]
    """

    k: int

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        several = (Take(tuple(NAMES[:heaps])) for heaps in range(2, self.k + 1))
        return Take(("n",)), *several

    def takings(self, position: Position) -> Iterator[Move]:
        """Each move once: the declaration would try every order of three heaps or more."""
        filled = [heap for heap, size in enumerate(position) if size]
        for count in range(1, self.k + 1):
            for heaps in combinations(filled, count):
                for amounts in _amounts([position[heap] for heap in heaps]):
                    taken = [0] * len(position)
                    for heap, amount in zip(heaps, amounts, strict=True):
                        taken[heap] = amount
                    yield tuple(taken)

    def may_take(self, position: Position, move: Move) -> bool:
        return (
            len(move) == len(position)
            and all(0 <= taken <= heap for heap, taken in zip(position, move, strict=True))
            and 1 <= sum(1 for taken in move if taken) <= self.k
        )


def _amounts(sizes: list[int]) -> Iterator[Move]:
    """Something from each heap, one after another: none is kept, however large the heaps are."""
    if not sizes:
        yield ()
        return
    first, *others = sizes
    for amount in range(1, first + 1):
        for rest in _amounts(others):
            yield amount, *rest


MOORE = Family(
    name="moore",
    rules=MooreRules,
    start=(2, 3, 5, 6),
    nouns=("heap", "token"),
    piece="queen",
    references=cited("moore"),
    examples=("moore:k=2", "moore:k=2,misere"),
    parameters=(Parameter("k", least=1, most=len(NAMES), usual=2),),
    statements=lambda rules, heaps: takes_from_up_to(rules.k, heaps),
    theories=("columns",),
)
