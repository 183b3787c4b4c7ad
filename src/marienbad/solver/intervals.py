"""One heap from which an interval of amounts may be taken that depends on its size.

Such a take leads from x to all heaps between two numbers, so that it leads to a P-position exactly
when one more P-position lies below the upper number than below the lower one. A box is solved in
one pass that counts the P-positions below each heap; listing the moves would take the square of it.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from marienbad.games.declaration import HEAP_NAMES, Bound, Condition, Congruence, Take
from marienbad.solver.clock import clock
from marienbad.solver.everywhere import hold, value_of
from marienbad.solver.listing import MOST, fits_words, limited
from marienbad.solver.words import Arrays, packed

HEAP = HEAP_NAMES[0]
LARGEST = 2**32
"""What a count of four octets can hold."""
PIECE = 2**14
"""Heaps whose intervals are worked out at one go."""


class Intervals:
    """The outcomes of a single heap.

    >>> import numpy as np
    >>> from marienbad.games.catalogue import define
    >>> game = define("rules:heaps 1; take n from one where 2 * n <= x")
    >>> words = np.zeros((1, 1), np.uint64)
    >>> Intervals(game.ruleset.takes, (32,), is_misere=False).fill(words, 0, 0, 1)
    >>> [heap for heap in range(32) if int(words[0, 0]) >> heap & 1]
    [0, 1, 3, 7, 15, 31]
    """

    reach = 0

    def __init__(self, takes: Sequence[Take], sizes: Sequence[int], is_misere: bool) -> None:
        self.takes, self.size, self.is_misere = takes, sizes[0], is_misere
        self.state: Arrays = {}
        self.pause: Callable[[], None] | None = None
        """Called between pieces of the work; it may end it by raising an error."""

    @staticmethod
    def fits(takes: Sequence[Take], sizes: Sequence[int]) -> bool:
        """Whether every take leaves an interval of heaps, and the sizes of heaps decide which."""
        return (
            len(sizes) == 1
            and sizes[0] < LARGEST
            and any(take.depends_on_sizes for take in takes)
            and all(_is_end(where, take) for take in takes for where in take.where)
            and fits_words(takes, sizes)
        )

    @staticmethod
    def bytes_needed(sizes: Sequence[int]) -> int:
        """What the counts and the outcomes take."""
        return 5 * sizes[0]

    def fill(self, table: Any, oldest: int, start: int, stop: int) -> None:
        """Compute the only row into an array of words; nothing where it is there already."""
        if start == stop:
            return
        import numpy as np

        found, below = bytearray(), array("I", [0])
        for first in range(0, self.size, PIECE):
            clock.check()
            if self.pause is not None and first:
                self.pause()
            heaps = np.arange(first, min(first + PIECE, self.size))
            spans = [_left(take, heaps) for take in self.takes]
            can_move = np.logical_or.reduce([least < end for least, end in spans])
            ways = zip(
                *(zip(*map(np.ndarray.tolist, span), strict=True) for span in spans), strict=True
            )
            for left, is_open in zip(ways, (can_move | (not self.is_misere)).tolist(), strict=True):
                is_p = is_open
                for least, end in left:
                    if below[least] < below[end]:
                        is_p = False
                        break
                found.append(is_p)
                below.append(below[-1] + is_p)
        out = table[start - oldest : stop - oldest]
        out[:] = packed(np.frombuffer(found, np.bool_)).reshape(out.shape)


def _is_end(where: Condition, take: Take) -> bool:
    """Whether a condition speaks of the heap alone, or says where the amounts begin or end."""
    if not take.names or take.names[0] not in where.names or isinstance(where, Bound):
        return True
    return not isinstance(where, Congruence) and limited(where, take.names[0]) is not None


def _left(take: Take, heaps: Any) -> tuple[Any, Any]:
    """For each heap the least that a take leaves of it, and the end: equal where it leaves none."""
    import numpy as np

    points = {HEAP: heaps}
    amount = take.amounts[0]
    least = np.full(heaps.shape, 1 if isinstance(amount, str) else amount)
    most = heaps if isinstance(amount, str) else np.minimum(heaps, amount)
    is_sound = np.ones(heaps.shape, np.bool_)
    for where in take.where:
        if amount not in where.names:
            is_sound &= hold([where], points)
        elif isinstance(where, Bound):
            factors = dict(where.form.coefficients)
            rest, factor = factors.get(HEAP, 0) * heaps, factors[str(amount)]
            low, high = (where.low, where.high) if factor > 0 else (where.high, where.low)
            # rounded upwards from below, and downwards from above
            least = least if low is None else np.maximum(least, -((rest - low) // factor))
            most = most if high is None else np.minimum(most, (high - rest) // factor)
        elif not isinstance(where, Congruence):
            limit = limited(where, str(amount))
            assert limit is not None
            with np.errstate(divide="ignore"):  # then it is not sound
                end = value_of(limit[1], points, is_sound)
            least, most = (
                (least, np.minimum(most, end))
                if limit[0] == MOST
                else (np.maximum(least, end), most)
            )
    is_some = is_sound & (least <= most)
    return np.where(is_some, heaps - most, 0), np.where(is_some, heaps - least + 1, 0)
