"""How long the tables of a thorough search take at most, and what room, said before it begins.

The first rows are found for a moment, in a folder that does not last; each of the others takes as
long as one of these, or somewhat longer where the bits grow out of the processor's caches. How
long guesses and proofs take nobody knows before.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from marienbad.games.definition import Definition
from marienbad.prover.discovery.boxes import LARGEST, THOROUGH
from marienbad.prover.discovery.folder import ROWS
from marienbad.prover.discovery.search import LONGER
from marienbad.solver.clock import clock
from marienbad.solver.partners import CHUNK, Partners, Uneven, steps_of
from marienbad.solver.tiling.forecast import Forecast, check_disk

SLOWER = 4
"""How many times as long a row may take in a long table."""
MEMORY = 2
"""Rows for which an octet of memory is needed, about: bits of numbers and diagonals, an index."""


def forecast(game: Definition, size: int | None, folder: Path | None) -> Forecast | None:
    """What the tables of a thorough search take, where they are on disk; else ``None``."""
    rows, steps = size or THOROUGH.size, steps_of(game)
    if steps is None or rows <= LARGEST:
        return None
    with tempfile.TemporaryDirectory() as place:
        found = Partners(steps, Path(place, ROWS))
        try:
            found.extend(1)
            began = clock.now()
            found.extend(CHUNK)
        except Uneven:
            return None
        seconds = (clock.now() - began) / CHUNK
        kept = folder or Path(place)
        known = kept / ROWS
        disk = max(rows - (known.stat().st_size if known.is_file() else 0), 0)
        least, most = min(LONGER * LARGEST, rows) * seconds, rows * seconds * SLOWER
        told = Forecast(least=least, most=most, disk=disk, memory=rows // MEMORY)
        check_disk(kept, told)
    return told
