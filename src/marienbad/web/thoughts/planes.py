"""Planes of solved positions, kept in files: two heaps vary, the others are held.

A plane is a square whose side is a power of two. To have it a box is solved; the box itself is not
kept. A plane that was solved is a file that every worker can read, in a folder with a bound.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.values import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

KEPT = 256 * 2**20
"""How many octets of planes are kept in all."""
MEMORY = 512 * 2**20
"""How many octets solving one box may need."""
PREFIX = "marienbad-planes-"


class Plane(Record):
    """The positions of two heaps below a size, those of the others held.

    Of one heap it is a line: all positions below the size.
    """

    game: Definition
    axes: tuple[int, int]
    held: Position
    """The other heaps, in their order."""
    size: int
    has_grundy: bool

    @property
    def box(self) -> tuple[int, ...]:
        """The sizes of the box that holds it, as it is solved."""
        if self.game.ruleset.heaps == 1:
            return (self.size,)
        if not self.game.ruleset.names_heaps:
            # heaps that are not told apart may stand in any order, and words run along the last
            return (*(heap + 1 for heap in self.held), self.size, self.size)
        return tuple(self.place(dict.fromkeys(self.axes, self.size), 1))

    @property
    def octets(self) -> int:
        """How large its file is."""
        positions = self.size if self.game.ruleset.heaps == 1 else self.size * self.size
        return 2 * positions if self.has_grundy else -(-positions // 8)

    def place(self, of_axes: dict[int, Any], more: int = 0) -> Iterator[Any]:
        """What stands at each heap: of the axes what is given, of the others what is held."""
        held = iter(self.held)
        for heap in range(len(self.held) + 2):
            yield of_axes[heap] if heap in of_axes else next(held) + more

    @property
    def name(self) -> str:
        """The name of its file."""
        facts = (self.game.name, self.axes, self.held, self.size, self.has_grundy)
        return hashlib.sha256(repr(facts).encode("utf-8")).hexdigest()[:40]

    def solved(self) -> Any:
        """The plane as it is kept: bits of a row after one another, or values of two octets."""
        import numpy as np

        from marienbad.solver.table import solve

        table = solve(self.game, self.box, self.has_grundy, memory_limit=MEMORY)
        if not self.game.ruleset.names_heaps or len(self.box) < 3:
            if table.grundy is not None:
                return np.ascontiguousarray(table.grundy[self.held], "<u2")
            words = np.ascontiguousarray(table.packed[self.held], "<u8")
            return words.view(np.uint8)[..., : -(-self.size // 8)]
        values = table.is_p if table.grundy is None else table.grundy
        values = values[tuple(self.place(dict.fromkeys(self.axes, slice(None))))]
        return (
            np.packbits(values, axis=-1, bitorder="little")
            if table.grundy is None
            else np.ascontiguousarray(values, "<u2")
        )


def plane_at(folder: str, plane: Plane) -> Any:
    """The plane, solved where it is not kept: of outcomes eight to an octet."""
    import numpy as np

    path = Path(folder, plane.name)
    heaps = plane.game.ruleset.heaps
    side = plane.size if plane.has_grundy else -(-plane.size // 8)
    shape = (side,) if heaps == 1 else (plane.size, side)
    kind = np.dtype("<u2") if plane.has_grundy else np.dtype(np.uint8)
    try:
        found = np.memmap(path, kind, "r", shape=shape)
    except (OSError, ValueError):  # it is not there, or somebody has cut it short
        found = plane.solved()
        with suppress(OSError):  # without room on the disk it is solved again
            _keep(path, found)
    else:
        with suppress(OSError):
            os.utime(path)
    return found


def _keep(path: Path, found: Any) -> None:
    """Write a plane, and let those go that were not used for longest."""
    written = path.with_suffix(f".{os.getpid()}")
    try:
        found.tofile(written)
        written.replace(path)
    except OSError:
        written.unlink(missing_ok=True)
        raise
    facts = sorted(((entry.stat(), entry) for entry in os.scandir(path.parent)), key=_age)
    size = sum(fact.st_size for fact, _ in facts)
    for fact, entry in facts:
        if size <= KEPT:
            break
        Path(entry.path).unlink(missing_ok=True)
        size -= fact.st_size


def _age(fact: tuple[os.stat_result, object]) -> float:
    return fact[0].st_mtime


def make_folder(parent: str) -> str:
    """The folder of this process; what others left behind that are gone is removed."""
    for old in Path(parent).glob(f"{PREFIX}*"):
        number = old.name.removeprefix(PREFIX)
        if number.isdecimal() and (int(number) == os.getpid() or not _is_alive(int(number))):
            shutil.rmtree(old, ignore_errors=True)
    folder = Path(parent, f"{PREFIX}{os.getpid()}")
    folder.mkdir(mode=0o700)
    return str(folder)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True
