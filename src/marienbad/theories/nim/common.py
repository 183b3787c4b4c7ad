"""What the theories of Nim share: one heap changes in a move, and the end of misère play.

In misère play (Marienbad) the theory is that of Nim as long as two rows have more than one match.
When at most one such row is left, one leaves an odd number of rows of a single match. Pantaloni
(2009) calls the positions to leave *even configurations* (CP1) and (CP2); his (CP1) must also ask
for a row of more than one match, without which (1, 1) would count.
"""

from abc import abstractmethod
from functools import lru_cache, reduce
from heapq import nsmallest
from operator import or_
from typing import TYPE_CHECKING

from marienbad.heaps import Move, Position, take_from
from marienbad.text.mathematics import Expression, Number, Power
from marienbad.text.problems import OutOfReach
from marienbad.text.sentences import Block, Count, say
from marienbad.theories.theory import DECISION, Change, Theory, Verdict, bits_of

if TYPE_CHECKING:
    from marienbad.theories.drawing import Drawing

SHOWN_ROWS = 12
SHOWN_COLUMNS = 24
"""Larger tables are not shown: nobody reads them, and the steps say what matters."""
HEAP, LISTED = 2_000, 10
"""Nanoseconds for each heap, and for each of its entries in the list of winning moves."""
MOST_HEAPS = 10_000
"""About half of the heaps may have a winning move, each a tuple of all heaps: the list grows with
the square of the number of heaps, and has some fifty million entries here."""


MOST_BROKEN = 64
"""The most packets that are broken for a try, and the most moves that break one."""


class NimTheory(Theory):
    """A theory of Nim decides by changes of single heaps; the end of misère play is shared."""

    @abstractmethod
    def changes(self, position: Position) -> list[Change]:
        """Every change that leaves a position with nim-sum zero, by the theory's own method."""

    @abstractmethod
    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        """The steps of the method where the end of misère play has not come."""

    def check_reach(self, position: Position) -> None:
        """Refuse more heaps than the list of winning moves leaves room for in memory."""
        if len(position) > MOST_HEAPS:
            raise OutOfReach("errors.too_many_heaps", count=len(position), bound=MOST_HEAPS)

    def cost(self, position: Position) -> int:
        heaps = len(position)
        return DECISION + HEAP * heaps + LISTED * heaps**2 + bits_of(position) // 2

    def most_moves(self, position: Position) -> int:
        return len(position)

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move.

        >>> from marienbad.games.catalogue import define
        >>> from marienbad.theories.nim.binary import Binary
        >>> Binary(define("nim")).solve((3, 5, 7, 8, 11)).winning_moves
        ((0, 0, 0, 0, 2), (0, 0, 2, 0, 0), (2, 0, 0, 0, 0))
        >>> Binary(define("marienbad")).solve((1, 1))
        Verdict(is_p=False, winning_moves=((0, 1), (1, 0)))
        """
        if self.is_endgame(position):
            changes = endgame_changes(position)
            is_p = position.count(1) % 2 == 1 and max(position) == 1
        else:
            changes = self.changes(position)
            is_p = not changes
        moves = (
            take_from(position, change.heap, position[change.heap] - change.left)
            for change in changes
        )
        return Verdict(is_p, tuple(sorted(moves)), tuple(changes))

    def resisting_moves(self, position: Position) -> list[Move]:
        """The least moves that break a packet which the fewest rows have.

        All moves that break the same largest packet are answered in the rows that have it too.

        >>> from marienbad.games.catalogue import define
        >>> from marienbad.theories.nim.binary import Binary
        >>> Binary(define("nim")).resisting_moves((1, 3, 5, 7))
        [(0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2), (0, 0, 0, 4)]
        """
        takes = [
            (size % packet + 1, heap)
            for packet in rarest_packets(position)
            for heap, size in enumerate(position)
            if size & packet
        ]
        return [take_from(position, heap, take) for take, heap in nsmallest(MOST_BROKEN, takes)]

    def is_endgame(self, position: Position) -> bool:
        """Whether misère play is at the point where its strategy differs from Nim's."""
        return self.game.is_misere and sum(heap > 1 for heap in position) <= 1

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        if self.is_endgame(position):
            return explain_endgame(position)
        blocks = self.explain_sum(position, _changes(verdict))
        if self.game.is_misere:
            blocks.append(say("nim.misere.same_until_end"))
        elif not verdict.is_p:
            blocks.append(say("nim.until_last"))
        return blocks

    def drawing(self, position: Position, verdict: Verdict) -> "Drawing | None":
        """What the rows show, where the theory of sums decides and a reader can take it in."""
        width = max(position, default=0).bit_length()
        if not width or self.is_endgame(position) or not is_showable(position, width):
            return None
        # the move that is advised is the last of the sorted moves: it changes the first heap
        return self.draw_sum(position, next(iter(_changes(verdict)), None))

    def draw_sum(self, position: Position, change: Change | None) -> "Drawing | None":
        """The rows as the method sees them, and the change that is advised."""
        return None


def _changes(verdict: Verdict) -> tuple[Change, ...]:
    """The winning changes that the theory has found, in the order of the heaps."""
    assert isinstance(verdict.working, tuple)
    return verdict.working


def rarest_packets(position: Position) -> list[int]:
    """The packets that the fewest rows have, of those that any has; of many, the least.

    The rows are counted in all columns at once: the bits of the counts are numbers themselves.

    >>> rarest_packets((1, 3, 5, 7))
    [2, 4]
    """
    counts = [0] * len(position).bit_length()
    for size in position:
        carried = size
        for place, digits in enumerate(counts):
            counts[place], carried = digits ^ carried, digits & carried
    rare = reduce(or_, position, 0)
    for digits in reversed(counts):
        rare = rare & ~digits or rare
    packets: list[int] = []
    while rare and len(packets) < MOST_BROKEN:
        packets.append(rare & -rare)
        rare &= rare - 1
    return packets


def endgame_changes(position: Position) -> list[Change]:
    """The winning changes when at most one row has more than one match, in misère play.

    >>> endgame_changes((1, 1, 5))
    [Change(heap=2, left=1)]
    >>> endgame_changes((1, 5))
    [Change(heap=1, left=0)]
    >>> endgame_changes((1, 1, 1))
    []
    """
    singles = position.count(1)
    for heap, size in enumerate(position):
        if size > 1:
            return [Change(heap, 1 - singles % 2)]
    if singles % 2 == 1:
        return []
    return [Change(heap, 0) for heap, size in enumerate(position) if size == 1]


def explain_endgame(position: Position) -> list[Block]:
    """The end of misère play in words."""
    singles = position.count(1)
    ones = Count(singles, "row")
    large = next((heap for heap, size in enumerate(position) if size > 1), None)
    if large is not None:
        key = "nim.misere.one_large_odd" if singles % 2 else "nim.misere.one_large_even"
        return [say(key, row=large + 1, ones=ones), say("nim.misere.leave_odd")]
    if singles % 2:
        return [say("nim.misere.singles_odd", ones=ones)]
    if singles:
        return [say("nim.misere.singles_even", ones=ones), say("nim.misere.leave_odd")]
    return []


def is_showable(position: Position, columns: int) -> bool:
    """Whether a table of digits of the position is small enough to be read."""
    return 0 < len(position) <= SHOWN_ROWS and columns <= SHOWN_COLUMNS


@lru_cache(maxsize=256)
def power_of_two(exponent: int) -> Expression:
    """A column or a packet: as a number while it is small, then as a power.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(power_of_two(3)), Plain("en").line(power_of_two(40))
    ('8', '2⁴⁰')
    """
    return Number(1 << exponent) if exponent < 10 else Power(2, exponent)
