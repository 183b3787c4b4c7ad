"""Boxes solved on a Dask cluster: tiles go to the workers, and what they need with them.

The borders come back to the caller and go out again with the next tiles, so that a worker that dies
loses only its own tile, which the scheduler gives to another one.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.store import StoredTable
from marienbad.solver.strip_store import solve_into
from marienbad.solver.strips import table_bytes
from marienbad.solver.table import Progress, Table, check_memory, check_sizes, solve
from marienbad.solver.tiles import Solved, Tile, Tiling, solve_tile, window
from marienbad.solver.words import Arrays, width_of
from marienbad.text.problems import InputError

SECONDS = 10
"""How long a scheduler may take to answer, and one without workers to get some."""
TILES_A_THREAD = 4
"""Tiles along each side for each thread of the cluster: at most of the antidiagonals all work."""
CHUNKS_AT_ONCE = 16
"""Chunks of a store that are solved together: a strip of one would keep few workers busy."""
LARGEST_MESSAGE = "4 GiB"
"""Borders of tiles are larger than what Dask would warn of."""
_ON_WORKERS = "marienbad.solver.tiles:LARGEST_TILE"


def solve_on(
    address: str,
    game: Definition,
    sizes: Sequence[int],
    grundy: bool = False,
    progress: Progress | None = None,
) -> Table:
    """Solve a box on the cluster whose scheduler has this address: in tiles, or on one worker."""
    checked = check_sizes(game, sizes)
    check_memory(checked, table_bytes(checked))
    tiling = None if grundy else Tiling.of(game, checked)
    with connected(address) as client:
        if tiling is None:
            words, values = client.submit(_solve_whole, game.name, checked, grundy).result()
            return Table(game, checked, words, values)
        strips = TiledStrips(client, tiling, game, checked, progress)
        return Table(game, checked, strips.advance(strips.rows))


def solve_into_on(
    address: str,
    path: Path,
    game: Definition,
    sizes: Sequence[int],
    progress: Progress | None = None,
) -> StoredTable:
    """Solve a box into a store on disk, the work being done by the cluster."""
    checked = check_sizes(game, sizes)
    tiling = Tiling.of(game, checked)
    if tiling is None:
        raise InputError("cluster.store", game=game.name)
    with connected(address) as client:
        strips = TiledStrips(client, tiling, game, checked, progress)
        return solve_into(path, game, checked, progress, strips, CHUNKS_AT_ONCE)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler, whose failures are sentences."""
    try:
        dask: Any = import_module("dask")
        distributed: Any = import_module("distributed")
    except ImportError as problem:
        raise InputError("cluster.missing", module=problem.name or "distributed") from problem
    _check_address(address)
    message = {"distributed.admin.large-graph-warning-threshold": LARGEST_MESSAGE}
    with dask.config.set(message), _silence():
        try:
            client = distributed.Client(address, timeout=SECONDS, set_as_default=False)
        except OSError:
            raise InputError("cluster.unreachable", address=address, seconds=SECONDS) from None
        try:
            client.wait_for_workers(1, timeout=SECONDS)
            # A worker without marienbad would die of what it is sent.
            for found in client.run(resolve_name, _ON_WORKERS, on_error="return").values():
                if isinstance(found, ImportError):
                    raise found
            yield client
        except TimeoutError:
            raise InputError("cluster.no_workers", address=address) from None
        except distributed.KilledWorker:
            raise InputError("cluster.killed", address=address) from None
        except (CancelledError, distributed.comm.CommClosedError):
            raise InputError("cluster.lost", address=address) from None
        except ImportError as problem:
            raise InputError("cluster.workers_lack", module=problem.name or "?") from None
        finally:
            client.close(timeout=SECONDS)


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Dask from writing down, with tracebacks, what a sentence is going to say."""
    names = [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]
    levels = {logging.getLogger(name): logging.getLogger(name).level for name in names}
    for logger in levels:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in levels.items():
            logger.setLevel(level)


def arrivals(client: Any, futures: Iterable[Any] = ()) -> Any:
    """The futures as they are done; more can be added meanwhile."""
    distributed: Any = import_module("distributed")
    return distributed.as_completed(futures, loop=client.loop)


def _check_address(address: str) -> None:
    """Refuse what Dask would wait for without end.

    >>> _check_address("tcp://localhost")
    Traceback (most recent call last):
    marienbad.text.problems.InputError: “tcp://localhost” is not the address of a scheduler: ...
    """
    found = re.fullmatch(
        r"(?:tcp|tls)://[^\s/:]+:(\d{1,5})|(?:tcp|tls)://\[[\da-f:]+\]:(\d{1,5})", address
    )
    if not found or not 1 <= int(found[1] or found[2]) < 2**16:
        raise InputError("cluster.address", address=address)


def _solve_whole(name: str, sizes: tuple[int, ...], grundy: bool) -> tuple[Any, Any]:
    """What a worker does with a box that cannot be cut."""
    table = solve(define(name), sizes, grundy)
    return table.packed, table.grundy


class TiledStrips:
    """The outcomes of a box in order of the first heap, each strip in tiles on a cluster.

    It can do what :class:`marienbad.solver.strips.Strips` can, and where those go by rows of bits
    the state of either is that of the other.
    """

    def __init__(
        self,
        client: Any,
        tiling: Tiling,
        game: Definition,
        sizes: tuple[int, ...],
        progress: Progress | None = None,
    ) -> None:
        import numpy as np

        self.client, self.tiling, self.name, self.sizes = client, tiling, game.name, sizes
        self.progress = progress
        self.rows, self.done = sizes[0], 0
        self.plane = (*sizes[1:-1], width_of(sizes[-1]))
        kept = tiling.engine.state["kept"]
        self._kept = np.zeros_like(kept)
        self._latest = np.zeros((tiling.engine.reach, *kept.shape[1:]), np.uint64)

    @property
    def state(self) -> Arrays:
        """All that the next strips depend on."""
        import numpy as np

        return {"kept": self._kept, "latest": self._latest, "done": np.array(self.done)}

    def resume(self, state: Arrays) -> None:
        """Take up again where a state was kept."""
        self.done, self._kept = int(state["done"]), state["kept"]
        self._latest[len(self._latest) - len(state["latest"]) :] = state["latest"]

    def advance(self, count: int) -> Any:
        """The next rows: every tile goes out as soon as its two neighbours are back."""
        import numpy as np

        strip = range(self.done, min(self.done + count, self.rows))
        threads = sum(self.client.nthreads().values())
        rows, words = self.tiling.cut(strip, TILES_A_THREAD * threads)
        out = np.empty((len(strip), *self._kept.shape[1:]), np.uint64)
        kept, latest = np.empty_like(self._kept), np.empty_like(self._latest)
        halo = self.tiling.halo
        for number, (i, j, solved) in enumerate(self._arrived(rows, words), 1):
            here = slice(words[j].start, words[j].stop)
            start = rows[i].start - strip.start
            out[start : start + len(rows[i]), ..., here] = solved.words
            if i == len(rows) - 1:
                kept[..., here] = solved.below["kept"][..., halo:]
                latest[..., here] = solved.below["latest"][..., halo:]
            if self.progress:
                part = len(strip) * number // (len(rows) * len(words))
                self.progress(strip.start + part, self.rows)
        self._kept, self._latest, self.done = kept, latest, strip.stop
        return out.reshape(-1, *self.plane)

    def _arrived(self, rows: list[range], words: list[range]) -> Iterator[tuple[int, int, Solved]]:
        """The tiles with their places, as they come back."""
        above: dict[tuple[int, int], Arrays] = {
            (0, j): self._above(words[j]) for j in range(len(words))
        }
        left: dict[tuple[int, int], Arrays | None] = {(i, 0): None for i in range(len(rows))}
        running = arrivals(self.client)
        places: dict[str, tuple[int, int]] = {}

        def start(*candidates: tuple[int, int]) -> None:
            for i, j in candidates:
                if i < len(rows) and j < len(words) and (i, j) in above and (i, j) in left:
                    borders = above.pop((i, j)), left.pop((i, j))
                    tile = Tile(rows[i], words[j])
                    future = self.client.submit(
                        solve_tile, self.name, self.sizes, tile, *borders, pure=False
                    )
                    places[future.key] = i, j
                    running.add(future)

        start((0, 0))
        for future in running:
            solved: Solved = future.result()
            i, j = places.pop(future.key)
            above[i + 1, j], left[i, j + 1] = solved.below, solved.right
            start((i + 1, j), (i, j + 1))
            yield i, j, solved

    def _above(self, words: range) -> Arrays:
        state = {"kept": self._kept, "latest": self._latest}
        return {name: window(rows, words, self.tiling.halo) for name, rows in state.items()}
