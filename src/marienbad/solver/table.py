"""Whole boxes solved: outcomes a bit each, or Grundy values, in memory.

>>> from marienbad.games.catalogue import define
>>> table = solve(define("wythoff"), (4, 4))
>>> table.is_p.astype(int).tolist()
[[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
>>> solve(define("wythoff"), (3, 3), grundy=True).grundy.tolist()
[[0, 1, 2], [1, 2, 0], [2, 0, 1]]
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from math import prod
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marienbad.games.definition import Definition
from marienbad.solver import bits
from marienbad.solver.clock import NotCompiled, TimeIsUp, clock, without_compiling
from marienbad.solver.conditions import TooLarge
from marienbad.solver.counting import Intervals
from marienbad.solver.listing import Listed
from marienbad.solver.reachable import situations
from marienbad.solver.reference import grundy_values, p_positions
from marienbad.text.problems import InputError, OutOfReach, quotable
from marienbad.values import Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from marienbad.solver.grundy import Values
    from marienbad.solver.outcomes import Strips
    from marienbad.solver.period import HeapValues

Progress = Callable[[int, int], None]
"""Called with the rows done and all rows; it may end the work by raising an error."""

MEBIBYTE = 2**20
UNKNOWN_MEMORY = 2048 * MEBIBYTE
"""What may be used on a machine that does not say how much memory it has."""
LARGEST_FOLLOWED = 2**19
"""The most positions that can follow those of a box that is solved in Python."""
LARGEST_PLAIN = 10**4
"""Positions that are solved in Python, where numbers of a rule do not fit machine words."""
LONGEST_PLAIN = 60.0
"""Seconds in which a box must be solved in Python."""
LONGEST_FIRST = 3.0
"""Seconds for the readable search before anything is compiled; after them compiling is quicker."""
PAUSE = 0.1
"""Seconds between two reports of progress."""
before_compiling = True
"""Whether rows of bits answer where nothing is compiled yet; tests of the kernels wait for them."""


class Table(Record):
    """The solved positions of a box: all whose heaps are smaller than the sizes."""

    game: Definition
    sizes: tuple[int, ...]
    packed: NDArray[np.uint64]
    """The P-positions, 64 places of the last heap in a word, the first in its lowest bit."""
    grundy: NDArray[Any] | None = None
    """The Grundy values, in the smallest unsigned type, where they are wanted."""

    @property
    def is_p(self) -> NDArray[np.bool_]:
        """The outcomes as booleans: whether whoever has just moved into the position wins."""
        from marienbad.solver.words import unpacked

        found: NDArray[np.bool_] = unpacked(self.packed, self.sizes[-1])
        return found

    def __repr__(self) -> str:
        shown = " × ".join(map(str, self.sizes))
        return f"<table of {self.game.name}, {shown}>"


def solve(
    game: Definition,
    sizes: Sequence[int],
    grundy: bool = False,
    *,
    memory_limit: int | None = None,
    progress: Progress | None = None,
    out: NDArray[np.uint64] | None = None,
) -> Table:
    """Solve all positions whose heaps are smaller than the sizes.

    The memory is computed first; a box that needs more than the limit, or more than there is,
    raises :class:`OutOfReach`. ``out`` takes the words of the outcomes.
    """
    checked = check_sizes(game, sizes)
    if grundy and game.is_misere:
        raise InputError("solver.misere_grundy", game=game.name)
    if grundy and game.ruleset.memory.block > 1:
        raise InputError("solver.block_grundy", game=game.name)
    need("numpy")
    if find_spec("numba") is None:
        first = solve_first(game, checked, grundy)
        if first is not None:
            return first
    need("numba")
    if not is_compiled(game, checked):
        check_memory(checked, memory_needed(game, checked, grundy), memory_limit)
        by_heaps = _solve_by_heaps(game, checked, grundy)
        return _solve_plainly(game, checked, grundy) if by_heaps is None else by_heaps
    from marienbad.solver.outcomes import table_bytes

    # The table alone first: to know the rest, formulas are worked out for every amount.
    check_memory(checked, table_bytes(checked), memory_limit)
    try:
        check_memory(checked, memory_needed(game, checked, grundy), memory_limit)
        return _solve_swiftly(game, checked, grundy, progress, out)
    except TooLarge:
        return _solve_plainly(game, checked, grundy)


def is_compiled(game: Definition, sizes: tuple[int, ...]) -> bool:
    """Whether a box is solved by the compiled search, apart from numbers that do not fit words."""
    from marienbad.solver.outcomes import counted_moves

    is_counted = game.ruleset.fills_boxes and not game.ruleset.is_plain
    return game.ruleset.is_plain or (is_counted and counted_moves(game, sizes) is not None)


def memory_needed(game: Definition, sizes: Sequence[int], grundy: bool = False) -> int:
    """How many octets solving a box takes, table and state, found without solving it.

    >>> from marienbad.games.catalogue import define
    >>> memory_needed(define("wythoff"), (65536, 65536)) // 2**20
    512
    """
    from marienbad.solver.outcomes import state_bytes, table_bytes

    checked = check_sizes(game, sizes)
    if not is_compiled(game, checked):  # the values, and the outcomes beside them
        return 4 * prod(checked)
    if grundy:
        from marienbad.solver.grundy import bytes_needed

        return table_bytes(checked) + bytes_needed(game, checked)
    return table_bytes(checked) + state_bytes(game, checked)


def available_memory() -> int:
    """How many octets the machine has left, as far as is known."""
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
    except OSError:
        return UNKNOWN_MEMORY
    sizes = dict(line.split(":", 1) for line in lines)
    return 1024 * int(sizes["MemAvailable"].split()[0])


def check_sizes(game: Definition, sizes: Sequence[int]) -> tuple[int, ...]:
    """The sizes of a box of this game, or an error that says what is wrong with them.

    >>> from marienbad.games.catalogue import define
    >>> check_sizes(define("wythoff"), (3, 0))
    Traceback (most recent call last):
    marienbad.text.problems.InputError: (3, 0) are not the sizes of a box: ...
    """
    try:
        checked = tuple(0 if isinstance(size, bool) else index(size) for size in sizes)
    except TypeError:
        raise InputError("solver.sizes", sizes=quotable(str(sizes))) from None
    expected = game.ruleset.heaps
    if expected is not None and len(checked) != expected:
        raise InputError(
            "errors.heap_count", expected=expected, count=len(checked), position=checked
        )
    if not checked or min(checked) < 1:
        raise InputError("solver.sizes", sizes=str(tuple(sizes)))
    return checked


def check_memory(sizes: tuple[int, ...], needed: int, limit: int | None = None) -> None:
    """Refuse a box that needs more octets than a limit, or than there are."""
    allowed = available_memory() if limit is None else limit
    if needed > allowed:
        raise OutOfReach(
            "solver.memory",
            sizes=" × ".join(map(str, sizes)),
            needed=-(-needed // MEBIBYTE),
            limit=allowed // MEBIBYTE,
        )


def _solve_swiftly(
    game: Definition, sizes: tuple[int, ...], grundy: bool, progress: Progress | None, out: Any
) -> Table:
    """Solve by kernels where they are compiled already, else by rows of bits where these can."""
    try:
        with without_compiling():
            return _solve_compiled(game, sizes, grundy, progress, out)
    except NotCompiled:
        first = solve_first(game, sizes, grundy) if before_compiling else None
    if first is None:
        return _solve_compiled(game, sizes, grundy, progress, out)
    if progress is not None:
        progress(sizes[0], sizes[0])
    if out is None or grundy:
        return first
    out[:] = first.packed
    return first.having(packed=out)


def _solve_compiled(
    game: Definition, sizes: tuple[int, ...], grundy: bool, progress: Progress | None, out: Any
) -> Table:
    if grundy:
        return _solve_grundy(game, sizes, progress)
    return Table(game, sizes, _solve_outcomes(game, sizes, progress, out))


def solve_first(game: Definition, sizes: tuple[int, ...], grundy: bool) -> Table | None:
    """A box solved before anything is compiled; ``None`` where that would take longer.

    Rows of bits do it where the moves are the same everywhere, else the readable search as far
    as it comes in some seconds.
    """
    if not game.ruleset.is_plain or (grundy and game.is_misere):
        return None
    import numpy as np

    from marienbad.solver.words import packed, width_of

    if grundy:
        values = bits.grundy_values(game, sizes)
        if values is None:
            return _solve_readably(game, sizes, grundy)
        found = smallest(np.array(values, np.uint32)).reshape(sizes)
        return Table(game, sizes, packed(found == 0), found)
    lines = bits.outcomes(game, sizes)
    if lines is None:
        return _solve_readably(game, sizes, grundy)
    width = width_of(sizes[-1])
    octets = b"".join(line.to_bytes(8 * width, "little") for line in lines)
    words = np.frombuffer(octets, "<u8").astype(np.uint64, copy=False)
    return Table(game, sizes, words.reshape(*sizes[:-1], width))


def _solve_readably(game: Definition, sizes: tuple[int, ...], grundy: bool) -> Table | None:
    if prod(sizes) > LARGEST_PLAIN:
        return None
    with suppress(TimeIsUp), clock.within(LONGEST_FIRST):
        return _listed(game, sizes, grundy)
    return None


def _solve_outcomes(
    game: Definition, sizes: tuple[int, ...], progress: Progress | None, out: Any
) -> Any:
    import numpy as np

    from marienbad.solver.outcomes import Strips
    from marienbad.solver.words import width_of

    shape = (*sizes[:-1], width_of(sizes[-1]))
    if out is None:
        out = np.empty(shape, np.uint64)
    if out.shape != shape or out.dtype != np.uint64 or not out.flags.c_contiguous:
        raise InputError("solver.out", shape=str(shape), given=f"{out.shape} {out.dtype}")
    strips = Strips(game, sizes)
    for count in _strips(strips, progress):
        strips.fill(out, count)
    return out


def _solve_grundy(game: Definition, sizes: tuple[int, ...], progress: Progress | None) -> Table:
    from marienbad.solver.grundy import Values
    from marienbad.solver.words import packed_zeros

    search = Values(game, sizes, progress)
    for count in _strips(search, progress):
        search.fill(count)
    values = smallest(search.values).reshape(sizes)
    return Table(game, sizes, packed_zeros(values), values)


def _strips(strips: Strips | Values, progress: Progress | None) -> Iterator[int]:
    """How many rows to compute next, so that each strip takes a moment; all without progress."""
    if progress is not None and isinstance(strips.engine, Intervals | Listed):
        strips.engine.pause = lambda: progress(strips.done, strips.rows)
    count = 1 if progress else strips.rows
    while strips.done < strips.rows:
        start = time.monotonic()
        yield count
        if progress:
            progress(strips.done, strips.rows)
            if time.monotonic() - start < PAUSE:
                count *= 2
            elif count > 1:
                count //= 2


def _solve_by_heaps(game: Definition, sizes: tuple[int, ...], grundy: bool) -> Table | None:
    """Add the values of single heaps, where all are known."""
    import numpy as np

    from marienbad.solver.words import packed

    known = _heap_values(game, sizes)
    if known is None:
        return None
    values = np.zeros((), np.uint8)
    for size in sizes:
        row = np.frombuffer(known.between(0, size), np.uint8)
        values = np.bitwise_xor.outer(values, row)
    return Table(game, sizes, packed(values == 0), values if grundy else None)


def _heap_values(game: Definition, sizes: tuple[int, ...]) -> HeapValues | None:
    """The values of single heaps, where every heap is a game by itself and all are known."""
    from marienbad.solver.period import digits_of, values_of

    digits = None if game.is_misere else digits_of(game.ruleset)
    if digits is None or not values_of(digits).reaches(max(sizes) - 1):
        return None
    return values_of(digits)


def check_whole(game: Definition, sizes: tuple[int, ...]) -> None:
    """Refuse a box that no compiled search takes and that is too large for Python."""
    is_blocked = game.ruleset.memory.block > 1 and is_compiled(game, sizes)
    if not is_blocked and (game.ruleset.is_plain or _heap_values(game, sizes) is None):
        _check_plainly(game, sizes)


def _check_plainly(game: Definition, sizes: tuple[int, ...]) -> None:
    if prod(sizes) > LARGEST_PLAIN:
        key = "solver.numbers" if game.ruleset.is_plain else "solver.plainly"
        raise OutOfReach(key, game=game.name, bound=LARGEST_PLAIN)
    if not game.ruleset.fills_boxes:
        number = situations(game, tuple(size - 1 for size in sizes))
        if number is None or number > LARGEST_FOLLOWED:
            raise OutOfReach("solver.plainly_long", game=game.name, sizes=sizes)


def _solve_plainly(game: Definition, sizes: tuple[int, ...], grundy: bool) -> Table:
    """Solve a small box in Python, in so many seconds."""
    _check_plainly(game, sizes)
    try:
        with clock.within(LONGEST_PLAIN):
            return _listed(game, sizes, grundy)
    except TimeIsUp:
        clock.check()  # a stricter limit of whoever asks
        raise OutOfReach("solver.plainly_long", game=game.name, sizes=sizes) from None


def _listed(game: Definition, sizes: tuple[int, ...], grundy: bool) -> Table:
    """The moves of every position listed in Python."""
    import numpy as np

    from marienbad.solver.words import packed

    values = np.zeros(sizes, np.int64)
    if grundy:
        found = grundy_values(game, sizes)
        values.flat[:] = list(found.values())
        return Table(game, sizes, packed(values == 0), smallest(values))
    for position in p_positions(game, sizes):  # there may be none
        values[position] = 1
    return Table(game, sizes, packed(values == 1))


def smallest(values: Any) -> Any:
    """The values in the smallest unsigned type that holds them."""
    import numpy as np

    return values.astype(np.min_scalar_type(int(values.max(initial=0))), copy=False)


def need(*modules: str) -> None:
    """Say which extra is missing, where one of the modules is not installed."""
    try:
        for module in modules:
            import_module(module)
    except ImportError as problem:
        raise InputError("solver.missing", module=problem.name or module) from problem
