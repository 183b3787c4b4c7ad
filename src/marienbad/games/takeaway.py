"""Take-away games: one heap; not all of it at first, then at most k times what was just taken.

With k = 2 it is Fibonacci Nim, which M. J. Whinihan described and solved in 1963; A. J. Schwenk
solved the others in 1970. A position with what was taken before is written ``20/3``.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Bound, Linear, Take
from marienbad.games.expressions import LAST
from marienbad.games.family import Family
from marienbad.games.memory import LastTake, Memory
from marienbad.games.parameters import Parameter
from marienbad.games.ruleset import Ruleset
from marienbad.numeration.integers import digits_of

FIBONACCI_FACTOR = 2
_NOTHING_BEFORE = Bound(Linear(((LAST, 1),)), low=0, high=0)
_NOT_ALL = Bound(Linear((("n", 1), ("x", -1))), high=-1)


class TakeAwayRules(Ruleset):
    """The rules for a given k ≥ 1.

    >>> from marienbad.heaps import Situation
    >>> print(*TakeAwayRules(k=2).takes, sep="; ")
    take n from one where last = 0 and n - x ≤ -1; take n from one where n - 2*last ≤ 0
    >>> list(TakeAwayRules(k=2).moves((4,))), list(TakeAwayRules(k=2).moves(Situation((4,), 1)))
    ([(1,), (2,), (3,)], [(1,), (2,)])
    """

    k: int = FIBONACCI_FACTOR

    @property
    def heaps(self) -> int:
        return 1

    @property
    def memory(self) -> Memory:
        return LastTake()

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        at_most = Bound(Linear((("n", 1), (LAST, -self.k))), high=0)
        return Take(("n",), where=(_NOTHING_BEFORE, _NOT_ALL)), Take(("n",), where=(at_most,))


def references(rules: TakeAwayRules, is_misere: bool) -> tuple[str, ...]:
    """Return who solved the game with these rules; misère play has the source of its moves."""
    if rules.k != FIBONACCI_FACTOR:
        return cited("schwenk")
    return cited("whinihan", "schwenk", *(() if is_misere else ("allen-ponomarenko",)))


def statements(rules: TakeAwayRules, _heaps: int = 1) -> str:
    """Return the moves in the rule language.

    >>> statements(TakeAwayRules(k=3))
    'let k = 3; take n from one where last == 0 and n < x; take n from one where n <= k * last'
    """
    first = "take n from one where last == 0 and n < x"
    return f"let k = {digits_of(rules.k)}; {first}; take n from one where n <= k * last"


def theories_of(rules: TakeAwayRules, _is_misere: bool) -> tuple[str, ...]:
    """Return the theory, which has a name of its own for Fibonacci numbers."""
    return ("zeckendorf" if rules.k == FIBONACCI_FACTOR else "schwenk",)


TAKEAWAY = Family(
    name="takeaway",
    rules=TakeAwayRules,
    parameters=(Parameter("k", usual=3),),
    nicknames=(("fibonacci", (("k", FIBONACCI_FACTOR),)),),
    start=(20,),
    nouns=("heap", "token"),
    piece="rook",
    references=references,
    examples=("fibonacci", "takeaway:k=3", "fibonacci:misere"),
    statements=statements,
    theories=("schwenk", "zeckendorf"),
    theories_of=theories_of,
)
"""Take-away games: the smallest part of the heap against what may be taken."""
