"""The description of an automaton: a law or a shape, guessed from a box and decided.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.claims import claim
>>> describe(claim(define("wythoff:misere")))
Law(lists=(Pairs(first=((0, 1), (2, 2)), difference=2, steps=(1,)),))

A law is guessed from the first pairs, the shape of the far positions from the far half of a box.

>>> law_of(claim(define("wythoff:a=2")))
Law(lists=(Pairs(first=((0, 0),), difference=2, steps=(2,)),))
>>> differences(claim(define("marienbad"))).exceptions
Exceptions(missing=((0, 0), (1, 1)), added=((0, 1), (1, 0)))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise, product

import numpy as np

from marienbad.prover.automata.atoms import bound, congruence
from marienbad.prover.automata.automaton import Automaton, union
from marienbad.prover.automata.fused import conjunction
from marienbad.prover.description.laws import (
    Differences,
    Exceptions,
    Law,
    Like,
    Moved,
    Pair,
    Pairs,
    Remainders,
    Shape,
)
from marienbad.prover.games.claims import claim, first_points, relatives
from marienbad.prover.games.proof import mirror
from marienbad.prover.logic.deciding import decide, function
from marienbad.prover.logic.formulas import Formula, Function, Relation, variables
from marienbad.prover.logic.quantifiers import every, exists, forall, some
from marienbad.prover.systems.linear import System
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.text.problems import OutOfReach

MOST_GIVEN, LEAST_SEEN = 8, 6
"""How many first pairs may be given, and how many must follow the law before it is guessed."""
MOST_LISTS, MOST_STEPS = 12, 4
LAW_SIZE = 480
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
    box = np.triu(automaton.box(LAW_SIZE, LAW_SIZE))
    pairs = [(x, y) for x, y in np.argwhere(box).tolist()]
    for period, modulus in product(range(1, MOST_STEPS + 1), range(1, MOST_LISTS + 1)):
        lists = [[p for p in pairs if (p[1] - p[0]) % modulus == r] for r in range(modulus)]
        known = [start for one in lists if (start := _regular_from(one, period)) is not None]
        if len(known) < modulus or max(known) > MOST_GIVEN:
            continue
        law = Law(tuple(_continued(one, max(known), period) for one in lists))
        if law.below(LAW_SIZE) == pairs:
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


SIZE = 96
"""The box from which a shape is guessed, by its far half."""
MOST_DIFFERENCES, MOST_MODULUS, MOST_EXCEPTIONS = 5, 12, 12
MOST_REMAINDERS = 16


def differences(automaton: Automaton) -> Differences | None:
    """The differences of the far half of a box, if they and the exceptions are few."""
    system = automaton.system
    found = _far(automaton)
    numbers = sorted({y - x for x, y in found})
    if not 0 < len(numbers) <= MOST_DIFFERENCES:
        return None
    lines = (bound(system, {"x": -1, "y": 1}, number, number) for number in numbers)
    exceptions = _exceptions(automaton, _union(automaton, map(conjunction, lines)))
    return None if exceptions is None else Differences(exceptions, tuple(numbers))


def remainders(automaton: Automaton) -> Remainders | None:
    """The least modulus whose remainders decide the far half of a box, but for exceptions."""
    system, box = automaton.system, automaton.box(SIZE, SIZE)
    for m in range(1, MOST_MODULUS + 1):
        least = SIZE // 2
        first = box[least : least + m, least : least + m]
        far = box[least:, least:]
        tiled = np.tile(first, (SIZE // m + 1,) * 2)[: len(far), : len(far)]
        if not np.array_equal(far, tiled):
            continue
        pairs = sorted(((x + least) % m, (y + least) % m) for x, y in np.argwhere(first).tolist())
        if not 0 < len(pairs) <= MOST_REMAINDERS:
            return None
        classes = (
            conjunction(congruence(system, {"x": 1}, m, x), congruence(system, {"y": 1}, m, y))
            for x, y in pairs
        )
        exceptions = _exceptions(automaton, _union(automaton, classes))
        return None if exceptions is None else Remainders(exceptions, m, tuple(pairs))
    return None


def moved(automaton: Automaton) -> Moved | None:
    """Few positions that are repeated along the diagonal, but for exceptions."""
    system = automaton.system
    far = _far(automaton)
    if not 0 < len({y - x for x, y in far}) <= MOST_REMAINDERS:
        return None
    for step in range(2, MOST_MODULUS + 1):
        offsets = (min(x, y) - min(x, y) % step for x, y in far)
        pairs = sorted({(x - least, y - least) for (x, y), least in zip(far, offsets, strict=True)})
        expected = {
            (x + least, y + least) for x, y in pairs for least in range(0, SIZE + step, step)
        }
        seen = [(x, y) for x, y in expected if 2 * min(x, y) >= SIZE > max(x, y)]
        if len(pairs) > MOST_REMAINDERS or sorted(seen) != far:
            continue
        lines = (
            conjunction(
                bound(system, {"x": -1, "y": 1}, y - x, y - x),
                congruence(system, {"x": 1}, step, x),
            )
            for x, y in pairs
        )
        exceptions = _exceptions(automaton, _union(automaton, lines))
        return None if exceptions is None else Moved(exceptions, step, tuple(pairs))
    return None


def likeness(automaton: Automaton, own_name: str = "") -> Like | None:
    """A game of the catalogue that has the same positions but for a few."""
    for game in relatives(automaton.system):
        if game.name != own_name:
            exceptions = _exceptions(automaton, claim(game))
            if exceptions is not None:
                return Like(exceptions, game.name)
    return None


def _far(automaton: Automaton) -> list[Pair]:
    found = np.argwhere(automaton.box(SIZE, SIZE)).tolist()
    return [(x, y) for x, y in found if 2 * min(x, y) >= SIZE]


def _union(automaton: Automaton, sets: Iterable[Automaton]) -> Automaton:
    return union(sets, automaton.system, automaton.tracks)


def _exceptions(automaton: Automaton, described: Automaton) -> Exceptions | None:
    """Where two sets differ, if at few positions: decided, so that nothing is left out."""
    missing, added = _few(described - automaton), _few(automaton - described)
    return None if missing is None or added is None else Exceptions(missing, added)


def _few(automaton: Automaton) -> tuple[Pair, ...] | None:
    """The positions of a set, if they are few."""
    found, is_whole = first_points(automaton, MOST_EXCEPTIONS)
    return found if is_whole else None


SECONDS = 20
LARGEST = 400
"""Of an automaton with more states no description is looked for."""

Description = Law | Shape


def describe(
    automaton: Automaton, own_name: str = "", seconds: float = SECONDS
) -> Description | None:
    """Words that are proved to say what an automaton says; ``None`` where none are found in time.

    The name is that of the game, which is not to be compared with itself.
    """
    if automaton.states > LARGEST or automaton.tracks != ("x", "y") or automaton.is_empty:
        return None
    try:
        with clock.within(seconds):
            return (
                differences(automaton)
                or remainders(automaton)
                or moved(automaton)
                or law_of(automaton)
                or likeness(automaton, own_name)
            )
    except (TimeIsUp, OutOfReach):
        return None
