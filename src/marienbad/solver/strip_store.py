"""Boxes larger than memory, solved strip by strip into a zarr store on disk.

A store is a folder: ``outcomes`` is a zarr array of the words of the table, compressed in chunks of
whole strips; ``progress.json`` says for which game and box it is and how many rows are certain;
``state-N.npz`` is all that row N and those after it depend on. A strip is written first, then
the state after it, then the line that says so, each file complete before it gets its name. Whatever
is killed in between, the same call goes on from the last row that is certain, and the result is
the same bit for bit.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.solver.store import StoredTable
from marienbad.solver.table import Progress, check_sizes, need
from marienbad.text.problems import InputError

if TYPE_CHECKING:
    from marienbad.solver.cluster import TiledStrips
    from marienbad.solver.strips import Strips

STRIP = 2**24
"""Octets of a strip, about: large enough to write fast, small enough to lose little."""
STRIPS = 64
"""The least number of strips of a box: where the rules have many moves, a row takes long."""
VERSION = 2
"""Of what was solved as well as of its form: the tables of version 1 may be wrong where 64 or more
single moves fill a word of a row."""
_PROGRESS = "progress.json"
_WORDS = "outcomes"


def solve_into(
    path: Path,
    game: Definition,
    sizes: tuple[int, ...],
    progress: Progress | None = None,
    search: Strips | TiledStrips | None = None,
    chunks: int = 1,
) -> StoredTable:
    """Solve a box into a store, or go on where an earlier call was interrupted.

    The search is that of this machine, or another one that gives several chunks at once.
    """
    need("numpy", "numba", "zarr")
    import numpy as np

    from marienbad.solver.strips import Strips

    checked = check_sizes(game, sizes)
    strips = search or Strips(game, checked)
    words = _opened(path, game, checked, strips)
    while strips.done < strips.rows:
        start = strips.done
        solved = strips.advance(chunks * words.chunks[0])
        words[start : strips.done] = solved.reshape(-1, *strips.plane)
        _put(_state(path, strips.done), lambda file: np.savez(file, **strips.state))
        _write(path, game, checked, strips.done)
        _state(path, start).unlink(missing_ok=True)
        if progress:
            progress(strips.done, strips.rows)
    _state(path, strips.rows).unlink(missing_ok=True)
    return StoredTable(game, checked, words, strips.done)


def _opened(
    path: Path, game: Definition, sizes: tuple[int, ...], strips: Strips | TiledStrips
) -> Any:
    """The words of a new store; or those of an earlier call, the search being where that ended."""
    import numpy as np
    import zarr

    known = _progress(path)
    if known is None:
        _claim(path)
        shape = (strips.rows, *strips.plane)
        rows = max(1, min(-(-strips.rows // STRIPS), STRIP // (8 * prod(strips.plane))))
        words = zarr.create_array(
            path / _WORDS, shape=shape, chunks=(rows, *shape[1:]), dtype=np.uint64, overwrite=True
        )
        _write(path, game, sizes, 0)
        return words
    if (known["game"], known["sizes"]) != (game.name, list(sizes)):
        shown = " × ".join(map(str, known["sizes"]))
        raise InputError("solve.other_store", path=str(path), game=known["game"], sizes=shown)
    words = zarr.open_array(path / _WORDS, mode="r+")
    _resume(path, strips, int(known["done"]))
    return words


def _progress(path: Path) -> dict[str, Any] | None:
    """What a store says of itself; ``None`` where there is none."""
    try:
        text = (path / _PROGRESS).read_text("utf-8")
    except FileNotFoundError:
        return None
    except NotADirectoryError:
        raise InputError("solve.not_a_store", path=str(path)) from None
    try:
        known: dict[str, Any] = json.loads(text)
        version = known["version"]
    except (ValueError, KeyError, TypeError):
        version = None
    if version == 1:
        raise InputError("solve.old_store", path=str(path))
    if version != VERSION:
        raise InputError("solve.not_a_store", path=str(path))
    return known


def _claim(path: Path) -> None:
    """Make the folder; one that holds something else is left alone."""
    path.mkdir(parents=True, exist_ok=True)
    if any(entry.name != _WORDS for entry in path.iterdir()):
        raise InputError("solve.not_a_store", path=str(path))


def _resume(path: Path, strips: Any, done: int) -> None:
    import numpy as np

    if done == strips.rows:
        strips.done = done
    elif done:
        with np.load(_state(path, done)) as state:
            if set(state) != set(strips.state):
                raise InputError("solve.unfinished_store", path=str(path))
            strips.resume(dict(state))


def _state(path: Path, done: int) -> Path:
    return path / f"state-{done}.npz"


def _write(path: Path, game: Definition, sizes: tuple[int, ...], done: int) -> None:
    record = {"version": VERSION, "game": game.name, "sizes": list(sizes), "done": done}
    text = json.dumps(record, ensure_ascii=False)
    _put(path / _PROGRESS, lambda file: file.write(text.encode()))


def _put(path: Path, write: Callable[[Any], object]) -> None:
    """Write a file that is either whole or not there."""
    part = path.with_name(f".{path.name}.part")
    with part.open("wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
