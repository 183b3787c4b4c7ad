"""Boxes solved with Python's integers as rows of bits, for moves that are the same everywhere.

It needs no package: it answers before anything is compiled, and where nothing can be. All positions
with the same first heap are one integer, the *row*; its bits are the positions of the other heaps,
each axis of them twice as wide as the box, so that no sum of a position and a move reaches another
line. A P-position closes all from which a move leads to it:

* a *stream* is all rays with the same step: S(x) = S(x − step) ∨ P(x − base), moved as they say;
* a *pattern* is all single moves that take the same number from the first heap;
* what takes nothing from the first heap acts within the row, from its low end upwards.

>>> from marienbad.games.catalogue import define
>>> [f"{line:05b}"[::-1] for line in outcomes(define("wythoff"), (3, 5)) or ()]
['10000', '00100', '01000']
>>> grundy_values(define("wythoff"), (3, 3))
[0, 1, 2, 1, 2, 0, 2, 0, 1]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from operator import mul

from marienbad.games.definition import Definition
from marienbad.solver.clock import clock
from marienbad.solver.vectors import Moves, Ray, Vector, moves_of, shapes

LARGEST = 2**27
"""The most bits of all rows; a larger box is the compiler's work."""
LARGEST_MOVED = 2**28
"""The most words that are moved, were there a P-position in each line of the last heap."""
LARGEST_REGION = 2**16
"""The most positions of a box whose moves have more freedom than lines: they are listed."""
LARGEST_VALUES = 2**21
"""The most Grundy values that are looked up: for each position one for each ray and vector."""
CHUNK = 1024
"""Bits of a row that are resolved together, where few moves act within it."""

Patterns = dict[int, int]
"""By what is taken from the first heap, the moves as bits."""


def fits(game: Definition, sizes: Sequence[int]) -> bool:
    """Whether the moves are the same everywhere, and the box is small enough."""
    if not game.ruleset.is_plain or any(take.depends_on_sizes for take in game.box_takes):
        return False
    most = LARGEST
    for size in sizes:
        most //= 2 * size
    lines, words = prod(sizes[:-1]), prod(2 * size for size in sizes[1:]) // 64
    if most <= 0 or lines * words > LARGEST_MOVED:
        return False
    is_lined = all(lines is not None for _, _, lines in shapes(game.box_takes, sizes))
    return is_lined or prod(sizes) <= LARGEST_REGION


def outcomes(game: Definition, sizes: Sequence[int]) -> list[int] | None:
    """The P-positions of a box: the bits of an integer for each line of the last heap, in order.

    ``None`` where the moves are not the same everywhere, or the box is too large.
    """
    if not fits(game, sizes):
        return None
    moves, box = moves_of(game.box_takes, sizes), _Box(sizes)
    rules = _Rules(moves, box)
    closed = rules.finished(box) if game.is_misere else None
    found: list[int] = []
    streams: list[list[int]] = [[] for _ in rules.streams]
    for x in range(box.count):
        if not x % 64:
            clock.check()
        reached = closed[x] if closed else 0
        for (lag, shift, bases), rows in zip(rules.streams, streams, strict=True):
            row = rows[x - lag] << shift if x >= lag else 0
            row = (row | _reached(x, found, bases)) & box.full
            rows.append(row)
            reached |= row
        reached |= _reached(x, found, rules.single)
        found.append(_resolved(box.full & ~reached, rules.within))
    return [row >> start & box.line for row in found for start in box.starts]


def grundy_values(game: Definition, sizes: Sequence[int]) -> list[int] | None:
    """The Grundy values of a box in order, ``None`` where :func:`outcomes` has none either.

    The values that a ray leads to are a set, an integer with their bits: that of the position one
    step nearer, and the value that the first move of the ray leads to.
    """
    moves = moves_of(game.box_takes, sizes) if fits(game, sizes) else None
    if moves is None or moves.regions:
        return None
    box = _Box(sizes)
    single = [box.place(vector) for vector in _vectors(moves)]
    rays = [(*box.place(ray.step), *box.place(ray.base)) for ray in moves.rays if ray.count is None]
    if prod(sizes) * (len(single) + len(rays)) > LARGEST_VALUES:
        return None
    none = [0] * box.total
    bits: list[list[int]] = []
    sets: list[list[list[int]]] = [[] for _ in rays]
    values: list[int] = []
    for x in range(box.count):
        clock.check()
        for rows in (bits, *sets):
            rows.append([0] * box.total)
        along = [
            (rows[x], _row(rows, x - lag, none), shift, _row(bits, x - first, none), offset)
            for (lag, shift, first, offset), rows in zip(rays, sets, strict=True)
        ]
        alone = [(bits[x - first], offset) for first, offset in single if first <= x]
        values += _row_values(box.places, along, alone, bits[x])
        for (lag, *_), rows in zip(rays, sets, strict=True):
            _forget(rows, x - lag, none)
        _forget(
            bits,
            x - max((first for *_, first, _ in (*rays, *((0, *one) for one in single))), default=0),
            none,
        )
    return values


def _row_values(
    places: Sequence[int],
    along: Sequence[tuple[list[int], list[int], int, list[int], int]],
    alone: Sequence[tuple[list[int], int]],
    here: list[int],
) -> Iterator[int]:
    """The values of a row; each is noted as a bit, and the sets along rays are noted too.

    A place before the beginning of a line is one beyond the end of another: nothing is there.
    """
    for place in places:
        seen = 0
        for own, before, shift, reached, offset in along:
            own[place] = found = before[place - shift] | reached[place - offset]
            seen |= found
        for reached, offset in alone:
            seen |= reached[place - offset]
        here[place] = least = ~seen & (seen + 1)
        yield least.bit_length() - 1


def _row(rows: Sequence[list[int]], x: int, none: list[int]) -> list[int]:
    return rows[x] if x >= 0 else none


def _forget(rows: list[list[int]], x: int, none: list[int]) -> None:
    """Let a row go that is needed no longer."""
    if x >= 0:
        rows[x] = none


def _vectors(moves: Moves) -> Iterator[Vector]:
    """The vectors that stand alone, and those of the rays that end."""
    yield from moves.vectors
    for ray in moves.lone:
        yield from (ray.at(time) for time in range(ray.count or 0))


class _Box:
    """The rows of a box: how many there are, and how the bits of each are laid out."""

    def __init__(self, sizes: Sequence[int]) -> None:
        self.sizes = tuple(sizes)
        first, *inner = sizes if len(sizes) > 1 else (1, *sizes)
        self.count = first
        widths = [2 * size - 1 for size in inner[1:]]
        self.weights = [prod(widths[axis:]) for axis in range(len(inner))]
        self.inner = inner
        self.total = (2 * inner[0] - 1) * self.weights[0]
        self.line = (1 << inner[-1]) - 1
        self.starts = [
            sum(map(mul, corner, self.weights)) for corner in product(*map(range, inner[:-1]))
        ]
        self.places = [start + last for start in self.starts for last in range(inner[-1])]
        self.full = 0
        for start in self.starts:
            self.full |= self.line << start

    def place(self, vector: Vector) -> tuple[int, int]:
        """What a vector takes from the first heap, and by how many bits it moves a row."""
        first, *inner = vector if len(vector) > 1 else (0, *vector)
        return first, sum(map(mul, inner, self.weights))

    def whole(self, ray: Ray) -> Iterator[Vector]:
        """The vectors of a ray up to the edge of the box."""
        time = 0
        while all(part < size for part, size in zip(ray.at(time), self.sizes, strict=True)):
            yield ray.at(time)
            time += 1


class _Rules:
    """The moves as streams and patterns."""

    def __init__(self, moves: Moves, box: _Box) -> None:
        self.single: Patterns = defaultdict(int)
        families: dict[Vector, Patterns] = {}
        vectors = list(_vectors(moves))
        for take, heaps in moves.regions:
            corner = tuple(size - 1 for size in box.sizes)
            vectors += take.having(places=heaps).vectors(corner)
        for ray in moves.rays:
            if ray.count is not None:
                continue
            if len(ray.step) > 1 and ray.step[0]:
                first, offset = box.place(ray.base)
                family = families.setdefault(ray.step, defaultdict(int))
                family[first] |= 1 << offset
            else:
                vectors += box.whole(ray)
        for vector in vectors:
            first, offset = box.place(vector)
            self.single[first] |= 1 << offset
        self.within = self.single.pop(0, 0)
        self.streams = [(*box.place(step), bases) for step, bases in families.items()]

    def finished(self, box: _Box) -> list[int]:
        """For each row the positions without a move: none of the moves fits into them."""
        least: Patterns = defaultdict(int, self.single)
        least[0] |= self.within
        for _, _, bases in self.streams:
            for first, pattern in bases.items():
                least[first] |= pattern
        movable, found = 0, []
        for x in range(box.count):
            fresh = least.get(x, 0) & box.full
            for size, weight in zip(box.inner, box.weights, strict=True) if fresh else ():
                step = 1
                while step < size:
                    fresh = (fresh | fresh << step * weight) & box.full
                    step *= 2
            movable |= fresh
            found.append(box.full & ~movable)
        return found


def _reached(x: int, found: Sequence[int], patterns: Patterns) -> int:
    """All that moves from a row lead back from: each P-position of an earlier row by each move."""
    reached = 0
    for first, pattern in patterns.items():
        if first <= x and found[x - first]:
            reached |= _moved(found[x - first], pattern)
    return reached


def _moved(row: int, pattern: int) -> int:
    """Every bit of a row moved by every bit of a pattern."""
    moved = 0
    if row.bit_count() > pattern.bit_count():
        row, pattern = pattern, row
    while row:
        low = row & -row
        moved |= pattern << low.bit_length() - 1
        row ^= low
    return moved


def _resolved(free: int, within: int) -> int:
    """The P-positions among the open ones of a row, where moves within it close others."""
    if not within:
        return free
    mask = (1 << CHUNK) - 1
    near = within & mask | 1
    far = within ^ within & mask
    parts: list[bytes] = []
    while free:
        rest, found, reached = free & mask, 0, 0
        while rest:
            low = rest & -rest
            found |= low
            closed = near << low.bit_length() - 1
            reached |= closed
            rest &= ~closed
        if found:
            free &= ~(reached | _moved(found, far) if far else reached)
        parts.append(found.to_bytes(CHUNK // 8, "little"))
        free >>= CHUNK
    return int.from_bytes(b"".join(parts), "little")
