"""Where a long search keeps what it has done, so that nothing is done twice.

A folder holds the rows of one game (:mod:`marienbad.solver.partners`) and a file with its name, the
guesses that came to nothing, and the boxes of which nothing else is to be tried: these need not be
solved again. A folder that holds anything else is left alone.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from marienbad.games.definition import Definition
from marienbad.text.problems import InputError

try:
    import fcntl
except ImportError:  # Windows: that nobody else uses the folder is left to the user
    fcntl = None  # type: ignore[assignment]

NAME, ROWS, LOCK = "discovery.json", "rows", "lock"
FORMAT = "marienbad discovery 1"

Noted = tuple[dict[tuple[str, int], int], set[int]]
"""For each system and size that was tried the error that was seen, and the sizes that are done."""


class Folder:
    """The folder of one game, held by this process."""

    def __init__(self, path: Path, game: Definition, noted: Noted | None = None) -> None:
        self.path, self.game = path, game
        self.tried, self.finished = noted or ({}, set())

    @property
    def rows(self) -> Path:
        """The file with the rows."""
        return self.path / ROWS

    def has_tried(self, system: str, size: int) -> bool:
        """Whether a guess in a system from a table of this size came to nothing."""
        return (system, size) in self.tried

    def has_finished(self, size: int) -> bool:
        """Whether all guesses from a table of this size came to nothing."""
        return size in self.finished

    def error(self, size: int) -> int:
        """The largest heap where a guess from a table of this size was seen to be wrong, or 0."""
        return max((error for (_, of), error in self.tried.items() if of == size), default=0)

    def note(self, system: str, size: int, error: int) -> None:
        """Keep that such a guess came to nothing; the file is the old or the new one, whole."""
        self.tried[system, size] = error
        self._write()

    def finish(self, size: int) -> None:
        """Keep that there is nothing else to try with a table of this size."""
        self.finished.add(size)
        self._write()

    def _write(self) -> None:
        fields = {
            "format": FORMAT,
            "game": self.game.name,
            "tried": [[*guess, error] for guess, error in sorted(self.tried.items())],
            "finished": sorted(self.finished),
        }
        fresh = self.path / f"{NAME}.new"
        fresh.write_text(json.dumps(fields), encoding="utf-8")
        fresh.replace(self.path / NAME)


@contextmanager
def held(path: Path | None, game: Definition) -> Iterator[Folder]:
    """A folder for a search, made where it is missing; without a name one that does not last."""
    if path is None:
        made = Path(tempfile.mkdtemp(prefix="marienbad-discover-"))
        try:
            yield Folder(made, game)
        finally:
            shutil.rmtree(made, ignore_errors=True)
        return
    path.mkdir(exist_ok=True)
    is_new = not any(path.iterdir())
    noted = None if is_new else _read(path, game)
    descriptor = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InputError("discover.folder_held", path=str(path)) from None
        folder = Folder(path, game, noted)
        if is_new:
            folder._write()
        yield folder
    finally:
        os.close(descriptor)


def _read(path: Path, game: Definition) -> Noted:
    """What was tried before; an error where the folder is of another kind, or of another game."""
    try:
        fields = json.loads((path / NAME).read_text("utf-8"))
        name, kind = fields["game"], fields["format"]
        tried = {(str(system), int(size)): int(error) for system, size, error in fields["tried"]}
        finished = {int(size) for size in fields["finished"]}
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError("discover.folder", path=str(path)) from None
    if kind != FORMAT:
        raise InputError("discover.folder", path=str(path))
    if name != game.name:
        raise InputError("discover.folder_game", path=str(path), game=str(name))
    return tried, finished
