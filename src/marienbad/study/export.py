"""Solved boxes written for other programs: arrays, lists, sequences and pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.games.declaration import HEAP_NAMES
from marienbad.heaps import Position
from marienbad.solver.store import strips
from marienbad.text.problems import InputError
from marienbad.text.sentences import Listing

if TYPE_CHECKING:
    from marienbad.solver.store import StoredTable
    from marienbad.solver.table import Table

FORMATS = ("npz", "zarr", "csv", "bfile", "png", "svg")
SUFFIXES = {".txt": "bfile", **{f".{form}": form for form in FORMATS if form != "bfile"}}
STRIP = 1024
"""Rows that are unpacked at a time."""


def format_of(path: Path, form: str | None = None) -> str:
    """The given format, or the one that the name of the file ends with.

    >>> format_of(Path("wythoff.npz")), format_of(Path("b001.txt")), format_of(Path("x"), "csv")
    ('npz', 'bfile', 'csv')
    """
    found = form or SUFFIXES.get(path.suffix.lower())
    if found not in FORMATS:
        raise InputError("solve.format", path=str(path), known=Listing([*FORMATS], ""))
    return found


def write(table: Table | StoredTable, path: Path, form: str, lang: str = "en") -> None:
    """Write a solved box to a file; a file that stands there is replaced when all is written."""
    part = path.with_name(f".{path.name}.part")
    try:
        _write(table, part, form, lang)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _write(table: Table | StoredTable, path: Path, form: str, lang: str) -> None:
    if form == "npz":
        _write_arrays(table, path)
    elif form in ("png", "svg"):
        from marienbad.study import picture

        with_values = table.grundy is not None
        if form == "png":
            path.write_bytes(picture.png(table, with_values, lang, table.game.title))
        else:
            path.write_text(picture.svg(table, with_values, lang, table.game.title), "utf-8")
    else:
        lines = csv_lines(table) if form == "csv" else bfile_lines(table)
        with path.open("w", encoding="utf-8", newline="\n") as file:
            file.writelines(f"{line}\n" for line in lines)


def _write_arrays(table: Table | StoredTable, path: Path) -> None:
    """An archive of arrays, as numpy writes it, strip by strip: they need not fit into memory."""
    from zipfile import ZIP_DEFLATED, ZipFile

    import numpy as np
    from numpy.lib.format import dtype_to_descr, write_array_header_1_0

    from marienbad.solver.words import unpacked

    size = table.sizes[-1]
    is_p: Iterable[Any] = (unpacked(words, size) for _, words in strips(table.packed))
    if len(table.sizes) == 1:
        is_p = [table.is_p]
    arrays: dict[str, tuple[Any, tuple[int, ...], Iterable[Any]]] = {
        name: (array.dtype, array.shape, [array])
        for name, array in (
            ("game", np.array(table.game.name)),
            ("sizes", np.array(table.sizes)),
        )
    }
    arrays["is_p"] = np.dtype(bool), table.sizes, is_p
    if table.grundy is not None:
        values = (found for _, found in strips(table.grundy))
        arrays["grundy"] = table.grundy.dtype, table.sizes, values
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, (dtype, shape, parts) in arrays.items():
            head = {"descr": dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                write_array_header_1_0(file, head)
                for part in parts:
                    file.write(np.ascontiguousarray(part).tobytes())


def csv_lines(table: Table | StoredTable) -> Iterator[str]:
    """A line for each P-position, or for every position with its Grundy value."""
    heaps = len(table.sizes)
    names = HEAP_NAMES if heaps <= len(HEAP_NAMES) else [f"h{i}" for i in range(heaps)]
    heads = ",".join(names[:heaps])
    if table.grundy is None:
        yield heads
        yield from (",".join(map(str, position)) for position in p_positions(table))
        return
    import numpy as np

    yield f"{heads},grundy"
    for start, values in strips(table.grundy):
        for (first, *others), value in np.ndenumerate(values):
            yield ",".join(map(str, (start + first, *others, int(value))))


def bfile_lines(table: Table | StoredTable) -> Iterator[str]:
    """A b-file: of the pairs x ≤ y the numbers one after another; of Grundy values antidiagonals.

    Where the rules tell the heaps apart all P-positions are listed, and for other numbers of heaps
    those in growing order.
    """
    return (f"{index} {number}" for index, number in enumerate(sequence(table)))


def sequence(table: Table | StoredTable) -> Iterator[int]:
    """The numbers of the b-file."""
    if table.grundy is not None:
        yield from _antidiagonals(table)
        return
    is_sorted = not table.game.ruleset.tells_heaps_apart
    for position in p_positions(table):
        if not is_sorted or list(position) == sorted(position):
            yield from position


def _antidiagonals(table: Table | StoredTable) -> Iterable[int]:
    values: Any = table.grundy
    if len(table.sizes) == 1:
        return (int(value) for value in values)
    if len(table.sizes) != 2:
        raise InputError("solve.bfile_heaps", heaps=len(table.sizes))
    edge = min(table.sizes)
    values = values[:edge, :edge]  # of a store: element by element it would take for ever
    return (int(values[x, total - x]) for total in range(edge) for x in range(total + 1))


def p_positions(table: Table | StoredTable) -> Iterator[Position]:
    """The P-positions in order, unpacked strip by strip."""
    import numpy as np

    from marienbad.solver.words import unpacked

    words: Any = table.packed
    if len(table.sizes) == 1:
        found = np.nonzero(unpacked(np.asarray(words[:]).reshape(-1), table.sizes[0]))[0]
        yield from ((int(x),) for x in found)
        return
    for start, read in strips(words):
        for part in range(0, len(read), STRIP):
            strip = unpacked(read[part : part + STRIP], table.sizes[-1])
            for first, *others in np.argwhere(strip):
                yield (start + part + int(first), *map(int, others))


def count_p(table: Table | StoredTable) -> int:
    """How many P-positions the box holds."""
    import numpy as np

    tally = getattr(table, "tally", None)
    if tally is not None:
        return int(tally.lost)
    return sum(
        int(np.bitwise_count(strip).sum(dtype=np.int64)) for _, strip in strips(table.packed)
    )


def largest_value(table: Table | StoredTable) -> int:
    """The largest Grundy value of the box."""
    tally = getattr(table, "tally", None)
    values: Any = table.grundy
    return int(values.max()) if tally is None else int(tally.largest)
