"""Outcomes by counting P-positions: along rays in two heaps, and below each size of one heap.

**Two heaps.** A *gate* is a condition on the heaps alone, as ``terminal`` puts it into every take.
Without their gates such takes are the same everywhere: rays, and single vectors. Where options may
be forbidden it is counted how many P-positions a position leads to, each of them once.

**One heap**, from which an interval of amounts may be taken that depends on its size. Such a take
leads from x to all heaps between two numbers, so that it leads to a P-position exactly when more
P-positions lie below the upper number than below the lower one. A box is solved in one pass that
counts the P-positions below each heap; listing the moves would take the square of it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import gcd, prod
from typing import Any

from marienbad.games.declaration import HEAP_NAMES, Bound, Condition, Congruence, Take
from marienbad.solver.clock import clock
from marienbad.solver.conditions import hold, program, value_of
from marienbad.solver.listing import MOST, fits_words, limited
from marienbad.solver.vectors import Ray, Vector, moves_of
from marienbad.solver.words import Arrays, packed
from marienbad.values import Record

MOST_RAYS = 64
"""The most rays and vectors: each has a bit that says where its gates are open."""
STRIP = 1 << 22
"""Places whose gates are worked out at one go."""

Gate = frozenset[Condition]
"""Conditions on the heaps that must all hold; none of them: always open."""
Gates = frozenset[Gate]
"""One of them must be open."""


class Counts(Record):
    """Rays and vectors, each with its gates."""

    rays: tuple[tuple[Ray, Gates], ...]
    vectors: tuple[tuple[Vector, Gates], ...]


def counts_of(takes: Iterable[Take], sizes: Sequence[int], are_forbidden: bool) -> Counts | None:
    """The moves of two heaps as rays and vectors with gates, ``None`` where they are not such.

    Where options may be forbidden no two of them may lead to the same position at once.

    >>> from marienbad.games.catalogue import define
    >>> game = define("rules:heaps 2; take n from x; take 2, 3 from two; terminal x + y < 4")
    >>> found = counts_of(game.ruleset.takes, (100, 100), are_forbidden=True)
    >>> [ray.base for ray, _ in found.rays], sorted(vector for vector, _ in found.vectors)
    ([(1, 0)], [(2, 3), (3, 2)])
    """
    if len(sizes) != 2:
        return None
    rays: dict[Ray, set[Gate]] = {}
    vectors: dict[Vector, set[Gate]] = {}
    for take in takes:
        gate = frozenset(where for where in take.where if where.names <= {*HEAP_NAMES[:2]})
        rest = take.having(where=tuple(where for where in take.where if where not in gate))
        moves = None if rest.depends_on_sizes or not _fits(gate, sizes) else _few(rest, sizes)
        if moves is None:
            return None
        for ray in moves[0]:
            rays.setdefault(ray, set()).add(gate)
        for vector in moves[1]:
            vectors.setdefault(vector, set()).add(gate)
    found = Counts(
        tuple((ray, frozenset(gates)) for ray, gates in rays.items()),
        tuple((vector, frozenset(gates)) for vector, gates in vectors.items()),
    )
    if are_forbidden:
        found = found.having(rays=tuple(_needed_rays(found)))
        found = found.having(vectors=tuple(_needed_vectors(found)))
    is_clear = not are_forbidden or not _is_ambiguous(found)
    return found if is_clear and len(found.rays) + len(found.vectors) <= MOST_RAYS else None


def _few(take: Take, sizes: Sequence[int]) -> tuple[set[Ray], set[Vector]] | None:
    """The rays and vectors of a take that is the same everywhere; ``None`` where they are many."""
    moves = moves_of([take], sizes)
    number = len(moves.vectors) + len(moves.lone) + sum(map(len, moves.bands))
    if moves.regions or number + sum(ray.count or 0 for ray in moves.lone) > MOST_RAYS:
        return None
    ending = {ray.at(times) for ray in moves.lone for times in range(ray.count or 0)}
    return {ray for ray in moves.rays if ray.count is None}, ending | moves.vectors


def _fits(gate: Gate, sizes: Sequence[int]) -> bool:
    """Whether words hold the numbers of a gate."""
    names = HEAP_NAMES[: len(sizes)]
    try:
        program(gate, names, {name: size - 1 for name, size in zip(names, sizes, strict=True)})
    except ArithmeticError:
        return False
    return True


def _needed_rays(found: Counts) -> Iterator[tuple[Ray, Gates]]:
    """The rays without those that lie on another which is open wherever they are."""
    for ray, gates in found.rays:
        others = (other for other in found.rays if other[0] != ray and _lies_on(ray, other[0]))
        if not any(_is_wider(other[1], gates) for other in others):
            yield ray, gates


def _needed_vectors(found: Counts) -> Iterator[tuple[Vector, Gates]]:
    for vector, gates in found.vectors:
        if not any(ray.contains(vector) and _is_wider(own, gates) for ray, own in found.rays):
            yield vector, gates


def _is_wider(gates: Gates, others: Gates) -> bool:
    return frozenset() in gates or gates >= others


def _lies_on(ray: Ray, other: Ray) -> bool:
    """Whether every vector of a ray lies on another."""
    return other.contains(ray.base) and other.contains(ray.at(1)) and other.contains(ray.at(2))


def _is_ambiguous(found: Counts) -> bool:
    """Whether two of them may lead to the same position."""
    rays = [ray for ray, _ in found.rays]
    return any(ray.contains(vector) for ray in rays for vector, _ in found.vectors) or any(
        _cross(one, other) for place, one in enumerate(rays) for other in rays[:place]
    )


def _cross(one: Ray, other: Ray) -> bool:
    """Whether two rays have a vector in common, in a box that is large enough.

    >>> (
    ...     _cross(Ray((1, 1), (1, 1)), Ray((1, 3), (1, 0))),
    ...     _cross(Ray((1, 1), (1, 1)), Ray((1, 0), (1, 0))),
    ... )
    (True, False)
    """
    (a, b), (c, d) = one.step, other.step
    x, y = (q - p for p, q in zip(one.base, other.base, strict=True))
    turn = a * d - b * c
    if turn:  # s·(a, b) − t·(c, d) = (x, y)
        s, t = x * d - y * c, x * b - y * a
        return s % turn == t % turn == 0 and s // turn >= 0 and t // turn >= 0
    length, width = gcd(a, b), gcd(c, d)
    along = x // (a // length) if a else y // (b // length)
    return (
        x * b == y * a
        and (x, y) == (along * a // length, along * b // length)
        and (along % gcd(length, width) == 0)
    )


class Counted:
    """The rows of a box of two heaps."""

    reach = 0

    def __init__(self, moves: Counts, sizes: Sequence[int], is_misere: bool, least: int) -> None:
        import numpy as np

        self.sizes, self.is_misere, self.least = tuple(sizes), is_misere, least
        self.bits: dict[Gate, int] = {}
        """For each gate the rays that it opens."""
        across: list[list[int]] = []
        within: list[list[int]] = []
        first = 0
        single = [(Ray(vector, (0, 0)), gates) for vector, gates in moves.vectors]
        for number, (ray, gates) in enumerate((*moves.rays, *single)):
            depth = _depth(ray)
            (across if any((ray.base[0], ray.step[0])) else within).append(
                [*ray.base, *ray.step, first, depth, number]
            )
            first += depth
            for gate in gates:
                self.bits[gate] = self.bits.get(gate, 0) | 1 << number
        self.across = np.array(across, np.int64).reshape(-1, 7)
        self.within = np.array(within, np.int64).reshape(-1, 7)
        self.state: Arrays = {
            "values": np.zeros(self.sizes, np.uint8),
            "counts": np.zeros((first, self.sizes[1]), np.uint8),
        }

    @staticmethod
    def bytes_needed(moves: Counts, sizes: Sequence[int]) -> int:
        """What the state takes, and the gates of a strip."""
        rows = sum(_depth(ray) for ray, _ in moves.rays)
        return prod(sizes) + rows * sizes[1] + 32 * max(min(STRIP, prod(sizes)), sizes[1])

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute the rows whose first heap lies between two numbers into an array of words."""
        from marienbad.solver.kernels import counting as kernel

        values, step = self.state["values"], max(1, STRIP // self.sizes[1])
        for first in range(start, stop, step):
            clock.check()
            last = min(first + step, stop)
            kernel.advance(
                *(first, last, self.across, self.within, self._open(first, last)),
                *(self.least, self.is_misere, values, self.state["counts"]),
            )
        out = table[start - oldest : stop - oldest]
        out[:] = packed(values[start:stop]).reshape(out.shape)

    def _open(self, start: int, stop: int) -> Any:
        """For each place of some rows the bits of the rays that may be used there."""
        import numpy as np

        points = {"x": np.arange(start, stop)[:, None], "y": np.arange(self.sizes[1])[None, :]}
        bits = np.zeros((stop - start, self.sizes[1]), np.uint64)
        for gate, opened in self.bits.items():
            bits |= np.where(hold(gate, points), np.uint64(opened), np.uint64(0))
        return bits


def _depth(ray: Ray) -> int:
    """How many rows of counts are kept of a ray, none of a single vector."""
    return ray.step[0] + 1 if any(ray.step) else 0


HEAP = HEAP_NAMES[0]
LARGEST = 2**32
"""What a count of four octets can hold."""
PIECE = 2**14
"""Heaps whose intervals are worked out at one go."""


class Intervals:
    """The outcomes of a single heap.

    >>> import numpy as np
    >>> from marienbad.games.catalogue import define
    >>> game = define("rules:heaps 1; take n from one where 2 * n <= x")
    >>> words = np.zeros((1, 1), np.uint64)
    >>> Intervals(game.ruleset.takes, (32,), is_misere=False).fill(words, 0, 0, 1)
    >>> [heap for heap in range(32) if int(words[0, 0]) >> heap & 1]
    [0, 1, 3, 7, 15, 31]
    """

    reach = 0

    def __init__(self, takes: Sequence[Take], sizes: Sequence[int], is_misere: bool) -> None:
        self.takes, self.size, self.is_misere = takes, sizes[0], is_misere
        self.state: Arrays = {}
        self.pause: Callable[[], None] | None = None
        """Called between pieces of the work; it may end it by raising an error."""

    @staticmethod
    def fits(takes: Sequence[Take], sizes: Sequence[int]) -> bool:
        """Whether every take leaves an interval of heaps, and the sizes of heaps decide which."""
        return (
            len(sizes) == 1
            and sizes[0] < LARGEST
            and any(take.depends_on_sizes for take in takes)
            and all(_is_end(where, take) for take in takes for where in take.where)
            and fits_words(takes, sizes)
        )

    @staticmethod
    def bytes_needed(sizes: Sequence[int]) -> int:
        """What the counts and the outcomes take."""
        return 5 * sizes[0]

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute the only row into an array of words; nothing where it is there already."""
        if start == stop:
            return
        import numpy as np

        found, below = bytearray(), array("I", [0])
        for first in range(0, self.size, PIECE):
            clock.check()
            if self.pause is not None and first:
                self.pause()
            heaps = np.arange(first, min(first + PIECE, self.size))
            spans = [_left(take, heaps) for take in self.takes]
            can_move = np.logical_or.reduce([least < end for least, end in spans])
            ways = zip(
                *(zip(*map(np.ndarray.tolist, span), strict=True) for span in spans), strict=True
            )
            for left, is_open in zip(ways, (can_move | (not self.is_misere)).tolist(), strict=True):
                is_p = is_open
                for least, end in left:
                    if below[least] < below[end]:
                        is_p = False
                        break
                found.append(is_p)
                below.append(below[-1] + is_p)
        out = table[start - oldest : stop - oldest]
        out[:] = packed(np.frombuffer(found, np.bool_)).reshape(out.shape)


def _is_end(where: Condition, take: Take) -> bool:
    """Whether a condition speaks of the heap alone, or says where the amounts begin or end."""
    if not take.names or take.names[0] not in where.names or isinstance(where, Bound):
        return True
    return not isinstance(where, Congruence) and limited(where, take.names[0]) is not None


def _left(take: Take, heaps: Any) -> tuple[Any, Any]:
    """For each heap the least that a take leaves of it, and the end: equal where it leaves none."""
    import numpy as np

    points = {HEAP: heaps}
    amount = take.amounts[0]
    least = np.full(heaps.shape, 1 if isinstance(amount, str) else amount)
    most = heaps if isinstance(amount, str) else np.minimum(heaps, amount)
    is_sound = np.ones(heaps.shape, np.bool_)
    for where in take.where:
        if amount not in where.names:
            is_sound &= hold([where], points)
        elif isinstance(where, Bound):
            factors = dict(where.form.coefficients)
            rest, factor = factors.get(HEAP, 0) * heaps, factors[str(amount)]
            low, high = (where.low, where.high) if factor > 0 else (where.high, where.low)
            # rounded upwards from below, and downwards from above
            least = least if low is None else np.maximum(least, -((rest - low) // factor))
            most = most if high is None else np.minimum(most, (high - rest) // factor)
        elif not isinstance(where, Congruence):
            limit = limited(where, str(amount))
            assert limit is not None
            with np.errstate(divide="ignore"):  # then it is not sound
                end = value_of(limit[1], points, is_sound)
            least, most = (
                (least, np.minimum(most, end))
                if limit[0] == MOST
                else (np.maximum(least, end), most)
            )
    is_some = is_sound & (least <= most)
    return np.where(is_some, heaps - most, 0), np.where(is_some, heaps - least + 1, 0)
