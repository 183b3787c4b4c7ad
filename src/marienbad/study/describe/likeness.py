"""Known games in disguise: which games of the catalogue have the same positions to leave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod
from typing import TYPE_CHECKING, Any

from marienbad.games.catalogue import FAMILIES
from marienbad.games.definition import Definition
from marienbad.study.tables import has_pairs, pairs_below
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST_PARAMETER, LARGEST_PRODUCT = 16, 36
"""How large parameters may be, and their product."""
MOST_EXCEPTIONS = 6
SMALLEST_BOX = 8

Pair = tuple[int, int]


class Likeness(Record):
    """A game of the catalogue with the same positions to leave, but for some pairs x ≤ y."""

    name: str
    exceptions: tuple[Pair, ...] = ()


def likenesses(is_p: NDArray[Any], own_name: str = "") -> list[Likeness]:
    """Return the games that have the same positions to leave in a square box, the simplest first.

    Where there is none, the one with the fewest exceptions.

    >>> import numpy as np
    >>> likenesses(np.eye(16, dtype=bool))
    [Likeness(name='nim', exceptions=())]
    """
    import numpy as np

    size = len(is_p)
    if size < SMALLEST_BOX or not np.array_equal(is_p, is_p.T):
        return []
    pairs = {(x, y) for x, y in np.argwhere(np.triu(is_p)).tolist()}
    found = []
    for definition in differing(candidates(), heaps=2):
        if definition.name != own_name:
            exceptions = differences(definition, pairs, size)
            if exceptions is not None:
                found.append(Likeness(definition.name, exceptions))
    if exact := [likeness for likeness in found if not likeness.exceptions]:
        return exact
    return sorted(found, key=lambda likeness: len(likeness.exceptions))[:1]


def candidates() -> Iterator[Definition]:
    """Return the games to compare with, simple ones first, each followed by its misère game.

    They are those whose pairs are known without search.
    """
    for family in FAMILIES:
        games = filter(has_pairs, family.games(LARGEST_PARAMETER))
        for game in sorted(games, key=_simplicity):
            if _simplicity(game)[0] <= LARGEST_PRODUCT:
                yield game


def differing(games: Iterable[Definition], heaps: int) -> Iterator[Definition]:
    """Return the games without those that are an earlier one with so many heaps.

    >>> from marienbad.games.catalogue import define
    >>> games = [define(name) for name in ("nim", "moore:k=1", "nimhoff:h=2", "nimhoff:h=3")]
    >>> [game.name for game in differing(games, heaps=2)]
    ['nim', 'nimhoff:h=3']
    """
    seen = set()
    for game in games:
        takes = frozenset(take for take in game.ruleset.takes if take.heaps <= heaps)
        if (takes, game.is_misere) not in seen:
            seen.add((takes, game.is_misere))
            yield game


def _simplicity(game: Definition) -> tuple[int, list[int], bool]:
    numbers = [value for name, value in game.values.items() if name != "heaps"]
    return prod(numbers), numbers, game.is_misere


def differences(definition: Definition, pairs: set[Pair], size: int) -> tuple[Pair, ...] | None:
    """Return the pairs x ≤ y below a size that only one of the two has, if they are few."""
    most = min(MOST_EXCEPTIONS, len(pairs) // 4)
    theirs, missing = set(), 0
    for pair in pairs_below(definition, size):
        theirs.add(pair)
        missing += pair not in pairs
        if missing > most:
            return None
    exceptions = pairs ^ theirs
    return tuple(sorted(exceptions)) if len(exceptions) <= most else None
