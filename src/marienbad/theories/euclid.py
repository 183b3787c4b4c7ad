"""Euclid by the ratio of its heaps, which decides against the golden ratio φ = (1 + √5)/2.

Let 0 < x ≤ y. In normal play the position is to be left if and only if x < y < φx; in misère play
if and only if y < φx. Positions with an empty heap are finished.

Proof. Write y = qx + r with 0 ≤ r < x. The moves leave x beside one of r, r + x, …, r + (q − 1)x.
A pair of positive heaps whose ratio is below φ < 2 has quotient 1, so of these only r and r + x can
be left: **at most two moves** can win, and where x < y only one does, since r/x is on one side of
1/φ = φ − 1, which is irrational:

- if 0 < r and x/r < φ, leave r; then (x + r)/x = 1 + r/x > 1 + 1/φ = φ: r + x is not to be left;
- if r < x/φ, then (x + r)/x < φ and r + x is to be left, which is a move if q ≥ 2. If q = 1 the
  position is itself below φ; its only move leaves r, and that is not to be left.

It remains r = 0. Normal play takes the whole larger heap, and r + x = x would leave equal heaps,
from which the other player does the same; the two orders of equal heaps are the only two moves that
ever win together. Misère play must not empty a heap: it leaves equal heaps, from which the other
player has to. ∎

So of Euclid's divisions those with quotient 1 are forced moves, and the first larger quotient is
the first choice: whoever has it wins.

A. J. Cole, A. J. T. Davie, Mathematical Gazette 53 (1969), 354-357; misère play is the game of
G. Nivasch, Discrete Mathematics 306 (2006), 2798-2800.
"""

from collections.abc import Iterator
from itertools import count

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.heaps import Position, take_from
from marienbad.numeration.beatty import over_phi
from marienbad.numeration.integers import fast, plain
from marienbad.numeration.surds import Surd
from marienbad.text.mathematics import Approximation, Fraction, Symbol
from marienbad.text.relations import eq
from marienbad.text.sentences import Block, Cell, Equation, Items, Marked, Message, Table, say
from marienbad.theories.theory import Counting, Theory, Verdict

LARGEST_SHOWN = 10**40
"""Larger heaps are decided without being written out."""
SHOWN_DIVISIONS = 24


def is_below_phi(x: int, y: int) -> bool:
    """Whether y/x < φ, for 0 < x ≤ y, that is y² < xy + x².

    >>> is_below_phi(5, 8), is_below_phi(8, 13)
    (True, False)
    """
    return y < 2 * x and y * (y - x) < x * x


class Ratio(Theory):
    """The theory of the golden ratio."""

    name = "ratio"

    @property
    def citation(self) -> str:
        return in_short("nivasch" if self.game.is_misere else "cole-davie")

    def solve(self, position: Position) -> Verdict:
        x, y = sorted(map(fast, position))
        if self._is_to_leave(x, y):
            return Verdict(True, ())
        moves = [
            take_from(position, heap, plain(y - left))
            for left in self._lefts(x, y)
            for heap in (0, 1)
            if position[heap] == y
        ]
        return Verdict(False, tuple(sorted(moves)))

    def is_p(self, position: Position) -> bool:
        return self._is_to_leave(*sorted(map(fast, position)))

    def _is_to_leave(self, x: int, y: int) -> bool:
        if x == 0:
            return not self.game.is_misere
        return is_below_phi(x, y) and (x < y or self.game.is_misere)

    def _lefts(self, x: int, y: int) -> Iterator[int]:
        """What to leave of the larger heap y to win."""
        if x:
            rest = y % x
            for left in (rest, x + rest):
                if left < y and self._is_to_leave(min(left, x), max(left, x)):
                    yield left

    def method(self) -> list[Block]:
        equal, zero = f"euclid.case.equal{self._form}", f"euclid.case.zero{self._form}"
        cases = (equal, "euclid.case.below", zero, "euclid.case.rest", "euclid.case.above")
        found = Items(tuple(map(say, cases)), True)
        return [say(f"euclid.rule{self._form}"), found, say("euclid.enough")]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        x, y = sorted(position)
        if x == y:
            return [say(f"euclid.equal{self._form}")]
        if verdict.is_p:
            return [say("euclid.gist.below", x=x, y=y)]
        (left,) = map(plain, self._lefts(x, y))
        if left in (0, x):
            return [say(f"euclid.gist.zero{self._form}", x=x, y=y)]
        return [say("euclid.gist.above", x=x, y=y, left=left)]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        x, y = sorted(position)
        blocks: list[Block] = [say("euclid.order", x=x, y=y)]
        if x == y:
            return [*blocks, say(f"euclid.equal{self._form}")]
        if y < LARGEST_SHOWN:
            key = "euclid.below" if is_below_phi(x, y) else "euclid.above"
            blocks.append(say(key, ratio=Fraction(y, x), square=y * y, sum=x * y + x * x))
        if verdict.is_p:
            blocks += [say("euclid.only_move", left=y - x, x=x), say("euclid.why_lost")]
        else:
            blocks += self._what_to_leave(x, y)
        if y < LARGEST_SHOWN:
            blocks += divisions(x, y, verdict.is_p, self._form)
        return blocks

    def _what_to_leave(self, x: int, y: int) -> list[Block]:
        quotient, rest = map(plain, divmod(fast(y), fast(x)))
        (left,) = map(plain, self._lefts(x, y))
        blocks: list[Block] = [say("euclid.divide")]
        if y < LARGEST_SHOWN:
            product = quotient * Symbol("x") if quotient > 1 else Symbol("x")
            blocks.append(Equation(eq(Symbol("y"), product + rest if rest else product)))
        if rest == 0:
            key = "euclid.leave_equal" if self.game.is_misere else "euclid.leave_nothing"
            return [*blocks, say(key)]
        if quotient == 1:
            return [*blocks, say("euclid.only_rest", rest=rest, x=x)]
        key = "euclid.leave_rest" if left == rest else "euclid.leave_above"
        values = {"rest": rest, "above": x + rest, "x": x}
        return [*blocks, say("euclid.two_candidates", **values), say(key, **values)]


def divisions(x: int, y: int, is_p: bool, form: str = "") -> list[Block]:
    """Euclid's divisions up to the first choice, and whose it is.

    >>> _, table, _ = divisions(5, 8, True)
    >>> [row[1:] for row in table.rows[:3]]
    [(8, 5, 1, 3), (5, 3, 1, 2), (3, 2, 1, 1)]
    """
    rows: list[tuple[Cell, ...]] = []
    larger, smaller = y, x
    for turn in range(SHOWN_DIVISIONS):
        quotient, rest = divmod(larger, smaller)
        player = say("euclid.player.other" if turn % 2 else "euclid.player.own")
        if quotient > 1:
            rows.append((player, larger, smaller, Marked(quotient, "choice"), rest))
            break
        rows.append((player, larger, smaller, quotient, rest))
        larger, smaller = smaller, rest
    columns = tuple(
        say(f"euclid.table.{name}")
        for name in ("player", "larger", "smaller", "quotient", "remainder")
    )
    key = "euclid.choice.other" if is_p else "euclid.choice.own"
    return [say(f"euclid.divisions{form}"), Table(columns, tuple(rows)), say(key)]


def ordered_pairs(game: Definition, below: int | None = None) -> Iterator[tuple[int, int]]:
    """Return the pairs to leave with 0 < x ≤ y, ordered by x, then y, without end or below a bound.

    The finished positions (0, y), which normal play leaves too, are without end themselves.

    >>> from itertools import islice
    >>> from marienbad.games.catalogue import define
    >>> list(islice(ordered_pairs(define("euclid")), 6))
    [(2, 3), (3, 4), (4, 5), (4, 6), (5, 6), (5, 7)]
    >>> list(islice(ordered_pairs(define("euclid:misere")), 4))
    [(1, 1), (2, 2), (2, 3), (3, 3)]
    """
    for x in count(1) if below is None else range(1, below):
        first, end = x if game.is_misere else x + 1, x + over_phi(x) + 1
        yield from ((x, y) for y in range(first, end if below is None else min(end, below)))


def lost_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the pairs to leave below the size, each in both orders.

    With n the largest heap, row x holds the y with x < y ≤ min(⌊xφ⌋, n). They are ⌊x/φ⌋ up to
    m = ⌊(n + 1)/φ⌋, and n − x from there on. Normal play adds the 2n + 1 finished starts, misère
    play the n pairs of equal heaps.

    >>> from marienbad.games.catalogue import define
    >>> lost_starts(define("euclid"), 7), lost_starts(define("euclid:misere"), 7)
    (23, 16)
    """
    largest = size - 1
    turn = over_phi(size) if size > 1 else 0
    ahead = _sum_over_phi(turn) + (largest - turn) * (largest - turn - 1) // 2
    return plain(2 * ahead + (largest if game.is_misere else 2 * largest + 1))


def _sum_over_phi(number: int) -> int:
    """Return Σ ⌊x/φ⌋ for x = 1, …, m.

    It counts the points with j ≤ x/φ. Row j ≤ k = ⌊m/φ⌋ has m − ⌊jφ⌋ of them, where
    ⌊jφ⌋ = j + ⌊j/φ⌋: so the sum for m is mk − k(k + 1)/2 less the same sum for k.

    >>> [_sum_over_phi(m) for m in range(7)]
    [0, 0, 1, 2, 4, 7, 10]
    """
    total, sign = 0, 1
    while number:
        rows = over_phi(number)
        total += sign * (number * rows - rows * (rows + 1) // 2)
        number, sign = rows, -sign
    return total


def delicate_numbers(_game: Definition, most: int) -> list[int]:
    """Return the Fibonacci numbers up to a bound: their ratios are nearest to φ.

    >>> from marienbad.games.catalogue import define
    >>> delicate_numbers(define("euclid"), 10)
    [1, 2, 3, 5, 8]
    """
    numbers, following = [1], 2
    while following <= most:
        numbers.append(following)
        following += numbers[-2]
    return numbers


PLACES = 6


def empty_starts(game: Definition, size: int, _heaps: int = 2) -> int:
    """Count the finished starts, which are lost in normal play and won in misère play.

    >>> from marienbad.games.catalogue import define
    >>> empty_starts(define("euclid"), 7), empty_starts(define("euclid:misere"), 7)
    (13, 0)
    """
    return 0 if game.is_misere else 2 * size - 1


def in_words(game: Definition, _size: int, _heaps: int = 2) -> list[Block]:
    """Say how the lost starts are counted, and what their share tends to: 1/φ² = (3 − √5)/2."""
    limit = Approximation(Surd(3, -1, 2, 5).scaled(PLACES), PLACES)
    key = "chance.euclid.rows_misere" if game.is_misere else "chance.euclid.rows"
    return [say(key), say("chance.euclid.growth", limit=limit)]


COUNTING = Counting(ordered_pairs, lost_starts, empty_starts, in_words, delicate_numbers)
