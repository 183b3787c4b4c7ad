"""What the theories of Nim share: one heap changes in a move, and the order of their words.

In misère play (Marienbad) the ending comes first: while two rows have more than one match, the
theory is that of Nim. With at most one such row, one leaves an odd number of rows of a single
match. Pantaloni (2009) calls the positions to leave *even configurations* (CP1) and (CP2); his
(CP1) must also ask for a row of more than one match, without which (1, 1) would count.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, reduce
from heapq import nsmallest
from operator import or_
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from marienbad.heaps import Move, Position, take_from
from marienbad.text.mathematics import Expression, Number, Power, Symbol
from marienbad.text.sentences import Block, Cell, Count, Items, Message, Table, say
from marienbad.theories.nim.by_heart import by_heart_rule, recognised
from marienbad.theories.theory import Change, Theory, Verdict

NONE_ODD, NONE_EVEN = "nim.misere.rule.none_odd", "nim.misere.rule.none_even"
ONE_ODD, ONE_EVEN = "nim.misere.rule.one_odd", "nim.misere.rule.one_even"
SEVERAL = "nim.misere.rule.several"
CASES = (NONE_ODD, NONE_EVEN, ONE_ODD, ONE_EVEN, SEVERAL)
"""The cases of misère play, each the key of the sentence with its rule; the last is no ending."""


def is_ending(position: Position) -> bool:
    """Whether at most one row is big."""
    return sum(heap > 1 for heap in position) <= 1


def case_of(position: Position) -> str:
    """Which of the cases a position is in.

    >>> case_of((1, 1, 1, 9)), case_of((1, 3, 5, 7))
    ('nim.misere.rule.one_odd', 'nim.misere.rule.several')
    """
    if not is_ending(position):
        return SEVERAL
    is_odd = position.count(1) % 2 == 1
    if max(position, default=0) > 1:
        return ONE_ODD if is_odd else ONE_EVEN
    return NONE_ODD if is_odd else NONE_EVEN


def ending_rule() -> list[Block]:
    """What misère play changes, and how its ending is played."""
    return [say("nim.misere.rule"), Items(tuple(map(say, CASES)))]


def ending_changes(position: Position) -> list[Change]:
    """The winning changes when at most one row is big.

    >>> ending_changes((1, 1, 5))
    [Change(heap=2, left=1)]
    >>> ending_changes((1, 5))
    [Change(heap=1, left=0)]
    >>> ending_changes((1, 1, 1))
    []
    """
    singles = position.count(1)
    for heap, size in enumerate(position):
        if size > 1:
            return [Change(heap, 1 - singles % 2)]
    if singles % 2 == 1:
        return []
    return [Change(heap, 0) for heap, size in enumerate(position) if size == 1]


def explain_ending(position: Position) -> list[Message]:
    """The ending in words."""
    singles = position.count(1)
    ones = Count(singles, "row")
    large = next((heap for heap, size in enumerate(position) if size > 1), None)
    if large is not None and not singles:
        return [say("nim.misere.one_large_alone", row=large + 1), say("nim.misere.leave_one")]
    if large is not None:
        key = "nim.misere.one_large_odd" if singles % 2 else "nim.misere.one_large_even"
        return [say(key, row=large + 1, ones=ones), say("nim.misere.leave_odd")]
    if singles % 2:
        return [say("nim.misere.singles_odd", ones=ones)]
    if singles:
        return [say("nim.misere.singles_even", ones=ones), say("nim.misere.leave_odd")]
    return []


if TYPE_CHECKING:
    from marienbad.theories.theory import Drawing

SHOWN_ROWS = 12
SHOWN_COLUMNS = 24
"""Larger tables are not shown: nobody reads them, and the steps say what matters."""
SHOWN_CHANGES = 4
"""The first row that can be changed is worked out, a few others are named."""
MOST_BROKEN = 64
"""The most packets that are broken for a try, and the most moves that break one."""

Changed: TypeAlias = tuple[Change, Sequence[Cell]]
"""A change that a table shows, and the signs that stand over its row."""


class NimTheory(Theory):
    """A theory of Nim decides by changes of single heaps; the end of misère play is shared."""

    most_heaps = 10_000
    """About half of the heaps may have a winning move, each a tuple of all heaps: the list grows
    with the square of the number of heaps, and has some fifty million entries here."""
    normal_citation: ClassVar[str]
    misere_citation: ClassVar[str]
    """Where to read about the method in normal and in misère play."""
    normal_statement: ClassVar[str]
    misere_statement: ClassVar[str] = "last_loses"
    """The statement of the book that proves the method in normal and in misère play."""
    even_case: ClassVar[str]
    """The key of the sentence on positions to leave, one of the rule's."""
    odd_case: ClassVar[str]
    """The same on all others."""
    why: ClassVar[str]
    """The key of the sentence that says why the advised move wins."""

    @property
    def citation(self) -> str:
        return self.misere_citation if self.game.is_misere else self.normal_citation

    @property
    def proved_in(self) -> str:
        return self.misere_statement if self.game.is_misere else self.normal_statement

    @abstractmethod
    def changes(self, position: Position) -> list[Change]:
        """Every change that leaves a position with nim-sum zero, by the theory's own method."""

    @abstractmethod
    def explain_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Block]:
        """The steps of the method where the end of misère play has not come."""

    @abstractmethod
    def gist_of_sum(self, position: Position, changes: tuple[Change, ...]) -> list[Message]:
        """The same in a sentence or two."""

    @abstractmethod
    def rule(self) -> tuple[Message, ...]:
        """The steps of the method, whatever the position."""

    def notes(self) -> tuple[Message, ...]:
        """What there is to know beside the steps."""
        return ()

    def signs(self) -> tuple[Message, ...]:
        """The signs of the source, which one can play without."""
        return ()

    def in_signs(self, position: Position, changes: tuple[Change, ...]) -> tuple[Message, ...]:
        """What they are in a position."""
        return ()

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
            changes = ending_changes(position)
            is_p = case_of(position) == NONE_ODD
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
        return self.game.is_misere and is_ending(position)

    def method(self) -> list[Block]:
        first = ending_rule() if self.game.is_misere else []
        return [
            *first,
            Items(self.rule(), is_numbered=True),
            *self.notes(),
            by_heart_rule(self.game),
            *self.signs(),
        ]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        if self.is_endgame(position):
            return [*explain_ending(position)]
        changes = _changes(verdict)
        first = [say("nim.misere.several_here")] if self.game.is_misere else []
        blocks = [*first, *self.explain_sum(position, changes)]
        if changes and any(changes[0].applied(position)):  # else this move is the last
            until = say("nim.misere.until_end" if self.game.is_misere else "nim.until_last")
            blocks += [say(self.why), until]
        elif verdict.is_p and any(position):
            key = "nim.misere.until_end_other" if self.game.is_misere else "nim.until_last_other"
            blocks.append(say(key))
        blocks += recognised(self.game, position, changes)
        return [*blocks, *self.in_signs(position, changes)]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        if self.is_endgame(position):
            return explain_ending(position)[:1]
        return self.gist_of_sum(position, _changes(verdict))

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


def instead(others: list[Message], count: int) -> list[Message]:
    """Further changes of so many, said to be in place of the first: a move changes one row."""
    if not others:
        return []
    left_out = count - 1 - len(others)
    more = [say("words.more_moves", count=Count(left_out, "winning_move"))] if left_out else []
    return [say("nim.instead"), *others, *more]


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


def is_showable(position: Position, columns: int) -> bool:
    """Whether a table of digits of the position is small enough to be read."""
    return 0 < len(position) <= SHOWN_ROWS and columns <= SHOWN_COLUMNS


def row_table(
    position: Position,
    heads: Iterable[Cell],
    cells: Callable[[int], Sequence[Cell]],
    changed: Changed | None,
) -> Table:
    """The rows with the cells of their sizes; that which changes stands there before and after."""
    rows: list[tuple[Cell, ...]] = []
    for heap, size in enumerate(position):
        line = (heap + 1, size, *cells(size))
        if changed is None or heap != changed[0].heap:
            rows.append(line)
            continue
        change, signs = changed
        rows += [(None, None, *signs), line, (Symbol("→"), change.left, *cells(change.left))]
    return Table((say("nim.table.row"), say("nim.table.matches"), *heads), tuple(rows))


@lru_cache(maxsize=256)
def power_of_two(exponent: int) -> Expression:
    """A column or a packet: as a number while it is small, then as a power.

    >>> from marienbad.text.plain import Plain
    >>> Plain("en").line(power_of_two(3)), Plain("en").line(power_of_two(40))
    ('8', '2⁴⁰')
    """
    return Number(1 << exponent) if exponent < 10 else Power(2, exponent)
