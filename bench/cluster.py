"""Boxes on a cluster of this machine: real workers, each a process, against one worker.

The table goes into a store on disk, as ``marienbad solve --cluster`` writes it. Before that, a
small box loads the kernels everywhere.
"""

import logging
import os
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.harness import Line, elapsed
from marienbad.games.catalogue import define
from marienbad.solver.cluster.solve import solve_into_on
from marienbad.solver.tiling.cut import Question
from marienbad.solver.tiling.store import Store

VECTORS = "rules:heaps 2; " + "; ".join(
    f"take {c}, {d} from x, y" for c, d in ((1, 2), (3, 1), (4, 7), (9, 5), (17, 20), (33, 12))
)
BOXES = (
    ("outcomes of wythoff", "wythoff", False, 2**17),
    ("outcomes of six vectors", VECTORS, False, 2**16),
    ("grundy values of wythoff", "wythoff", True, 2**14),
)
"""In words, the game, whether Grundy values are asked, and the side."""
WORKERS = (1, 2, 4)
SMALL, TILE = 512, 64
QUIET = {"host": "127.0.0.1", "dashboard_address": None, "silence_logs": logging.CRITICAL}


def lines() -> Iterator[Line]:
    processors = len(os.sched_getaffinity(0))
    for what, name, grundy, side in BOXES:
        alone = 0.0
        for workers in WORKERS:
            seconds = _seconds(name, grundy, side, workers)
            alone = alone or seconds
            title, note = f"{what}, {side}², {workers} workers", f"{processors} processors"
            yield Line(title, seconds, "one worker", alone, note=note)


def _seconds(name: str, grundy: bool, side: int, workers: int) -> float:
    distributed: Any = import_module("distributed")
    game = define(name)
    with (
        distributed.LocalCluster(n_workers=workers, threads_per_worker=1, **QUIET) as cluster,
        TemporaryDirectory() as folder,
    ):
        small, large = Path(folder) / "small.zarr", Path(folder) / "large.zarr"
        solve = partial(solve_into_on, cluster.scheduler_address, game=game, grundy=grundy)
        Store.begun(small, Question(name, (SMALL, SMALL), grundy, TILE))
        solve(path=small, sizes=(SMALL, SMALL))
        return elapsed(partial(solve, path=large, sizes=(side, side)))
