"""Which law says the same as an automaton: guessed from its first pairs, then decided.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.claims import claim
>>> law_of(claim(define("wythoff:a=2")))
Law(lists=(Pairs(first=((0, 0),), difference=2, steps=(2,)),))
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product

import numpy as np

from marienbad.prover.automata.automaton import Automaton
from marienbad.prover.description.laws import Law, Pair, Pairs
from marienbad.prover.games.proof import mirror
from marienbad.prover.logic.deciding import decide, function
from marienbad.prover.logic.formulas import Formula, Function, Relation, variables
from marienbad.prover.logic.quantifiers import every, exists, forall, some
from marienbad.prover.systems.linear import System

MOST_GIVEN, LEAST_SEEN = 8, 6
"""How many first pairs may be given, and how many must follow the law before it is guessed."""
MOST_LISTS, MOST_STEPS = 12, 4
SIZE = 480
"""The box from which a law is guessed."""

n, x, y = variables("n x y")


def law_of(automaton: Automaton) -> Law | None:
    """The law of the pairs of an automaton, proved; ``None`` where none is found."""
    if not mirror(automaton).is_same(automaton):
        return None
    for law in guesses(automaton):
        if is_proved(automaton, law):
            return law
    return None


def guesses(automaton: Automaton) -> Iterator[Law]:
    """Laws that agree with the automaton in a box, those with fewer lists first."""
    box = np.triu(automaton.box(SIZE, SIZE))
    pairs = [(x, y) for x, y in np.argwhere(box).tolist()]
    for period, modulus in product(range(1, MOST_STEPS + 1), range(1, MOST_LISTS + 1)):
        lists = [[p for p in pairs if (p[1] - p[0]) % modulus == r] for r in range(modulus)]
        known = [start for one in lists if (start := _regular_from(one, period)) is not None]
        if len(known) < modulus or max(known) > MOST_GIVEN:
            continue
        law = Law(tuple(_continued(one, max(known), period) for one in lists))
        if law.below(SIZE) == pairs:
            yield law


def _regular_from(pairs: list[Pair], period: int) -> int | None:
    """From which pair on the differences grow by so many steps in turn."""
    differences = [y - x for x, y in pairs]
    steps = [later - earlier for earlier, later in pairwise(differences)]
    if len(steps) < LEAST_SEEN + period or min(steps[-period:]) <= 0:
        return None
    start = len(steps) - period
    while start > 1 and steps[start - 1] == steps[start - 1 + period] and differences[start - 1]:
        start -= 1
    return start if len(steps) - start >= LEAST_SEEN else None


def _continued(pairs: list[Pair], given: int, period: int) -> Pairs:
    differences = [y - x for x, y in pairs[given : given + period + 1]]
    steps = tuple(later - earlier for earlier, later in pairwise(differences))
    return Pairs(tuple(pairs[:given]), differences[0], steps)


def is_proved(automaton: Automaton, law: Law) -> bool:
    """Decide that the pairs x ≤ y of an automaton are exactly those of a law."""
    system, pair = automaton.system, Relation("P", automaton)
    try:
        members = [_members(system, pair, one) for one in law.lists]
    except ValueError:  # some difference belongs to no pair, or to several
        return False
    formulas = (
        formula
        for r, (small, _) in enumerate(members)
        for formula in (
            _only_these(pair, law, r),
            _increase(small, members[-r][1]),
            _share(law, r, small, members[-r][1]),
        )
    )
    are_pairs = all(first in automaton for one in law.lists for first in one.first)
    return are_pairs and all(decide(system, formula).holds for formula in formulas)


def _members(system: System, pair: Relation, one: Pairs) -> tuple[list[Function], list[Function]]:
    """The smaller and the larger members of the pairs after the first ones.

    There is a function for each of the steps in turn: of how often all of them have been made.
    """
    small, large = [], []
    for difference in _turn(one):
        numbered = (y == x + sum(one.steps) * n + difference) & pair(x, y)
        small.append(function("x", system, exists(y, numbered), n, x))
        large.append(function("y", system, exists(x, numbered), n, y))
    return small, large


def _turn(one: Pairs) -> list[int]:
    """The differences of the pairs of the first turn."""
    return [one.at(len(one.first) + number) for number in range(len(one.steps))]


def _only_these(pair: Relation, law: Law, r: int) -> Formula:
    """Every pair of a list is one of the first, or its difference is one of those that follow."""
    one = law.lists[r]
    regular = [
        (y >= x + difference) & (y - x).congruent(difference, sum(one.steps))
        for difference in _turn(one)
    ]
    first = [(x == small) & (y == large) for small, large in one.first]
    of_list = pair(x, y) & (x <= y)
    if law.modulus > 1:
        of_list &= (y - x).congruent(r, law.modulus)
    return forall(x, y, of_list.implies(some([*regular, *first])))


def _increase(small: list[Function], large: list[Function]) -> Formula:
    """The smaller members grow, and none reaches the larger member of the opposite list."""
    following = [one(n) < other(n) for one, other in pairwise(small)]
    below = [one(n) < other(n) for one, other in zip(small, large, strict=True)]
    return forall(n, every([*following, small[-1](n) < small[0](n + 1), *below]))


def _share(law: Law, r: int, small: list[Function], large: list[Function]) -> Formula:
    """Every number is in a class once: given, a smaller member, or a larger of the other list."""
    given = {low for low, _ in law.lists[r].first} | {high for _, high in law.lists[-r].first}
    is_small = some(exists(n, x == one(n)) for one in small)
    is_large = some(exists(n, x == one(n)) for one in large)
    is_given = some(x == number for number in sorted(given))
    once = ~(is_small & is_large) & (is_small | is_large)
    return forall(x, (is_given & ~is_small & ~is_large) | (~is_given & once))
