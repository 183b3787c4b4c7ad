"""How much work the moves of a position are, found without listing them."""

from math import comb, perm

from marienbad.games.declaration import Congruence, Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, parts
from marienbad.heaps import Position


def tries(game: Definition, position: Position) -> int:
    """At most how many amounts are gone through to list the moves, weighed by their conditions.

    >>> from marienbad.games.catalogue import define
    >>> tries(define("wythoff"), (10, 10)), tries(define("wythoff:a=2"), (10, 10))
    (30, 50)
    """
    return sum(_tries_of(take, position) for take in game.ruleset.takes)


def _tries_of(take: Take, position: Position) -> int:
    filled = sum(1 for heap in position if heap)
    if filled < take.heaps:
        return 0
    choose = comb if take.is_symmetric else perm
    choices = 1 if take.places is not None else choose(filled, take.heaps)
    formulas = [where.expression for where in take.where if isinstance(where, Formula)]
    found = choices * (1 + sum(len(parts(formula)) for formula in formulas))
    # several names are taken from as many heaps: at most from the largest
    largest = sorted(position, reverse=True)
    for index, name in enumerate(take.names):
        found *= _span(take, name, frozenset(take.names[index + 1 :]), largest[index])
    return found


def _span(take: Take, name: str, later: frozenset[str], limit: int) -> int:
    """How many values an amount can have when those before it are fixed."""
    span = limit
    for where in take.where:
        if isinstance(where, Formula) or name not in where.names or where.names & later:
            continue
        factor = abs(dict(where.form.coefficients)[name])
        if isinstance(where, Congruence):
            span = min(span, limit // where.modulus + 1) if factor == 1 else span
        elif where.low is not None and where.high is not None:
            span = min(span, (where.high - where.low) // factor + 1)
    return max(span, 1)
