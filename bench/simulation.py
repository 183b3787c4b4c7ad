"""Past this machine: how long boxes would take on 10, 100 and 1,000 workers.

The tiles of a real cut are played through by a simulated scheduler: which tile needs which borders
is asked of the cut; how long a tile takes and how large its borders are was measured on this
machine in two smaller boxes with as many tiles, of one side and of twice that side: so it is known
how both grow with the side of a tile. They are continued along the grid where it is larger than the
measured one.

A worker does one tile at a time: it fetches the borders that other workers hold, solves, compresses
its part of the table and writes it to a store that all share. The scheduler hands out one tile
after another. What a run takes to begin, and what the scheduler and a worker have to do for each
tile besides, is measured with a real worker and tiles so small that there is hardly anything to
solve. Whether this tells the truth is seen on real workers of this machine, in boxes that take
longer.
"""

from __future__ import annotations

import logging
import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from heapq import heappop, heappush
from importlib import import_module
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from bench.harness import Line
from marienbad.games.catalogue import define
from marienbad.solver.cluster.solve import solve_into_on
from marienbad.solver.tiling.cut import Arrays, Border, Cut, Place, Question, cut_of
from marienbad.solver.tiling.store import Store

LATENCY = 1e-3
"""Seconds until a border begins to come."""
GIGABIT = 1e9 / 8
BANDWIDTHS = (0.1, 1, 10, 100)
"""Gigabits a second of each worker's network."""
FREE = 1e6
"""Gigabits of a network that costs nothing."""
BOUND = 1.25
"""The network bounds what takes this much longer with it than with one that costs nothing."""


VECTORS = "rules:heaps 2; " + "; ".join(
    f"take {c}, {d} from x, y" for c, d in ((1, 2), (3, 1), (4, 7), (9, 5), (17, 20), (33, 12))
)
WORKERS = (10, 100, 1000)
REAL_WORKERS = (1, 2, 4)
TINY = 64
"""The side of a tile in which there is hardly anything to solve."""
FEW, MANY = 4, 16
"""Such tiles along the sides of two boxes."""
QUIET = {"host": "127.0.0.1", "dashboard_address": None, "silence_logs": logging.CRITICAL}
SIDES = tuple(2**power for power in range(10, 18))
REPEATS = 3
MOST_TILES = 256
"""Along a side: a scheduler that hands out 65,536 tiles needs a minute for it."""
MEMORY = 8 * 2**30
"""Octets of a worker."""


@dataclass(frozen=True)
class Large:
    """A box past this machine, the smaller one that is measured, and that of the real workers."""

    what: str
    game: str
    grundy: bool
    side: int
    measured: int
    tile: int
    real: int


LARGE = (
    Large("outcomes of wythoff", "wythoff", False, 2**20, 2**15, 2**12, 2**17),
    Large("outcomes of six vectors", VECTORS, False, 2**20, 2**14, 2**11, 2**16),
    Large("grundy values of wythoff", "wythoff", True, 2**18, 2**14, 2**11, 2**14),
)


@dataclass(frozen=True)
class Machines:
    """A cluster: workers and what lies between them."""

    workers: int
    gigabits: float = 10
    """Of the network of each worker."""
    store_gigabits: float = 400
    """Of the store, for all workers together."""


@dataclass(frozen=True)
class Grid:
    """What was measured at the places of a grid of tiles."""

    side: int
    """Of a tile."""
    seconds: dict[Place, float]
    octets: dict[Border, float]
    writing: float
    """Seconds that a worker takes for each octet of the table, compressed and written."""


@dataclass(frozen=True)
class Besides:
    """Seconds that are spent besides solving, fetching and writing."""

    starting: float
    """Of a run, until its first tile."""
    handing_out: float
    """Of the scheduler and the command, for each tile."""
    tile: float
    """Of a worker, for each tile: from the end of one to the beginning of the next."""


class Measured:
    """What tiles take of any side, at any place: seconds, and octets of their borders.

    What was measured is smoothed: over the places it is a constant and as much more for each step
    away from the first tile. Of a tile of another side, seconds are a constant and as much more for
    each position, octets a power of the side.
    """

    def __init__(self, half: Grid, whole: Grid) -> None:
        self._side, self.writing = whole.side, whole.writing
        times = [sum(grid.seconds.values()) for grid in (half, whole)]
        each = (times[1] - times[0]) / (whole.side**2 - half.side**2)
        self._fixed = min(max(1 - each * whole.side**2 / times[1], 0.0), 1.0)
        self._seconds = _smooth(whole.seconds)
        self._octets: dict[str, tuple[Smooth, float]] = {}
        for name in {name for _, name in whole.octets}:
            own, before = (
                {place: octets for (place, other), octets in grid.octets.items() if other == name}
                for grid in (whole, half)
            )
            power = log2(sum(own.values()) / max(sum(before.values()), 1))
            self._octets[name] = _smooth(own), power

    def seconds(self, place: Place, side: int) -> float:
        """To solve a tile."""
        share = self._fixed + (1 - self._fixed) * (side / self._side) ** 2
        return self._seconds(place) * share

    def octets(self, border: Border, side: int) -> float:
        """Of a border."""
        place, name = border
        smooth, power = self._octets[name]
        return float(smooth(place) * (side / self._side) ** power)


Smooth = Callable[[Place], float]


def _smooth(found: dict[Place, float]) -> Smooth:
    """The best constant, and the best addition for each step along the two sides.

    Tiles that only find, and those above and below the diagonal, are kinds of their own: what is
    below may be a mirror image.
    """
    lines: dict[int, tuple[float, float, float, float]] = {}
    for kind in set(map(_kind, found)):
        some = {place: value for place, value in found.items() if _kind(place) == kind}
        rows = np.array([(1, max(place), min(place)) for place in some])
        fitted, *_ = np.linalg.lstsq(rows, [*some.values()])
        first, far, near = map(float, fitted)
        lines[kind] = first, far, near, min(some.values())

    def smooth(place: Place) -> float:
        first, far, near, least = lines.get(_kind(place), (0.0,) * 4)
        return max(first + far * max(place) + near * min(place), least)

    return smooth


def _kind(place: Place) -> int:
    return -1 if place[1] < 0 else int(place[0] > place[1])


def lines() -> Iterator[Line]:
    for large in LARGE:
        measured = measure(large)
        besides = _besides(large, measured)
        for workers in WORKERS:
            yield _forecast(large, measured, besides, workers)
        yield from _checked(large, measured, besides)


def _besides(large: Large, measured: Measured) -> Besides:
    """What is left of real runs with one worker when their tiles are taken away."""
    found: list[tuple[int, float, float]] = []
    with _cluster(1) as (address, folder):
        for tiles in (FEW, FEW, MANY):  # the first one loads the kernels
            question = Question(large.game, (tiles * TINY,) * 2, large.grundy, TINY)
            path = folder / f"{len(found)}.zarr"
            Store.begun(path, question)
            began = time.perf_counter(), time.process_time()
            solve_into_on(address, path, define(large.game), question.sizes, grundy=large.grundy)
            seconds, own = time.perf_counter() - began[0], time.process_time() - began[1]
            places = cut_of(question).places
            solving = sum(measured.seconds(place, TINY) for place in places)
            found.append((len(places), seconds - solving, own))
    _, (few, before, own_before), (many, after, own_after) = found
    each, own = (
        (last - first) / (many - few) for first, last in ((before, after), (own_before, own_after))
    )
    return Besides(max(before - few * each, 0.0), own, max(each - own, 0.0))


def _checked(large: Large, measured: Measured, besides: Besides) -> Iterator[Line]:
    """Real workers of this machine, each a process, against what is simulated for them."""
    processors = len(os.sched_getaffinity(0))
    for workers in REAL_WORKERS:
        with _cluster(workers) as (address, folder):
            seconds, question = _real(address, large, folder)
        machines = Machines(min(workers, processors), FREE, FREE)
        found = simulate(cut_of(question), question.side, measured, besides, machines)
        what = f"{large.what}, {large.real}², {workers} real workers"
        note = (
            f"tiles of {question.side}; to begin {besides.starting:.2f} s, for each tile "
            f"{1000 * besides.handing_out:.1f} ms of the scheduler, "
            f"{1000 * besides.tile:.1f} ms of a worker"
        )
        yield Line(what, seconds, "simulated", found.seconds, note=note)


@contextmanager
def _cluster(workers: int) -> Iterator[tuple[str, Path]]:
    """A scheduler in this process, workers in others, and a folder for a store."""
    distributed: Any = import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=workers, threads_per_worker=1, **QUIET) as cluster,
        TemporaryDirectory() as folder,
    ):
        yield cluster.scheduler_address, Path(folder)


def _real(address: str, large: Large, folder: Path) -> tuple[float, Question]:
    """The seconds of a run into a store, after a small one that loads the kernels everywhere."""
    game = define(large.game)
    small = Question(large.game, (8 * TINY,) * 2, large.grundy, TINY)
    Store.begun(folder / "small.zarr", small)
    solve_into_on(address, folder / "small.zarr", game, small.sizes, grundy=large.grundy)
    start = time.perf_counter()
    path = folder / "large.zarr"
    solve_into_on(address, path, game, (large.real,) * 2, grundy=large.grundy)
    return time.perf_counter() - start, Store.opened(path).question


def _forecast(large: Large, measured: Measured, besides: Besides, workers: int) -> Line:
    """The time with the best side of a tile, against an even share of the work for each worker."""
    best, side = min(
        (simulate(cut, side, measured, besides, Machines(workers)), side)
        for side, cut in _cuts(large)
    )
    cut = dict(_cuts(large))[side]

    def seconds(gigabits: float) -> float:
        return simulate(cut, side, measured, besides, Machines(workers, gigabits, FREE)).seconds

    ideal = seconds(FREE)
    slow = [gigabits for gigabits in BANDWIDTHS if seconds(gigabits) > BOUND * ideal]
    bound = max(slow, default=None)
    note = (
        f"tiles of {side}, {best.moved / 1e9:.3g} GB of borders moved, {best.written / 1e9:.3g} GB "
        + (f"written; the network is the bound at {bound:g} Gbit/s" if bound else "written")
    )
    what = f"{large.what}, {large.side}², {workers} workers"
    return Line(what, best.seconds, "an even share of the work", best.work / workers, note=note)


@cache
def _cuts(large: Large) -> tuple[tuple[int, Cut], ...]:
    """The cuts of a box by sides of tiles that a worker's memory allows and a scheduler bears."""
    found = []
    for side in SIDES:
        if large.side // side <= MOST_TILES:
            cut = cut_of(Question(large.game, (large.side,) * 2, large.grundy, side))
            if cut.memory() <= MEMORY:
                found.append((side, cut))
    return tuple(found)


def measure(large: Large) -> Measured:
    """Solve two small boxes tile after tile: what each tile took and handed over."""
    half, whole = (
        Question(large.game, (large.measured // part,) * 2, large.grundy, large.tile // part)
        for part in (2, 1)
    )
    _grid(half)  # to load the kernels
    return Measured(_grid(half), _grid(whole))


def _grid(question: Question) -> Grid:
    """The shortest of several times for each tile, since others may be at work here."""
    cut = cut_of(question)
    seconds: dict[Place, float] = {}
    octets: dict[Border, float] = {}
    wrote: list[float] = []
    for _ in range(REPEATS):
        borders: dict[Border, Arrays] = {}
        writing = written = 0.0
        with TemporaryDirectory() as folder:
            store = Store.begun(Path(folder) / "box.zarr", question)
            for place in cut.places:
                given = [borders[border] for border in cut.needs(place)]
                start = time.perf_counter()
                solved = cut.solve(place, given)
                took = time.perf_counter() - start
                seconds[place] = min(seconds.get(place, took), took)
                for name, border in solved.borders.items():
                    borders[place, name] = border
                    octets[place, name] = len(pickle.dumps(border, 5))
                start = time.perf_counter()
                store.put(place, solved.table)
                writing += time.perf_counter() - start
                written += _table_octets(cut, place)
        wrote.append(writing / written)
    return Grid(question.side, seconds, octets, min(wrote))


@dataclass(frozen=True, order=True)
class Simulated:
    """What became of a simulated run."""

    seconds: float
    work: float
    """Seconds of solving and compressing, of all workers together."""
    moved: float
    """Octets of borders that went from worker to worker."""
    written: float


def simulate(
    cut: Cut, side: int, measured: Measured, besides: Besides, machines: Machines
) -> Simulated:
    """Play the tiles through: each, once it is ready, goes to a worker that has borders of it."""
    free = [besides.starting] * machines.workers
    idle = [(besides.starting, worker) for worker in range(machines.workers)]
    done: dict[Place, tuple[float, int]] = {}
    handed_out = besides.starting
    stored = work = moved = written = 0.0
    rate, store_rate = (speed * GIGABIT for speed in (machines.gigabits, machines.store_gigabits))
    waiting = _Waiting(cut)
    while waiting.ready:
        ready, place = heappop(waiting.ready)
        handed_out = max(handed_out, ready) + besides.handing_out
        needs = cut.needs(place)
        worker = _worker([done[near] for near, _ in needs], free, idle, handed_out)
        foreign = sum(
            measured.octets(border, side) for border in needs if done[border[0]][1] != worker
        )
        table = _table_octets(cut, place)
        seconds = measured.seconds(place, side) + measured.writing * table
        fetched = besides.tile + LATENCY * bool(foreign) + foreign / rate
        solved = max(handed_out, free[worker]) + fetched + seconds
        stored = max(stored, solved) + table / store_rate
        end = max(stored, solved + table / rate)
        free[worker] = end
        heappush(idle, (end, worker))
        done[place] = end, worker
        work, moved, written = work + seconds, moved + foreign, written + table
        waiting.finish(place, end)
    return Simulated(max(free), work, moved, written)


class _Waiting:
    """The tiles that wait for others; those that do not any more, the first ready one first."""

    def __init__(self, cut: Cut) -> None:
        self._since: dict[Place, float] = dict.fromkeys(cut.places, 0.0)
        self._missing: dict[Place, int] = {}
        self._after: dict[Place, list[Place]] = {place: [] for place in cut.places}
        self.ready: list[tuple[float, Place]] = []
        for place in cut.places:
            needed = {near for near, _ in cut.needs(place)}
            self._missing[place] = len(needed)
            for near in needed:
                self._after[near].append(place)
            if not needed:
                heappush(self.ready, (0.0, place))

    def finish(self, place: Place, end: float) -> None:
        """Let go those that waited for a tile."""
        for later in self._after[place]:
            self._since[later] = max(self._since[later], end)
            self._missing[later] -= 1
            if not self._missing[later]:
                heappush(self.ready, (self._since[later], later))


def _worker(
    holders: Sequence[tuple[float, int]],
    free: list[float],
    idle: list[tuple[float, int]],
    now: float,
) -> int:
    """One that holds a border and is free, or else the one that is free first."""
    for _, worker in holders:
        if free[worker] <= now:
            return worker
    while True:
        since, worker = heappop(idle)
        if free[worker] == since:
            return worker


def _table_octets(cut: Cut, place: Place) -> float:
    block = cut.block(place)
    octets = float(np.dtype(cut.dtype).itemsize) if block else 0.0
    for part in block or ():
        octets *= part.stop - part.start
    return octets
