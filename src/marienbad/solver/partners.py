"""Where each number has one partner: P-positions of two alike heaps, an octet a row, on disk.

If any number may be taken from either heap and the heaps are alike, each x has exactly one y such
that (x, y) is a P-position. Where the same number may be taken from both heaps as well, from some
number on, the partners grow almost evenly on either side of the diagonal; so an octet tells how far
a partner is from the one before it. The file holds these octets and nothing else: its length says
how many rows are done, and whoever finds it again goes on from there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from marienbad.games.definition import Definition
from marienbad.solver.table import Progress
from marienbad.solver.vectors import moves_of

CHUNK = 1 << 22
"""Rows that are found between two reports, and then written."""
LARGEST = 1 << 31
"""Rows, at most."""
SEEN, STEEPEST = 1 << 12, 8
"""From so many rows on it is seen how far partners reach; before, at most so many times as far."""
SIZES = (1 << 14, 1 << 14)
"""A box that shows the moves."""


class Uneven(Exception):
    """The partners do not grow so evenly that an octet tells each."""


class Steps:
    """The moves: from which number on it may be taken from both heaps, and single vectors."""

    def __init__(self, ray: int, vectors: list[tuple[int, ...]], is_misere: bool) -> None:
        self.ray, self.vectors, self.is_misere = ray, vectors, is_misere


def steps_of(game: Definition) -> Steps | None:
    """The moves of a game, where they are of this kind.

    >>> from marienbad.games.catalogue import define
    >>> found = steps_of(define("rules:heaps 2; take n from one; take n, n from two where n != 2"))
    >>> found.ray, found.vectors
    (3, [(1, 1)])
    >>> steps_of(define("wythoff:b=2")) is None
    True
    """
    from marienbad.solver.kernels.partners import RECENT

    if game.ruleset.heaps not in (None, 2) or not game.ruleset.is_plain:
        return None
    moves = moves_of(game.box_takes, SIZES)
    if moves.regions or moves.conditional or moves.bands or not moves.is_symmetric:
        return None
    rays = {(ray.base, ray.step) for ray in moves.lone if ray.count is None}
    both = [base[0] for base, step in rays if step == (1, 1) and base[0] == base[1]]
    alone = {((0, 1), (0, 1)), ((1, 0), (1, 0))}
    if len(rays) < len(moves.lone) or len(both) != 1 or not alone <= rays or len(rays) != 3:
        return None
    vectors = sorted(moves.vectors)
    largest = max((max(vector) for vector in vectors), default=0)
    return Steps(both[0], vectors, game.is_misere) if max(largest, both[0]) < RECENT else None


class Partners:
    """The partners of the first rows, in a file that grows.

    >>> from tempfile import TemporaryDirectory
    >>> from marienbad.games.catalogue import define
    >>> with TemporaryDirectory() as folder:
    ...     found = Partners(steps_of(define("wythoff")), Path(folder, "rows"))
    ...     found.extend(1000)
    ...     found.partners(0, 8).tolist(), Path(folder, "rows").stat().st_size
    ([0, 2, 1, 5, 7, 3, 10, 4], 1000)
    """

    def __init__(self, steps: Steps, path: Path) -> None:
        import numpy as np

        from marienbad.solver.kernels.partners import RECENT, STEP

        self.steps, self.path = steps, path
        path.open("ab").close()
        self.size = 0
        """The rows that can be asked for; where the file is longer, the others are read again."""
        self._codes = self._mapped()
        self._vectors = np.array(steps.vectors, np.int64).reshape(-1, 2)
        self._index: Any = np.zeros((CHUNK // STEP, 2), np.int64)
        self._used: Any = np.zeros(0, np.uint64)
        self._closed: Any = np.zeros(0, np.uint64)
        self._recent, self._rows = np.zeros((2, RECENT), np.int64)
        self._state = np.zeros(6, np.int64)

    def partners(self, start: int, stop: int) -> Any:
        """The partners of the rows between two numbers."""
        import numpy as np

        from marienbad.solver.kernels import partners as kernels

        found = np.empty(stop - start, np.int64)
        kernels.decode(self._codes, self._index, start, found)
        return found

    def extend(self, size: int, progress: Progress = lambda _, __: None) -> None:
        """Find the partners of all rows below a number."""
        import numpy as np

        from marienbad.solver.kernels import partners as kernels

        if size > LARGEST:
            raise Uneven
        while self.size < size:
            start, stop = self.size, min(self.size + CHUNK, size)
            self._make_room(stop)
            fresh = np.zeros(stop - start, np.uint8)
            reached = kernels.advance(
                start,
                stop,
                self.steps.ray,
                self._vectors,
                int(self.steps.is_misere),
                self._codes,
                fresh,
                self._index,
                self._used,
                self._closed,
                self._recent,
                self._rows,
                self._state,
            )
            if reached < stop:
                raise Uneven
            if stop > len(self._codes):
                with self.path.open("ab") as file:
                    file.write(fresh[max(len(self._codes) - start, 0) :].tobytes())
                self._codes = self._mapped()
            self.size = stop
            progress(stop, size)

    def _mapped(self) -> Any:
        """The octets of the file, which stay on the disk."""
        import numpy as np

        if self.path.stat().st_size == 0:
            return np.zeros(0, np.uint8)
        return np.memmap(self.path, np.uint8, "r+").view(np.ndarray)

    def _make_room(self, stop: int) -> None:
        """Room for what the next rows need: the index, and bits as far as partners may reach."""
        import numpy as np

        from marienbad.solver.kernels.partners import LARGEST as FARTHEST
        from marienbad.solver.kernels.partners import STEP

        if len(self._index) <= stop // STEP:
            self._index = np.resize(self._index, (2 * stop // STEP, 2))
        farthest = int(self._state[FARTHEST])
        reach = farthest * stop // self.size if self.size >= SEEN else STEEPEST * stop
        words = (reach + reach // 8 >> 6) + (1 << 12)
        if len(self._used) < words:
            room = np.zeros(words + words // 4 - len(self._used), np.uint64)
            self._used = np.concatenate([self._used, room])
            self._closed = np.concatenate([self._closed, room])
