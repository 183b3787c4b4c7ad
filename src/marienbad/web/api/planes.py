"""Planes of solved positions, kept in files: two heaps vary, the others are held.

A plane is a square whose side is a power of two. To have it a box is solved; the box itself is not
kept. A plane that was solved is a file that every worker can read, in a folder with a bound.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.heaps import Position
from marienbad.text.problems import OutOfReach
from marienbad.values import Record

if TYPE_CHECKING:
    from collections.abc import Iterator

try:
    import fcntl
except ModuleNotFoundError:  # pragma: no cover (Windows: what is left behind is left to the system)
    fcntl = None  # type: ignore[assignment]

KEPT = 256 * 2**20
"""How many octets of planes are kept in all."""
MEMORY = 512 * 2**20
"""How many octets solving one box may need."""
VALUE_OCTETS = 2
"""In which a Grundy value is kept."""
PREFIX = "marienbad-planes."


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
        return VALUE_OCTETS * positions if self.has_grundy else -(-positions // 8)

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
        if table.grundy is not None and table.grundy.itemsize > VALUE_OCTETS:
            raise OutOfReach("lab.great", bound=2 ** (8 * VALUE_OCTETS))
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


def plane_at(folder: str | None, plane: Plane) -> Any:
    """The plane, solved where it is not kept: of outcomes eight to an octet."""
    import numpy as np

    if folder is None:
        return plane.solved()
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


def make_folder(parent: str) -> tuple[str, int | None]:
    """A folder of this process alone, and the descriptor by which it holds it.

    What others left behind that are gone, however they ended, nobody holds, and it is removed.
    """
    for old in Path(parent).glob(f"{PREFIX}*"):
        with suppress(OSError):
            held = _hold(str(old))
            if held is not None:
                shutil.rmtree(old, ignore_errors=True)
                os.close(held)
    while True:
        folder = tempfile.mkdtemp(prefix=PREFIX, dir=parent)
        # another that begins now may have taken it for one that was left behind
        with suppress(BlockingIOError, FileNotFoundError):
            return folder, _hold(folder)


def _hold(folder: str) -> int | None:
    """Hold a folder that nobody holds, for as long as this process is there."""
    if fcntl is None:
        return None
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
