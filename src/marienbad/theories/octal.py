"""Octal and subtraction games by the values of their heaps (Sprague and Grundy).

Every heap has a value, and whoever leaves heaps whose values have the nim-sum 0 wins. The values
and their periods are those of :mod:`marienbad.solver.period`; all winning moves follow from them,
in heaps of any size once a period is proved.
"""

from collections.abc import Iterator, Sequence

from marienbad.games.bibliography import in_short
from marienbad.games.catalogue import titled
from marienbad.games.definition import Definition
from marienbad.heaps import Move, Position, Split, take_from
from marienbad.solver.period import HeapValues, digits_of, values_of
from marienbad.text.mathematics import Symbol
from marienbad.text.problems import InputError, OutOfReach
from marienbad.text.relations import NimSum, eq
from marienbad.text.sentences import (
    Block,
    Cell,
    Count,
    Equation,
    Items,
    Listing,
    Marked,
    Message,
    Table,
    Value,
    say,
)
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.nim.binary import column_sums, nim_sum
from marienbad.theories.nim.common import SHOWN_ROWS, power_of_two
from marienbad.theories.theory import Counting, TableKind, Theory, Verdict
from marienbad.theories.wording import heap_name

MOST_SHOWN, FIRST_SHOWN = 150, 60
"""The most sizes that the rule shows: up to the end of the first period, or the first ones."""
USUAL_WIDTH, LEAST_WIDTH, MOST_WIDTH = 10, 4, 17
EXAMPLE = 23
"""The size that shows how its value is found in the lines, or else the largest that is shown."""


def shown_sizes(values: HeapValues) -> int:
    """How many sizes the rule shows."""
    period = values.period
    end = None if period is None else period.start + period.length
    return end if end is not None and end <= MOST_SHOWN else min(FIRST_SHOWN, values.bound)


def by_size(values: HeapValues) -> list[Block]:
    """The values of the first sizes, in lines as long as the period where it is short."""
    shown, period = shown_sizes(values), values.period
    width = USUAL_WIDTH
    if period is not None and LEAST_WIDTH <= period.length <= MOST_WIDTH:
        width = period.length
    width = min(width, shown)
    rows: list[tuple[Cell, ...]] = []
    for first in range(0, shown, width):
        line = values.between(first, min(first + width, shown))
        rows.append((first, *line, *(None,) * (width - len(line))))
    heads = (say("octal.table.size"), *(say("octal.table.plus", plus=n) for n in range(width)))
    return [Table(heads, tuple(rows), say("octal.table.values", size=min(EXAMPLE, shown - 1)))]


def period_told(values: HeapValues) -> list[Message]:
    """With which period the values go on, and why that is certain."""
    period, most = values.period, len(values.digits)
    if period is None:
        return [say("octal.none_found", bound=values.bound)]
    first, end = max(period.start, 1), period.start + period.length
    told = {"start": period.start, "period": period.length, "end": end}
    key = "octal.period" if period.start else "octal.period_at_once"
    blocks = [say(key, **told)]
    if end > MOST_SHOWN:
        blocks.append(say("octal.not_all_shown"))
    proof = {"computed": period.computed, "first": first, "most": most, **told}
    kind = "parted" if values.parting else "taken"
    return [*blocks, say(f"octal.proof.{kind}", **proof)]


def of_position(
    game: Definition, values: HeapValues, position: Position, found: tuple[int, ...]
) -> list[Block]:
    """The heaps with their values in base two, and how many ones each column has."""
    if not 0 < len(position) <= SHOWN_ROWS:
        return []
    like = [values.like(size) for size in position]
    is_large = like != [*position]
    width = max(found).bit_length()
    bits = [*reversed(range(width))]
    heads: list[Cell] = [say(f"octal.table.{game.nouns[0]}"), say("octal.table.size")]
    heads += [say("octal.table.like")] * is_large + [say("octal.table.value")]
    rows: list[tuple[Cell, ...]] = []
    for heap, (size, value) in enumerate(zip(position, found, strict=True)):
        digits = [value >> bit & 1 for bit in bits]
        rows.append((heap + 1, size, *[like[heap]] * is_large, value, *digits))
    footer: list[tuple[Cell, ...]] = []
    if len(position) > 1 and width:
        sums = [Marked(s, "odd") if s % 2 else s for s in column_sums(found, width)]
        footer = [(say("octal.table.ones"), None, *[None] * is_large, None, *sums)]
    columns = (*heads, *map(power_of_two, bits))
    return [Table(columns, (*rows, *footer), footer_rows=len(footer))]


MOST_TRIED = 50_000_000
"""The most parts of heaps that are tried in positions that follow, for an explanation."""
SHOWN_HEAPS = 8
"""The most heaps whose values are added in an equation."""


class Grundy(Theory):
    """The theory of Sprague and Grundy for heaps that are games by themselves."""

    name = "grundy"

    def __init__(self, game: Definition) -> None:
        super().__init__(game)
        digits = digits_of(game.ruleset)
        assert digits is not None, "every heap is a game by itself"
        self.values = values_of(digits)

    @property
    def citation(self) -> str:
        return in_short("guy-smith" if self.values.parting else "winning-ways")

    # How far it reaches

    def check_reach(self, position: Position) -> None:
        """Refuse a heap of which no value is known."""
        largest = max(position, default=0)
        if not self.values.reaches(largest):
            raise OutOfReach("octal.no_period", heap=largest, bound=self.values.bound)

    def repeatable(self, position: Position, most: int) -> int:
        """Before a period is known, every part of a heap is tried."""
        values = self.values
        tried = sum(min(heap, values.horizon) for heap in position) * len(values.parting)
        return min(super().repeatable(position, most), max(1, MOST_TRIED // max(tried, 1)))

    # The answer

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move.

        >>> from marienbad.games.catalogue import define
        >>> theory = Grundy(define("kayles"))
        >>> theory.solve((1, 11)).winning_moves
        (Split((0, 1), (1, 3, 7)),)
        >>> theory.solve((10**100, 10**100)).is_p
        True
        """
        values = tuple(map(self.values.value, position))
        total = nim_sum(*values)
        moves = self._winning(position, values, total) if total else iter(())
        return Verdict.of(not total, moves, values)

    def is_p(self, position: Position) -> bool:
        return nim_sum(*map(self.values.value, position)) == 0

    def _winning(self, position: Position, values: Position, total: int) -> Iterator[Move]:
        """The moves that give a heap the value which makes the nim-sum 0."""
        for heap, value in enumerate(values):
            yield from self._takes(position, heap, value ^ total)
        for heap, value in enumerate(values):
            yield from self._partings(position, heap, value ^ total)

    def _takes(self, position: Position, heap: int, value: int) -> Iterator[Move]:
        size, values = position[heap], self.values
        for amount in values.keeping:
            if amount < size and values.value(size - amount) == value:
                yield take_from(position, heap, amount)
        if value == 0 and size in values.emptying:
            yield take_from(position, heap, size)

    def _partings(self, position: Position, heap: int, value: int) -> Iterator[Move]:
        before, after = position[:heap], position[heap + 1 :]
        for amount in self.values.parting:
            rest = position[heap] - amount
            for first, last, step in self.values.partings(rest, value):
                for part in range(first, last + 1, step):
                    left = (*before, part, rest - part, *after)
                    yield Split(take_from(position, heap, amount), left)

    # The words

    @property
    def _noun(self) -> str:
        return self.game.nouns[0]

    def method(self) -> list[Block]:
        parts = [say("octal.rule.parts")] if self.values.parting else []
        return [
            say(f"octal.rule.value.{self._noun}"),
            *parts,
            say("octal.rule.sum"),
            Items(tuple(map(say, self._cases()))),
            *by_size(self.values),
            *period_told(self.values),
        ]

    def _cases(self) -> tuple[str, ...]:
        found = ["octal.case.zero", f"octal.case.other.{self._noun}"]
        if self.values.keeping or self.values.emptying:
            found.append(f"octal.case.take.{self._noun}")
        if self.values.parting:
            found.append(f"octal.case.part.{self._noun}")
        return tuple(found)

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        values, winning = self._found(verdict), self._winning_told(position, verdict)
        if len(values) == 1:
            return [say("octal.gist.single", size=position[0], value=values[0]), *winning[1:]]
        return winning or [say("octal.gist.zero", values=_listed(values))]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        values = self._found(verdict)
        blocks: list[Block] = [*of_position(self.game, self.values, position, values)]
        if verdict.is_p:
            return [*blocks, say("octal.zero"), say("octal.every_move")]
        total = nim_sum(*values)
        if 1 < len(values) <= SHOWN_HEAPS:
            blocks.append(Equation(eq(NimSum(values), total)))
        return [*blocks, *self._winning_told(position, verdict), say("octal.why")]

    def _found(self, verdict: Verdict) -> tuple[int, ...]:
        assert isinstance(verdict.working, tuple)
        return verdict.working

    def _winning_told(self, position: Position, verdict: Verdict) -> list[Message]:
        """What value a heap must get, and by which move it does; the move is the advised one."""
        move = verdict.best
        if move is None:
            return []
        values = self._found(verdict)
        heap = next(heap for heap, amount in enumerate(move) if amount)
        value, total = values[heap], nim_sum(*values)
        name, item = heap_name(self.game, heap), self.game.nouns[1]
        needed: dict[str, Value] = {
            "value": value,
            "total": total,
            "target": value ^ total,
            "heap": name,
        }
        aim = say("octal.aim" if len(values) > 1 else "octal.aim_single", **needed)
        taken: dict[str, Value] = {
            "count": Count(move[heap], item),
            "heap": name,
            "target": value ^ total,
        }
        if not isinstance(move, Split):
            return [aim, say("octal.by_taking", left=position[heap] - move[heap], **taken)]
        parts = move.leave[heap : heap + 2]
        smaller, larger = map(self.values.value, parts)
        sizes: dict[str, Value] = {"smaller": parts[0], "larger": parts[1]}
        return [aim, say("octal.by_parting", sum=NimSum((smaller, larger)), **sizes, **taken)]


def _listed(values: tuple[int, ...]) -> Listing:
    """The values, the first of them where they are many."""
    shown: tuple[int | str, ...] = values
    if len(values) > SHOWN_HEAPS:
        shown = (*values[: SHOWN_HEAPS - 1], "…")
    return Listing(shown, "")


def has_period(game: Definition) -> bool:
    """Whether the values of all heaps are known."""
    return values_of_game(game).period is not None


def lost_starts(game: Definition, size: int, heaps: int = 2) -> int:
    """Count the starts with so many heaps below a size whose values have the nim-sum 0.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("kayles"), 5, 2), lost_starts(define("subtraction:1.2.3"), 4, 3)
    (7, 16)
    """
    return _zero_sums(_counts(game, size), heaps)


def empty_starts(game: Definition, size: int, heaps: int = 2) -> int:
    """Count those among them that have an empty heap.

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("kayles"), 5, 2)
    1
    """
    counts = _counts(game, size)
    filled = [counts[0] - 1, *counts[1:]]
    return _zero_sums(counts, heaps) - _zero_sums(filled, heaps)


def _counts(game: Definition, size: int) -> list[int]:
    """How many heaps below a size have each value; as many values as a power of two."""
    digits = digits_of(game.ruleset)
    assert digits is not None, "every heap is a game by itself"
    values = values_of(digits)
    known, times = _beginning(values, size)
    found = values.between(0, known)
    counts = [found.count(value) for value in range(1 << max(found).bit_length())]
    period = values.period if times else None
    if period is not None:
        cycle = values.between(period.start, period.start + period.length)
        counts = [count + times * cycle.count(value) for value, count in enumerate(counts)]
    return counts


def _beginning(values: HeapValues, size: int) -> tuple[int, int]:
    """How many heaps are counted one by one, and how many whole periods besides."""
    period = values.period
    if period is None or size < period.start + 2 * period.length:
        return size, 0
    times = (size - period.start) // period.length - 1
    return size - times * period.length, times


def _zero_sums(counts: list[int], heaps: int) -> int:
    """How many choices of so many values have the nim-sum 0, each value as often as it occurs.

    The counts of sums are products after the transform of Hadamard: sums and differences of those
    whose numbers differ in one binary digit.
    """
    found, half = counts, 1
    while half < len(counts):
        found = [
            found[n] + found[n ^ half] if not n & half else found[n ^ half] - found[n]
            for n in range(len(found))
        ]
        half *= 2
    total: int = sum(count**heaps for count in found)
    return total // len(found)


MOST_ROWS, SERVED_ROWS, MOST_NUMBERS = 1_000_000, 2_000, 1_000


def values_of_game(definition: Definition) -> HeapValues:
    """Return the values of the heaps of a game."""
    digits = digits_of(definition.ruleset)
    assert digits is not None, "every heap is a game by itself"
    return values_of(digits)


def most_rows(definition: Definition) -> int:
    """Return how many values are known, at most a million."""
    values = values_of_game(definition)
    return MOST_ROWS if values.period is not None else min(MOST_ROWS, values.bound)


def served_rows(definition: Definition) -> int:
    """Return the same where others wait meanwhile."""
    return min(SERVED_ROWS, most_rows(definition))


def table(definition: Definition, rows: int, of: Sequence[int] = ()) -> Sheet:
    """Return the values of the first heaps, or of those that are given, of any size.

    Where the values repeat, the third column names the size of the first period of the same value.

    >>> from marienbad.games.catalogue import define
    >>> list(table(define("kayles"), 3).rows), list(table(define("kayles"), 1, of=(1000,)).rows)
    ([(0, 0, 0), (1, 1, 1), (2, 2, 2)], [(1000, 1, 76)])
    """
    known = values_of_game(definition)
    if len(of) > MOST_NUMBERS:
        raise InputError("octal.many_numbers", count=len(of), most=MOST_NUMBERS)
    for heap in of:
        if not known.reaches(heap):
            raise OutOfReach("octal.no_period", heap=heap, bound=known.bound)
    heaps = of or range(rows)
    period = known.period
    columns = [Column("n", Symbol("n")), Column("value", say("octal.table.value"))]
    caption = say("octal.table.caption", game=titled(definition.name), bound=known.bound)
    if period is not None:
        columns.append(Column("like", say("octal.table.like")))
        caption = say(
            "octal.table.caption_period",
            game=titled(definition.name),
            start=period.start,
            period=period.length,
        )
    body = ((n, known.value(n), *([known.like(n)] if period else [])) for n in heaps)
    sequence = (known.value(n) for n in heaps)
    return Sheet(definition.name, "grundy", caption, tuple(columns), body, sequence)


COUNTING = Counting(lost_starts=lost_starts, empty_starts=empty_starts, is_formula=has_period)
VALUES = TableKind(
    "grundy",
    "table.kind.grundy",
    table,
    usual_rows=100,
    most_rows=most_rows,
    served_rows=served_rows,
    takes_numbers=True,
    fits=lambda game: game.is_solved,
)
"""The values of the heaps, for all games whose heaps are games by themselves."""
