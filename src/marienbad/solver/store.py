"""Boxes larger than memory, solved tile by tile into a zarr store on disk.

:mod:`marienbad.solver.tiling.store` says what is in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.games.catalogue import define
from marienbad.games.definition import Definition
from marienbad.solver.table import Progress, need
from marienbad.solver.tiling.cut import Place, cut_of
from marienbad.solver.tiling.store import (
    Store,
    Tally,
    check_is_of,
    check_tiles,
    damaged,
    open_array,
    progress_of,
    question_of,
    tiles_of,
)
from marienbad.text.problems import InputError
from marienbad.values import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from marienbad.solver.tiling.running import Plan

_STRIP = 2**26
"""Octets that are read at once, at most, where a row of them is not larger."""


class StoredTable(Record):
    """A box on disk: what a table in memory has, read a strip at a time."""

    game: Definition
    sizes: tuple[int, ...]
    packed: Any
    """The words, read from disk by slices of the first axis."""
    done: int
    """How many rows are certain; all of them when the box is solved."""
    grundy: Any = None
    """The Grundy values, a zarr array, where the store holds values."""
    tally: Tally | None = None
    """Of all tiles that are certain; ``None`` in a store of an earlier version."""

    @property
    def is_p(self) -> NDArray[np.bool_]:
        """The outcomes as booleans, all of them in memory."""
        from marienbad.solver.words import unpacked

        words = self.packed[:]
        found: NDArray[np.bool_] = unpacked(
            words if len(self.sizes) > 1 else words.reshape(-1), self.sizes[-1]
        )
        return found


def solve_into(
    path: Path,
    game: Definition,
    sizes: Sequence[int],
    progress: Progress | None = None,
    *,
    grundy: bool = False,
    memory_limit: int | None = None,
) -> StoredTable:
    """Solve a box into a store, or go on where an earlier call was interrupted.

    No more memory is used than the limit, or than there is; what has no room there waits on disk.
    """
    from marienbad.solver.tiling.running import run

    plan, part = planned_into(path, game, sizes, grundy, memory_limit)
    if part:
        store = Store.begun(path, plan.question)
        run(
            store.cut,
            store,
            store.solved,
            rows=plan.rows,
            room=plan.room,
            threads=plan.threads,
            progress=progress,
        )
    return open_table(path)


def planned_into(
    path: Path, game: Definition, sizes: Sequence[int], grundy: bool, memory_limit: int | None
) -> tuple[Plan, float]:
    """How a box is solved into a store, and which part of it is still missing.

    The tiles of a store that was begun keep their size; one that holds anything else is refused.
    """
    need("numpy", "numba", "zarr")
    from marienbad.solver.tiling.running import planned

    known = progress_of(path)
    side = known.get("side") if known else None
    plan = planned(game, sizes, grundy, memory_limit, side)
    if known is None:
        return plan, 1.0
    check_is_of(path, known, plan.question)
    tiles = len(cut_of(plan.question).places)
    return plan, (tiles - len(known["tiles"])) / tiles


def open_table(path: Path) -> StoredTable:
    """The box of a store, solved or not."""
    need("zarr")
    known = progress_of(path)
    if known is None:
        raise InputError("solve.no_store", path=str(path))
    game, sizes = define(known["game"]), tuple(known["sizes"])
    question, solved = question_of(known), tiles_of(known)
    array = open_array(path, question.grundy, "r")
    check_tiles(path, question, array, solved)
    tally = Tally(
        sum(tally.lost for tally in solved.values()),
        max((tally.largest for tally in solved.values()), default=0),
    )
    done = _rows_done(array, solved)
    if question.grundy:
        return StoredTable(game, sizes, _Zeros(array), done, array, tally)
    return StoredTable(game, sizes, array, done, None, tally)


def strips(array: Any) -> Iterator[tuple[int, Any]]:
    """The words or values of a table with the rows where they begin, as many at a time as are well
    read.
    """
    import numpy as np

    rows, chunks = array.shape[0], getattr(array, "chunks", None)
    row = array.dtype.itemsize * prod(array.shape[1:])
    step = max(1, min(chunks[0] if chunks else rows, _STRIP // row))
    for start in range(0, rows, step):
        try:
            strip = np.asarray(array[start : start + step])
        except RuntimeError:  # of whoever uncompresses
            path = Path(array.store_path.store.root)
            raise damaged(path.parent, path.name) from None
        yield start, strip


class _Zeros:
    """The words of the P-positions of stored Grundy values, made as they are read."""

    def __init__(self, values: Any) -> None:
        import numpy as np

        from marienbad.solver.words import width_of

        self.values, self.store_path = values, values.store_path
        self.shape = (*values.shape[:-1], width_of(values.shape[-1]))
        self.dtype = np.dtype(np.uint64)
        self.chunks = (*values.chunks[:-1], width_of(values.chunks[-1]))

    def __getitem__(self, selection: Any) -> Any:
        """The words of a slice of the first axis, of which further axes are chosen from."""
        import numpy as np

        from marienbad.solver.words import packed

        first, *others = selection if isinstance(selection, tuple) else (selection,)
        if len(self.shape) == 1:
            start, stop, _ = first.indices(self.shape[0])
            return packed(np.asarray(self.values[64 * start : 64 * stop]) == 0)
        size, step = self.values.shape[-1], -(-self.values.chunks[-1] // 64) * 64
        # Chunk after chunk: of the values themselves, a strip might not fit into memory.
        parts = [
            packed(np.asarray(self.values[first, ..., start : start + step]) == 0)
            for start in range(0, size, step)
        ]
        return np.concatenate(parts, axis=-1)[(slice(None), *others)]


def _rows_done(array: Any, solved: Iterable[Place]) -> int:
    """After how many rows the first tile is missing."""
    across = -(-array.shape[-1] // array.chunks[-1])
    found = Counter(row for row, column in solved if column >= 0)
    rows = 0
    while found[rows] == across:
        rows += 1
    return min(rows * array.chunks[0], array.shape[0]) if array.ndim > 1 else rows
