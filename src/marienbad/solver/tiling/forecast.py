"""How long a box will take, and how much room, said before it is solved.

Smaller boxes of the same rules, of the same shape, are solved on this machine for a moment, each
twice as long as the one before. What the last of them took is multiplied as the positions are, or
faster, where the last two tell that each position takes longer in larger boxes. How it grows is
seen from the time that the processors worked, since others may keep them busy; how much longer it
takes on that account, from all boxes together.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from math import ceil, log, log2, prod
from pathlib import Path
from typing import Any

from marienbad.games.catalogue import define
from marienbad.solver.table import MEBIBYTE, solve
from marienbad.solver.tiling.cut import Arrays, Border, Place, Question, cut_of
from marienbad.solver.tiling.running import Plan, octets_of_tile, run
from marienbad.solver.tiling.store import LEVEL, VALUES
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

FIRST = 2**12
"""Positions of the first box that is solved, about."""
NEAREST, NEAR_ENOUGH = 16, 64
"""How many times larger the whole box is, at least, than the last that is solved; and at most where
it is said to be a matter of moments."""
ENOUGH = 0.3
"""Seconds that the processors work on the last one, at least."""
MOMENTS = 5.0
"""Nothing is said of what takes fewer seconds than this."""
TILES = 4
"""Along each side, in the boxes that are solved to see how long it takes."""
SAMPLE = 2**25
"""Octets that are written to see how fast the disk is."""
SETS = 0.5
"""With Grundy values a position may take longer by this power of the sides: what each line has
seen grows out of the processor's caches, which smaller boxes do not tell."""
NEAR = 0.1
"""An exponent this near to what the number of moves suggests is taken for it."""


class Cost(Record):
    """What a box took."""

    seconds: float
    worked: float
    """The seconds that the processors worked on it."""
    table: int = 0
    """Octets of the table, compressed."""
    borders: int = 0
    """Octets of the borders at the moment when they were most."""


class Forecast(Record):
    """What a box will take."""

    least: float
    most: float
    """Between these numbers of seconds."""
    disk: int
    memory: int
    """Octets."""


def in_memory(question: Question, memory: int) -> Forecast | None:
    """What a box takes that is solved in memory; ``None`` where that is a matter of moments."""
    game = define(question.game)

    def cost(sizes: tuple[int, ...]) -> Cost:
        began = time.perf_counter(), time.process_time()
        solve(game, sizes, question.grundy)
        return Cost(time.perf_counter() - began[0], time.process_time() - began[1])

    found = _extrapolated(question.sizes, cost, grows=_grows(question))
    return None if found is None else Forecast(*found[:2], 0, memory)


def on_disk(plan: Plan, path: Path, part: float = 1.0) -> Forecast | None:
    """What a box takes that is solved into a store, or the part of it that is missing."""
    question = plan.question
    found = _extrapolated(
        question.sizes,
        lambda sizes: _solved_in_tiles(question, sizes, plan),
        part,
        _grows(question),
    )
    if found is None:
        return None
    least, most, scale, cost, sizes = found
    # A Grundy value takes one more bit where the box is twice as large.
    longer = log2(max(question.sizes) / max(sizes)) / 8 if question.grundy else 0
    table = ceil(scale * cost.table + longer * prod(question.sizes))
    borders = ceil(scale * cost.borders)
    memory = plan.threads * octets_of_tile(cut_of(question)) + min(plan.room, borders)
    disk = ceil(part * table) + borders
    # Most of the writing is done while the next tiles are solved.
    writing = disk / _disk_speed(path.absolute().parent)
    return Forecast(max(least, writing), max(most, writing), disk, memory)


def check_disk(path: Path, forecast: Forecast | None) -> None:
    """Refuse to begin what the disk has no room for."""
    free = shutil.disk_usage(path.absolute().parent).free
    if forecast is not None and forecast.disk > free:
        raise OutOfReach(
            "solve.disk",
            path=str(path),
            needed=-(-forecast.disk // MEBIBYTE),
            free=free // MEBIBYTE,
        )


def _disk_speed(folder: Path) -> float:
    """How many octets a second can be written, so that they are on the disk itself."""
    octets = os.urandom(SAMPLE)
    with tempfile.TemporaryFile(dir=folder) as file:
        began = time.perf_counter()
        file.write(octets)
        file.flush()
        os.fsync(file.fileno())
        return SAMPLE / (time.perf_counter() - began)


def _grows(question: Question) -> float:
    """By which power of the positions the time may grow beyond what smaller boxes tell."""
    return SETS / len(question.sizes) if question.grundy else 0.0


def _extrapolated(
    sizes: tuple[int, ...],
    cost_of: Callable[[tuple[int, ...]], Cost],
    part: float = 1.0,
    grows: float = 0.0,
) -> tuple[float, float, float, Cost, tuple[int, ...]] | None:
    """Seconds at least and at most, how many times larger the box is than the last one that was
    solved, what that one took, and its sizes.
    """
    positions = prod(sizes)
    if positions < FIRST * NEAREST:
        return None
    share = (FIRST / positions) ** (1 / len(sizes))
    smaller = _scaled(sizes, share)
    last, exponent = _settled(cost_of, smaller), None
    seconds, worked = last.seconds, last.worked
    while True:
        scale, slower = positions / prod(smaller), seconds / worked
        low, high = _exponents(exponent or 1.0, len(sizes))
        least, most = (
            part * slower * last.worked * scale**power for power in (low, max(high, low + grows))
        )
        if most < MOMENTS and scale <= NEAR_ENOUGH:
            return None
        share *= 2
        larger = _scaled(sizes, share)
        if exponent is not None and (last.worked >= ENOUGH or prod(larger) * NEAREST > positions):
            return least, most, scale, last, smaller
        found = _settled(cost_of, larger)
        exponent = log(found.worked / last.worked) / log(prod(larger) / prod(smaller))
        last, smaller = found, larger
        seconds, worked = seconds + found.seconds, worked + found.worked


def _settled(cost_of: Callable[[tuple[int, ...]], Cost], sizes: tuple[int, ...]) -> Cost:
    """What a box takes once all that it needs is loaded or compiled."""
    first = cost_of(sizes)
    return min(first, cost_of(sizes), key=lambda cost: cost.worked)


def _scaled(sizes: tuple[int, ...], share: float) -> tuple[int, ...]:
    return tuple(min(size, ceil(share * size)) for size in sizes)


def _exponents(measured: float, heaps: int) -> tuple[float, float]:
    """The least and the greatest power of the number of positions that the time may grow with.

    A position has as many moves everywhere, or in proportion to the sizes of some heaps, and never
    more than there are positions.

    >>> _exponents(0.97, 2), _exponents(1.45, 2), _exponents(1.25, 2), _exponents(4.5, 2)
    ((1.0, 1.0), (1.5, 1.5), (1.0, 1.25), (2.0, 2.0))
    """
    heap, measured = 1 / heaps, min(measured, 2.0)
    nearest = max(1.0, 1 + round((measured - 1) / heap) * heap)
    if abs(measured - nearest) <= NEAR or measured < 1:
        return nearest, nearest
    return 1 + (measured - 1) // heap * heap, measured


def _solved_in_tiles(question: Question, sizes: tuple[int, ...], plan: Plan) -> Cost:
    side = max(64, -(-max(sizes) // TILES))
    cut = cut_of(question.having(sizes=sizes, side=side))
    keeper = _Sample(question.grundy)
    began = time.perf_counter(), time.process_time()
    borders = run(cut, keeper, rows=1, room=2**62, threads=plan.threads)
    seconds, worked = time.perf_counter() - began[0], time.process_time() - began[1]
    return Cost(seconds, worked, keeper.table, borders)


class _Sample:
    """Tiles compressed and thrown away."""

    def __init__(self, grundy: bool) -> None:
        numcodecs: Any = import_module("numcodecs")
        self._codec = numcodecs.Zstd(LEVEL)
        if grundy:
            self._codec = numcodecs.Blosc(**VALUES, shuffle=numcodecs.Blosc.BITSHUFFLE)
        self.table = 0

    def put(self, place: Place, table: Any) -> None:
        if table is not None:
            self.table += len(self._codec.encode(table))

    def keep(self, border: Border, arrays: Arrays) -> None: ...

    def border(self, border: Border) -> Arrays:
        raise KeyError(border)

    def commit(self, tallies: Mapping[Place, Any]) -> None: ...
