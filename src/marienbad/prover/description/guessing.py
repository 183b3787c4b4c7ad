"""Which shape an automaton has: guessed from the far half of a box, and decided.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.claims import claim
>>> differences(claim(define("marienbad"))).exceptions
Exceptions(missing=((0, 0), (1, 1)), added=((0, 1), (1, 0)))

The description of an automaton, within some seconds.

>>> from marienbad.games.catalogue import define
>>> from marienbad.prover.games.claims import claim
>>> describe(claim(define("wythoff:misere")))
Law(lists=(Pairs(first=((0, 1), (2, 2)), difference=2, steps=(1,)),))
"""

from __future__ import annotations

from collections.abc import Iterable

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
    Remainders,
    Shape,
)
from marienbad.prover.description.proving import law_of
from marienbad.prover.games.claims import claim, first_points, relatives
from marienbad.solver.clock import TimeIsUp, clock
from marienbad.text.problems import OutOfReach

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
