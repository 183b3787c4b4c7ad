"""Where rules end the game: a position that satisfies ``terminal CONDITION`` has no move.

Such a statement says the same as ``and not (CONDITION)`` in every take. So it is put into the
takes, and whoever reads them needs to know nothing of it.

>>> from marienbad.games.language.grammar import read
>>> from marienbad.games.language.takes import takes_of
>>> for take in takes_of(read("heaps 2; take n from one; terminal x + y <= 5")):
...     print(take)
take n from one where 6 ≤ x + y
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from marienbad.games.conditions import ALWAYS, Alternatives, alternatives_of
from marienbad.games.declaration import Condition
from marienbad.games.expressions import Expression, Number, Operation, parts
from marienbad.games.language.program import TerminalStatement
from marienbad.games.language.tokens import RuleError
from marienbad.text.sentences import say

Terminal = tuple[TerminalStatement, Expression]
"""A statement, and its condition with the named numbers put in."""


def where_play_goes_on(
    where: Expression | None, terminals: tuple[Terminal, ...], room: int
) -> Alternatives:
    """The condition of a take, and that the position is not terminal, in disjunctive form."""
    standing = [tuple(_standing(condition)) for _, condition in terminals]
    if prod(map(len, standing)) > room:
        raise RuleError(terminals[0][0].place, say("rules.terminal_long"))
    found: dict[tuple[Condition, ...], None] = {}
    choices = [*product(*standing)]
    for chosen in choices:
        conditions = chosen if where is None else (where, *chosen)
        if not conditions:
            return ALWAYS
        joined = conditions[0] if len(conditions) == 1 else Operation("and", conditions)
        found.update(dict.fromkeys(alternatives_of(joined, room // len(choices))))
    return tuple(found)


def _standing(condition: Expression) -> Iterator[Expression]:
    """Conditions of which one holds where the position is not terminal.

    Where a divisor is 0 the condition is false, and the position therefore not terminal; but its
    negation, with the same divisor in it, is false there too.
    """
    yield Operation("not", (condition,))
    divisors = {
        part.operands[1]: None
        for part in parts(condition)
        if isinstance(part, Operation) and part.operator in ("//", "%")
    }
    for divisor in divisors:
        if not isinstance(divisor, Number):
            yield Operation("==", (divisor, Number(0)))
