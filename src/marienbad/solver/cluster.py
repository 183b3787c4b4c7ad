"""Boxes solved on a Dask cluster: tiles go to the workers, and what they need with them.

The borders come back to whoever asked and go out again with the next tiles, so that nothing that is
needed later stands on a worker alone: one that dies takes the tile it was at with it, and the
scheduler gives that tile to another one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.strips import table_bytes
from marienbad.solver.table import MEBIBYTE, Progress, Table, available_memory, check_sizes, solve
from marienbad.solver.tiles import Tile, Tiling, solve_tile
from marienbad.solver.words import Arrays
from marienbad.text.problems import InputError, OutOfReach

SECONDS = 10
"""How long a scheduler may take to answer, and one without workers to get some."""
TILES_A_THREAD = 4
"""Tiles along each side for each thread of the cluster: at most of the antidiagonals all work."""
LARGEST_MESSAGE = "4 GiB"
"""Borders of tiles are larger than what Dask would warn of."""


def solve_on(
    address: str,
    game: Definition,
    sizes: Sequence[int],
    grundy: bool = False,
    progress: Progress | None = None,
) -> Table:
    """Solve a box on the cluster whose scheduler has this address: in tiles, or on one worker."""
    checked = check_sizes(game, sizes)
    _check_room(checked)
    tiling = tiling_of(game, checked, grundy)
    with connected(address) as client:
        if tiling is not None:
            return Table(game, checked, _solve_tiles(client, tiling, game, checked, progress))
        words, values = client.submit(_solve_whole, game.name, checked, grundy).result()
    return Table(game, checked, words, values)


def tiling_of(game: Definition, sizes: tuple[int, ...], grundy: bool = False) -> Tiling | None:
    """How a box is cut; ``None`` where it has to be solved in one piece.

    >>> tiling_of(define("wythoff"), (99, 99)) is None
    False
    >>> euclid = "rules:heaps 2; take n from x where n % y == 0; take n from y where n % x == 0"
    >>> tiling_of(define(euclid), (99, 99)) is None
    True
    """
    return None if grundy else Tiling.of(game, sizes)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler, whose failures are sentences."""
    try:
        dask: Any = import_module("dask")
        distributed: Any = import_module("distributed")
    except ImportError as problem:
        raise InputError("cluster.missing", module=problem.name or "distributed") from problem
    _check_address(address)
    # Dask writes down what a sentence is going to say.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    with dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGEST_MESSAGE}):
        try:
            client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
        except OSError:
            raise InputError("cluster.unreachable", address=address, seconds=SECONDS) from None
        try:
            client.wait_for_workers(1, timeout=SECONDS)
            yield client
        except TimeoutError:
            raise InputError("cluster.no_workers", address=address) from None
        except distributed.KilledWorker:
            raise InputError("cluster.killed", address=address) from None
        except CancelledError:
            raise InputError("cluster.lost", address=address) from None
        except ImportError as problem:
            raise InputError("cluster.workers_lack", module=problem.name or "?") from None
        finally:
            client.close(timeout=SECONDS)


def arrivals(client: Any, futures: Iterable[Any] = ()) -> Any:
    """The futures as they are done; more can be added meanwhile."""
    distributed: Any = import_module("distributed")
    return distributed.as_completed(futures, loop=client.loop)


def _check_address(address: str) -> None:
    """Refuse what Dask would wait for without end.

    >>> _check_address("tcp://localhost")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: 'tcp://localhost' is not the address of a scheduler: ...
    """
    found = re.fullmatch(
        r"(?:tcp|tls)://[^\s/:]+:(\d{1,5})|(?:tcp|tls)://\[[\da-f:]+\]:(\d{1,5})", address
    )
    if not found or not 1 <= int(found[1] or found[2]) < 2**16:
        raise InputError("cluster.address", address=address)


def _check_room(sizes: tuple[int, ...]) -> None:
    needed, there = table_bytes(sizes), available_memory()
    if needed > there:
        raise OutOfReach(
            "solver.memory",
            sizes=" × ".join(map(str, sizes)),
            needed=-(-needed // MEBIBYTE),
            limit=there // MEBIBYTE,
        )


def _solve_whole(name: str, sizes: tuple[int, ...], grundy: bool) -> tuple[Any, Any]:
    """What a worker does with a box that cannot be cut."""
    table = solve(define(name), sizes, grundy)
    return table.packed, table.grundy


def _solve_tiles(
    client: Any,
    tiling: Tiling,
    game: Definition,
    sizes: tuple[int, ...],
    progress: Progress | None,
) -> Any:
    """The words of a box: every tile goes out as soon as its two neighbours are back."""
    import numpy as np

    rows, words = tiling.cut(TILES_A_THREAD * sum(client.nthreads().values()))
    out = np.empty((sizes[0], *tiling.engine.sizes[1:3], words[-1].stop), np.uint64)
    above: dict[tuple[int, int], Arrays | None] = {(0, j): None for j in range(len(words))}
    left: dict[tuple[int, int], Arrays | None] = {(i, 0): None for i in range(len(rows))}
    running = arrivals(client)
    at: dict[Any, tuple[int, int]] = {}

    def start(places: Iterable[tuple[int, int]]) -> None:
        for place in places:
            if place in above and place in left and place[0] < len(rows) and place[1] < len(words):
                tile = Tile(rows[place[0]], words[place[1]])
                borders = above.pop(place), left.pop(place)
                future = client.submit(solve_tile, game.name, sizes, tile, *borders, pure=False)
                at[future.key] = place
                running.add(future)

    start([(0, 0)])
    for done, future in enumerate(running, 1):
        solved = future.result()
        i, j = at.pop(future.key)
        out[rows[i].start : rows[i].stop, ..., words[j].start : words[j].stop] = solved.words
        above[i + 1, j], left[i, j + 1] = solved.below, solved.right
        start([(i + 1, j), (i, j + 1)])
        if progress:
            progress(done, len(rows) * len(words))
    return out.reshape(*sizes[:-1], -1)
