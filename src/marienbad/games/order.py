"""One heap, two parties in an order that repeats: `order:AABB,take=1-3`.

Whoever empties the heap wins for his party; a party that cannot take from a heap that is not empty
loses. Althöfer plays on when the heap has become negative, which is another game.

I. Althöfer, International Journal of Game Theory 17 (1988), 165-175.
"""

from functools import cached_property

from marienbad.games.bibliography import cited
from marienbad.games.declaration import Take
from marienbad.games.family import Family
from marienbad.games.memory import Order
from marienbad.games.parameters import Code, is_run, read_amounts, write_amounts
from marienbad.games.ruleset import Ruleset
from marienbad.heaps import Position
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing, Message, say

PARTIES = "AB"
LONGEST_ORDER = 64


def read_order(text: str) -> str:
    """Return an order of play in which both parties occur.

    >>> read_order("AAB")
    'AAB'
    >>> read_order("AA")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “AA” is not an order of play: expected the letters A...
    """
    if len(text) > LONGEST_ORDER or {*text} != {*PARTIES}:
        raise InputError("errors.order", text=text[: 2 * LONGEST_ORDER], most=LONGEST_ORDER)
    return text


def read_take(text: str) -> str:
    """Return what may be taken as it is written: a run or numbers with dots.

    >>> read_take("3.2.1"), read_take("4.1")
    ('1-3', '1.4')
    """
    return write_amounts(read_amounts(text))


class OrderRules(Ruleset):
    """One heap; the parties of the order take one of certain amounts.

    >>> rules = OrderRules("AAB", "1.3")
    >>> print(*rules.takes, sep="; ")
    take 1 from one; take 3 from one
    >>> rules.after((5,), (3,))
    Situation((2,), 1)
    """

    order: str
    take: str

    @property
    def heaps(self) -> int:
        return 1

    @property
    def amounts(self) -> tuple[int, ...]:
        """What may be taken, the least first."""
        return read_amounts(self.take)

    @property
    def memory(self) -> Order:
        return Order(self.order)

    @cached_property
    def takes(self) -> tuple[Take, ...]:
        return tuple(Take((amount,)) for amount in self.amounts)

    @property
    def told(self) -> Message | Listing:
        """What may be taken, in words."""
        amounts = self.amounts
        if is_run(amounts) and len(amounts) > 2:
            return say("order.run", least=amounts[0], most=amounts[-1])
        return Listing(amounts, "or")


def _start(rules: OrderRules) -> Position:
    return (max(20, 5 * rules.amounts[-1]),)


def _statements(rules: OrderRules, _heaps: int) -> str:
    members = ", ".join(map(str, rules.amounts))
    return f"order {' '.join(rules.order)}; take n from one where n in {{{members}}}"


ORDER = Family(
    name="order",
    rules=OrderRules,
    start=_start,
    nouns=("heap", "token"),
    piece="rook",
    ending="order.ending",
    references=cited("althofer"),
    examples=("order:AABB,take=1-3", "order:AAB,take=1.3.4"),
    parameters=(
        Code("order", read_order, str, "AABB", ("AABB", "AAB", "ABB", "AB"), is_bare=True),
        Code("take", read_take, str, "1-3", ("1-3", "1.3.4", "2.5")),
    ),
    quantities=("told",),
    statements=_statements,
    theories=("period",),
)
