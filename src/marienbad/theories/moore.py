"""Moore's Nim by columns: in base two the ones of each column are counted modulo k + 1.

A position is to be left where every count is 0 modulo k + 1; in misère play too, unless no heap has
more than one object: then the number of heaps must be 1 modulo k + 1.

E. H. Moore, Annals of Mathematics 11 (1910), 93-94.
"""

from collections.abc import Iterator
from itertools import combinations, islice

from marienbad.games.bibliography import in_short
from marienbad.games.definition import Definition
from marienbad.games.moore import MooreRules
from marienbad.heaps import Move, Position
from marienbad.text.sentences import Block, Cell, Items, Listing, Message, Table, say
from marienbad.theories.nim.binary import column_sums
from marienbad.theories.nim.common import is_showable, power_of_two
from marienbad.theories.nim.counting import ordered_pairs as pairs_of_nim
from marienbad.theories.theory import MOST_LISTED, Counting, Theory, Verdict
from marienbad.theories.wording import heap_name

Begun = dict[int, int]
"""The heaps that a move makes smaller, with the digits that they keep or get, as far as chosen."""


class Columns(Theory):
    """Every column a multiple of k + 1."""

    name = "columns"
    most_heaps = 200
    citation = in_short("moore")

    @property
    def k(self) -> int:
        assert isinstance(self.game.ruleset, MooreRules)
        return self.game.ruleset.k

    def is_p(self, position: Position) -> bool:
        if self._is_ending(position):
            return sum(position) % (self.k + 1) == 1
        return all(total % (self.k + 1) == 0 for total in column_sums(position))

    def _is_ending(self, position: Position) -> bool:
        """Whether misère play has come to where it differs: no heap has more than one."""
        return self.game.is_misere and max(position, default=0) <= 1

    def solve(self, position: Position) -> Verdict:
        """Decide the position and list every winning move.

        >>> from marienbad.games.catalogue import define
        >>> Columns(define("moore:k=2")).solve((1, 2, 3)).winning_moves
        ((0, 1, 2),)
        """
        if self.is_p(position):
            return Verdict(True, ())
        return self._winning(position)

    def _winning(self, position: Position) -> Verdict:
        """Begin every move at the leftmost column and go on column by column, all at once.

        A move that is begun can always be ended, in normal play, so that more than the most that
        are listed need not be gone on with: then one of them is enough. The move that takes
        nothing so far comes first, so that the last of several takes something.
        """
        begun: list[Begun] = [{}]
        is_many = False
        for column in reversed(range(max(max(position, default=0).bit_length(), 1))):
            after = (more for move in begun for more in self._continued(position, move, column))
            begun = list(islice(after, 1 if is_many else MOST_LISTED + 3))
            if len(begun) > MOST_LISTED + 2:
                is_many, begun = True, begun[-1:]
        moves = [_taken(position, move) for move in begun if move]
        return Verdict(False, (), None, max(moves)) if is_many else Verdict.of(False, moves)

    def _continued(self, position: Position, move: Begun, column: int) -> Iterator[Begun]:
        """All that a move can do in a column so that its sum is what it must be."""
        ones = [
            heap for heap, size in enumerate(position) if size >> column & 1 and heap not in move
        ]
        target = 0
        if (
            column == 0
            and self.game.is_misere
            and not any(move.get(heap, size >> 1) for heap, size in enumerate(position))
        ):
            target = 1
        free = sorted(move)
        for dropped in range(min(self.k - len(move), len(ones)) + 1):
            for added in range(len(free) + 1):
                if (len(ones) - dropped + added - target) % (self.k + 1):
                    continue
                for lost in combinations(ones, dropped):
                    for gained in combinations(free, added):
                        after = {heap: move[heap] << 1 | (heap in gained) for heap in free}
                        after.update((heap, position[heap] >> column ^ 1) for heap in lost)
                        yield after

    # Words

    def method(self) -> list[Block]:
        first = [say("moore.rule.misere", n=self.k + 1)] if self.game.is_misere else []
        endings = ("moore.case.ones_lost", "moore.case.ones_won") if self.game.is_misere else ()
        cases = (*endings, "moore.case.leave", "moore.case.win")
        steps = tuple(say(case, n=self.k + 1, k=self.k) for case in cases)
        return [say("moore.rule", n=self.k + 1), *first, Items(steps, is_numbered=True)]

    def gist(self, position: Position, verdict: Verdict) -> list[Message]:
        n = self.k + 1
        if self._is_ending(position):
            key = "moore.ones_lost" if verdict.is_p else "moore.ones_won"
            return [say(key, n=n, ones=sum(position))]
        if verdict.is_p:
            return [say("moore.zero", n=n)]
        assert verdict.best is not None
        return [say("moore.win", n=n, left=self.game.after(position, verdict.best))]

    def explain(self, position: Position, verdict: Verdict) -> list[Block]:
        blocks: list[Block] = []
        width = max(position, default=0).bit_length()
        if not self._is_ending(position) and is_showable(position, width):
            blocks.append(self._table(position, width))
            if not verdict.is_p:
                return [*blocks, *self._worked(position, width)]
        blocks += self.gist(position, verdict)
        if verdict.is_p and not self._is_ending(position):
            blocks.append(say(f"moore.broken{self._form}", n=self.k + 1, k=self.k))
        return blocks

    def _worked(self, position: Position, width: int) -> list[Block]:
        """The rule applied to the position, column by column; it makes one of the winning moves."""
        n, left, changed = self.k + 1, list(position), list[int]()
        steps: list[Message] = []
        for column in reversed(range(width)):
            ones = [heap for heap, size in enumerate(left) if size >> column & 1]
            is_last = self.game.is_misere and column == 0 and max(left) <= 1
            count = (len(ones) - is_last) % n
            if count == 0:
                continue
            if n - count <= len(changed):
                key, heaps = "moore.step.write", changed[: n - count]
                for heap in heaps:
                    left[heap] |= 1 << column
            else:
                key, heaps = "moore.step.drop", ones[:count]
                for heap in heaps:
                    left[heap] = left[heap] >> column + 1 << column + 1
                changed += heaps
            names = Listing([heap_name(self.game, heap) for heap in heaps])
            told = {"count": len(ones) % n, "n": n}
            key = f"{key}_last" if is_last else key
            steps.append(say(key, column=power_of_two(column), heaps=names, **told))
        return [say("moore.worked"), Items(tuple(steps)), say("moore.left", left=tuple(left))]

    def _table(self, position: Position, width: int) -> Table:
        bits = [*reversed(range(width))]
        rows: list[tuple[Cell, ...]] = [
            (number, size, *(size >> bit & 1 for bit in bits))
            for number, size in enumerate(position, 1)
        ]
        sums = [total % (self.k + 1) for total in column_sums(position)]
        rows.append((say("moore.table.sum", n=self.k + 1), None, *sums))
        heads: tuple[Cell, ...] = (
            say("moore.table.heap"),
            say("moore.table.size"),
            *map(power_of_two, bits),
        )
        return Table(heads, tuple(rows), footer_rows=1)


def _taken(position: Position, move: Begun) -> Move:
    return tuple(size - move.get(heap, size) for heap, size in enumerate(position))


def ordered_pairs(game: Definition, size: int | None = None) -> Iterator[tuple[int, int]]:
    """The pairs to leave x ≤ y, ordered by x, then y; those of heaps below a size, if one is given.

    From k = 2 on two heaps are taken at once, and one pair is left.

    >>> from marienbad.games.catalogue import define
    >>> [list(ordered_pairs(define(name))) for name in ("moore:k=2", "moore:k=3,misere")]
    [[(0, 0)], [(0, 1)]]
    """
    if game.values["k"] == 1:
        return pairs_of_nim(game, size)
    pair = (0, 1) if game.is_misere else (0, 0)
    return iter((pair,) if size is None or pair[1] < size else ())


COUNTING = Counting(ordered_pairs)
