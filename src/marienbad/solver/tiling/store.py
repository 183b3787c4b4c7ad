"""A store of tiles on disk, and which of them are certain.

It is a folder: ``outcomes`` or ``grundy`` is a zarr array, of words or of values, in which each
chunk is a tile; ``progress.json`` says for which question it is and which tiles are certain;
``borders`` holds what the tiles that are missing need of those. A tile is written first, then its
borders, then the line that says so, each file complete before it gets its name. Whatever is killed
in between, the work goes on from the tiles that are certain, and the result is the same bit for
bit. The tiles may be solved by this machine or by a cluster, and by one what the other has begun.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from uuid import uuid4

from marienbad.solver.tiling.cut import TABLE, Arrays, Border, Cut, Place, Question, cut_of
from marienbad.text.problems import InputError
from marienbad.values import Record

VERSION = 3
"""Of what was solved as well as of its form: the tables of version 1 may be wrong where 64 or more
single moves fill a word of a row; version 2 had strips instead of tiles."""
ARRAYS = {False: "outcomes", True: "grundy"}
"""The arrays, for outcomes and for Grundy values."""
VALUES: Any = {"cname": "zstd", "clevel": 1}
"""How values are compressed, bit by bit: of Wythoff's, 10 bits of 32 are left, at 300 MB a second
and processor; without an order by bits 16 to 18, at half the speed; higher levels leave no less."""
LEVEL = 1
"""How words of outcomes are compressed: at 3 GB a second; any order only hides how they repeat."""
_PROGRESS = "progress.json"
_BORDERS = "borders"


class Tally(Record):
    """What is known of a tile, or of several, without reading them."""

    lost: int
    """How many P-positions there are."""
    largest: int
    """The largest Grundy value; 0 where there are only outcomes."""


class Store:
    """A store that tiles are written into.

    Where tiles are solved elsewhere, each machine that sees the folder writes its own
    (:meth:`put`, :meth:`keep`), and one alone says which are certain (:meth:`commit`).
    """

    def __init__(self, path: Path, question: Question, solved: dict[Place, Tally]) -> None:
        self.path, self.question, self.solved = path, question, solved
        self.borders = BorderFolder(path / _BORDERS)
        self._array_path = path / ARRAYS[question.grundy]
        self.array = open_array(path, question.grundy, "r+")

    @classmethod
    def begun(cls, path: Path, question: Question) -> Store:
        """A new store, or one of an earlier call, whose tiles keep the size that they have."""
        known = progress_of(path)
        if known is None:
            _create(path, question)
            return cls(path, question, {})
        check_is_of(path, known, question)
        store = cls.opened(path)
        check_tiles(path, store.question, store.array, store.solved)
        store._tidy()
        return store

    @classmethod
    def opened(cls, path: Path) -> Store:
        """The store that a path leads to, as any machine opens it that writes tiles."""
        known = progress_of(path)
        if known is None:
            raise InputError("solve.no_store", path=str(path))
        return cls(path, question_of(known), tiles_of(known))

    @cached_property
    def cut(self) -> Cut:
        """The tiles."""
        return cut_of(self.question)

    @cached_property
    def _waiting(self) -> Counter[Border]:
        """How many tiles that are not certain need each border."""
        missing = (place for place in self.cut.places if place not in self.solved)
        return Counter(border for place in missing for border in self.cut.needs(place))

    @property
    def is_done(self) -> bool:
        """Whether all tiles are certain."""
        return len(self.solved) == len(self.cut.places)

    def put(self, place: Place, table: Any) -> Tally:
        """Write the part of the table that a tile has, and say what is in it."""
        block = self.cut.block(place)
        if block is None:
            return Tally(0, 0)
        self.array[block] = table
        return tally_of(table, self.question.grundy)

    def keep(self, border: Border, arrays: Arrays) -> None:
        """Write a border that other tiles need, if it is not a part of the table."""
        if border[1] != TABLE:
            self.borders.write(border, arrays)

    def border(self, border: Border) -> Arrays:
        """A border of a tile that is certain, or one that was kept."""
        place, name = border
        if name == TABLE:
            return {TABLE: self.array[self.cut.block(place)]}
        return self.borders.read(border)

    def commit(self, tallies: Mapping[Place, Tally]) -> None:
        """Say that these tiles are certain too: they are written, and all borders are kept that
        they hand over to tiles which are not. What is no longer needed is removed.
        """
        waiting = self._waiting
        new = [place for place in tallies if place not in self.solved]
        for place in new:
            self._settle(place)
        self.solved |= {place: tallies[place] for place in new}
        write_progress(self.path, self.question, self.solved)
        for place in new:
            for border in self.cut.needs(place):
                waiting[border] -= 1
                if not waiting[border]:
                    self.borders.remove(border)
        if self.is_done:
            self.borders.clear()

    def _settle(self, place: Place) -> None:
        """Have a tile on the disk itself, where it is by now for the most part."""
        if self.cut.block(place) is not None:
            _settle(self._array_path / _chunk_key(self.array, self.cut, place))

    def _tidy(self) -> None:
        """Remove what was under way when an earlier call was ended."""
        for part in (*self._array_path.rglob("*.partial"), *_parts(self.path, _PROGRESS)):
            part.unlink(missing_ok=True)
        needed = {border for border, count in self._waiting.items() if count}
        self.borders.clear({border for border in needed if border[0] in self.solved})


class BorderFolder:
    """Borders as files of a folder."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, border: Border, arrays: Arrays) -> None:
        """Write a border; it is there when it is whole."""
        import numpy as np

        self.path.mkdir(exist_ok=True)
        _put(self._file(border), lambda file: np.savez(file, **arrays))

    def read(self, border: Border) -> Arrays:
        """A border that was written."""
        import numpy as np

        with np.load(self._file(border)) as arrays:
            return dict(arrays)

    def remove(self, border: Border) -> None:
        """Let a border go, whether it was written or not."""
        self._file(border).unlink(missing_ok=True)

    def clear(self, but: Iterable[Border] = ()) -> None:
        """Let all go that are not wanted."""
        wanted = {self._file(border).name for border in but}
        for file in (*self.path.glob("*.npz"), *_parts(self.path, "*.npz")):
            if file.name not in wanted:
                file.unlink(missing_ok=True)
        with suppress(OSError):  # nothing was there, or something has come just now
            if not wanted:
                self.path.rmdir()

    def _file(self, border: Border) -> Path:
        (row, column), name = border
        return self.path / f"{row},{column},{name}.npz"


def tally_of(table: Any, grundy: bool) -> Tally:
    """What is in a part of a table.

    >>> import numpy
    >>> tally_of(numpy.array([[0, 1], [1, 0]]), True)
    Tally(lost=2, largest=1)
    """
    import numpy as np

    if grundy:
        return Tally(int(table.size - np.count_nonzero(table)), int(table.max(initial=0)))
    return Tally(int(np.bitwise_count(table).sum(dtype=np.int64)), 0)


def open_array(path: Path, grundy: bool, mode: Literal["r", "r+"]) -> Any:
    """The array of a store."""
    import zarr

    name = ARRAYS[grundy]
    try:
        return zarr.open_array(path / name, mode=mode)
    except (FileNotFoundError, ValueError):  # none, or what zarr cannot read
        raise damaged(path, f"{name}/zarr.json") from None


def check_tiles(path: Path, question: Question, array: Any, solved: Mapping[Place, Tally]) -> None:
    """Refuse a store of which a tile was lost that is said to be certain; one all 0 has no file."""
    cut, name = cut_of(question), ARRAYS[question.grundy]
    for place, tally in solved.items():
        if tally.largest if question.grundy else tally.lost:
            key = _chunk_key(array, cut, place)
            file = path / name / key
            if not (file.is_file() and file.stat().st_size):
                raise damaged(path, f"{name}/{key}")


def damaged(path: Path, part: str) -> InputError:
    return InputError("solve.damaged_store", path=str(path), part=part)


def _chunk_key(array: Any, cut: Cut, place: Place) -> str:
    """The file of a tile that has a part of the table, below the array's folder."""
    block = cut.block(place)
    assert block is not None, place
    chunk = [part.start // size for part, size in zip(block, cut.chunk, strict=True)]
    key: str = array.metadata.encode_chunk_key(tuple(chunk))
    return key


def _create(path: Path, question: Question) -> None:
    import zarr
    from zarr.codecs import BloscCodec, ZstdCodec

    _claim(path)
    cut = cut_of(question)
    zarr.create_array(
        path / ARRAYS[question.grundy],
        shape=cut.shape,
        chunks=cut.chunk,
        dtype=cut.dtype,
        compressors=BloscCodec(**VALUES, shuffle="bitshuffle")
        if question.grundy
        else ZstdCodec(level=LEVEL),
        overwrite=True,
    )
    write_progress(path, question, {})


def progress_of(path: Path) -> dict[str, Any] | None:
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
    if version in range(1, VERSION):
        raise InputError("solve.old_store", path=str(path))
    if version != VERSION:
        raise InputError("solve.not_a_store", path=str(path))
    return known


def _claim(path: Path) -> None:
    """Make the folder; one that holds something else is left alone."""
    path.mkdir(parents=True, exist_ok=True)
    # An earlier call may have been ended before there was more than an array without a tile.
    begun = {*_parts(path, _PROGRESS), *(path / name for name in ARRAYS.values())}
    within = (entry for name in ARRAYS.values() for entry in (path / name).glob("*"))
    if not begun.issuperset(path.iterdir()) or any(entry.name != "zarr.json" for entry in within):
        raise InputError("solve.not_a_store", path=str(path))
    for part in _parts(path, _PROGRESS):
        part.unlink(missing_ok=True)


def check_is_of(path: Path, known: Mapping[str, Any], question: Question) -> None:
    """Refuse to go on in a store that holds another box, or other things of it."""
    box = known["game"], tuple(known["sizes"])
    grundy = known.get("grundy", False)
    if box != (question.game, question.sizes):
        shown = " × ".join(map(str, known["sizes"]))
        raise InputError("solve.other_store", path=str(path), game=known["game"], sizes=shown)
    if grundy != question.grundy:
        raise InputError(
            "solve.stored_values" if grundy else "solve.stored_outcomes", path=str(path)
        )


def question_of(known: Mapping[str, Any]) -> Question:
    return Question(known["game"], tuple(known["sizes"]), known["grundy"], known["side"])


def tiles_of(known: Mapping[str, Any]) -> dict[Place, Tally]:
    return {(row, column): Tally(lost, largest) for row, column, lost, largest in known["tiles"]}


def write_progress(path: Path, question: Question, solved: Mapping[Place, Tally]) -> None:
    tiles = [[*place, tally.lost, tally.largest] for place, tally in sorted(solved.items())]
    record = {
        "version": VERSION,
        "game": question.game,
        "sizes": list(question.sizes),
        "grundy": question.grundy,
        "side": question.side,
        "tiles": tiles,
    }
    text = json.dumps(record, ensure_ascii=False)
    _put(path / _PROGRESS, lambda file: file.write(text.encode()))


def _put(path: Path, write: Callable[[Any], object]) -> None:
    """Write a file that is either whole or not there."""
    # Two workers may be at the same tile, where one was thought to be frozen.
    part = path.with_name(f".{path.name}.{uuid4().hex}.part")
    try:
        with part.open("wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise


def _parts(folder: Path, name: str) -> Iterator[Path]:
    """The files that were to become those of a name, and did not."""
    return folder.glob(f".{name}.*.part")


def _settle(path: Path) -> None:
    """Have a file on the disk itself; a part of a table that is all 0 has none."""
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return
    try:
        os.fsync(file)
    finally:
        os.close(file)
