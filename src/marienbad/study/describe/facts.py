"""What a person would notice in a table, as data, and which games of the catalogue are like it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from math import prod
from typing import TYPE_CHECKING, Any

from marienbad.games.catalogue import FAMILIES
from marienbad.games.definition import Definition
from marienbad.solver.words import unpacked
from marienbad.study.describe.periods import (
    SHOWN_ROWS,
    Grundy,
    Period,
    eventual_period,
    grundy_of,
    is_proved,
)
from marienbad.study.describe.slopes import Beam, Border, beams_of, borders_of
from marienbad.study.tables import check_memory, has_pairs, pairs_below
from marienbad.text.explanation import Explanation
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

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


LARGEST_SIDE = {1: 1_000_000, 2: 4096, 3: 256, 4: 64, 5: 24, 6: 12, 7: 8, 8: 6}
"""How far each heap is looked at, by the number of heaps."""
USUAL_SIDE = {1: 1000, 2: 256, 3: 64, 4: 24, 5: 10, 6: 8, 7: 6, 8: 4}
USUAL_HEAPS = 2
END_SIDE = {1: 64, 2: 16, 3: 6, 4: 4, 5: 3, 6: 2, 7: 2, 8: 2}
"""Positions without moves are looked for below these sizes."""
SHOWN = 12


class Rows(Record):
    """Each of the rows x = 0, …, ``last`` has the same number of positions to leave."""

    last: int
    count: int


class Description(Record):
    """What was noticed in a box; :attr:`explanation` says it in words."""

    definition: Definition
    sizes: tuple[int, ...]
    count: int
    inner_count: int
    """The positions to leave in the box of half the size."""
    first: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, ...], ...]
    lopsided: tuple[int, ...] | None
    """A position to leave that is not to be left with its heaps in another order."""
    rows: Rows | None
    periods: tuple[tuple[int, Period], ...]
    residues: tuple[int, ...]
    """Of one heap: what the heaps to leave are, modulo the period."""
    is_proved: bool
    beams: tuple[Beam, ...]
    borders: tuple[Border, ...]
    same: tuple[Likeness, ...]
    empty_same: tuple[Likeness, ...]
    """Games like this one where all heaps but two are empty."""
    grundy: Grundy | None

    @property
    def total(self) -> int:
        """The positions of the box."""
        return prod(self.sizes)

    @property
    def density(self) -> Fraction:
        """The share of the positions to leave."""
        return Fraction(self.count, self.total)

    @cached_property
    def explanation(self) -> Explanation:
        """The same in words."""
        from marienbad.study.describe.wording import explanation_of

        return explanation_of(self)

    def data(self, lang: str = "en") -> dict[str, Any]:
        """One object for JSON."""
        from marienbad.study.describe.wording import data_of

        return data_of(self, lang)


def describe(definition: Definition, table: Any) -> Description:
    """Return what a person would notice in a table of the game.

    ``table`` has ``sizes``, ``is_p`` and perhaps ``grundy``; of a very large one the corner is
    looked at.

    >>> import numpy as np
    >>> from marienbad.games.catalogue import define
    >>> from marienbad.study.picture import Box
    >>> found = describe(define("nim"), Box((64, 64), is_p=np.eye(64, dtype=bool)))
    >>> found.first[:3], found.count, found.beams[0].is_exact
    (((0, 0), (1, 1), (2, 2)), 64, True)
    """
    heaps = len(table.sizes)
    sizes = tuple(min(size, LARGEST_SIDE[heaps]) for size in table.sizes)
    is_p = corner_of(table, sizes)
    values = getattr(table, "grundy", None)
    corner = tuple(slice(size) for size in sizes)
    lopsided = lopsided_position(is_p)
    square = is_p[tuple(slice(min(sizes)) for _ in sizes)]
    periods = periods_of(is_p)
    period = periods[0][1] if heaps == 1 and periods else None
    return Description(
        definition=definition,
        sizes=sizes,
        count=int(is_p.sum()),
        inner_count=int(is_p[tuple(slice(size // 2) for size in sizes)].sum()),
        first=first_positions(is_p, lopsided is None),
        ends=ends(definition, sizes),
        lopsided=lopsided,
        rows=rows_of(is_p) if heaps == 2 else None,
        periods=periods,
        residues=residues_of(is_p, period) if period else (),
        is_proved=period is not None and is_proved(definition.ruleset, period, sizes[0]),
        beams=tuple(beams_of(square, lopsided is None)) if heaps == 2 else (),
        borders=tuple(borders_of(square, lopsided is None)) if heaps == 2 else (),
        same=tuple(alike(square, definition.name)),
        empty_same=two_heaps_alike(definition, square) if heaps > 2 else (),
        grundy=None if values is None else grundy_of(values[corner]),
    )


def box_of(definition: Definition, size: int | None, heaps: int | None) -> tuple[int, ...]:
    """Return the sizes of the box to describe: those that are given, or else the usual ones."""
    check_memory(definition)
    number = heaps or definition.ruleset.heaps or USUAL_HEAPS
    side = USUAL_SIDE[number] if size is None else size
    if side > LARGEST_SIDE[number]:
        raise OutOfReach("describe.size", size=side, heaps=number, bound=LARGEST_SIDE[number])
    return (side,) * number


def corner_of(table: Any, sizes: tuple[int, ...]) -> Array:
    """Return the P-positions below some sizes, without unpacking the others."""
    import numpy as np

    corner = tuple(slice(size) for size in sizes)
    packed = getattr(table, "packed", None)
    if packed is None:
        return np.asarray(table.is_p[corner], dtype=bool)
    words = -(-sizes[-1] // (8 * packed.dtype.itemsize))
    found: Array = unpacked(packed[(*corner[:-1], slice(words))], sizes[-1])
    return found


def two_heaps(is_p: Array) -> Array:
    """Return the positions with all heaps empty but the first two."""
    while is_p.ndim > 2:
        is_p = is_p[..., 0]
    return is_p


def first_positions(is_p: Array, is_symmetric: bool) -> tuple[tuple[int, ...], ...]:
    """Return the first positions to leave by their largest heap, of equivalent ones the sorted."""
    import numpy as np

    side = 16
    while True:
        found = [tuple(p) for p in np.argwhere(is_p[(slice(side),) * is_p.ndim]).tolist()]
        if is_symmetric:
            found = [position for position in found if list(position) == sorted(position)]
        if len(found) >= SHOWN or side >= max(is_p.shape):
            ordered = sorted(found, key=lambda position: (max(position), position))
            return tuple(ordered[:SHOWN])
        side *= 2


def lopsided_position(is_p: Array) -> tuple[int, ...] | None:
    """Return a position to leave whose heaps must not be exchanged, if there is one.

    >>> import numpy as np
    >>> lopsided_position(np.array([[True, True], [False, False]]))
    (0, 1)
    """
    import numpy as np

    square = is_p[(slice(min(is_p.shape)),) * is_p.ndim]
    # exchanging neighbours gives every order
    found = [
        position
        for axis in range(is_p.ndim - 1)
        for position in np.argwhere(square & ~np.swapaxes(square, axis, axis + 1))[:1].tolist()
    ]
    return tuple(min(found)) if found else None


def ends(definition: Definition, sizes: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the positions near the origin from which there is no move."""
    sides = map(range, searched_for_ends(sizes))
    return tuple(position for position in product(*sides) if definition.is_over(position))


def searched_for_ends(sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the box in which positions without a move are looked for."""
    return tuple(min(size, END_SIDE[len(sizes)]) for size in sizes)


def rows_of(is_p: Array) -> Rows | None:
    """Return how many positions to leave the rows have, where a quarter of them agree."""
    import numpy as np

    counts = is_p.sum(axis=1)
    other = np.flatnonzero(counts != counts[0])
    last = int(other[0]) - 1 if len(other) else len(counts) - 1
    return Rows(last, int(counts[0])) if 4 * (last + 1) >= len(counts) else None


def periods_of(is_p: Array) -> tuple[tuple[int, Period], ...]:
    """Return the periods of the sequence of one heap, or of the first rows x of two.

    A row without positions to leave in its second half has none worth telling.
    """
    if is_p.ndim > 2:
        return ()
    rows = is_p[None] if is_p.ndim == 1 else is_p[:SHOWN_ROWS]
    found = ((x, eventual_period(row)) for x, row in enumerate(rows) if row[len(row) // 2 :].any())
    return tuple((x, period) for x, period in found if period is not None)


def residues_of(is_p: Array, period: Period) -> tuple[int, ...]:
    """Return what the heaps to leave are modulo the period, once it has begun."""
    heaps = range(period.start, period.start + period.length)
    return tuple(sorted(heap % period.length for heap in heaps if is_p[heap]))


def alike(is_p: Array, own_name: str) -> list[Likeness]:
    """Return the games of the catalogue with the same positions to leave, for any heaps."""
    if is_p.ndim == 2:
        return likenesses(is_p, own_name)
    if is_p.ndim == 1 or len(is_p) < SMALLEST_BOX:
        return []
    simplest = chain.from_iterable(family.games(1) for family in FAMILIES)
    fitting = (
        game
        for game in simplest
        if game.ruleset.heaps in (None, is_p.ndim) and game.ruleset.is_plain
    )
    games = differing(fitting, is_p.ndim)
    corner = is_p[(slice(SMALLEST_BOX),) * is_p.ndim]
    same = (game for game in games if has_box(game, corner) and has_box(game, is_p))
    return [Likeness(game.name) for game in same if game.name != own_name]


def has_box(game: Definition, is_p: Array) -> bool:
    """Tell whether just these positions of a box are to leave; most games differ in its corner."""
    import numpy as np

    from marienbad.solver.table import solve

    return np.array_equal(is_p, solve(game, is_p.shape).is_p)


def two_heaps_alike(definition: Definition, is_p: Array) -> tuple[Likeness, ...]:
    """Return the games that this one is with all heaps empty but two; itself is no news."""
    found = alike(two_heaps(is_p), "")
    return tuple(game for game in found if game.name != definition.name)
