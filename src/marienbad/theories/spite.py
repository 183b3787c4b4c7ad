"""Spite Nim with two rows, by the least partner of a row.

Let x ≤ y be the rows, and f(n) = ⌊(n + 1)/φ⌋ with the golden ratio φ = (1 + √5)/2. Where nobody has
called yet, the position is to be left if x = f(y), and it is not if x < f(y). Where x > f(y) this
says nothing.

Proof. φ is irrational, and so x < f(y) means (x + 1)φ < y + 1, that is ⌊(x + 1)φ⌋ ≤ y. As
⌊(x + 1)φ⌋ = x + 1 + ⌊(x + 1)/φ⌋, this is

    x < f(y) if and only if x + f(x) < y.                                             (1)

By induction on the number of matches:

- x < f(y): call y − f(x). By (1) that is more than x, so that the other has no choice; what is left
  is x and f(x), with f(x) ≤ x, a position to leave.
- x = f(y), and k is called. If k ≤ x, the other chooses x and leaves x − k < f(y). If k > x, what
  is left of y is less than y − x, and so less than f(x), as x + f(x) ≥ y by (1). Either way the
  other calls from a smaller row below the least partner of the larger, and wins. ∎

Let x < f(y). A call k ≤ x never wins: the other chooses x. A call k > x leaves y − k beside x, and
wins if and only if y − k is one of the partners of x, which are found by search up to x + f(x):
longer ones there are none, by (1). So *all* winning calls are known for any y, however large.

The partners of a row are the rows beside which it is to be left: f(n) is the least one in normal
play, and no row longer than n + f(n) is one, since whoever is to call from them leaves the least
partner. In misère play the same holds, with a least partner that is at most n (1 for the empty
row).

D. R. Hale, Fibonacci Quarterly 21 (1983), 139-142, defines f by the smallest r with r + f(r) ≥ n.
"""

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.heaps import Call, Move, Position, leave, state_of
from marienbad.numeration.beatty import over_phi
from marienbad.numeration.integers import fast, plain
from marienbad.solver.search import search_of
from marienbad.text.mathematics import Call as Function
from marienbad.text.mathematics import Floor, Fraction, Symbol
from marienbad.text.problems import OutOfReach
from marienbad.text.relations import SetOf, eq
from marienbad.text.sentences import Block, Cell, Equation, Items, Listing, Message, Table, say
from marienbad.text.tabular import Column, Sheet
from marienbad.theories.theory import PAIRS, TableKind, Theory, Verdict


def least_partner(row: int) -> int:
    """Return ⌊(n + 1)/φ⌋, the least partner in normal play.

    >>> [least_partner(row) for row in range(16)]
    [0, 1, 1, 2, 3, 3, 4, 4, 5, 6, 6, 7, 8, 8, 9, 9]
    """
    return plain(over_phi(fast(row) + 1))


def corner(game: Definition, row: int) -> Position:
    """Return the row and the longest that can be a partner of it."""
    return row, 2 * row + 1 if game.is_misere else row + least_partner(row)


def partners(game: Definition, row: int) -> tuple[int, ...]:
    """Return every partner of a row, as the search finds them.

    >>> from marienbad.games.catalogue import define
    >>> partners(define("spite"), 5), partners(define("spite:misere"), 5)
    ((3, 4, 6, 8), (3, 4, 6, 7, 8))
    """
    search, (_, longest) = search_of(game), corner(game, row)
    search.is_p((row, longest))  # what is found on the way answers for the shorter ones
    return tuple(other for other in range(longest + 1) if search.is_p((row, other)))


def table(definition: Definition, rows: int) -> Sheet:
    """Return the least partner and all partners of the rows 0, 1, 2, …; the sequence is the least.

    >>> from marienbad.games.catalogue import define
    >>> sheet = table(define("spite"), 4)
    >>> [row[:2] for row in sheet.rows], list(sheet.sequence)
    ([(0, 0), (1, 1), (2, 1), (3, 2)], [0, 1, 1, 2])
    """
    found = [partners(definition, row) for row in reversed(range(rows))][::-1]
    body: list[tuple[Cell, ...]] = [
        (row, others[0], SetOf(others)) for row, others in enumerate(found)
    ]
    columns = (
        Column("n", Symbol("n")),
        Column("least", Function(Symbol("f"), (Symbol("n"),))),
        Column("partners", say("spite.table.partners")),
    )
    key = "spite.table.caption_misere" if definition.is_misere else "spite.table.caption"
    sequence = [others[0] for others in found]
    return Sheet(definition.name, "partners", say(key), columns, body, sequence)


SHOWN = 12
"""The most partners and calls that are told."""
LARGEST_SHOWN = 10**40
"""Of larger rows the equation is not written out."""


def pair_of(position: Position) -> tuple[int, int]:
    """Return the two rows that are not empty, the smaller first.

    >>> pair_of((5, 0, 3)), pair_of((4,))
    ((3, 5), (0, 4))
    """
    x, y = [0, 0, *sorted(filter(None, position))][-2:]
    return x, y


class Hale(Theory):
    """The theory of the least partner."""

    name = "hale"

    @property
    def citation(self) -> str:
        return in_short("hale")

    def check_reach(self, position: Position) -> None:
        """Refuse what the theorem says nothing of, and partners that no search would find soon."""
        x, y = pair_of(position)
        if len(position) - position.count(0) > 2 or x > least_partner(y):
            raise OutOfReach("spite.beyond", position=tuple(position))
        for searched in self._searched(position):
            search_of(self.game).check_reach(searched)

    def _searched(self, position: Position) -> list[Position]:
        """What a search must have found to answer for a position of which the theorem tells."""
        x, y = pair_of(position)
        if state_of(position):
            left = (pair_of(leave(position, choice)) for choice in self.game.moves(position))
            return [(low, high) for low, high in left if low > least_partner(high)]
        return [corner(self.game, x)] if x < least_partner(y) else []

    def solve(self, position: Position) -> Verdict:
        x, y = pair_of(position)
        if state_of(position):
            moves = self.game.moves(position)
            winning = sorted(m for m in moves if not self.is_p(leave(position, m)))
            return Verdict(not winning, tuple(winning))
        if not self._is_told(position):
            search = search_of(self.game)
            return Verdict(search.is_p(position), search.winning_moves(position))
        if x == least_partner(y):
            return Verdict(True, ())
        return Verdict(False, tuple(Call(y - m) for m in reversed(self._left(x, y))))

    def is_p(self, position: Position) -> bool:
        if state_of(position):
            return all(self.is_p(leave(position, move)) for move in self.game.moves(position))
        if not self._is_told(position):
            return search_of(self.game).is_p(position)
        x, y = pair_of(position)
        return x == least_partner(y)

    def _is_told(self, position: Position) -> bool:
        """Whether the theorem tells of these rows; others may follow from them."""
        x, y = pair_of(position)
        return len(position) - position.count(0) <= 2 and x <= least_partner(y)

    def _left(self, x: int, y: int) -> list[int]:
        """What to leave of y beside x < f(y): the partners of x that the other cannot refuse."""
        return [other for other in partners(self.game, x) if other < y - x]

    def resisting_moves(self, position: Position) -> list[Move] | None:
        """Leave the other one right row to choose and a wrong one: y − f(x) is in both of them."""
        x, y = pair_of(position)
        if state_of(position) or y < 2:
            return None
        return [Call(y - least_partner(x))]

    # In words

    def method(self) -> list[Block]:
        cases = ("equal", "less", "both", "won", "lost")
        found = Items(tuple(say(f"spite.case.{case}") for case in cases), True)
        return [say("spite.rule"), found, say("spite.silent")]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        x, y = pair_of(position)
        called, least = state_of(position), least_partner(y)
        if not called and verdict.is_p:
            return [say("spite.gist.equal", x=x, y=y)]
        if not called:
            left = least_partner(x)
            return [say("spite.gist.less", x=x, y=y, least=least, call=y - left, left=left)]
        if called <= x:
            return [say("spite.gist.both", x=x, y=y, called=called, left=x - called, least=least)]
        key = "spite.gist.lost" if verdict.is_p else "spite.gist.won"
        return [say(key, x=x, y=y, called=called, left=y - called)]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        x, y = pair_of(position)
        least = least_partner(y)
        blocks: list[Block] = [say("spite.order", x=x, y=y, least=least)]
        if y < LARGEST_SHOWN:
            function = Function(Symbol("f"), (Symbol("y"),))
            blocks.append(Equation(eq(function, Floor(Fraction(plain(y + 1), Symbol("φ"))), least)))
        if state_of(position):
            return blocks + self._choice(position, verdict)
        if verdict.is_p:
            why = say("spite.why_lost", x=x, partner=least_partner(x))
            return [*blocks, say("spite.equal", x=x), why]
        return [*blocks, say("spite.less", x=x, least=least), *self._calls(position)]

    def _calls(self, position: Position) -> list[Block]:
        """The partners of x, and the calls that leave them."""
        x, y = pair_of(position)
        found = partners(self.game, x)
        told = say("spite.partners", x=x, partners=Listing(found))
        if len(found) > SHOWN:
            shown = Listing(found[:SHOWN], "")
            told = say("spite.partners_many", x=x, partners=shown, count=len(found))
        rows = tuple((y - other, (other, x)) for other in self._left(x, y)[:SHOWN])
        columns = tuple(say(f"spite.column.{name}") for name in ("call", "leaves"))
        return [told, say("spite.no_choice", difference=y - x), Table(columns, rows)]

    def _choice(self, position: Position, verdict: Verdict) -> list[Block]:
        """Each row that may be chosen, with what it leaves."""
        x, y = pair_of(position)
        called, rows = state_of(position), list[tuple[Cell, ...]]()
        for move in self.game.moves(position):
            left = leave(position, move)
            smaller, larger = pair_of(left)
            least = least_partner(larger)
            result = "lost" if self.is_p(left) else "won"
            known = "" if smaller <= least else "_searched"
            row = next(number for number, taken in enumerate(move, 1) if taken)
            rows.append((row, (smaller, larger), least, say(f"spite.result.{result}{known}")))
        names = ("row", "leaves", "least", "result")
        columns = tuple(say(f"spite.column.{name}") for name in names)
        values = {"x": x, "y": y, "called": called, "least": least_partner(y)}
        if called <= x:
            told = say("spite.choice.both", **values, left=x - called)
        else:
            told = say(
                f"spite.choice.{'lost' if verdict.is_p else 'won'}", **values, left=y - called
            )
        return [told, Table(columns, tuple(rows))]


TABLES = (TableKind("partners", "spite.table.kind", table, most_rows=800, served_rows=200), PAIRS)
