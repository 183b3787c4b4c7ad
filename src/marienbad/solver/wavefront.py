"""Tiles solved on several threads, each as soon as its neighbours are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

Place = tuple[int, int]
FEW = 8
"""With no more tiles than this another thread is not worth its while."""
PAUSE = 0.1
"""Seconds between two reports."""


def processors() -> int:
    """How many threads can run at the same time here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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
