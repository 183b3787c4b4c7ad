"""Boxes solved on a Dask cluster, tile by tile.

The command only says which tile comes next and where its borders are; these stay on the workers and
travel between them. Where the workers see the folder of the store, they write the tiles themselves;
otherwise finished tiles come here, one by one.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import prod
from pathlib import Path
from typing import Any
from uuid import uuid4

from marienbad.games.definition import Definition
from marienbad.solver.cluster.tiles import REQUEST, SharedFolder, TileResult, Tiles
from marienbad.solver.cluster.workers import PATIENCE, Notice, Workers, connected
from marienbad.solver.store import StoredTable, open_table, planned_into
from marienbad.solver.table import Progress, Table, check_memory, check_sizes, smallest
from marienbad.solver.tiling.cut import (
    LARGEST,
    TABLE,
    Arrays,
    Border,
    Cut,
    Place,
    Question,
    cut_of,
    side_for,
)
from marienbad.solver.tiling.store import Store

ANSWER = 30
"""Seconds that a worker may take to hand another one a border."""
CHECKPOINT, SHARE = 5.0, 10
"""Seconds between two checkpoints, and the part of the time that they take, at most."""


def solve_on(
    address: str,
    game: Definition,
    sizes: Sequence[int],
    grundy: bool = False,
    progress: Progress | None = None,
    *,
    patience: float = PATIENCE,
    notice: Notice | None = None,
) -> Table:
    """Solve a box on the cluster whose scheduler has this address.

    Where it has no workers, ``notice`` is called with a sentence, and after so many seconds of
    ``patience`` it is given up.
    """
    from marienbad.solver.words import packed

    checked = check_sizes(game, sizes)
    table = cut_of(Question(game.name, checked, grundy, LARGEST))
    check_memory(checked, int(table.dtype.itemsize) * prod(table.shape))
    with connected(address) as client:
        workers = Workers(client, address, patience, notice)
        question = _question(workers, game, checked, grundy)
        here = _Memory(cut_of(question))
        _Run(workers, question, here).go(progress)
    if grundy:
        return Table(game, checked, packed(here.array == 0), smallest(here.array))
    return Table(game, checked, here.array)


def solve_into_on(
    address: str,
    path: Path,
    game: Definition,
    sizes: Sequence[int],
    progress: Progress | None = None,
    *,
    grundy: bool = False,
    patience: float = PATIENCE,
    notice: Notice | None = None,
) -> StoredTable:
    """Solve a box into a store on disk on a cluster, or go on where an earlier call ended."""
    checked = check_sizes(game, sizes)
    if not planned_into(path, game, checked, grundy, None)[1]:
        return open_table(path)
    with connected(address) as client:
        workers = Workers(client, address, patience, notice)
        question = _question(workers, game, checked, grundy)
        store = Store.begun(path, question)
        _Run(workers, store.question, store).go(progress)
    return open_table(path)


def _question(workers: Workers, game: Definition, sizes: tuple[int, ...], grundy: bool) -> Question:
    """What is solved, in tiles so small that all who are there are busy and have room."""
    threads, room = workers.gathered()
    side = side_for(game, sizes, grundy, room * threads, threads)
    return Question(game.name, sizes, grundy, side)


class _Memory:
    """A table that is put together here."""

    def __init__(self, cut: Cut) -> None:
        import numpy as np

        self.cut, self.array = cut, np.empty(cut.shape, cut.dtype)
        self.solved: set[Place] = set()

    def put(self, place: Place, table: Any) -> None:
        block = self.cut.block(place)
        if block is not None:
            self.array[block] = table


class _Run:
    """One box that is being solved."""

    def __init__(self, workers: Workers, question: Question, target: Store | _Memory) -> None:
        self.workers, self.target = workers, target
        self.name = f"marienbad-{uuid4().hex}"
        self.store = target if isinstance(target, Store) else None
        sight = None
        if self.store:
            folder = str(self.store.path.resolve())
            sight = SharedFolder(folder, f".{self.name}", self.store.border)
        self.tiles = Tiles(
            self.name, question, cut_of(question), target.solved, sight, seconds=ANSWER
        )
        self.tiles.is_late = workers.is_late
        self.taken = set(target.solved)
        self.tallies: dict[Place, Any] = {}
        """Of the tiles that are solved and not yet said to be certain."""

    def go(self, progress: Progress | None) -> None:
        """Have all tiles solved that are not; what is certain is said so, however it ends."""
        count, (rows, *others) = len(self.tiles.cut.places), self.tiles.question.sizes
        rows = rows if others else 1
        due = time.monotonic() + CHECKPOINT
        with self._recognised():
            for job, _, found in self.workers.finished(self.tiles):
                if not self.tiles.delivered(job.name, found):
                    continue
                self._take(job.name, found)
                if time.monotonic() >= due:
                    began = time.monotonic()
                    self._commit()
                    due = time.monotonic() + max(CHECKPOINT, SHARE * (time.monotonic() - began))
                if progress:
                    progress(rows * len(self.taken) // count, rows)

    def _take(self, place: Place, found: TileResult) -> None:
        """Put a tile where it belongs, unless its worker has done so."""
        self.taken.add(place)
        tally = found.tally or self.target.put(place, found.table)
        if self.store:
            self.tallies[place] = tally
            self.tiles.keep((place, TABLE))

    def _commit(self) -> None:
        """Say which tiles are certain, if all is in the store that the others need of them."""
        if not self.store:
            return
        for border, holders in self.tiles.frontier().items():
            arrays = self._had(border, holders)
            if arrays is None:
                return
            self.store.keep(border, arrays)
            self.tiles.keep(border)
        certain = {place: t for place, t in self.tallies.items() if not self.tiles.is_open(place)}
        self.store.commit(certain)
        self.tallies = {place: t for place, t in self.tallies.items() if place not in certain}

    def _had(self, border: Border, holders: Iterable[str]) -> Arrays | None:
        """A border from a worker, through the scheduler, if one can be reached."""
        client = self.workers.client
        request = {"op": REQUEST, "run": self.name, "border": border}
        for worker in holders if client.status == "running" else ():
            with suppress(OSError, KeyError, TypeError):
                ask = partial(client.scheduler.proxy, worker=worker, msg=request)
                found: Arrays | None = client.sync(ask, callback_timeout=ANSWER)["arrays"]
                if found is not None:
                    return found
        return None

    @contextmanager
    def _recognised(self) -> Iterator[None]:
        """Have a name that workers know the run by, and a file that they know the store by."""
        lease = self.workers.client.submit(int, key=self.name)
        token = self.store and self.store.path / f".{self.name}"
        if token:
            token.touch()
        try:
            yield
        finally:
            self._commit()
            if token:
                token.unlink(missing_ok=True)
            lease.release()
