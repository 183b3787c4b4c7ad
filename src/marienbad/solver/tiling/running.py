"""All tiles of a cut solved on this machine, each begun when its borders are there.

As many threads work as there are processors, since the compiled searches let others run. Among the
tiles that could be begun the first in order is taken, so that the work goes by rows of tiles and
few borders are waited for. Those that memory has no room for go to disk, first the ones that are
needed last, and are read again when their turn comes. :func:`in_order` does the same for parts of
one array in memory, which hand nothing over.
"""

from __future__ import annotations

import os
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from contextvars import copy_context
from heapq import heapify, heappop, heappush
from math import prod
from threading import Lock
from typing import Any, Protocol

from marienbad.games.definition import Definition
from marienbad.solver.clock import clock
from marienbad.solver.table import MEBIBYTE, PAUSE, Progress, available_memory, check_sizes
from marienbad.solver.tiling.cut import Arrays, Border, Cut, Place, Question, cut_of, side_for
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

CHECKPOINT = 1.0
"""Seconds between two checkpoints, about: work that may be lost when the process is killed."""
SPARE = 3
"""One part in so many of the memory is for the program itself, and for what lies idle between
arrays."""
SHARE = 10
"""A checkpoint may take at most one part in so many of the time."""


class Keeper(Protocol):
    """Where finished tiles go, and borders that memory has no room for."""

    def put(self, place: Place, table: Any) -> Any:
        """Write a tile; what is returned comes back in :meth:`commit`."""

    def keep(self, border: Border, arrays: Arrays) -> None:
        """Write a border."""

    def border(self, border: Border) -> Arrays:
        """Read a border that was kept."""

    def commit(self, tallies: Mapping[Place, Any]) -> None:
        """Say that these tiles are certain too; all borders that others need of them are kept."""


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says it
        return os.cpu_count() or 1


class Plan(Record):
    """How a box is solved tile by tile on this machine."""

    question: Question
    threads: int
    room: int
    """How many octets of borders memory may hold."""

    @property
    def rows(self) -> int:
        """How many rows there are, of which progress tells; a single one of one heap."""
        sizes = self.question.sizes
        return sizes[0] if len(sizes) > 1 else 1


def planned(
    game: Definition,
    sizes: Sequence[int],
    grundy: bool,
    memory_limit: int | None = None,
    side: int | None = None,
) -> Plan:
    """The largest tiles of which each processor can solve one without using more than the memory.

    A quarter of the memory, at least, is for borders. The side is given where a store has tiles
    already.

    >>> from marienbad.games.catalogue import define
    >>> planned(define("euclid"), (4000, 4000), False, 2**28).question.side
    512
    """
    checked = check_sizes(game, sizes)
    limit = available_memory() if memory_limit is None else memory_limit
    memory = limit - limit // SPARE
    for threads in (processors(), 1):
        choice = side or side_for(game, checked, grundy, 3 * memory // 5, threads)
        question = Question(game.name, checked, grundy, choice)
        needed = threads * octets_of_tile(cut_of(question))
        if 4 * needed <= 3 * memory:
            return Plan(question, threads, memory - needed)
    raise OutOfReach(
        "solver.memory",
        sizes=" × ".join(map(str, checked)),
        needed=-(-2 * needed // MEBIBYTE),
        limit=limit // MEBIBYTE,
    )


def octets_of_tile(cut: Cut) -> int:
    """What it takes to solve one tile and to compress it."""
    return cut.memory() + 2 * int(cut.dtype.itemsize) * prod(cut.chunk)


def run(
    cut: Cut,
    keeper: Keeper,
    solved: Collection[Place] = (),
    *,
    rows: int,
    room: int,
    threads: int = 1,
    progress: Progress | None = None,
) -> int:
    """Have the tiles solved that are not; memory may hold so many octets of borders. Returned is
    how many it held at most.

    What is raised by ``progress``, or in a thread, ends the work: what is solved until then is made
    certain, and what is under way is given up if it can be.
    """
    work = _Work(cut, keeper, solved, room)
    pool = ThreadPoolExecutor(threads)
    under_way: dict[Future[Any], Place] = {}
    with clock.until_told() as end:
        try:
            while len(work.solved) < len(cut.places):
                # One more than can be worked on: no thread waits for a checkpoint.
                while work.ready and len(under_way) <= threads:
                    place = work.next()
                    under_way[pool.submit(copy_context().run, work.solve, place)] = place
                if not under_way:
                    raise ValueError("these tiles wait for each other")
                for future in wait(under_way, PAUSE, FIRST_COMPLETED).done:
                    work.finish(under_way.pop(future), future.result())
                work.checkpoint_if_due()
                if progress:
                    progress(rows * len(work.solved) // len(cut.places), rows)
        except BaseException:
            end()
            pool.shutdown(cancel_futures=True)
            for future, place in under_way.items():
                if not future.cancelled() and future.exception() is None:
                    work.finish(place, future.result())
            with suppress(OSError):  # of a full disk, say, the first error tells
                work.checkpoint()
            raise
        pool.shutdown()
        work.checkpoint()
        return work.borders.most


class _Work:
    """What is solved, what could be begun, and which borders are where."""

    def __init__(self, cut: Cut, keeper: Keeper, solved: Collection[Place], room: int) -> None:
        self.cut, self.keeper = cut, keeper
        self.solved = set(solved)
        self.tallies: dict[Place, Any] = {}
        """Of the tiles that are solved and not yet certain."""
        self._order = {place: number for number, place in enumerate(cut.places)}
        self._users: dict[Border, list[int]] = defaultdict(list)
        self._missing: Counter[Place] = Counter()
        unsolved = [place for place in cut.places if place not in self.solved]
        for place in unsolved:
            for border in cut.needs(place):
                self._users[border].append(self._order[place])
                self._missing[place] += border[0] not in self.solved
        self.ready = [self._order[place] for place in unsolved if not self._missing[place]]
        heapify(self.ready)
        self.borders = _Borders(keeper, room, self._users)
        self._due = time.monotonic() + CHECKPOINT

    def next(self) -> Place:
        """The first tile that could be begun."""
        return self.cut.places[heappop(self.ready)]

    def solve(self, place: Place) -> tuple[Any, list[Border]]:
        """Solve a tile, write it, and say what it hands over; done by a thread."""
        given = [self.borders.get(border) for border in self.cut.needs(place)]
        solved = self.cut.solve(place, given)
        del given
        tally = self.keeper.put(place, solved.table)
        handed = {(place, name): arrays for name, arrays in solved.borders.items()}
        used = [border for border in handed if border in self._users]
        for border in used:
            self.borders.add(border, handed[border])
        return tally, used

    def finish(self, place: Place, found: tuple[Any, list[Border]]) -> None:
        """Note that a tile is solved, what can be begun then, and what is no longer needed."""
        tally, handed = found
        self.solved.add(place)
        self.tallies[place] = tally
        for border in handed:
            for user in self._users[border]:
                self._missing[self.cut.places[user]] -= 1
                if not self._missing[self.cut.places[user]]:
                    heappush(self.ready, user)
        for border in self.cut.needs(place):
            self._users[border].remove(self._order[place])
            if not self._users[border]:
                self.borders.drop(border)

    def checkpoint_if_due(self) -> None:
        """Make certain what is solved, from time to time."""
        now = time.monotonic()
        if self.tallies and now >= self._due:
            self.checkpoint()
            end = time.monotonic()
            self._due = end + max(CHECKPOINT, SHARE * (end - now))

    def checkpoint(self) -> None:
        """Make certain what is solved."""
        if self.tallies:
            self.borders.write(self.solved)
            self.keeper.commit(self.tallies)
            self.tallies = {}


class _Borders:
    """The borders that tiles still need, in memory as far as there is room."""

    def __init__(self, keeper: Keeper, room: int, users: Mapping[Border, list[int]]) -> None:
        self._keeper, self._room, self._users = keeper, room, users
        self._lock, self._writing = Lock(), Lock()
        self._held: dict[Border, Arrays] = {}
        self._octets = 0
        self.most = 0
        self._written: set[Border] = set()

    def get(self, border: Border) -> Arrays:
        """A border, from memory or from disk."""
        with self._lock:
            held = self._held.get(border)
        return self._keeper.border(border) if held is None else held

    def add(self, border: Border, arrays: Arrays) -> None:
        """Hold a border; where there is no room, those that are needed last go to disk."""
        with self._lock:
            self._held[border] = arrays
            self._octets += _octets(arrays)
            self.most = max(self.most, self._octets)
        while (latest := self._too_much()) is not None:
            self._write(latest)
            self.drop(latest)

    def drop(self, border: Border) -> None:
        """Hold a border no longer."""
        with self._lock:
            arrays = self._held.pop(border, None)
            self._octets -= _octets(arrays or {})

    def write(self, places: Collection[Place]) -> None:
        """Have on disk what these tiles have handed over and is still needed."""
        with self._lock:
            held = [border for border in self._held if border[0] in places]
        for border in held:
            self._write(border)

    def _too_much(self) -> Border | None:
        with self._lock:
            if self._octets <= self._room or not self._held:
                return None
            return max(self._held, key=lambda border: self._users[border][:1])

    def _write(self, border: Border) -> None:
        with self._writing:  # or two threads might write the same file
            with self._lock:
                arrays = None if border in self._written else self._held.get(border)
            if arrays is not None:
                self._keeper.keep(border, arrays)
                self._written.add(border)


def _octets(arrays: Arrays) -> int:
    return sum(int(array.nbytes) for array in arrays.values())


FEW = 8
"""With no more tiles than this another thread is not worth its while."""


def in_order(
    places: Sequence[Place],
    solve: Callable[[Place], None],
    report: Callable[[int], None] | None = None,
    threads: int | None = None,
) -> None:
    """Solve the tiles at all places, each after those before it in its row and in its column.

    The places are given in such an order. ``report`` is told now and then how many are solved, and
    may end the work by an error; what has been begun is finished first.

    >>> in_order([(0, 0), (0, 1), (1, 1)], print)
    (0, 0)
    (0, 1)
    (1, 1)
    """
    if threads is None:
        threads = processors() if len(places) > FEW else 1
    told, end = time.monotonic(), len(places)
    for done in _alone(places, solve) if threads == 1 else _together(places, solve, threads):
        if report and done < end and time.monotonic() - told >= PAUSE:
            report(done)
            told = time.monotonic()


def _alone(places: Sequence[Place], solve: Callable[[Place], None]) -> Iterator[int]:
    """Solve the tiles one after the other, and tell how many are."""
    for done, place in enumerate(places, 1):
        solve(place)
        yield done


def _together(
    places: Sequence[Place], solve: Callable[[Place], None], threads: int
) -> Iterator[int]:
    """Solve tiles at the same time, and tell how many are solved."""
    # The first one here: what has to be compiled is compiled in the thread of the clock.
    yield from _alone(places[:1], solve)
    unsolved, begun, running = set(places[1:]), set(places[:1]), set[Future[Place]]()

    def begin(i: int, j: int) -> None:
        place, before = (i, j), {(i - 1, j), (i, j - 1)}
        if place in unsolved and place not in begun and not before & unsolved:
            begun.add(place)
            running.add(pool.submit(_solved, solve, place))

    pool = ThreadPoolExecutor(threads)
    try:
        for i, j in places:
            begin(i, j)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                running.remove(future)
                i, j = future.result()
                unsolved.remove((i, j))
                begin(i + 1, j)
                begin(i, j + 1)
                yield len(places) - len(unsolved)
    finally:
        pool.shutdown(cancel_futures=True)


def _solved(solve: Callable[[Place], None], place: Place) -> Place:
    solve(place)
    return place
