"""How far the search may go on a server, where others wait meanwhile."""

from math import comb, perm, prod

from marienbad.games.declaration import Congruence, Take
from marienbad.games.definition import Definition
from marienbad.games.expressions import Formula, parts
from marienbad.games.rules import PREFIX
from marienbad.games.wythoff import WythoffRules
from marienbad.heaps import Position
from marienbad.registry import theory_names
from marienbad.solver.boxes import BoxSearch
from marienbad.text.problems import OutOfReach
from marienbad.theories.table import search_of

SEARCHED_HEAP = 192
"""The largest heap where almost any two amounts may be taken, so that a search is slow."""
SEARCHED_POSITIONS = 2**18
"""The largest box that is solved for a user's rules: 512 in each of two heaps."""
MOST_TRIES = 50_000
"""How many amounts may be gone through to list the moves of a user's rules: a tenth of a second."""
SEARCHED_ROWS = 120
"""The most rows of pairs found by search, times a: the pairs grow as fast."""


def check_search(definition: Definition, position: Position, theory: str | None = None) -> None:
    """Refuse a search that would take more than a second.

    >>> from marienbad.games.catalogue import define
    >>> check_search(define("wythoff:a=9"), (150, 150), "table")
    >>> check_search(define("wythoff:a=9"), (300, 300), "table")
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: The plain search cannot reach (300, 300) in good time...
    """
    if (theory or theory_names(definition)[0]) != "table":
        return
    search = search_of(definition)
    if isinstance(search, BoxSearch):
        positions = prod(heap + 1 for heap in position)
        if positions > SEARCHED_POSITIONS and not search.is_periodic(position):
            raise OutOfReach("errors.box_too_large", position=position)
        return
    rules = definition.ruleset
    is_wide = isinstance(rules, WythoffRules) and rules.a > 1
    if is_wide and max(position, default=0) > SEARCHED_HEAP:
        raise OutOfReach("errors.table_too_large", position=position)


def check_moves(definition: Definition, position: Position) -> None:
    """Refuse to list the moves of a user's rules where that would take long.

    >>> from marienbad.games.catalogue import define
    >>> check_moves(define("rules:heaps 4; take a, b, c, d from all"), (9, 9, 9, 9))
    Traceback (most recent call last):
    marienbad.text.problems.OutOfReach: From (9, 9, 9, 9) these rules allow too many moves...
    """
    if definition.name.startswith(PREFIX) and tries(definition, position) > MOST_TRIES:
        raise OutOfReach("lab.moves", position=position)


def tries(definition: Definition, position: Position) -> int:
    """At most how many amounts are gone through to list the moves, weighed by their conditions.

    >>> from marienbad.games.catalogue import define
    >>> tries(define("wythoff"), (10, 10)), tries(define("wythoff:a=2"), (10, 10))
    (30, 50)
    """
    return sum(_tries_of(take, position) for take in definition.ruleset.takes)


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


def most_searched_rows(definition: Definition) -> int | None:
    """How many rows of pairs are searched for; ``None`` where they are known without search."""
    rules = definition.ruleset
    if isinstance(rules, WythoffRules) and definition.is_misere and rules.b > 1:
        return SEARCHED_ROWS // rules.a
    return None
